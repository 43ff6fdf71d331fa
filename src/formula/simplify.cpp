// Simplification, bottom-up: the operands of a conjunction or disjunction are simplified before the node itself.
//
// Invariant: every rewrite keeps the function and makes the formula no longer. Merging clauses reduces their number, so the
// loop over the rewrites ends.
//
// Cost: a chain `((a & b) & c) & ...` is gathered into one conjunction in one step. Flattening level by level was rejected,
// because it stores a conjunction for each level, which is quadratic. All other work that grows faster than the formula is
// charged to one budget of steps. A rewrite that exceeds the rest of the budget is skipped.
#include "formula/simplify.hpp"

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formula/rewrites/join.hpp"
#include "formula/walk.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostSimplifySteps = std::size_t{1} << 28U;

bool is_join(Kind kind) { return kind == Kind::conjunction || kind == Kind::disjunction; }

class Simplifier {
public:
    Simplifier(GraphData& graph, AtomMeaning atoms) : graph_(graph), atoms_(atoms) {}

    void run(const std::vector<NodeId>& roots) {
        std::vector<NodeId> nodes = below(graph_, roots);
        find_gathered(nodes, roots);
        for (NodeId id : nodes) {
            if (!gathered_.contains(id.value)) simplified_[id.value] = simplify_node(id);
        }
    }
    [[nodiscard]] NodeId result(NodeId root) const { return simplified_.at(root.value); }

private:
    // Finds the joins that are used once, by a join of the same kind. They are simplified as a part of it.
    void find_gathered(const std::vector<NodeId>& nodes, const std::vector<NodeId>& roots) {
        std::unordered_map<std::uint32_t, std::uint32_t> uses;
        for (NodeId root : roots) ++uses[root.value];
        for (NodeId id : nodes) {
            for (NodeId operand : graph_.operands(id)) ++uses[operand.value];
        }
        for (NodeId id : nodes) {
            if (!is_join(graph_.kind(id))) continue;
            for (NodeId operand : graph_.operands(id)) {
                if (graph_.kind(operand) == graph_.kind(id) && uses[operand.value] == 1)
                    gathered_.insert(operand.value);
            }
        }
    }

    NodeId simplify_node(NodeId id) {
        Kind kind = graph_.kind(id);
        switch (kind) {
            case Kind::negation: return simplify_negation(simplified_.at(graph_.operands(id)[0].value));
            case Kind::conjunction:
            case Kind::disjunction: return simplify_join(kind, gather(id));
            case Kind::choice: return simplify_choice(id);
            default: return id;
        }
    }

    NodeId simplify_negation(NodeId operand) {
        if (operand == kTrue) return kFalse;
        if (operand == kFalse) return kTrue;
        if (graph_.kind(operand) == Kind::negation) return graph_.operands(operand)[0];  // !!x = x
        return graph_.negation(operand);
    }

    // The simplified operands; a gathered join is replaced by its operands.
    std::vector<NodeId> gather(NodeId id) {
        std::vector<NodeId> result;
        std::vector<NodeId> stack = {id};
        while (!stack.empty()) {
            NodeId next = stack.back();
            stack.pop_back();
            if (next == id || gathered_.contains(next.value)) {
                std::span<const NodeId> operands = graph_.operands(next);
                stack.insert(stack.end(), operands.rbegin(), operands.rend());
            } else {
                result.push_back(simplified_.at(next.value));
            }
        }
        return result;
    }

    NodeId simplify_choice(NodeId id) {
        std::vector<NodeId> alternatives;
        bool changed = false;
        for (NodeId alternative : graph_.operands(id)) {
            alternatives.push_back(simplified_.at(alternative.value));
            changed = changed || alternatives.back() != alternative;
        }
        return changed ? graph_.replace_choice(id, alternatives) : id;
    }

    NodeId simplify_join(Kind kind, std::vector<NodeId> operands) {
        Join join{graph_, kind, std::move(operands), steps_};
        for (bool merged = true; merged;) {
            flatten(join);
            fold_constants(join);
            drop_duplicates(join);
            decide_opposites(join);
            absorb(join);
            merged = atoms_ == AtomMeaning::columns && rewrite_columns(join);
        }
        steps_ = join.steps;
        return kind == Kind::conjunction ? graph_.conjunction(join.operands)
                                         : graph_.disjunction(join.operands);
    }

    // Returns whether clauses were merged; then the other rewrites may apply again.
    bool rewrite_columns(Join& join) {
        merge_literals(join);
        drop_implied(join);
        absorb_implied(join);
        if (!merge_clauses(join)) return false;
        steps_ = join.steps;
        for (NodeId& operand : join.operands) {
            if (graph_.kind(operand) != join.dual()) continue;
            std::span<const NodeId> clause = graph_.operands(operand);
            operand = simplify_join(join.dual(), {clause.begin(), clause.end()});
        }
        join.steps = steps_;
        return true;
    }

    GraphData& graph_;
    AtomMeaning atoms_;
    std::size_t steps_ = kMostSimplifySteps;
    std::unordered_set<std::uint32_t> gathered_;
    std::unordered_map<std::uint32_t, NodeId> simplified_;  // by node
};

}  // namespace

std::vector<Formula> simplify(const std::vector<Formula>& formulas, AtomMeaning atoms) {
    Roots roots = roots_of(formulas);
    Simplifier simplifier(*roots.graph, atoms);
    simplifier.run(roots.ids);
    std::vector<Formula> result;
    for (const Formula& formula : formulas) {
        result.push_back(formula.data() ? Formula(roots.graph, simplifier.result(formula.id())) : formula);
    }
    return result;
}

Formula simplify(const Formula& formula, AtomMeaning atoms) {
    return simplify(std::vector{formula}, atoms)[0];
}

}  // namespace loh
