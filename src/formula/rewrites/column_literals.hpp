// What the rewrites that know about columns share: operands that are literals of one column, or of one pair of columns.
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
    std::string topic;  // the column, or the pair: only literals of one topic are compared
    Column column;
    std::optional<Column> other;  // that the column is compared with
    CellSet cells;                // that satisfy it; of a pair, see CellSet::of_pair
    bool negated = false;
};

// The node as a literal of one column or pair; nothing when it is something else.
std::optional<ColumnLiteral> column_literal(const GraphData& graph, NodeId node);

// The literals among the operands of a join, by their topic.
struct PlacedLiteral {
    std::size_t operand;  // of the join
    ColumnLiteral literal;
};
std::map<std::string, std::vector<PlacedLiteral>> literals_by_topic(const Join& join);

// What two literals of one topic say together, as one literal or constant; nothing when it takes more to say it. A
// negation, in which a missing cell easily goes unnoticed, comes only of negations: `age >= 40 | age is missing` stays.
std::optional<NodeId> together(GraphData& graph, Kind kind, const ColumnLiteral& a, const ColumnLiteral& b);

// Whether one literal of a topic implies another of the same.
bool implies(const ColumnLiteral& a, const ColumnLiteral& b);

}  // namespace loh
