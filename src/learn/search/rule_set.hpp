// A few rules that single out some rows, found by local search: each rule is looked for anew, given the others, until none can
// be bettered; then some are left out, and it goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "learn/literal_rule.hpp"

namespace loh {

// Rows to search on. They are put in another order: those that count the same are side by side.
class RuleSetRows {
public:
    // literals: [literal], over all rows. wanted: whether it is a row of the class. weights: how often it counts, 0 for never.
    RuleSetRows(std::span<const Bits> literals, const std::vector<bool>& wanted,
                std::span<const std::uint32_t> weights);

    // Rows that count the same.
    struct Segment {
        std::size_t first_word = 0;
        std::size_t words = 0;
        bool wanted = false;
        std::uint32_t weight = 1;
    };

    [[nodiscard]] const std::vector<Bits>& literals() const { return literals_; }
    [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }
    [[nodiscard]] const Bits& all() const {
        return all_;
    }  // 1 for each row; words may have places without a row

private:
    std::vector<Bits> literals_;
    std::vector<Segment> segments_;
    Bits all_;
};

struct RuleSetOptions {
    std::size_t max_rules = 12;
    std::size_t max_literals = 0;  // of a rule; 0: no limit
    bool macro_f1 = true;          // what is maximised; otherwise accuracy
    double penalty = 0.5;          // of a literal, and of a rule besides: it must be worth so many rows
    double strictness = 1;         // how often a wrong row counts while the first rules are looked for
    std::size_t rounds = 0;        // of leaving some rules out and looking for others
    std::uint64_t seed = 0;
};

// candidates: the literals that a rule may have, with either sign; of equally good ones, the first is taken.
std::vector<LiteralRule> find_rule_set(const RuleSetRows& rows, std::span<const std::uint32_t> candidates,
                                       const RuleSetOptions& options, const std::function<bool()>& stop = {});

}  // namespace loh
