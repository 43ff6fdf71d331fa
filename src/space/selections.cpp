#include "space/selections.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"

namespace loh {

namespace {

std::size_t highest(const std::vector<NodeId>& roots) {
    std::size_t top = 1;
    for (NodeId root : roots) top = std::max<std::size_t>(top, root.value);
    return top;
}

}  // namespace

SelectionWalker::SelectionWalker(const GraphData& source, std::vector<NodeId> roots, GraphData& target)
    : source_(source),
      target_(target),
      roots_(std::move(roots)),
      position_(highest(roots_) + 1, 0),
      result_(highest(roots_) + 1),
      stamp_(highest(roots_) + 1, 0) {}

bool SelectionWalker::next(std::vector<NodeId>& hypothesis) {
    if (started_ && !advance()) return false;
    started_ = true;
    ++round_;
    if (round_ == 0) {  // the counter wrapped around: reset all stamps
        std::fill(stamp_.begin(), stamp_.end(), 0);
        round_ = 1;
    }
    hypothesis.clear();
    for (NodeId root : roots_) hypothesis.push_back(resolve(root));
    return true;
}

bool SelectionWalker::advance() {
    while (!trail_.empty()) {
        Taken& last = trail_.back();
        if (last.index + 1 < source_.operands({last.node}).size()) {
            ++last.index;
            return true;
        }
        position_[last.node] = 0;
        trail_.pop_back();
    }
    return false;
}

NodeId SelectionWalker::taken_alternative(NodeId choice) {
    if (position_[choice.value] == 0) {
        trail_.push_back({choice.value, 0});
        position_[choice.value] = static_cast<std::uint32_t>(trail_.size());
    }
    return source_.operands(choice)[trail_[position_[choice.value] - 1].index];
}

// Depth first, from left to right, with an explicit stack: a node stays on it until its operands are resolved.
NodeId SelectionWalker::resolve(NodeId root) {
    auto resolved = [&](NodeId id) { return stamp_[id.value] == round_; };
    stack_.assign(1, root);
    while (!stack_.empty()) {
        NodeId id = stack_.back();
        std::size_t waiting = stack_.size();
        if (!resolved(id)) {
            if (source_.kind(id) == Kind::choice) {
                NodeId alternative = taken_alternative(id);
                if (!resolved(alternative)) stack_.push_back(alternative);
            } else {
                std::span<const NodeId> operands = source_.operands(id);
                for (std::size_t i = operands.size(); i-- > 0;) {
                    if (!resolved(operands[i])) stack_.push_back(operands[i]);
                }
            }
        }
        if (stack_.size() > waiting) continue;
        if (!resolved(id)) finish(id);
        stack_.pop_back();
    }
    return result_[root.value];
}

// Resolves `id`, whose operands are resolved.
void SelectionWalker::finish(NodeId id) {
    std::span<const NodeId> operands = source_.operands(id);
    steps_ += source_.kind(id) == Kind::choice ? 1 : 1 + operands.size();
    operands_.clear();
    NodeId made;
    switch (source_.kind(id)) {
        case Kind::choice: made = result_[taken_alternative(id).value]; break;
        case Kind::negation: made = target_.negation(result_[operands[0].value]); break;
        case Kind::conjunction:
        case Kind::disjunction:
            for (NodeId operand : operands) operands_.push_back(result_[operand.value]);
            made = source_.kind(id) == Kind::conjunction ? target_.conjunction(operands_)
                                                         : target_.disjunction(operands_);
            break;
        default: made = target_.copy_leaf(source_, id);
    }
    result_[id.value] = made;
    stamp_[id.value] = round_;
}

}  // namespace loh
