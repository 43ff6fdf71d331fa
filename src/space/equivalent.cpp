// Equivalence of two formulas: a SAT solver searches a model of their exclusive or.
#include <array>
#include <memory>
#include <string>

#include "formula/graph.hpp"
#include "formula/walk.hpp"
#include "loh/error.hpp"
#include "loh/formula_tools.hpp"
#include "space/circuit_solver.hpp"
#include "space/column_axioms.hpp"

namespace loh {

namespace {

void require_choice_free(const Formula& formula) {
    if (formula.has_choices()) {
        throw Error(ErrorKind::usage, "a formula with choices is not one function",
                    "enumerate its hypotheses (loh/space.hpp), or resolve the choices first");
    }
}

}  // namespace

std::optional<Assignment> difference(const Formula& left, const Formula& right,
                                     const EquivalenceOptions& options) {
    require_choice_free(left);
    require_choice_free(right);
    if (left == right) return std::nullopt;
    const std::array formulas = {left, right};
    GraphData constants;  // graph of bare constants
    CircuitSolver solver;
    std::array<int, 2> values{};
    for (std::size_t i = 0; i < 2; ++i) {
        const GraphData& graph = formulas[i].data() ? *formulas[i].data() : constants;
        values[i] = solver.encode(graph, formulas[i].id());
    }
    if (options.atoms == AtomMeaning::columns) add_column_axioms(solver, formulas);
    solver.clause({values[0], values[1]});
    solver.clause({-values[0], -values[1]});
    CircuitSolver::Answer answer = solver.solve(0, options.max_conflicts);
    if (answer == CircuitSolver::Answer::unsatisfiable) return std::nullopt;
    if (answer == CircuitSolver::Answer::unknown) {
        throw Error(
            ErrorKind::limit,
            "the solver has not decided after " + std::to_string(options.max_conflicts) + " conflicts",
            "raise EquivalenceOptions::max_conflicts");
    }
    Assignment assignment;
    for (const Formula& formula : formulas) {
        for (const std::string& name : variables(formula)) assignment[name] = solver.value(solver.leaf(name));
    }
    return assignment;
}

bool equivalent(const Formula& left, const Formula& right, const EquivalenceOptions& options) {
    return !difference(left, right, options).has_value();
}

}  // namespace loh
