// Formulas in a SAT solver. Each node is encoded once, as a variable that is equivalent to it (Tseitin's encoding).
//
//     CircuitSolver solver;
//     int f = solver.encode(graph, node);
//     solver.clause({f});
//     solver.solve() == CircuitSolver::Answer::satisfiable     // and then solver.value(f)
//
// Literals are as in DIMACS: a variable, or its negation with a minus sign. Leaves of different graphs with equal texts are
// one variable.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/graph.hpp"

namespace CaDiCaL {  // NOLINT(readability-identifier-naming): the namespace of the solver
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
    // Encodes a choice-free formula. The graph may grow between calls and must outlive the solver.
    int encode(const GraphData& graph, NodeId root);

    void clause(std::initializer_list<int> literals);
    void clause(std::span<const int> literals);
    // all = conjunction of the literals; true without literals.
    void define_all(int all, std::span<const int> literals);
    // any = disjunction of the literals; false without literals.
    void define_any(int any, std::span<const int> literals);

    enum class Answer { satisfiable, unsatisfiable, unknown };  // unknown: limit reached
    static constexpr std::size_t kNoLimit = SIZE_MAX;
    // A nonzero `assumption` is a literal that must hold in this call.
    Answer solve(int assumption = 0, std::size_t max_conflicts = kNoLimit);
    // Several literals that must hold in this call. If they cannot, `failed` tells which of them are to blame.
    Answer solve(std::span<const int> assumptions, std::size_t max_conflicts = kNoLimit);
    [[nodiscard]] bool failed(int assumption);
    [[nodiscard]] bool value(int variable);  // in the model of the last call

    // Keeps a copy of all further clauses, in the form of DIMACS: literals, and a 0 behind each clause.
    void record_clauses() { recording_ = true; }
    [[nodiscard]] const std::vector<int>& recorded() const { return recorded_; }
    [[nodiscard]] int variable_count() const { return variables_; }

private:
    void add(int literal);
    void encode_node(const GraphData& graph, NodeId id, const std::vector<int>& variables);

    std::unique_ptr<CaDiCaL::Solver> solver_;
    int variables_ = 0;
    bool recording_ = false;
    std::vector<int> recorded_;
    std::unordered_map<std::string, int> leaves_;  // by text
    std::unordered_map<const GraphData*, std::vector<int>>
        node_variables_;  // [graph][node], 0: not encoded yet
};

}  // namespace loh
