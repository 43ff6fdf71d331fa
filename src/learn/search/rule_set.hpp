// A set of rules that separates the rows of one class from the others, found by local search (rule_set.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "learn/literal_rule.hpp"

namespace loh {

// Rows to search on, reordered: rows of equal class and weight are side by side. With many different weights that would be a
// word for each row, so then rows of equal class are side by side, and the binary digits of their weights are bit planes.
class RuleSetRows {
public:
    RuleSetRows() = default;  // none
    // literals: [literal], over all rows. wanted: whether a row is of the class. weights: of the rows; 0 leaves a row out.
    RuleSetRows(std::span<const Bits> literals, const std::vector<bool>& wanted,
                std::span<const std::uint32_t> weights);

    // Rows of equal class; of equal weight, if there are no planes.
    struct Segment {
        std::size_t first_word = 0;
        std::size_t words = 0;
        bool wanted = false;
        std::uint32_t weight = 1;
        std::vector<std::uint64_t> planes = {};  // [word][plane]: the rows whose weight has 2^plane
        std::size_t plane_count = 0;
    };

    // The rows where a literal holds: as many words as all() has.
    [[nodiscard]] const std::uint64_t* literal(std::size_t index) const {
        return literals_.data() + index * all_.size();
    }
    [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }
    [[nodiscard]] const Bits& all() const {
        return all_;
    }  // 1 for each row; words may have places without a row

private:
    // The rows of one segment, in their order.
    using RowsOfSegment = std::vector<std::size_t>;
    // Adds the segments and gives the rows of each.
    std::vector<RowsOfSegment> divide(const std::vector<bool>& wanted,
                                      std::span<const std::uint32_t> weights);
    static void set_planes(Segment& segment, const RowsOfSegment& rows,
                           std::span<const std::uint32_t> weights);

    std::vector<std::uint64_t>
        literals_;  // [literal][word]: one array, since there may be a million literals
    std::vector<Segment> segments_;
    Bits all_;
};

struct RuleSetOptions {
    std::size_t max_rules = 12;
    std::size_t max_literals = 0;  // of a rule; 0: no limit
    bool macro_f1 = true;          // the metric to maximise; otherwise accuracy
    double penalty = 0.5;          // complexity penalty for each literal and each rule, in rows
    double strictness = 1;         // weight of a wrong row while the first rules are searched
    std::size_t rounds = 0;        // of removing some rules and searching again
    std::uint64_t seed = 0;
};

// candidates: the literals that a rule may have; of equally good ones, the first is taken.
std::vector<LiteralRule> find_rule_set(const RuleSetRows& rows, std::span<const CandidateLiteral> candidates,
                                       const RuleSetOptions& options, const std::function<bool()>& stop = {});

}  // namespace loh
