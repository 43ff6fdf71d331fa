// (r & 20 <= x < 40) | (r & 40 <= x < 60) = r & 20 <= x < 60        and with & and | exchanged
//
// Two clauses that differ only in one literal of one column become one clause, if one literal is equivalent to the two.
// Clauses are indexed by their other literals, so a pass compares few pairs. Passes are repeated until nothing is merged.
#include <algorithm>

#include "formula/rewrites/column_literals.hpp"

namespace loh {

namespace {

using Literals = std::vector<NodeId>;

struct Key {
    std::string topic;
    Literals rest;  // sorted
    friend bool operator<(const Key& a, const Key& b) {
        return a.topic != b.topic ? a.topic < b.topic : a.rest < b.rest;
    }
};

struct Place {
    std::size_t clause;    // operand of the join
    std::size_t position;  // of the literal in the clause
    ColumnLiteral literal;
};

Literals literals_of(const Join& join, NodeId clause) {
    if (join.graph.kind(clause) != join.dual()) return {clause};
    std::span<const NodeId> literals = join.graph.operands(clause);
    return {literals.begin(), literals.end()};
}

// Groups of clauses that differ only in one literal of one topic, in the order of the clauses.
std::vector<std::vector<Place>> alike_but_for_one(const Join& join) {
    std::map<Key, std::vector<Place>> by_rest;
    for (std::size_t i = 0; i < join.operands.size(); ++i) {
        if (join.graph.kind(join.operands[i]) != join.dual()) continue;
        Literals literals = literals_of(join, join.operands[i]);
        for (std::size_t position = 0; position < literals.size(); ++position) {
            NodeId node = literals[position];
            std::optional<ColumnLiteral> literal = column_literal(join.graph, node);
            if (!literal) continue;
            Key key{literal->topic, {}};
            for (NodeId other : literals) {
                if (other != node) key.rest.push_back(other);
            }
            std::sort(key.rest.begin(), key.rest.end());
            by_rest[std::move(key)].push_back({i, position, *literal});
        }
    }
    std::vector<std::vector<Place>> result;
    for (auto& [key, places] : by_rest) {
        if (places.size() > 1) result.push_back(std::move(places));
    }
    std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
        if (a[0].clause != b[0].clause) return a[0].clause < b[0].clause;
        int topics = a[0].literal.topic.compare(b[0].literal.topic);
        return topics != 0 ? topics < 0 : a[0].position < b[0].position;
    });
    return result;
}

NodeId replaced(Join& join, NodeId clause, NodeId literal, NodeId by) {
    Literals literals = literals_of(join, clause);
    std::replace(literals.begin(), literals.end(), literal, by);
    return join.dual() == Kind::conjunction ? join.graph.conjunction(literals)
                                            : join.graph.disjunction(literals);
}

// Merges clauses of one group. Clauses that this pass has changed are left to the next pass.
bool merge_alike(Join& join, const std::vector<Place>& places, std::vector<bool>& changed,
                 std::vector<bool>& dropped) {
    bool any = false;
    if (!join.spend(places.size() * places.size() * kStepsOfCellSets)) return false;
    for (std::size_t a = 0; a < places.size(); ++a) {
        for (std::size_t b = a + 1; b < places.size(); ++b) {
            std::size_t first = places[a].clause;
            const ColumnLiteral& literal = places[a].literal;
            std::size_t second = places[b].clause;
            if (first == second || changed[first] || changed[second]) continue;
            std::optional<NodeId> merged = together(join.graph, join.kind, literal, places[b].literal);
            if (!merged) continue;
            join.operands[first] = replaced(join, join.operands[first], literal.node, *merged);
            changed[first] = changed[second] = dropped[second] = any = true;
        }
    }
    return any;
}

}  // namespace

bool merge_clauses(Join& join) {
    std::size_t cost = 0;
    for (NodeId operand : join.operands) {
        std::size_t literals = join.graph.operands(operand).size();
        cost += literals * literals;
    }
    if (!join.spend(cost)) return false;
    bool any = false;
    std::vector<bool> changed(join.operands.size(), false);
    std::vector<bool> dropped(join.operands.size(), false);
    for (const std::vector<Place>& places : alike_but_for_one(join))
        any = merge_alike(join, places, changed, dropped) || any;
    std::size_t next = 0;
    std::erase_if(join.operands, [&](NodeId) { return dropped[next++]; });
    return any;
}

}  // namespace loh
