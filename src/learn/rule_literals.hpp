// The literals of a learner with their values on some rows. Learners search rules over them and convert the rules to formulas.
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
    // columns: [literal], one bit for each of `rows` rows. A literal without an atom is a proposition with the name `text`.
    struct Literal {
        std::string text;  // in the spelling of the language
        const Atom* atom;
    };
    RuleLiterals(std::span<const Literal> literals, std::vector<Bits> columns, std::size_t rows);

    [[nodiscard]] const std::vector<Bits>& columns() const { return columns_; }

    // The literals to search over, with either sign. Of literals that are equal or opposite on all rows, only the first.
    [[nodiscard]] const std::vector<std::uint32_t>& candidates() const { return candidates_; }

    // The same literals for a search, with the signs that are easy to read. If cells of the column are missing, `!(age >= 40)`
    // also holds for these: `age < 40` is searched for instead, and `age is missing` is a literal of its own.
    [[nodiscard]] const std::vector<CandidateLiteral>& search_candidates() const {
        return search_candidates_;
    }

    // Replaces negated literals by the opposite comparison, `!(age >= 40)` by `age < 40`, which is easier to read. The opposite
    // comparison is false for missing cells, so it is used only if the rule keeps all of its rows in `keep`.
    void prefer_contraries(LiteralRule& rule, const Bits& keep) const;

    // The rule with the literals that its formula has: the opposite comparison in place of a negation, where one holds in the same
    // rows.
    [[nodiscard]] LiteralRule as_written(LiteralRule rule) const;

    // Those of the rows in which the rule holds.
    [[nodiscard]] Bits restricted(Bits rows, const LiteralRule& rule) const;

    // The disjunction of the rules, in a new graph.
    [[nodiscard]] Formula formula(const std::vector<LiteralRule>& rules) const;

private:
    void find_candidates();
    void find_contraries();
    void find_search_candidates();

    std::vector<Literal> literals_;
    std::vector<Bits> columns_;
    Bits all_;  // 1 for each row
    std::vector<std::uint32_t> candidates_;
    std::vector<CandidateLiteral> search_candidates_;
    // For some candidates, a literal that is opposite on all rows.
    std::unordered_map<std::uint32_t, std::uint32_t> opposite_;
    // The opposite comparison: `age < 40` for `age >= 40`. Both are false if the cell is missing.
    std::unordered_map<std::uint32_t, std::uint32_t> contrary_;
};

}  // namespace loh
