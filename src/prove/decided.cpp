#include "prove/decided.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "formula/walk.hpp"
#include "prove/point_sums.hpp"

namespace loh {

namespace {

constexpr std::int64_t kMostPoints = std::int64_t{1}
                                     << 50U;  // of one rule: their differences do not overflow

}  // namespace

void require_formulas(const DecisionData& decision) {
    if (!decision.head->needs_network()) return;
    throw Error(ErrorKind::usage,
                "this model decides by the outputs of its network (head `paper`), which is no Boolean "
                "function, so nothing "
                "can be proved about it",
                "models of every other head can be proved: learn one with --head list");
}

int RowFormulas::literal(const Formula& formula) {
    if (!formula.data()) return formula == Formula(true) ? cells_.always() : -cells_.always();
    const GraphData& graph = *formula.data();
    if (!nodes_.contains(&graph)) kept_.push_back(formula.data());
    std::unordered_map<std::uint32_t, int>& known = nodes_[&graph];
    const NodeId roots[] = {formula.id()};
    for (NodeId id : below(graph, roots)) {
        if (known.contains(id.value)) continue;
        std::vector<int> operands;
        for (NodeId operand : graph.operands(id)) operands.push_back(known.at(operand.value));
        int literal = cells_.always();
        switch (graph.kind(id)) {
            case Kind::falsum: literal = -literal; break;
            case Kind::verum: break;
            case Kind::variable: literal = leaf_(graph, id); break;
            case Kind::negation: literal = -operands[0]; break;
            case Kind::conjunction: literal = cells_.all(operands); break;
            case Kind::disjunction: literal = cells_.any(operands); break;
            default: LOH_CHECK(false);  // choices and holes are rejected before
        }
        known.emplace(id.value, literal);
    }
    return known.at(formula.id().value);
}

int leaf_literal(const GraphData& graph, NodeId leaf, const ColumnView& view, CellSolver& cells,
                 const Row& row) {
    const Atom* atom = graph.leaf_atom(leaf);
    if (atom == nullptr || view.plain.contains(graph.leaf_text(leaf)))
        return cells.truth(graph.leaf_text(leaf), row);
    return cells.atom(*atom, view, row);
}

void add_leaves(const Formula& formula, const ColumnView& view, QuestionColumns& columns) {
    if (!formula.data()) return;
    const GraphData& graph = *formula.data();
    for (NodeId leaf : leaves_in_order(graph, formula.id())) {
        const Atom* atom = graph.leaf_atom(leaf);
        if (atom == nullptr || view.plain.contains(graph.leaf_text(leaf))) {
            columns.add_truth(graph.leaf_text(leaf));
        } else {
            columns.add_atom(*atom, view);
        }
    }
}

DecidedRow::DecidedRow(const DecisionData& decision, const ColumnView& view, CellSolver& cells, Row row)
    : decision_(decision),
      cells_(cells),
      row_(std::move(row)),
      formulas_(cells, [&view, &cells, this](const GraphData& graph, NodeId leaf) {
          return leaf_literal(graph, leaf, view, cells, row_);
      }) {}

int DecidedRow::wins(std::size_t a, std::size_t b) {
    auto [entry, is_new] = wins_.try_emplace({a, b}, 0);
    if (!is_new) return entry->second;
    const Scorecard& card = decision_.head->card();
    auto is_large = [](std::int64_t points) { return points > kMostPoints || -kMostPoints > points; };
    if (std::any_of(card.points.begin(), card.points.end(), is_large) ||
        std::any_of(card.base.begin(), card.base.end(), is_large))
        throw Error(ErrorKind::limit, "the points of this scorecard are too large for a proof");
    std::vector<PointTerm> terms;
    for (std::size_t r = 0; r < card.rules(); ++r)
        terms.push_back({card.at(r, a) - card.at(r, b), formulas_.literal(decision_.formulas[r].formula)});
    entry->second =
        at_least_points(cells_.solver(), cells_.always(), std::move(terms), card.base[b] - card.base[a]);
    return entry->second;
}

int DecidedRow::is_class(std::size_t index) {
    auto known = classes_.find(index);
    if (known != classes_.end()) return known->second;
    std::size_t count = decision_.classes().size();
    int result = 0;
    switch (decision_.head->kind()) {
        case Head::single:
            result = formulas_.literal(decision_.formulas[0].formula);
            if (index == 0) result = -result;
            break;
        case Head::vote: {
            std::vector<int> all;
            for (std::size_t c = 0; c < count; ++c)
                if (c != index) all.push_back(index < c ? wins(index, c) : -wins(c, index));
            result = cells_.all(all);
            break;
        }
        default: {
            std::vector<int> all;
            for (std::size_t f = 0; f < std::min(index, decision_.formulas.size()); ++f)
                all.push_back(-formulas_.literal(decision_.formulas[f].formula));
            if (index < decision_.formulas.size())
                all.push_back(formulas_.literal(decision_.formulas[index].formula));
            result = cells_.all(all);
        }
    }
    classes_.emplace(index, result);
    return result;
}

}  // namespace loh
