// The rule that a scorecard gains most from: beam search over conjunctions of literals.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "learn/literal_rule.hpp"

namespace loh {

// The derivatives of the loss by the logits of each row.
struct RowSlopes {
    std::vector<std::vector<double>> first;   // [class][row]
    std::vector<std::vector<double>> second;  // [class][row]: at least 0
};

struct GainOptions {
    std::size_t max_literals = 3;
    double ridge = 1;
};

struct GainedRule {
    LiteralRule rule;  // empty: no rule gains anything
    double gain =
        0;  // twice the loss that it saves, to second order, less the complexity penalty for literals
};

// The gain of adding a rule that holds in these rows, without the penalty: the sum over the classes of G^2 / (H + ridge).
double exact_gain(const RowSlopes& slopes, const Bits& rows, double ridge);

// The share of the gain that counts for a rule of so many literals.
double literal_share(std::size_t literals);

// literals: [literal], one bit for each of `rows` rows. Of equally good rules, the first found is taken.
GainedRule find_gained_rule(std::span<const Bits> literals, std::span<const CandidateLiteral> candidates,
                            std::size_t rows, const RowSlopes& slopes, const GainOptions& options);

}  // namespace loh
