// Sums of points in a SAT solver: whether the literals that hold have at least so many points together.
//
// Idea: a decision diagram over the literals, the largest points first, in which sums that every bound treats alike are one
// node. It is small where points are few and small, and propagates well. Where it would have too many nodes, the points are
// added as binary numbers with full adders, which is always linear in the number of digits. Both are exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "space/circuit_solver.hpp"

namespace loh {

struct PointTerm {
    std::int64_t points;
    int literal;
};

// A literal that holds exactly if the points of the literals that hold are `least` or more in sum. `always`: a literal that
// holds. Throws Error (limit) if the sums are beyond 2^62.
int at_least_points(CircuitSolver& solver, int always, std::vector<PointTerm> terms, std::int64_t least,
                    std::size_t most_nodes = 20'000);

}  // namespace loh
