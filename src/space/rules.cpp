#include "space/rules.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "formula/walk.hpp"

namespace loh {

namespace {

using Formulas = std::set<NodeId>;                          // of the target graph
using Tuple = std::vector<NodeId>;                          // one formula for each operand or root
using Settled = std::unordered_map<std::uint32_t, NodeId>;  // shared node -> the hypothesis that replaces it

struct TooLarge {};

// Many combinations for shared nodes can give few results, if most of these nodes are not in use.
constexpr std::size_t kSettlementsPerResult = 16;

class RuleSpace {
public:
    RuleSpace(const GraphData& source, GraphData& target, std::size_t max_size)
        : source_(source), target_(target), max_size_(max_size) {}

    std::set<Tuple> space(const std::vector<NodeId>& roots) {
        std::vector<NodeId> shared = shared_nodes(roots);
        std::set<Tuple> result;
        settle(shared, 0, roots, result);
        return result;
    }

private:
    // Nodes with choices that are used more than once, operands before users.
    [[nodiscard]] std::vector<NodeId> shared_nodes(const std::vector<NodeId>& roots) const {
        std::unordered_map<std::uint32_t, std::size_t> uses;
        for (NodeId root : roots) ++uses[root.value];
        std::vector<NodeId> nodes = below(source_, roots);
        for (NodeId node : nodes) {
            for (NodeId operand : source_.operands(node)) ++uses[operand.value];
        }
        std::erase_if(nodes, [&](NodeId node) {
            return uses[node.value] < 2 || !source_.has_choices(node) || source_.kind(node) == Kind::hole;
        });
        return nodes;
    }

    void settle(const std::vector<NodeId>& shared, std::size_t next, const std::vector<NodeId>& roots,
                std::set<Tuple>& result) {
        if (next == shared.size()) {
            check(++settlements_ / kSettlementsPerResult);
            std::vector<Formulas> spaces;
            for (NodeId root : roots) spaces.push_back(space_of(root));
            for (Tuple& tuple : product(spaces)) result.insert(std::move(tuple));
            check(result.size());
            return;
        }
        for (NodeId hypothesis : space_of(shared[next])) {
            settled_[shared[next].value] = hypothesis;
            settle(shared, next + 1, roots, result);
            settled_.erase(shared[next].value);
        }
    }

    void check(std::size_t size) const {
        if (size > max_size_) throw TooLarge{};
    }

    [[nodiscard]] std::vector<Tuple> product(const std::vector<Formulas>& spaces) const {
        std::vector<Tuple> result = {{}};
        for (const Formulas& space : spaces) {
            check(result.size() * space.size());
            std::vector<Tuple> longer;
            for (const Tuple& tuple : result) {
                for (NodeId formula : space) {
                    longer.push_back(tuple);
                    longer.back().push_back(formula);
                }
            }
            result = std::move(longer);
        }
        return result;
    }

    Formulas space_of(NodeId id) {
        auto settled = settled_.find(id.value);
        if (settled != settled_.end()) return {settled->second};
        std::vector<Formulas> spaces;
        for (NodeId operand : source_.operands(id)) spaces.push_back(space_of(operand));
        Formulas result;
        switch (source_.kind(id)) {
            case Kind::negation:
                for (NodeId formula : spaces[0]) result.insert(target_.negation(formula));
                break;
            case Kind::conjunction:
                for (const Tuple& tuple : product(spaces)) result.insert(target_.conjunction(tuple));
                break;
            case Kind::disjunction:
                for (const Tuple& tuple : product(spaces)) result.insert(target_.disjunction(tuple));
                break;
            case Kind::choice:
                for (Formulas& space : spaces) result.merge(space);
                break;
            default: result.insert(target_.copy_leaf(source_, id));
        }
        check(result.size());
        return result;
    }

    const GraphData& source_;
    GraphData& target_;
    std::size_t max_size_;
    Settled settled_;
    std::size_t settlements_ = 0;  // combinations of hypotheses for the shared nodes so far
};

}  // namespace

std::optional<std::vector<std::vector<NodeId>>> hypotheses_by_rules(const GraphData& source,
                                                                    const std::vector<NodeId>& roots,
                                                                    GraphData& target, std::size_t max_size) {
    try {
        std::set<Tuple> space = RuleSpace(source, target, max_size).space(roots);
        return std::vector<Tuple>(space.begin(), space.end());
    } catch (const TooLarge&) {
        return std::nullopt;
    }
}

}  // namespace loh
