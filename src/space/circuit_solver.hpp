// Formulas in a SAT solver: every node becomes a variable that equals it (Tseitin's encoding), each node once.
//
//     CircuitSolver solver;
//     int f = solver.encode(graph, node);
//     solver.clause({f});
//     solver.solve() == CircuitSolver::Answer::satisfiable     // and then solver.value(f)
//
// Literals are as in DIMACS: a variable, or with a minus sign its negation. Leaves of different graphs are one variable
// when their texts are equal.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/graph.hpp"

namespace CaDiCaL {  // NOLINT(readability-identifier-naming): the name that the solver's own header uses
class Solver;
}

namespace loh {

class CircuitSolver {
public:
    CircuitSolver();
    ~CircuitSolver();
    CircuitSolver(const CircuitSolver&) = delete;
    CircuitSolver& operator=(const CircuitSolver&) = delete;

    int fresh() { return ++variables_; }
    int leaf(const std::string& text);
    // The choice-free formula `root`. The graph may grow between calls, but must outlive the solver.
    int encode(const GraphData& graph, NodeId root);

    void clause(std::initializer_list<int> literals);
    // all = every one of the literals; none of them: true.
    void define_all(int all, std::span<const int> literals);
    // any = at least one of the literals; none of them: false.
    void define_any(int any, std::span<const int> literals);

    enum class Answer { satisfiable, unsatisfiable, unknown };  // unknown: the limit was reached
    static constexpr std::size_t kNoLimit = SIZE_MAX;
    // `assumption`, unless it is 0, holds for this call only.
    Answer solve(int assumption = 0, std::size_t max_conflicts = kNoLimit);
    [[nodiscard]] bool value(int variable);  // after satisfiable

private:
    void encode_node(const GraphData& graph, NodeId id, const std::vector<int>& variables);

    std::unique_ptr<CaDiCaL::Solver> solver_;
    int variables_ = 0;
    std::unordered_map<std::string, int> leaves_;  // by text
    std::unordered_map<const GraphData*, std::vector<int>>
        node_variables_;  // [graph][node], 0: not encoded yet
};

}  // namespace loh
