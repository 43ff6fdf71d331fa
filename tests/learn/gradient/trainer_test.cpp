// The trainer recovers the wildfire rules with every degree of knowledge, given the visual concepts.
#include "learn/gradient/trainer.hpp"

#include <gtest/gtest.h>

#include "network/compile.hpp"
#include "network/extract.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

Elaboration example(const std::string& name) {
    return elaborate(Program::read(std::string(LOH_SOURCE_DIR) + "/examples/" + name + ".loh"));
}

// 2048 situations as in the paper: forest with probability 0.5, dry vegetation 0.4, the others 0.5, labelled by the true rule.
Examples wildfire_data(const CompiledProgram& program, const Formula& truth, std::uint64_t seed) {
    constexpr std::size_t kRows = 2048;
    Examples data;
    data.inputs.columns.assign(program.inputs.size(), std::vector<float>(kRows));
    std::vector<std::uint32_t> labels(kRows, 0);
    loh::Random random(seed, Stream::testing);
    for (std::uint32_t row = 0; row < kRows; ++row) {
        Assignment situation;
        std::uint32_t index = 0;
        for (const std::string& name : variables(truth)) {
            situation[name] = random.uniform(row, index++) < (name == "DryVegetation" ? 0.4 : 0.5);
        }
        for (std::size_t i = 0; i < program.inputs.size(); ++i)
            data.inputs.columns[i][row] = situation.at(program.inputs[i]) ? 1.0F : 0.0F;
        labels[row] = evaluate(truth, situation) ? 1 : 0;
    }
    data.labels = std::move(labels);
    return data;
}

struct Outcome {
    bool recovered = false;
    std::uint32_t epochs = 0;
};

Outcome learn_wildfire(const std::string& name, std::uint64_t seed) {
    Formula truth = example("wildfire-full-knowledge").outputs[0].formula;
    std::vector<std::string> names = variables(truth);
    Elaboration regime = example(name);
    CompiledProgram program = trainable(compile(regime.formulas()), Semantics::goedel);
    Examples data = wildfire_data(program, truth, seed);
    LearnOptions options;
    options.learning_rate = 0.08;
    options.batch = 64;
    options.initial_deviation = 0;
    Trainer trainer(program, Head::single, data, Rows::all(data.rows()), options, seed);
    constexpr std::uint32_t kEpochs = 60;
    while (trainer.epochs() < kEpochs) {
        trainer.epoch();
        if (trainer.evaluate_training().confusion.accuracy() == 1) break;
    }
    Formula learned = extract(regime.formulas(), program, trainer.selection())[0];
    return {truth_table(learned, names) == truth_table(truth, names), trainer.epochs()};
}

class WildfireRegimes : public ::testing::TestWithParam<const char*> {};

TEST_P(WildfireRegimes, RecoversTheHiddenRule) {
    constexpr int kSeeds = 20;
    int recovered = 0;
    std::uint32_t epochs = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Outcome run = learn_wildfire(GetParam(), seed);
        recovered += run.recovered ? 1 : 0;
        epochs += run.epochs;
    }
    RecordProperty("recovered", recovered);
    RecordProperty("epochs", static_cast<int>(epochs));
    EXPECT_GE(recovered, 18) << "of 20, in " << epochs << " epochs together";
}

std::string regime_name(const ::testing::TestParamInfo<const char*>& info) {
    std::string name;
    bool upper = true;
    for (char c : std::string_view(info.param).substr(9)) {
        if (c != '-') name += upper ? static_cast<char>(c - 'a' + 'A') : c;
        upper = c == '-';
    }
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, WildfireRegimes,
                         ::testing::Values("wildfire-full-knowledge", "wildfire-reliable-rules",
                                           "wildfire-one-rule-per-set", "wildfire-partial-knowledge"),
                         regime_name);

TEST(Trainer, SameSeedGivesTheSameLogits) {
    Formula truth = example("wildfire-full-knowledge").outputs[0].formula;
    Elaboration regime = example("wildfire-reliable-rules");
    CompiledProgram program = compile(regime.formulas());
    Examples data = wildfire_data(program, truth, 1);
    LearnOptions options;
    Trainer first(program, Head::single, data, Rows::all(data.rows()), options, 7);
    Trainer second(program, Head::single, data, Rows::all(data.rows()), options, 7);
    Trainer other(program, Head::single, data, Rows::all(data.rows()), options, 8);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(first.epoch(), second.epoch());
        other.epoch();
    }
    EXPECT_TRUE(std::equal(first.logits().begin(), first.logits().end(), second.logits().begin()));
    EXPECT_FALSE(std::equal(first.logits().begin(), first.logits().end(), other.logits().begin()));
}

}  // namespace
}  // namespace loh::testing
