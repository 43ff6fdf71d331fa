// Literals of one column, or of one pair of columns, for the rewrites that know their meaning.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formula/cell_set.hpp"
#include "formula/rewrites/join.hpp"

namespace loh {

struct ColumnLiteral {
    NodeId node;
    std::string topic;  // the column or the pair; only literals of the same topic are related
    Column column;
    std::optional<Column> other;  // the other column of a pair
    CellSet cells;                // cells that satisfy the literal; for a pair see CellSet::of_pair
    bool negated = false;
};

// The node as a literal of a column or pair; nothing for any other node.
std::optional<ColumnLiteral> column_literal(const GraphData& graph, NodeId node);

// The literals among the operands of a join, by topic.
struct PlacedLiteral {
    std::size_t operand;  // index in the join
    ColumnLiteral literal;
};
std::map<std::string, std::vector<PlacedLiteral>> literals_by_topic(const Join& join);

// The conjunction or disjunction of two literals of one topic as one literal or constant; nothing if there is no such
// literal. Apart from `!(x is missing)`, the result is negated only if one of the two literals is, because a reader easily
// overlooks that a negation accepts missing cells: `age >= 40 | age is missing` stays.
std::optional<NodeId> together(GraphData& graph, Kind kind, const ColumnLiteral& a, const ColumnLiteral& b);

// Whether a literal implies another one of the same topic.
bool implies(const ColumnLiteral& a, const ColumnLiteral& b);

}  // namespace loh
