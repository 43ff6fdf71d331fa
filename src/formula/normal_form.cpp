// Disjunctive and conjunctive normal form by distribution.
//
// Idea: each node gets a set of clauses, operands before users. A disjunction gets the union of its operands' sets, a
// conjunction their product. Negations are pushed down to the literals: a node is computed as it is, negated, or both,
// depending on its uses. Contradictory and subsumed clauses are dropped after each step. The conjunctive form of f is the
// negation of the disjunctive form of !f, so one algorithm computes both.
//
//     !(a & b) = !a | !b        !(a | b) = !a & !b        (a | b) & c = a & c | b & c
//
// Invariant: the set of a node is equivalent to the node and within the limits of ClauseBudget, so time and memory cannot
// grow exponentially. A set is freed after its last use.
//
// Rejected: enumeration of prime implicants with a SAT solver. It gives shorter forms, but its time has no bound. Also
// rejected: Tseitin's linear form, which needs new variables and is not equivalent.
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/upper_count.hpp"
#include "formula/clause_set.hpp"
#include "formula/graph.hpp"
#include "formula/walk.hpp"
#include "loh/error.hpp"
#include "loh/formula_tools.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostClausesOnTheWay = 10'000;

// A node or its negation.
struct Signed {
    NodeId node;
    bool negated = false;
};

// The nodes that the negation normal form of a root uses: as they are, negated, or both.
class SignedNodes {
public:
    SignedNodes(const GraphData& graph, Signed root)
        : graph_(graph), nodes_(below(graph, std::span(&root.node, 1))) {
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) places_.emplace(nodes_[i].value, i);
        uses_.assign(2 * nodes_.size(), 0);
        uses_[index(root)] = 1;
        for (std::size_t i = uses_.size(); i-- > 0;) {
            if (uses_[i] == 0) continue;
            for (NodeId operand : graph_.operands((*this)[i].node))
                ++uses_[index(below_of((*this)[i], operand))];
        }
    }

    // Indices 0 to size() - 1, operands before users.
    [[nodiscard]] std::size_t size() const { return uses_.size(); }
    [[nodiscard]] Signed operator[](std::size_t index) const { return {nodes_[index / 2], index % 2 == 1}; }
    [[nodiscard]] std::size_t index(Signed node) const {
        return 2 * std::size_t{places_.at(node.node.value)} + (node.negated ? 1 : 0);
    }
    [[nodiscard]] const std::vector<std::uint32_t>& uses() const { return uses_; }

    [[nodiscard]] std::vector<std::size_t> operands(std::size_t user) const {
        std::vector<std::size_t> result;
        for (NodeId operand : graph_.operands((*this)[user].node))
            result.push_back(index(below_of((*this)[user], operand)));
        return result;
    }

    // Whether the node is a conjunction in negation normal form.
    [[nodiscard]] bool is_conjunction(std::size_t index) const {
        Signed node = (*this)[index];
        return graph_.kind(node.node) == (node.negated ? Kind::disjunction : Kind::conjunction);
    }
    [[nodiscard]] Kind kind(std::size_t index) const { return graph_.kind((*this)[index].node); }

private:
    [[nodiscard]] Signed below_of(Signed user, NodeId operand) const {
        return {operand, user.negated != (graph_.kind(user.node) == Kind::negation)};
    }

    const GraphData& graph_;
    std::vector<NodeId> nodes_;
    std::unordered_map<std::uint32_t, std::uint32_t> places_;  // index in nodes_
    std::vector<std::uint32_t> uses_;                          // by index
};

ClauseSet distribute(const GraphData& graph, Signed root, ClauseBudget budget) {
    SignedNodes nodes(graph, root);
    std::unordered_map<std::uint32_t, std::uint32_t>
        numbers;  // numbers of the variables, in the order of their first use
    for (NodeId leaf : leaves_in_order(graph, root.node))
        numbers.emplace(leaf.value, static_cast<std::uint32_t>(numbers.size()));
    std::vector<std::uint32_t> uses = nodes.uses();
    std::vector<ClauseSet> sets(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (uses[i] == 0) continue;
        Signed node = nodes[i];
        std::vector<ClauseSet> operands;
        for (std::size_t operand : nodes.operands(i))
            operands.push_back(--uses[operand] == 0 ? std::move(sets[operand]) : sets[operand]);
        switch (nodes.kind(i)) {
            case Kind::falsum: sets[i] = ClauseSet::constant(node.negated); break;
            case Kind::verum: sets[i] = ClauseSet::constant(!node.negated); break;
            case Kind::variable:
                sets[i] = ClauseSet::literal(2 * numbers.at(node.node.value) + (node.negated ? 1 : 0));
                break;
            default:
                sets[i] = nodes.is_conjunction(i) ? ClauseSet::all_of(std::move(operands), budget)
                                                  : ClauseSet::any_of(std::move(operands), budget);
        }
    }
    return std::move(sets[nodes.index(root)]);
}

