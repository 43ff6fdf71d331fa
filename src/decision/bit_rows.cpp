#include "decision/bit_rows.hpp"

#include "base/check.hpp"

namespace loh {

namespace {

// The number of rows from which several threads are used.
constexpr std::size_t kManyRows = 1'000'000;

ThreadPool pool_for(const BitRows& rows) { return ThreadPool(rows.rows < kManyRows ? 1 : 0); }

RuleInputs inputs_of(const RuleProgram& program, const BitRows& rows) {
    return packed_inputs(program, rows.rows, [&](const std::string& name) {
        auto found = rows.columns.find(name);
        LOH_CHECK(found != rows.columns.end());
        return found->second.data();
    });
}

}  // namespace

std::vector<Bits> evaluate_rows(const std::vector<Formula>& formulas, const BitRows& rows) {
    RuleProgram program = compile_rules(formulas);
    ThreadPool pool = pool_for(rows);
    return evaluate_rules(program, inputs_of(program, rows), pool);
}

std::vector<std::uint32_t> classify_rows(const std::vector<Formula>& formulas, const RuleDecision& decision,
                                         const BitRows& rows) {
    RuleProgram program = compile_rules(formulas);
    ThreadPool pool = pool_for(rows);
    std::vector<std::uint32_t> classes(rows.rows);
    classify(program, inputs_of(program, rows), decision, pool, std::span(classes));
    return classes;
}

}  // namespace loh
