// Idea: literals with equal or opposite bits are found by hashing their columns, so that a search tests each distinct column
// only once.
#include "learn/rule_literals.hpp"

#include <algorithm>
#include <unordered_set>
#include <variant>

#include "formula/graph.hpp"

namespace loh {

namespace {

bool is_category(const Atom& atom) {
    const auto* compare = std::get_if<CompareAtom>(&atom);
    return compare != nullptr && compare->comparison == Comparison::equal &&
           std::holds_alternative<std::string>(compare->operand);
}

// Whether one literal may be spelled in place of the other's negation, without another column or difference appearing.
bool same_columns(const Atom* a, const Atom* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return column_of(*a) == column_of(*b) && columns_of(*a) == columns_of(*b);
}

}  // namespace

RuleLiterals::RuleLiterals(std::span<const Literal> literals, std::vector<Bits> columns, std::size_t rows)
    : literals_(literals.begin(), literals.end()), columns_(std::move(columns)), all_(all_ones(rows)) {
    find_candidates();
    find_contraries();
    find_search_candidates();
}

void RuleLiterals::find_candidates() {
    auto key = [&](Bits bits, bool flipped) {
        for (std::size_t w = 0; flipped && w < bits.size(); ++w) bits[w] = ~bits[w] & all_[w];
        return std::string(reinterpret_cast<const char*>(bits.data()), bits.size() * sizeof(std::uint64_t));
    };
    std::unordered_map<std::string, std::uint32_t> first;
    for (std::uint32_t i = 0; i < columns_.size(); ++i) {
        auto opposite = first.find(key(columns_[i], true));
        if (opposite != first.end()) {
            if (same_columns(literals_[opposite->second].atom, literals_[i].atom))
                opposite_.try_emplace(opposite->second, i);
        } else if (first.try_emplace(key(columns_[i], false), i).second) {
            candidates_.push_back(i);
        }
    }
}

void RuleLiterals::find_contraries() {
    std::unordered_map<std::string, std::uint32_t> place;
    for (std::uint32_t i = 0; i < literals_.size(); ++i) place[literals_[i].text] = i;
    for (std::uint32_t i = 0; i < literals_.size(); ++i) {
        if (literals_[i].atom == nullptr) continue;
        Atom other = *literals_[i].atom;
        if (auto* compare = std::get_if<CompareAtom>(&other)) {
            compare->comparison = negated(compare->comparison);
        } else if (auto* member = std::get_if<MemberAtom>(&other)) {
            member->excluded = !member->excluded;
        } else {
            continue;
        }
        auto found = place.find(spell(other));
        if (found != place.end()) contrary_[i] = found->second;
    }
}

void RuleLiterals::find_search_candidates() {
    std::unordered_map<std::string, std::size_t> categories;  // by column: `job = "clerk"`
    std::unordered_set<std::string> with_missing;             // columns
    for (const Literal& literal : literals_) {
        if (literal.atom == nullptr) continue;
        if (const auto* missing = std::get_if<MissingAtom>(literal.atom))
            with_missing.insert(missing->column.name);
        if (is_category(*literal.atom)) ++categories[columns_of(*literal.atom)[0]];
    }
    for (std::uint32_t candidate : candidates_) {
        const Atom* atom = literals_[candidate].atom;
        bool negatable = true;
        if (atom != nullptr && !std::holds_alternative<MissingAtom>(*atom)) {
            std::vector<std::string> columns = columns_of(*atom);
            bool missing = std::any_of(columns.begin(), columns.end(), [&](const std::string& column) {
                return with_missing.contains(column);
            });
            bool other_of_two = is_category(*atom) && categories[columns[0]] == 2;
            negatable = !missing || !(contrary_.contains(candidate) || other_of_two);
        }
        search_candidates_.push_back({candidate, true, negatable});
    }
}

Bits RuleLiterals::restricted(Bits rows, const LiteralRule& rule) const {
    for (auto [literal, holds] : rule) {
        std::uint64_t flip = holds ? 0 : ~std::uint64_t{0};
        for (std::size_t w = 0; w < rows.size(); ++w) rows[w] &= columns_[literal][w] ^ flip;
    }
    return rows;
}

void RuleLiterals::prefer_contraries(LiteralRule& rule, const Bits& keep) const {
    for (SignedLiteral& literal : rule) {
        auto contrary = contrary_.find(literal.literal);
        if (literal.holds || contrary == contrary_.end()) continue;
        Bits lost = restricted(keep, rule);
        for (std::size_t w = 0; w < lost.size(); ++w) lost[w] &= ~columns_[contrary->second][w];
        if (count_ones(lost) == 0) literal = {contrary->second, true};
    }
}

LiteralRule RuleLiterals::as_written(LiteralRule rule) const {
    prefer_contraries(rule, all_);
    for (SignedLiteral& literal : rule) {
        auto opposite = opposite_.find(literal.literal);
        if (!literal.holds && opposite != opposite_.end()) literal = {opposite->second, true};
    }
    return rule;
}

Formula RuleLiterals::formula(const std::vector<LiteralRule>& rules) const {
    Graph graph;
    auto literal = [&](std::uint32_t index) {
        const auto& [text, atom] = literals_[index];
        return atom != nullptr ? Formula(graph.data(), graph.data()->atom(*atom)) : graph.var(text);
    };
    std::vector<Formula> clauses;
    for (const LiteralRule& rule : rules) {
        std::vector<Formula> conditions;
        for (auto [index, holds] : rule) {
            auto opposite = opposite_.find(index);
            if (holds) {
                conditions.push_back(literal(index));
            } else {
                conditions.push_back(opposite != opposite_.end() ? literal(opposite->second)
                                                                 : !literal(index));
            }
        }
        clauses.push_back(all_of(conditions));
    }
    return any_of(clauses);
}

}  // namespace loh
