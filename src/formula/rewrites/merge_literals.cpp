// x >= 20 & x < 40 = 20 <= x < 40        c = "a" | c = "b" = c in {"a", "b"}        c != "a" & c != "b" = c not in {"a", "b"}
// x <= y & x != y = x < y
//
// Two literals of one column, or of one pair of columns, become one where one says it. The first of them keeps its place.
#include "formula/rewrites/column_literals.hpp"

namespace loh {

namespace {

// Merges the literal with those before it until it fits none; `before` are the literals of its topic that are left.
void add_literal(Join& join, std::vector<PlacedLiteral>& before, PlacedLiteral literal,
                 std::vector<bool>& dropped) {
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::optional<NodeId> merged = together(join.graph, join.kind, before[i].literal, literal.literal);
        if (!merged) continue;
        dropped[literal.operand] = true;
        std::size_t place = before[i].operand;
        join.operands[place] = *merged;
        before.erase(before.begin() + static_cast<std::ptrdiff_t>(i));
        std::optional<ColumnLiteral> next = column_literal(join.graph, *merged);
        if (next) add_literal(join, before, {place, *next}, dropped);
        return;
    }
    before.push_back(std::move(literal));
}

}  // namespace

void merge_literals(Join& join) {
    std::vector<bool> dropped(join.operands.size(), false);
    for (auto& [topic, literals] : literals_by_topic(join)) {
        std::vector<PlacedLiteral> left;
        for (PlacedLiteral& literal : literals) add_literal(join, left, std::move(literal), dropped);
    }
    std::size_t next = 0;
    std::erase_if(join.operands, [&](NodeId) { return dropped[next++]; });
    fold_constants(join);
}

}  // namespace loh
