// Subsumption: in a set of clauses, one whose literals are all in another makes the other redundant.
//
//     a & b | a & b & c = a & b                (a | b) & (a | b | c) = a | b
//
// Idea: clauses are visited from short to long, so only earlier clauses can subsume a later one. Each clause that is kept
// is listed under its rarest literal. A clause can only be subsumed by clauses listed under one of its own literals, and a
// 64-bit signature, one bit for each literal, rules most of these out without a look at their literals. This is the
// forward subsumption with one watched literal that SAT solvers use (Zhang, "On subsumption removal and on-the-fly CNF
// simplification", SAT 2005). Comparing all pairs was rejected: a disjunction of 100 000 literals took 10^10 comparisons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loh {

using ClauseLiterals = std::span<const std::uint32_t>;  // numbers of literals, sorted, each once

// Marks the redundant clauses; the first of equal clauses stays. `steps` is the work allowed and becomes what is left of
// it; at 0 the search has stopped early, and clauses that were not reached are not marked.
std::vector<bool> find_subsumed(const std::vector<ClauseLiterals>& clauses, std::size_t& steps);

}  // namespace loh
