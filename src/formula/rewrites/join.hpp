// A conjunction or disjunction while it is being rewritten. Each rewrite has a file of its own that states its identity;
// `simplify` applies them in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

inline constexpr std::size_t kStepsOfCellSets = 256;  // one operation on sets of cells
inline constexpr std::size_t kStepsOfCopy = 64;       // one operand that is stored once more

struct Join {
    GraphData& graph;
    Kind kind;                     // conjunction or disjunction
    std::vector<NodeId> operands;  // already simplified; in the order in which they are to be read
    std::size_t steps = SIZE_MAX;  // work that the rewrites may still do

    // Takes `cost` from the steps; false, and nothing is taken, when fewer are left. A rewrite whose work grows faster than
    // the number of operands asks first, and does nothing on false.
    [[nodiscard]] bool spend(std::size_t cost) {
        if (cost > steps) return false;
        steps -= cost;
        return true;
    }

    // The constant that changes nothing (true in a conjunction) and the one that decides all (false).
    [[nodiscard]] NodeId neutral() const { return kind == Kind::conjunction ? kTrue : kFalse; }
    [[nodiscard]] NodeId deciding() const { return kind == Kind::conjunction ? kFalse : kTrue; }
    [[nodiscard]] Kind dual() const {
        return kind == Kind::conjunction ? Kind::disjunction : Kind::conjunction;
    }

    // The whole join has become this constant.
    void decide() { operands.assign(1, deciding()); }
};

void flatten(Join& join);
void fold_constants(Join& join);
void drop_duplicates(Join& join);
void decide_opposites(Join& join);
void absorb(Join& join);

// Those that know what literals of columns mean.
void drop_implied(Join& join);
void merge_literals(Join& join);
void absorb_implied(Join& join);
bool merge_clauses(Join& join);  // whether there was something to merge; what it made is to be simplified

}  // namespace loh
