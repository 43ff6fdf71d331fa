// Literals on some rows, for learners that look for rules over them and make formulas of those.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/bits.hpp"
#include "data/typed_columns.hpp"
#include "formula/atom.hpp"
#include "learn/literal_rule.hpp"
#include "loh/formula.hpp"

namespace loh {

class RuleLiterals {
public:
    // columns: [literal], over so many rows. A literal without an atom is a proposition of that name.
    struct Literal {
        std::string text;  // as the language spells it
        const Atom* atom;
    };
    RuleLiterals(std::span<const Literal> literals, std::vector<Bits> columns, std::size_t rows);

    [[nodiscard]] const std::vector<Bits>& columns() const { return columns_; }

    // Literals to choose from, with either sign: of those that are equal on all rows, or each other's opposites, the first.
    [[nodiscard]] const std::vector<std::uint32_t>& candidates() const { return candidates_; }

    // Replaces negated literals by their contraries, `!(age >= 40)` by `age < 40`, which is easier to read. A contrary holds in
    // fewer rows, where the cell is missing: the rule may lose none of the rows to keep.
    void prefer_contraries(LiteralRule& rule, const Bits& keep) const;

    // Any of the rules, in a graph of its own.
    [[nodiscard]] Formula formula(const std::vector<LiteralRule>& rules) const;

private:
    void find_candidates();
    void find_contraries();
    [[nodiscard]] Bits restricted(Bits rows, const LiteralRule& rule) const;

    std::vector<Literal> literals_;
    std::vector<Bits> columns_;
    Bits all_;  // 1 for each row
    std::vector<std::uint32_t> candidates_;
    // Of some candidates, another literal: true exactly where it is false, on all rows.
    std::unordered_map<std::uint32_t, std::uint32_t> opposite_;
    // The opposite comparison: `age < 40` for `age >= 40`. Where the cell is missing, neither holds.
    std::unordered_map<std::uint32_t, std::uint32_t> contrary_;
};

}  // namespace loh
