// Clauses of a normal form while it is computed: sets of literals, joined by "or" here, of which each is joined by "and".
//
// A literal is a number: 2 v for the variable v, 2 v + 1 for its negation. No clause is listed that contains a variable and
// its negation, and none whose literals include those of another one (subsumption.hpp). So the set without any clause is
// the only one for `false`, and the set of one empty clause the only one for `true`. Each clause is kept twice: sorted, to
// be compared, and in the order in which the formula has its literals, to be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formula/subsumption.hpp"

namespace loh {

// What a computation may still cost; reaching a limit throws ClauseLimit.
struct ClauseBudget {
    std::size_t most_clauses;                          // of a set
    std::size_t most_storage = std::size_t{1} << 24U;  // literals of a set, and eight for each clause
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

    // f | g | ... and f & g & ... for the functions of these sets, which are consumed.
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

    Literals sorted_;                // of all clauses, one after the other
    Literals shown_;                 // the same literals, in the order of reading within each clause
    std::vector<std::size_t> ends_;  // of each clause in both
};

}  // namespace loh
