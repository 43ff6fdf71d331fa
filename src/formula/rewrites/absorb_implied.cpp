// x >= 20 | (x >= 40 & y) = x >= 20        x >= 40 & (x >= 20 | y) = x >= 40
//
// Subsumption as in absorb.cpp, with implication instead of equality: a clause of a disjunction is dropped if each literal
// of another clause is implied by one of its own literals, and dually. A signature with one bit for each column excludes
// many pairs of clauses. Implications between literals are computed once, because there are few literals and many pairs.
#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "formula/rewrites/column_literals.hpp"

namespace loh {

namespace {

struct TopicLiteral {
    std::uint64_t topic;  // its column or pair of columns; any other operand is its own topic
    NodeId node;
};

struct TopicClause {
    std::vector<TopicLiteral> literals;  // by topic
    std::uint64_t signature = 0;
    bool redundant = false;
};

class Subsumption {
public:
    explicit Subsumption(const Join& join) : join_(join) {}

    TopicClause clause_of(NodeId operand) {
        TopicClause clause;
        std::span<const NodeId> nodes(&operand, 1);
        if (join_.graph.kind(operand) == join_.dual()) nodes = join_.graph.operands(operand);
        for (NodeId node : nodes) {
            clause.literals.push_back({topic_of(node), node});
            clause.signature |= std::uint64_t{1}
                                << (clause.literals.back().topic * 0x9E3779B97F4A7C15U >> 58U);
        }
        std::stable_sort(clause.literals.begin(), clause.literals.end(),
                         [](const TopicLiteral& a, const TopicLiteral& b) { return a.topic < b.topic; });
        return clause;
    }

    bool subsumes(const TopicClause& small, const TopicClause& large) {
        if ((small.signature & ~large.signature) != 0) return false;
        return std::all_of(small.literals.begin(), small.literals.end(),
                           [&](const TopicLiteral& literal) { return is_covered(literal, large); });
    }

private:
    std::uint64_t topic_of(NodeId node) {
        auto [entry, is_new] = literals_.try_emplace(node.value);
        if (is_new) entry->second = column_literal(join_.graph, node);
        if (!entry->second) return (std::uint64_t{1} << 32U) + node.value;
        return topics_.try_emplace(entry->second->topic, topics_.size()).first->second;
    }

    bool is_covered(const TopicLiteral& literal, const TopicClause& large) {
        auto other = std::lower_bound(
            large.literals.begin(), large.literals.end(), literal.topic,
            [](const TopicLiteral& candidate, std::uint64_t topic) { return candidate.topic < topic; });
        for (; other != large.literals.end() && other->topic == literal.topic; ++other) {
            bool disjunction = join_.kind == Kind::disjunction;
            if (follows(disjunction ? other->node : literal.node, disjunction ? literal.node : other->node))
                return true;
        }
        return false;
    }

    bool follows(NodeId from, NodeId to) {
        if (from == to) return true;
        auto [entry, is_new] = follows_.try_emplace((std::uint64_t{from.value} << 32U) + to.value);
        if (is_new) entry->second = implies(*literals_.at(from.value), *literals_.at(to.value));
        return entry->second;
    }

    const Join& join_;
    std::unordered_map<std::uint32_t, std::optional<ColumnLiteral>> literals_;  // by node
    std::unordered_map<std::string, std::uint64_t> topics_;
    std::unordered_map<std::uint64_t, bool> follows_;  // by two nodes of one topic
};

}  // namespace

void absorb_implied(Join& join) {
    if (!join.spend(join.operands.size() * join.operands.size())) return;
    Subsumption subsumption(join);
    std::vector<TopicClause> clauses;
    for (NodeId operand : join.operands) clauses.push_back(subsumption.clause_of(operand));
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        for (std::size_t j = 0; j < clauses.size() && !clauses[i].redundant; ++j) {
            if (i == j || clauses[j].redundant || !subsumption.subsumes(clauses[j], clauses[i])) continue;
            bool stays = i < j && subsumption.subsumes(clauses[i], clauses[j]);  // the first of equal clauses
            clauses[i].redundant = !stays;
        }
    }
    std::size_t next = 0;
    std::erase_if(join.operands, [&](NodeId) { return clauses[next++].redundant; });
}

}  // namespace loh
