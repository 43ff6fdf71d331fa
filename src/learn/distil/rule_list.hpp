// Converts a tree to an ordered list of rules. The classes are in order, and each has rules that separate it from the later
// classes. The last class has no rules: it holds if no earlier one does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "learn/distil/tree.hpp"
#include "learn/literal_rule.hpp"

namespace loh {

// The leaves of the tree, truncated to this number of leaves, as rules: [class]. Each leaf becomes one rule.
std::vector<std::vector<LiteralRule>> rules_of_tree(const Tree& tree, std::size_t leaves,
                                                    std::size_t classes);

// Removes literals and rules while the list predicts the same classes on the given rows. A literal is removed if the rule then
// still covers no row of a later class. A rule is removed if other rules of its class cover all its rows.
//     order     the classes in the order of the list; the last one loses all its rules
//     literals  [literal]: one bit for each row
//     labels    [row]: the class that the list predicts
void shorten(std::vector<std::vector<LiteralRule>>& rules, std::span<const std::uint32_t> order,
             std::span<const Bits> literals, std::span<const std::uint32_t> labels);

}  // namespace loh
