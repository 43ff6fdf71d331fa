// Literals on some rows, for whoever looks for rules over them and writes those down.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "decision/bit_rows.hpp"
#include "learn/distil/rule_list.hpp"
#include "model/model_rows.hpp"

namespace loh {

class RuleLiterals {
public:
    // names: [literal], as the language spells them. columns: [literal], over so many rows.
    RuleLiterals(std::vector<std::string> names, const Atoms& atoms, std::vector<Bits> columns,
                 std::size_t rows);

    [[nodiscard]] const std::vector<Bits>& columns() const { return columns_; }

    // Literals to choose from, with either sign: of those that are equal on all rows, or each other's opposites, the first.
    [[nodiscard]] const std::vector<std::uint32_t>& candidates() const { return candidates_; }

    [[nodiscard]] Bits rows_of(const LiteralRule& rule) const;

    // `age < 40` is easier to read than `!(age >= 40)`. It says less, where the cell is missing: the rule may lose none of the
    // rows to keep.
    void affirm(LiteralRule& rule, const Bits& keep) const;

    [[nodiscard]] std::string text(const LiteralRule& rule) const;
    [[nodiscard]] std::string text(const std::vector<LiteralRule>& rules) const;  // any of them

private:
    void find_candidates();
    void find_contraries(const Atoms& atoms);
    [[nodiscard]] Bits restricted(Bits rows, const LiteralRule& rule) const;

    std::vector<std::string> names_;
    std::vector<Bits> columns_;
    Bits all_;  // 1 for each row
    std::vector<std::uint32_t> candidates_;
    // Of some candidates, another literal: true exactly where it is false, on all rows.
    std::unordered_map<std::uint32_t, std::uint32_t> opposite_;
    // What is compared the other way: `age < 40` for `age >= 40`. Where the cell is missing, neither holds.
    std::unordered_map<std::uint32_t, std::uint32_t> contrary_;
};

}  // namespace loh
