#include "space/bound.hpp"

#include <utility>

#include "base/upper_count.hpp"
#include "formula/walk.hpp"

namespace loh {

namespace {

// The number of selections. With `factor_shared`, a shared node counts 1 for its users, and its own count is a factor of
// the result. Without it, the formulas are counted as trees.
UpperCount count_selections(const GraphData& graph, const std::vector<NodeId>& roots,
                            const std::vector<std::uint32_t>& uses, bool factor_shared) {
    std::vector<UpperCount> counts(uses.size(), UpperCount(1));
    UpperCount total(1);
    for (std::uint32_t value = 0; value < uses.size(); ++value) {
        NodeId id{value};
        if (uses[value] == 0 || !graph.has_choices(id) || graph.kind(id) == Kind::hole) continue;
        bool is_choice = graph.kind(id) == Kind::choice;
        UpperCount count(is_choice ? 0 : 1);
        for (NodeId operand : graph.operands(id)) {
            if (is_choice) {
                count += counts[operand.value];
            } else {
                count *= counts[operand.value];
            }
        }
        if (factor_shared && uses[value] > 1) {
            total *= count;
        } else {
            counts[value] = std::move(count);
        }
    }
    for (NodeId root : roots) total *= counts[root.value];
    return total;
}

}  // namespace

SpaceSize bound_space(const GraphData& graph, const std::vector<NodeId>& roots) {
    std::vector<std::uint32_t> uses = count_uses(graph, roots);
    UpperCount bound = count_selections(graph, roots, uses, true);
    UpperCount tree = count_selections(graph, roots, uses, false);
    if (tree.less_than(bound)) bound = std::move(tree);
    constexpr std::size_t kMostDigits = 60;
    std::string digits = bound.digits(kMostDigits);
    bool exact = digits == "1";  // a single selection gives a single hypothesis
    return {exact, std::move(digits), bound.log10()};
}

}  // namespace loh
