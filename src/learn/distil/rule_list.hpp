// From a tree to an ordered list of rules: class after class, each with the rules that single it out from the classes after
// it. The last class has none, it is what remains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "learn/distil/tree.hpp"
#include "learn/literal_rule.hpp"

namespace loh {

// The leaves of the tree, cut off at so many, as rules: [class], each leaf once.
std::vector<std::vector<LiteralRule>> rules_of_tree(const Tree& tree, std::size_t leaves,
                                                    std::size_t classes);

// The same list on the given rows with fewer and shorter rules. `labels` are what the list says there; `order` is the order
// of the classes, whose last keeps no rules. A literal goes when no row of a later class comes in by that; of what is left,
// a rule goes when others have all its rows. `literals` are [literal], over the rows.
void shorten(std::vector<std::vector<LiteralRule>>& rules, std::span<const std::uint32_t> order,
             std::span<const Bits> literals, std::span<const std::uint32_t> labels);

}  // namespace loh
