#include "learn/search/rule_literals.hpp"

#include <algorithm>

namespace loh {

RuleLiterals::RuleLiterals(std::vector<std::string> names, const Atoms& atoms, std::vector<Bits> columns,
                           std::size_t rows)
    : names_(std::move(names)), columns_(std::move(columns)), all_(bit_words(rows), ~std::uint64_t{0}) {
    if (rows % 64 != 0) all_.back() = (std::uint64_t{1} << (rows % 64)) - 1;
    find_candidates();
    find_contraries(atoms);
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
            opposite_.try_emplace(opposite->second, i);
        } else if (first.try_emplace(key(columns_[i], false), i).second) {
            candidates_.push_back(i);
        }
    }
}

void RuleLiterals::find_contraries(const Atoms& atoms) {
    std::unordered_map<std::string, std::uint32_t> place;
    for (std::uint32_t i = 0; i < names_.size(); ++i) place[names_[i]] = i;
    for (std::uint32_t i = 0; i < names_.size(); ++i) {
        auto atom = atoms.find(names_[i]);
        const CompareAtom* compare = atom == atoms.end() ? nullptr : std::get_if<CompareAtom>(&atom->second);
        if (compare == nullptr) continue;
        CompareAtom other = *compare;
        other.comparison = negated(compare->comparison);
        auto found = place.find(spell(Atom(other)));
        if (found != place.end()) contrary_[i] = found->second;
    }
}

Bits RuleLiterals::restricted(Bits rows, const LiteralRule& rule) const {
    for (auto [literal, holds] : rule) {
        std::uint64_t flip = holds ? 0 : ~std::uint64_t{0};
        for (std::size_t w = 0; w < rows.size(); ++w) rows[w] &= columns_[literal][w] ^ flip;
    }
    return rows;
}

Bits RuleLiterals::rows_of(const LiteralRule& rule) const { return restricted(all_, rule); }

void RuleLiterals::affirm(LiteralRule& rule, const Bits& keep) const {
    for (SignedLiteral& literal : rule) {
        auto contrary = contrary_.find(literal.literal);
        if (literal.holds || contrary == contrary_.end()) continue;
        Bits lost = restricted(keep, rule);
        for (std::size_t w = 0; w < lost.size(); ++w) lost[w] &= ~columns_[contrary->second][w];
        if (count_ones(lost) == 0) literal = {contrary->second, true};
    }
}

std::string RuleLiterals::text(const LiteralRule& rule) const {
    std::string result;
    for (auto [literal, holds] : rule) {
        if (!result.empty()) result += " & ";
        auto opposite = opposite_.find(literal);
        if (holds) {
            result += names_[literal];
        } else if (opposite != opposite_.end()) {
            result += names_[opposite->second];
        } else {
            result += "!(" + names_[literal] + ")";
        }
    }
    return result.empty() ? "true" : result;
}

std::string RuleLiterals::text(const std::vector<LiteralRule>& rules) const {
    std::string result;
    for (const LiteralRule& rule : rules) result += (result.empty() ? "" : "\n    | ") + text(rule);
    return result.empty() ? "false" : result;
}

}  // namespace loh
