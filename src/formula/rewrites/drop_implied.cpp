// x >= 20 & x >= 40 = x >= 40        x >= 20 | x >= 40 = x >= 20        x < 20 & x >= 40 = false        x < y & x >= y = false
//
// Literals of one column, or of one pair of columns, can imply or exclude each other. A conjunction drops a literal that
// another one implies, a disjunction drops a literal that implies another one. If no cell satisfies all literals of a
// conjunction, or every cell satisfies a literal of a disjunction, the join is a constant.
#include "formula/rewrites/column_literals.hpp"

namespace loh {

namespace {

// Whether the literals make the join a constant.
bool decide_join(Kind kind, const std::vector<PlacedLiteral>& literals) {
    CellSet cells = literals[0].literal.cells;
    for (const PlacedLiteral& other : literals) {
        if (!comparable(cells, other.literal.cells)) return false;
        cells = kind == Kind::conjunction ? intersect(cells, other.literal.cells)
                                          : unite(cells, other.literal.cells);
    }
    return kind == Kind::conjunction ? cells.is_empty() : cells.is_full();
}

}  // namespace

void drop_implied(Join& join) {
    bool conjunction = join.kind == Kind::conjunction;
    std::vector<bool> dropped(join.operands.size(), false);
    for (const auto& [topic, literals] : literals_by_topic(join)) {
        if (!join.spend(literals.size() * literals.size() * kStepsOfCellSets)) continue;
        if (decide_join(join.kind, literals)) return join.decide();
        for (const PlacedLiteral& one : literals) {
            for (const PlacedLiteral& other : literals) {
                if (&one == &other || dropped[other.operand]) continue;
                if (conjunction ? implies(other.literal, one.literal) : implies(one.literal, other.literal))
                    dropped[one.operand] = true;
            }
        }
    }
    std::size_t next = 0;
    std::erase_if(join.operands, [&](NodeId) { return dropped[next++]; });
}

}  // namespace loh
