// Sets of clauses for the computation of normal forms: a disjunction of conjunctions of literals.
//
// A literal is a number: 2 v for the variable v, 2 v + 1 for its negation. No clause contains a variable and its negation,
// and no clause contains all literals of another one (subsumption.hpp). So `false` is the empty set, and `true` is the set
// of one empty clause. Each clause is stored twice: sorted, for comparisons, and in the order of the formula, for output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formula/subsumption.hpp"

namespace loh {

// Limits of a computation; reaching one throws ClauseLimit.
struct ClauseBudget {
    std::size_t most_clauses;                          // of a set
    std::size_t most_storage = std::size_t{1} << 24U;  // literals of a set, plus eight for each clause
    std::size_t steps = std::size_t{1} << 26U;
};
struct ClauseLimit {};

class ClauseSet {
public:
    static ClauseSet constant(bool value);
    static ClauseSet literal(std::uint32_t literal);

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    [[nodiscard]] std::span<const std::uint32_t> shown(std::size_t clause) const {
        return part(shown_, clause);
    }

    // The disjunction and the conjunction of these sets.
    static ClauseSet any_of(std::vector<ClauseSet> sets, ClauseBudget& budget);
    static ClauseSet all_of(std::vector<ClauseSet> sets, ClauseBudget& budget);

private:
    using Literals = std::vector<std::uint32_t>;

    [[nodiscard]] ClauseLiterals sorted(std::size_t clause) const { return part(sorted_, clause); }
    [[nodiscard]] std::span<const std::uint32_t> part(const Literals& literals, std::size_t clause) const;

    static ClauseSet product(const ClauseSet& left, const ClauseSet& right, ClauseBudget& budget);
    static ClauseSet joined_units(std::span<const ClauseSet> sets, ClauseBudget& budget);
    [[nodiscard]] bool contradicts(ClauseLiterals units, std::size_t clause) const;
    void drop_contradicted(ClauseLiterals units, ClauseBudget& budget);
    void append(const ClauseSet& from, std::size_t clause);
    void append_union(const ClauseSet& left, std::size_t i, const ClauseSet& right, std::size_t j);
    void check(std::size_t more_literals, ClauseBudget& budget) const;
    void drop_subsumed(ClauseBudget& budget);

    Literals sorted_;                // literals of all clauses, concatenated
    Literals shown_;                 // the same literals, each clause in the order of the formula
    std::vector<std::size_t> ends_;  // end of each clause in both arrays
};

}  // namespace loh
