// A small training problem, and the state of trainers and runs as text.
#pragma once

#include <cstdio>
#include <string>

#include "learn/gradient/run.hpp"
#include "network/compile.hpp"
#include "network/layers.hpp"
#include "support/learning.hpp"
#include "support/programs.hpp"

namespace loh::testing {

// A program with rows to learn from, owned so that a Task can refer to them.
struct Problem {
    CompiledProgram program;
    Examples examples;

    // Rows labelled by `truth`, with a percentage of wrong labels.
    Problem(const std::string& text, const std::string& truth, std::uint32_t rows, std::uint64_t seed,
            int wrong = 0)
        : program(trainable(compile(elaborated(text).formulas()), Semantics::goedel)) {
        Formula formula = elaborated(truth).formulas()[0];
        loh::Random random(seed + 1000, Stream::testing);
        examples = random_examples(program, rows, seed, [&](const Assignment& assignment, std::uint32_t row) {
            bool right = random.uniform(0, row) * 100 >= wrong;
            return evaluate(formula, assignment) == right ? 1U : 0U;
        });
    }
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;

    [[nodiscard]] Task task(const LearnOptions& options, bool with_trace = false) const {
        Task result{program, Head::single, examples, Rows::all(examples.rows()), {}, options, {}, {}};
        if (with_trace) {
            result.choice_place = [](std::size_t choice) { return "choice " + std::to_string(choice); };
            result.alternative_text = [](std::size_t, std::uint32_t taken) {
                return "#" + std::to_string(taken);
            };
        }
        return result;
    }
    [[nodiscard]] Trainer trainer(const LearnOptions& options, std::uint64_t seed = 1) const {
        return {program, Head::single, examples, Rows::all(examples.rows()), options, seed};
    }
};

inline const std::string kDnf =
    "h[j in 1..6] := and(i in 1..5: [x[i], !x[i], true]); or(j in 1..6: [h[j], false])";
inline const std::string kDnfTruth = "x[1] & !x[2] | x[3] & x[4] & x[5]";

inline LearnOptions small_options() {
    LearnOptions options;
    options.batch = 16;
    options.epochs = 12;
    options.temperature_decay = 0.95;
    return options;
}

// The complete state of a run as text, for comparison.
inline std::string state_text(const RunState& state) {
    std::string text;
    auto add = [&](const char* name, double value) {
        char line[80];
        std::snprintf(line, sizeof line, "%s %a\n", name, value);
        text += line;
    };
    for (double value : state.trainer.logits) add("logit", value);
    for (double value : state.trainer.adam.mean) add("mean", value);
    for (double value : state.trainer.adam.variance) add("variance", value);
    for (double value : state.best.logits) add("best", value);
    add("adam steps", static_cast<double>(state.trainer.adam.steps));
    add("temperature", state.trainer.temperature);
    add("epoch", state.trainer.epoch);
    add("step", state.trainer.step);
    add("position", state.trainer.position);
    add("loss sum", state.trainer.loss_sum);
    add("best temperature", state.best.temperature);
    add("best epoch", state.best.epoch);
    add("best f1", state.best.macro_f1);
    add("best loss", state.best.loss);
    add("patience", state.epochs_without_improvement);
    add("finished", state.finished);
    add("flawless", state.flawless);
    return text + state.trace;
}

inline std::string state_text(const Trainer& trainer) {
    return state_text(RunState{trainer.state(), {}, 0, false, false, ""});
}

}  // namespace loh::testing
