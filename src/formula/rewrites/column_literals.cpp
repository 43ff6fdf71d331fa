#include "formula/rewrites/column_literals.hpp"

namespace loh {

namespace {

// The topic of a pair does not depend on the order of the columns.
bool stands_reversed(const ColumnLiteral& literal) { return literal.other->name < literal.column.name; }

std::optional<ColumnLiteral> pair_literal(NodeId node, const CompareAtom& atom, const Column& other) {
    if (other == atom.column) return std::nullopt;
    ColumnLiteral result{node, {}, atom.column, other, {}};
    bool reversed = stands_reversed(result);
    result.topic = reversed ? other.name + ", " + atom.column.name : atom.column.name + ", " + other.name;
    result.cells = CellSet::of_pair(reversed ? mirrored(atom.comparison) : atom.comparison);
    return result;
}

std::optional<ColumnLiteral> atom_literal(NodeId node, const Atom& atom) {
    const auto* compare = std::get_if<CompareAtom>(&atom);
    const Column* other = compare != nullptr ? std::get_if<Column>(&compare->operand) : nullptr;
    if (other != nullptr) return pair_literal(node, *compare, *other);
    std::optional<CellSet> cells = CellSet::of(atom);
    if (!cells) return std::nullopt;
    const Column& column = column_of(atom);
    return ColumnLiteral{node, column.name, column, std::nullopt, *cells};
}

// Keeps the order of the columns of `like`.
std::optional<CellLiteral> literal_like(const ColumnLiteral& like, const CellSet& cells) {
    if (!like.other) return literal_for(cells, like.column);
    std::optional<PairComparison> found = comparison_for(cells);
    if (!found) return std::nullopt;
    Comparison comparison = stands_reversed(like) ? mirrored(found->comparison) : found->comparison;
    return CellLiteral{CompareAtom{like.column, comparison, *like.other}, found->negated};
}

}  // namespace

std::optional<ColumnLiteral> column_literal(const GraphData& graph, NodeId node) {
    bool negated = graph.kind(node) == Kind::negation;
    NodeId leaf = negated ? graph.operands(node)[0] : node;
    const Atom* atom = graph.kind(leaf) == Kind::variable ? graph.leaf_atom(leaf) : nullptr;
    if (atom == nullptr) return std::nullopt;
    std::optional<ColumnLiteral> result = atom_literal(node, *atom);
    if (result && negated) result->cells = result->cells.complement();
    if (result) result->negated = negated;
    return result;
}

std::map<std::string, std::vector<PlacedLiteral>> literals_by_topic(const Join& join) {
    std::map<std::string, std::vector<PlacedLiteral>> result;
    for (std::size_t i = 0; i < join.operands.size(); ++i) {
        if (std::optional<ColumnLiteral> literal = column_literal(join.graph, join.operands[i]))
            result[literal->topic].push_back({i, *literal});
    }
    return result;
}

std::optional<NodeId> together(GraphData& graph, Kind kind, const ColumnLiteral& a, const ColumnLiteral& b) {
    if (!comparable(a.cells, b.cells)) return std::nullopt;
    CellSet cells = kind == Kind::conjunction ? intersect(a.cells, b.cells) : unite(a.cells, b.cells);
    if (cells.is_empty()) return kFalse;
    if (cells.is_full()) return kTrue;
    std::optional<CellLiteral> literal = literal_like(a, cells);
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
