// Runs rule programs on all rows, on several threads.
//
//     RuleProgram program = compile_rules(formulas);
//     RuleInputs inputs = raw_inputs(program, rows, columns);            // or packed_inputs
//     ThreadPool pool(2);
//     std::vector<std::uint8_t> classes(rows);
//     classify(program, inputs, {{0, 1}, 2}, pool, std::span(classes));  // first formula that holds, else 2
//
// Rows are divided into chunks of whole blocks. The chunks, and so the result, do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "decision/rows/block_program.hpp"
#include "decision/rows/rule_inputs.hpp"
#include "loh/scorecard.hpp"

namespace loh {

// The value of each formula on each row: [formula][word]; bit r of word w is row 64 w + r; bits after the last row are 0.
std::vector<std::vector<std::uint64_t>> evaluate_rules(const RuleProgram& program, const RuleInputs& inputs,
                                                       ThreadPool& pool);

// The class of each row: [row]. Int is uint8_t, uint16_t or uint32_t and must hold all classes.
template <class Int>
void classify(const RuleProgram& program, const RuleInputs& inputs, const RuleDecision& decision,
              ThreadPool& pool, std::span<Int> classes);

// The points of each class on each row: [row][class]. Formula i of the program is rule i of the card.
void score(const RuleProgram& program, const RuleInputs& inputs, const Scorecard& card, ThreadPool& pool,
           std::span<std::int64_t> scores);

}  // namespace loh
