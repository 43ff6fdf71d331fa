// x >= 20 & x < 40 = 20 <= x < 40        c = "a" | c = "b" = c in {"a", "b"}        c != "a" & c != "b" = c not in {"a", "b"}
// x <= y & x != y = x < y
//
// Two literals of one column, or of one pair of columns, become one literal if there is an equivalent one. It takes the
// position of the first.
#include "formula/rewrites/column_literals.hpp"

namespace loh {

namespace {

// The first earlier literal that can be merged with this one, and the result.
struct MergedPair {
    std::size_t before;
    NodeId merged;
};
std::optional<MergedPair> find_merge(Join& join, const std::vector<PlacedLiteral>& before,
                                     const PlacedLiteral& literal) {
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (std::optional<NodeId> merged =
                together(join.graph, join.kind, before[i].literal, literal.literal))
            return MergedPair{i, *merged};
    }
    return std::nullopt;
}

// Merges the literal with earlier ones until none fits. `before`: the earlier literals of its topic that are not dropped.
void add_literal(Join& join, std::vector<PlacedLiteral>& before, PlacedLiteral literal,
                 std::vector<bool>& dropped) {
    while (std::optional<MergedPair> found = find_merge(join, before, literal)) {
        dropped[literal.operand] = true;
        std::size_t place = before[found->before].operand;
        join.operands[place] = found->merged;
        before.erase(before.begin() + static_cast<std::ptrdiff_t>(found->before));
        std::optional<ColumnLiteral> next = column_literal(join.graph, found->merged);
        if (!next) return;  // a constant
        literal = {place, std::move(*next)};
    }
    before.push_back(std::move(literal));
}

}  // namespace

void merge_literals(Join& join) {
    std::vector<bool> dropped(join.operands.size(), false);
    for (auto& [topic, literals] : literals_by_topic(join)) {
        if (!join.spend(literals.size() * (literals.size() - 1) * kStepsOfCellSets)) continue;
        std::vector<PlacedLiteral> left;
        for (PlacedLiteral& literal : literals) add_literal(join, left, std::move(literal), dropped);
    }
    std::size_t next = 0;
    std::erase_if(join.operands, [&](NodeId) { return dropped[next++]; });
    fold_constants(join);
}

}  // namespace loh