// The number of clauses after distribution if none is dropped.
std::string count_distributed(const GraphData& graph, Signed root) {
    SignedNodes nodes(graph, root);
    std::vector<UpperCount> counts(nodes.size(), UpperCount(1));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::vector<std::size_t> operands = nodes.operands(i);
        if (nodes.uses()[i] == 0 || operands.empty()) continue;
        bool product = nodes.is_conjunction(i);
        UpperCount count(product ? 1 : 0);
        for (std::size_t operand : operands) {
            if (product) {
                count *= counts[operand];
            } else {
                count += counts[operand];
            }
        }
        counts[i] = std::move(count);
    }
    const UpperCount& total = counts[nodes.index(root)];
    constexpr std::size_t kMostDigits = 30;
    std::string digits = total.digits(kMostDigits);
    if (!digits.empty()) return digits;
    double exponent = std::ceil(total.log10());
    constexpr double kLargest = 1e15;  // a larger exponent is not exact
    return exponent < kLargest ? "10^" + std::to_string(static_cast<std::uint64_t>(exponent))
                               : "more than 10^10^15";
}

struct Form {
    Kind outer;  // joins the clauses
    Kind inner;  // joins the literals of a clause
    const char* name;
};
constexpr Form kDisjunctive = {Kind::disjunction, Kind::conjunction, "disjunctive normal form"};
constexpr Form kConjunctive = {Kind::conjunction, Kind::disjunction, "conjunctive normal form"};

NodeId join_nodes(GraphData& graph, Kind kind, const std::vector<NodeId>& operands) {
    return kind == Kind::conjunction ? graph.conjunction(operands) : graph.disjunction(operands);
}

// `leaves`: the variables by their number. For the conjunctive form, `clauses` is the disjunctive form of the negation.
NodeId build(GraphData& graph, const Form& form, const ClauseSet& clauses,
             const std::vector<NodeId>& leaves) {
    std::uint32_t flipped = form.outer == Kind::conjunction ? 1 : 0;
    std::vector<NodeId> joined;
    std::vector<NodeId> literals;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        literals.clear();
        for (std::uint32_t literal : clauses.shown(i)) {
            NodeId leaf = leaves[literal / 2];
            literals.push_back(literal % 2 == flipped ? leaf : graph.negation(leaf));
        }
        joined.push_back(join_nodes(graph, form.inner, literals));
    }
    return join_nodes(graph, form.outer, joined);
}

std::size_t count_clauses(const Form& form, const Formula& formula) {
    if (formula.kind() == form.outer) return formula.size();
    return formula.kind() == (form.outer == Kind::disjunction ? Kind::falsum : Kind::verum) ? 0 : 1;
}

Formula to_normal_form(const Formula& formula, std::size_t limit, AtomMeaning atoms, const Form& form) {
    if (formula.has_choices()) {
        throw Error(ErrorKind::usage, std::string("a formula with choices has no ") + form.name,
                    "enumerate its hypotheses (loh/space.hpp), or resolve the choices first");
    }
    if (!formula.data()) return formula;
    GraphData& graph = *formula.data();
    Signed root{simplify(formula, atoms).id(), form.outer == Kind::conjunction};
    const char* hint = "raise the limit, or name parts of the formula and convert them one by one";
    try {
        ClauseSet clauses = distribute(graph, root, {std::max(limit, kMostClausesOnTheWay)});
        NodeId node = build(graph, form, clauses, leaves_in_order(graph, root.node));
        Formula result = simplify(Formula(formula.data(), node), atoms);
        std::size_t count = count_clauses(form, result);
        if (count <= limit) return result;
        throw Error(ErrorKind::limit,
                    std::string("the ") + form.name + " has " + std::to_string(count) +
                        (count == 1 ? " clause" : " clauses") + "; the limit is " + std::to_string(limit),
                    hint);
    } catch (const ClauseLimit&) {
        throw Error(ErrorKind::limit,
                    std::string("the ") + form.name + " is too large: " + count_distributed(graph, root) +
                        " clauses by distribution; the limit is " + std::to_string(limit),
                    hint);
    }
}

}  // namespace

Formula to_dnf(const Formula& formula, std::size_t limit, AtomMeaning atoms) {
    return to_normal_form(formula, limit, atoms, kDisjunctive);
}

Formula to_cnf(const Formula& formula, std::size_t limit, AtomMeaning atoms) {
    return to_normal_form(formula, limit, atoms, kConjunctive);
}

}  // namespace loh
