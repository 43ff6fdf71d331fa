#include "rules/rewrites/column_literals.hpp"

namespace loh {

std::optional<ColumnLiteral> column_literal(const GraphData& graph, NodeId node) {
    bool negated = graph.kind(node) == Kind::negation;
    NodeId leaf = negated ? graph.operands(node)[0] : node;
    const Atom* atom = graph.kind(leaf) == Kind::variable ? graph.leaf_atom(leaf) : nullptr;
    if (atom == nullptr) return std::nullopt;
    std::optional<CellSet> cells = CellSet::of(*atom);
    if (!cells) return std::nullopt;
    return ColumnLiteral{node, {columns_of(*atom)[0]}, negated ? cells->complement() : *cells, negated};
}

std::map<std::string, std::vector<PlacedLiteral>> literals_by_column(const Join& join) {
    std::map<std::string, std::vector<PlacedLiteral>> result;
    for (std::size_t i = 0; i < join.operands.size(); ++i) {
        if (std::optional<ColumnLiteral> literal = column_literal(join.graph, join.operands[i]))
            result[literal->column.name].push_back({i, *literal});
    }
    return result;
}

std::optional<NodeId> together(GraphData& graph, Kind kind, const ColumnLiteral& a, const ColumnLiteral& b) {
    if (!comparable(a.cells, b.cells)) return std::nullopt;
    CellSet cells = kind == Kind::conjunction ? intersect(a.cells, b.cells) : unite(a.cells, b.cells);
    if (cells.is_empty()) return kFalse;
    if (cells.is_full()) return kTrue;
    std::optional<CellLiteral> literal = literal_for(cells, a.column);
    if (!literal) return std::nullopt;
    bool says_missing = std::holds_alternative<MissingAtom>(literal->atom);
    if (literal->negated && !says_missing && !a.negated && !b.negated) return std::nullopt;
    NodeId atom = graph.atom(literal->atom);
    return literal->negated ? graph.negation(atom) : atom;
}

bool implies(const ColumnLiteral& a, const ColumnLiteral& b) {
    return comparable(a.cells, b.cells) && is_subset(a.cells, b.cells);
}

}  // namespace loh
