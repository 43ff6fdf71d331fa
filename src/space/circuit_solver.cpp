#include "space/circuit_solver.hpp"

#include <algorithm>
#include <climits>

#include <cadical.hpp>

#include "base/check.hpp"

namespace loh {

CircuitSolver::CircuitSolver() : solver_(std::make_unique<CaDiCaL::Solver>()) { solver_->set("quiet", 1); }
CircuitSolver::~CircuitSolver() = default;

int CircuitSolver::leaf(const std::string& text) {
    auto [entry, is_new] = leaves_.try_emplace(text, 0);
    if (is_new) entry->second = fresh();
    return entry->second;
}

void CircuitSolver::add(int literal) {
    solver_->add(literal);
    if (recording_) recorded_.push_back(literal);
}

void CircuitSolver::clause(std::span<const int> literals) {
    for (int literal : literals) add(literal);
    add(0);
}

void CircuitSolver::clause(std::initializer_list<int> literals) {
    for (int literal : literals) add(literal);
    add(0);
}

void CircuitSolver::define_all(int all, std::span<const int> literals) {
    for (int literal : literals) clause({-all, literal});
    for (int literal : literals) add(-literal);
    add(all);
    add(0);
}

void CircuitSolver::define_any(int any, std::span<const int> literals) {
    for (int literal : literals) clause({any, -literal});
    for (int literal : literals) add(literal);
    add(-any);
    add(0);
}

int CircuitSolver::encode(const GraphData& graph, NodeId root) {
    std::vector<int>& variables = node_variables_[&graph];
    variables.resize(std::max(variables.size(), graph.node_count()), 0);
    std::vector<NodeId> found;  // nodes to encode
    auto reach = [&](NodeId id) {
        if (variables[id.value] != 0) return;
        bool leaf = graph.kind(id) == Kind::variable;
        variables[id.value] = leaf ? this->leaf(graph.leaf_text(id)) : fresh();
        found.push_back(id);
    };
    reach(root);
    for (std::size_t next = 0; next < found.size(); ++next) {  // NOLINT(modernize-loop-convert): it grows
        for (NodeId operand : graph.operands(found[next])) reach(operand);
    }
    for (NodeId id : found) encode_node(graph, id, variables);
    return variables[root.value];
}

void CircuitSolver::encode_node(const GraphData& graph, NodeId id, const std::vector<int>& variables) {
    int self = variables[id.value];
    std::vector<int> operands;
    for (NodeId operand : graph.operands(id)) operands.push_back(variables[operand.value]);
    switch (graph.kind(id)) {
        case Kind::falsum: return clause({-self});
        case Kind::verum: return clause({self});
        case Kind::negation: clause({self, operands[0]}); return clause({-self, -operands[0]});
        case Kind::conjunction: return define_all(self, operands);
        case Kind::disjunction: return define_any(self, operands);
        default: LOH_CHECK(graph.kind(id) == Kind::variable);  // unconstrained
    }
}

CircuitSolver::Answer CircuitSolver::solve(int assumption, std::size_t max_conflicts) {
    if (assumption == 0) return solve(std::span<const int>(), max_conflicts);
    return solve(std::span<const int>(&assumption, 1), max_conflicts);
}

bool CircuitSolver::failed(int assumption) { return solver_->failed(assumption); }

CircuitSolver::Answer CircuitSolver::solve(std::span<const int> assumptions, std::size_t max_conflicts) {
    constexpr int kSatisfiable = 10;
    constexpr int kUnsatisfiable = 20;
    for (int assumption : assumptions) solver_->assume(assumption);
    if (max_conflicts != kNoLimit)
        solver_->limit("conflicts", static_cast<int>(std::min<std::size_t>(max_conflicts, INT_MAX)));
    int answer = solver_->solve();
    if (answer == kSatisfiable) return Answer::satisfiable;
    return answer == kUnsatisfiable ? Answer::unsatisfiable : Answer::unknown;
}

bool CircuitSolver::value(int variable) { return solver_->val(variable) > 0; }

}  // namespace loh
