// Subsumption: a clause is redundant if it contains all literals of another clause.
//
//     a & b | a & b & c = a & b                (a | b) & (a | b | c) = a | b
//
// Idea: clauses are visited from short to long, so only earlier clauses can subsume a later one. Each clause that is kept
// is listed under its rarest literal. A clause can be subsumed only by clauses listed under one of its own literals, and a
// 64-bit signature, one bit for each literal, excludes most of these without comparing literals. This is forward
// subsumption with one watched literal, as in SAT solvers (Zhang, "On subsumption removal and on-the-fly CNF
// simplification", SAT 2005). Rejected: comparing all pairs, which takes 10^10 comparisons for 100 000 clauses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loh {

using ClauseLiterals = std::span<const std::uint32_t>;  // literals as numbers, sorted, without duplicates

// Marks the redundant clauses. Of equal clauses the first one is not redundant. `steps` is the work allowed and is reduced
// by the work done. If it becomes 0, the search stops and the remaining clauses are not marked.
std::vector<bool> find_subsumed(const std::vector<ClauseLiterals>& clauses, std::size_t& steps);

}  // namespace loh
