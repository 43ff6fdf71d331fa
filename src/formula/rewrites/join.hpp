// A join: a conjunction or disjunction that is being rewritten. Each rewrite has its own file, which states its identity;
// `simplify` applies them in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

inline constexpr std::size_t kStepsOfCellSets = 256;  // cost of one operation on cell sets
inline constexpr std::size_t kStepsOfCopy = 64;       // cost of storing one operand again

struct Join {
    GraphData& graph;
    Kind kind;                     // conjunction or disjunction
    std::vector<NodeId> operands;  // already simplified; in the order of the formula
    std::size_t steps = SIZE_MAX;  // work that is still allowed

    // Subtracts `cost` from the steps. Returns false and subtracts nothing if fewer steps are left; then the rewrite must
    // do nothing. Every rewrite whose work grows faster than the number of operands calls this first.
    [[nodiscard]] bool spend(std::size_t cost) {
        if (cost > steps) return false;
        steps -= cost;
        return true;
    }

    // The constant without influence (true in a conjunction) and the constant that decides the join (false).
    [[nodiscard]] NodeId neutral() const { return kind == Kind::conjunction ? kTrue : kFalse; }
    [[nodiscard]] NodeId deciding() const { return kind == Kind::conjunction ? kFalse : kTrue; }
    [[nodiscard]] Kind dual() const {
        return kind == Kind::conjunction ? Kind::disjunction : Kind::conjunction;
    }

    // Replaces the join by the deciding constant.
    void decide() { operands.assign(1, deciding()); }
};

void flatten(Join& join);
void fold_constants(Join& join);
void drop_duplicates(Join& join);
void decide_opposites(Join& join);
void absorb(Join& join);

// Rewrites that use the meaning of column literals.
void drop_implied(Join& join);
void merge_literals(Join& join);
void absorb_implied(Join& join);
bool merge_clauses(Join& join);  // returns whether it merged clauses, which then need simplification

}  // namespace loh
