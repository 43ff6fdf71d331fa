#include <gtest/gtest.h>

#include "base/thread_pool.hpp"
#include "learn/gradient/trainer.hpp"
#include "network/compile.hpp"
#include "support/learning.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

// Large enough for parallel steps, with layers on bits and on floats, two-way and many-way choices, and instructions outside
// layers.
constexpr const char* kPrograms[] = {
    "h[j in 1..70] := and(i in 1..60: [x[i], true]); or(j in 1..70: [h[j], false]) | [x[1], x[2]] & x[3]",
    "h[j in 1..40] := or(k in 1..3: [i in 1..50: x[i]]); g[j in 1..20] := and(i in 1..40: [h[i], true]); "
    "or(j in 1..20: [g[j], false])",
};

std::vector<double> trained(const CompiledProgram& program, const Examples& examples, ThreadPool* pool) {
    LearnOptions options;
    options.batch = 100;
    Trainer trainer(program, Head::single, examples, Rows::all(examples.rows()), options, 3, pool);
    std::vector<double> result = {trainer.epoch(), trainer.epoch(), trainer.evaluate_training().loss};
    result.insert(result.end(), trainer.logits().begin(), trainer.logits().end());
    return result;
}

TEST(Trainer, ThreadsInsideAStepDoNotChangeTheResult) {
    for (const char* text : kPrograms) {
        CompiledProgram program = trainable(compile(elaborated(text).formulas()), Semantics::goedel);
        Examples floats = random_examples(program, 230, 5, [](const Assignment& v, std::uint32_t) {
            return v.at("x[1]") && v.at("x[3]") ? 1U : 0U;
        });
        Examples bits = floats;
        pack(bits.inputs);
        std::vector<double> expected = trained(program, floats, nullptr);
        for (std::size_t threads : {1U, 2U, 3U, 8U}) {
            ThreadPool pool(threads);
            EXPECT_EQ(trained(program, floats, &pool), expected) << threads;
            EXPECT_EQ(trained(program, bits, &pool), expected) << threads;
        }
    }
}

}  // namespace
}  // namespace loh::testing
