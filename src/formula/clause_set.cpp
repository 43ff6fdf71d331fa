#include "formula/clause_set.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace loh {

namespace {

void take_steps(ClauseBudget& budget, std::size_t steps) {
    if (steps >= budget.steps) throw ClauseLimit{};
    budget.steps -= steps;
}

// Whether the clause contains x and !x; their numbers are adjacent.
bool is_contradiction(std::span<const std::uint32_t> sorted) {
    auto opposite = [](std::uint32_t a, std::uint32_t b) { return (a ^ b) == 1; };
    return std::adjacent_find(sorted.begin(), sorted.end(), opposite) != sorted.end();
}

}  // namespace

ClauseSet ClauseSet::constant(bool value) {
    ClauseSet result;
    if (value) result.ends_.push_back(0);
    return result;
}

ClauseSet ClauseSet::literal(std::uint32_t literal) {
    ClauseSet result;
    result.sorted_.push_back(literal);
    result.shown_.push_back(literal);
    result.ends_.push_back(1);
    return result;
}

std::span<const std::uint32_t> ClauseSet::part(const Literals& literals, std::size_t clause) const {
    std::size_t begin = clause == 0 ? 0 : ends_[clause - 1];
    return {literals.data() + begin, ends_[clause] - begin};
}

// Takes the cost of one more clause with at most this many literals from the budget.
void ClauseSet::check(std::size_t more_literals, ClauseBudget& budget) const {
    constexpr std::size_t kLiteralsOfClause = 8;
    take_steps(budget, more_literals + 1);
    if (sorted_.size() + more_literals + kLiteralsOfClause * size() > budget.most_storage)
        throw ClauseLimit{};
}

void ClauseSet::append(const ClauseSet& from, std::size_t clause) {
    ClauseLiterals sorted = from.sorted(clause);
    std::span<const std::uint32_t> shown = from.shown(clause);
    sorted_.insert(sorted_.end(), sorted.begin(), sorted.end());
    shown_.insert(shown_.end(), shown.begin(), shown.end());
    ends_.push_back(sorted_.size());
}

// x & x = x. A contradiction is not appended.
void ClauseSet::append_union(const ClauseSet& left, std::size_t i, const ClauseSet& right, std::size_t j) {
    std::size_t begin = sorted_.size();
    ClauseLiterals first = left.sorted(i);
    ClauseLiterals second = right.sorted(j);
    std::set_union(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(sorted_));
    if (is_contradiction({sorted_.data() + begin, sorted_.size() - begin})) {
        sorted_.resize(begin);
        return;
    }
    std::span<const std::uint32_t> shown = left.shown(i);
    shown_.insert(shown_.end(), shown.begin(), shown.end());
    for (std::uint32_t literal : right.shown(j)) {
        if (!std::binary_search(first.begin(), first.end(), literal)) shown_.push_back(literal);
    }
    ends_.push_back(sorted_.size());
}

void ClauseSet::drop_subsumed(ClauseBudget& budget) {
    std::vector<ClauseLiterals> clauses;
    for (std::size_t i = 0; i < size(); ++i) clauses.push_back(sorted(i));
    std::vector<bool> redundant = find_subsumed(clauses, budget.steps);
    if (budget.steps == 0) throw ClauseLimit{};
    ClauseSet kept;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        if (!redundant[i]) kept.append(*this, i);
    }
    if (kept.size() > budget.most_clauses) throw ClauseLimit{};
    *this = std::move(kept);
}

ClauseSet ClauseSet::any_of(std::vector<ClauseSet> sets, ClauseBudget& budget) {
    if (sets.size() == 1) return std::move(sets[0]);
    ClauseSet result;
    for (const ClauseSet& set : sets) {
        for (std::size_t i = 0; i < set.size(); ++i) {
            result.check(set.sorted(i).size(), budget);
            result.append(set, i);
        }
    }
    result.drop_subsumed(budget);
    return result;
}

// (a | b) & (c | d) = a & c | a & d | b & c | b & d
ClauseSet ClauseSet::product(const ClauseSet& left, const ClauseSet& right, ClauseBudget& budget) {
    ClauseSet result;
    for (std::size_t i = 0; i < left.size(); ++i) {
        for (std::size_t j = 0; j < right.size(); ++j) {
            result.check(left.sorted(i).size() + right.sorted(j).size(), budget);
            result.append_union(left, i, right, j);
        }
    }
    result.drop_subsumed(budget);
    return result;
}

// The product of the sets that have one clause: one clause, or none if they contradict each other.
ClauseSet ClauseSet::joined_units(std::span<const ClauseSet> sets, ClauseBudget& budget) {
    std::vector<std::pair<std::uint32_t, std::size_t>> literals;  // with their position
    for (const ClauseSet& set : sets) {
        if (set.size() != 1) continue;
        take_steps(budget, set.shown_.size() + 1);
        if (literals.size() + set.shown_.size() > budget.most_storage) throw ClauseLimit{};
        for (std::uint32_t literal : set.shown_) literals.emplace_back(literal, literals.size());
    }
    std::sort(literals.begin(), literals.end());
    auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    literals.erase(std::unique(literals.begin(), literals.end(), same), literals.end());
    ClauseSet result;
    for (const auto& [literal, place] : literals) result.sorted_.push_back(literal);
    if (is_contradiction(result.sorted_)) return constant(false);
    std::sort(literals.begin(), literals.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    for (const auto& [literal, place] : literals) result.shown_.push_back(literal);
    result.ends_.push_back(literals.size());
    return result;
}

bool ClauseSet::contradicts(ClauseLiterals units, std::size_t clause) const {
    ClauseLiterals literals = sorted(clause);
    return std::any_of(literals.begin(), literals.end(), [&](std::uint32_t literal) {
        return std::binary_search(units.begin(), units.end(), literal ^ 1U);
    });
}

void ClauseSet::drop_contradicted(ClauseLiterals units, ClauseBudget& budget) {
    take_steps(budget, sorted_.size());
    ClauseSet kept;
    for (std::size_t i = 0; i < size(); ++i) {
        if (!contradicts(units, i)) kept.append(*this, i);
    }
    *this = std::move(kept);
}

// Sets of one clause are joined first. Clauses of the other sets that contradict them are dropped before any product is
// made. Products are made from left to right, so that literals keep the order of the formula.
ClauseSet ClauseSet::all_of(std::vector<ClauseSet> sets, ClauseBudget& budget) {
    if (sets.size() == 1) return std::move(sets[0]);
    ClauseSet units = joined_units(sets, budget);
    if (units.size() == 0) return units;
    ClauseSet result = constant(true);
    for (std::size_t i = 0, end = 0; i < sets.size(); i = end) {
        end = i + 1;
        if (sets[i].size() != 1) {
            sets[i].drop_contradicted(units.sorted(0), budget);
            result = product(result, sets[i], budget);
            continue;
        }
        while (end < sets.size() && sets[end].size() == 1) ++end;
        result = product(result, joined_units(std::span(sets).subspan(i, end - i), budget), budget);
    }
    return result;
}

}  // namespace loh
