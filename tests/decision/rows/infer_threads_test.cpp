// Inference gives the same result for any number of threads, also if chunks and blocks end within a column.
#include <gtest/gtest.h>

#include "decision/rows/infer.hpp"
#include "support/random_columns.hpp"

namespace loh::testing {
namespace {

TEST(InferThreads, ResultIsIndependentOfTheNumberOfThreads) {
    constexpr std::size_t kRows = 2 * 64 * kBlockRows + 3 * kBlockRows + 77;
    std::vector<TypedColumn> columns = random_columns(5, kRows);
    Random random(6);
    Graph graph;
    RuleProgram program = compile_rules(random_rules(random, graph, columns, 5));
    RuleInputs inputs = raw_inputs(program, kRows, columns);
    ThreadPool alone(1);
    RuleDecision decision{{3, 1, 2, 0, 4}, 5};
    std::vector<std::vector<std::uint64_t>> bits = evaluate_rules(program, inputs, alone);
    std::vector<std::uint8_t> classes(kRows);
    classify(program, inputs, decision, alone, std::span(classes));
    for (std::size_t threads : {2U, 3U, 8U}) {
        ThreadPool pool(threads);
        EXPECT_EQ(evaluate_rules(program, inputs, pool), bits);
        std::vector<std::uint8_t> again(kRows);
        classify(program, inputs, decision, pool, std::span(again));
        EXPECT_EQ(again, classes);
    }
}

}  // namespace
}  // namespace loh::testing
