#include "formula/simplify.hpp"

#include <memory>
#include <vector>

#include "base/check.hpp"
#include "formula/rewrites/join.hpp"
#include "formula/walk.hpp"

namespace loh {

namespace {

NodeId simplify_negation(GraphData& target, NodeId operand) {
    if (operand == kTrue) return kFalse;
    if (operand == kFalse) return kTrue;
    if (target.kind(operand) == Kind::negation) return target.operands(operand)[0];  // !!x = x
    return target.negation(operand);
}

NodeId simplify_join(GraphData& target, Kind kind, std::vector<NodeId> operands, LiteralsOf literals);

// Whether clauses were merged, so that it may be worth to look again. Each time there is a clause less.
bool rewrite_columns(Join& join) {
    merge_literals(join);
    drop_implied(join);
    absorb_implied(join);
    if (!merge_clauses(join)) return false;
    for (NodeId& operand : join.operands) {
        if (join.graph.kind(operand) != join.dual()) continue;
        std::span<const NodeId> clause = join.graph.operands(operand);
        operand = simplify_join(join.graph, join.dual(), {clause.begin(), clause.end()}, LiteralsOf::columns);
    }
    return true;
}

NodeId simplify_join(GraphData& target, Kind kind, std::vector<NodeId> operands, LiteralsOf literals) {
    Join join{target, kind, std::move(operands)};
    for (bool merged = true; merged;) {
        flatten(join);
        fold_constants(join);
        drop_duplicates(join);
        decide_opposites(join);
        absorb(join);
        merged = literals == LiteralsOf::columns && rewrite_columns(join);
    }
    return kind == Kind::conjunction ? target.conjunction(join.operands) : target.disjunction(join.operands);
}

}  // namespace

Formula simplify(const Formula& formula, LiteralsOf literals) {
    LOH_CHECK(!formula.has_choices());
    if (!formula.data()) return formula;
    const GraphData& source = *formula.data();
    auto target = std::make_shared<GraphData>();
    std::vector<NodeId> nodes = below(source, {&formula, 1});
    std::vector<NodeId> simplified(formula.id().value + std::size_t{1});  // by source node
    for (NodeId id : nodes) {
        std::vector<NodeId> operands;
        for (NodeId operand : source.operands(id)) operands.push_back(simplified[operand.value]);
        Kind kind = source.kind(id);
        switch (kind) {
            case Kind::negation: simplified[id.value] = simplify_negation(*target, operands[0]); break;
            case Kind::conjunction:
            case Kind::disjunction:
                simplified[id.value] = simplify_join(*target, kind, std::move(operands), literals);
                break;
            default: simplified[id.value] = target->copy_leaf(source, id);
        }
    }
    return {target, simplified[formula.id().value]};
}

}  // namespace loh
