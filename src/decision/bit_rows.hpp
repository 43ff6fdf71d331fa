// Evaluates choice-free formulas on rows of truth values, packed 64 to a word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/bits.hpp"
#include "decision/rows/infer.hpp"
#include "loh/formula.hpp"

namespace loh {

// Columns of truth values, by the name of the variable in the spelling of the language.
struct BitRows {
    std::size_t rows = 0;
    std::unordered_map<std::string, Bits> columns;
};

// The value of each formula on each row. Every variable must have a column.
std::vector<Bits> evaluate_rows(const std::vector<Formula>& formulas, const BitRows& rows);

// The class of each row: the class of the first formula that holds.
std::vector<std::uint32_t> classify_rows(const std::vector<Formula>& formulas, const RuleDecision& decision,
                                         const BitRows& rows);

}  // namespace loh
