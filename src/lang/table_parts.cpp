#include "lang/table_parts.hpp"

#include <array>
#include <utility>

#include "base/check.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

bool is_equality(Comparison comparison) {
    return comparison == Comparison::equal || comparison == Comparison::not_equal;
}

Operand operand_of(const Constant& value) {
    return std::visit([](const auto& content) { return Operand(content); }, value);
}

// An order comparison needs numbers, an equality needs categories. All candidates of a column have one type.
void check_kind(const Atom& atom, const std::vector<Constant>& values) {
    const std::string& column = column_of(atom).name;
    bool difference = column_of(atom).is_difference();
    const auto* compare = std::get_if<CompareAtom>(&atom);
    bool wants_order = compare != nullptr && !is_equality(compare->comparison);
    bool numbers = std::holds_alternative<double>(values.front());
    if (wants_order && !numbers)
        throw Error(ErrorKind::meaning, "column " + column + " has categories, which have no order",
                    "write " + column + " = ?, " + column + " != ? or " + column + " in ?");
    if (!wants_order && numbers)
        throw Error(
            ErrorKind::meaning,
            (difference ? "" : "column ") + column +
                " has numbers: a hole stands for a cut point, not for a single value",
            "write " + column + " >= ? or " + column + " < ?" +
                (difference ? "" : ", or read the column as categories: --type " + column + "=category"));
}

}  // namespace

HoleCandidates StoredCandidates::candidates(const Column& column) {
    auto found = kept_candidates.find(column.name);
    if (found == kept_candidates.end() || found->second.empty())
        throw Error(ErrorKind::meaning, "no candidates for column " + column.name);
    return {found->second, {}, kept_dates.contains(column.name)};
}

const std::vector<Atom>& StoredCandidates::literals() {
    if (kept_literals.empty()) throw Error(ErrorKind::meaning, "no candidate literals");
    return kept_literals;
}

NodeId TableParts::comparison(const Atom& atom, const NewChoice& choice, std::string& remark) {
    Column column = column_of(atom);
    HoleCandidates candidates = candidates_->candidates(column);
    LOH_CHECK(!candidates.values.empty());
    check_kind(atom, candidates.values);
    column.date = candidates.dates;
    remark = std::move(candidates.remark);
    const auto* member = std::get_if<MemberAtom>(&atom);
    bool excluded = member != nullptr && member->excluded;
    Comparison comparison = member == nullptr ? std::get<CompareAtom>(atom).comparison
                            : excluded        ? Comparison::not_equal
                                              : Comparison::equal;
    std::vector<NodeId> nodes;
    for (const Constant& value : candidates.values) {
        NodeId node = graph_.atom(CompareAtom{column, comparison, operand_of(value)});
        nodes.push_back(member == nullptr ? node : choice(std::array{node, excluded ? kTrue : kFalse}));
    }
    if (member == nullptr) return choice(nodes);
    return excluded ? graph_.conjunction(nodes) : graph_.disjunction(nodes);
}

const std::vector<NodeId>& TableParts::literals() {
    if (literals_.empty()) {
        for (const Atom& atom : candidates_->literals()) literals_.push_back(graph_.atom(atom));
    }
    return literals_;
}

NodeId TableParts::literal(const NewChoice& choice) { return choice(literals()); }

// The choices of one rule or clause. Alternative `neutral`: no literal.
std::vector<NodeId> TableParts::rule(NodeId neutral, const NewChoice& choice) {
    std::vector<NodeId> result;
    std::vector<NodeId> alternatives = literals();
    std::size_t limit = candidates_->max_literals();
    if (limit > 0 && limit < alternatives.size()) {
        alternatives.push_back(neutral);
        while (result.size() < limit) result.push_back(choice(alternatives));
    } else {
        for (NodeId literal : alternatives) result.push_back(choice(std::array{literal, neutral}));
    }
    return result;
}

NodeId TableParts::network(Network kind, std::int64_t count, const NewChoice& choice,
                           const std::function<void(std::int64_t)>& begin_rule) {
    bool dnf = kind == Network::rules;
    auto joined = [&](const std::vector<NodeId>& parts, bool conjunctive) {
        return conjunctive ? graph_.conjunction(parts) : graph_.disjunction(parts);
    };
    std::vector<NodeId> parts;
    for (std::int64_t i = 1; i <= count; ++i) {
        begin_rule(i);
        parts.push_back(joined(rule(dnf ? kTrue : kFalse, choice), dnf));
    }
    for (std::int64_t i = 1; i <= count; ++i) {
        begin_rule(i);
        NodeId& part = parts[static_cast<std::size_t>(i - 1)];
        part = choice(std::array{part, dnf ? kFalse : kTrue});
    }
    return joined(parts, !dnf);
}

const TableParts::Network* TableParts::built_in(std::string_view name) {
    static constexpr Network kRules = Network::rules;
    static constexpr Network kClauses = Network::clauses;
    return name == "rules" ? &kRules : name == "clauses" ? &kClauses : nullptr;
}

}  // namespace loh
