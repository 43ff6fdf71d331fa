#include "train/weights.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "compile/compile.hpp"
#include "support/programs.hpp"
#include "support/random_model.hpp"

namespace loh::testing {
namespace {

CompiledProgram choice_of(int arity) {
    std::string text = "[x1";
    for (int i = 2; i <= arity; ++i) text += ", x" + std::to_string(i);
    return compile(elaborated(text + "]").formulas());
}

TEST(Weights, ExactlyOneExceedsOneHalf) {
    for (int arity = 2; arity <= 7; ++arity) {
        CompiledProgram program = choice_of(arity);
        Weights weights(program);
        loh::Random random(5, Stream::noise);
        for (std::uint32_t round = 0; round < 500; ++round) {
            std::vector<double> logits = round == 0 ? std::vector<double>(program.logit_count, 0)
                                                    : random_logits(program, random, round);
            weights.compute(logits, 0.7,
                            round % 2 == 0 ? std::nullopt : std::optional<Noise>(Noise{random, round, 1.0}));
            auto above = std::count_if(weights.values().begin(), weights.values().end(),
                                       [](double w) { return w > 0.5; });
            EXPECT_EQ(above, 1);
            EXPECT_GT(weights.values()[weights.selection()[0]], 0.5);
        }
    }
}

TEST(Weights, FollowTheFormulaOfThePaper) {
    CompiledProgram program = choice_of(3);
    Weights weights(program);
    std::vector<double> logits = {0.5, 2.0, 1.0};
    weights.compute(logits, 0.5, std::nullopt);
    auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
    EXPECT_NEAR(weights.values()[0], sigmoid((0.5 - 1.5) / 0.5), 1e-15);
    EXPECT_NEAR(weights.values()[1], sigmoid((2.0 - 1.5) / 0.5), 1e-15);
    EXPECT_NEAR(weights.values()[2], sigmoid((1.0 - 1.5) / 0.5), 1e-15);
}

TEST(Weights, GradientsAgreeWithFiniteDifferences) {
    for (int arity = 2; arity <= 5; ++arity) {
        CompiledProgram program = choice_of(arity);
        Weights weights(program);
        Random random(static_cast<std::uint64_t>(arity), Stream::testing);
        std::vector<double> logits = random_logits(program, random, 1);
        std::vector<double> upstream;
        for (int i = 0; i < arity; ++i) upstream.push_back(random.normal(2, static_cast<std::uint32_t>(i)));
        Noise noise{random, 9, 0.8};
        auto value = [&](const std::vector<double>& at) {
            weights.compute(at, 0.9, noise);
            double sum = 0;
            for (std::size_t i = 0; i < upstream.size(); ++i) sum += upstream[i] * weights.values()[i];
            return sum;
        };
        value(logits);
        std::vector<double> gradient(program.logit_count, 0);
        weights.backward(upstream, gradient);
        for (std::size_t i = 0; i < logits.size(); ++i) {
            constexpr double kStep = 1e-6;
            std::vector<double> moved = logits;
            moved[i] += kStep;
            double right = value(moved);
            moved[i] -= 2 * kStep;
            EXPECT_NEAR(gradient[i], (right - value(moved)) / (2 * kStep), 1e-6);
        }
    }
}

// The Gumbel-max property: an alternative is chosen with probability softmax(z / beta).
TEST(Weights, NoisySelectionsFollowTheSoftmax) {
    constexpr double kBeta = 1.3;
    constexpr std::uint32_t kDraws = 40'000;
    for (int arity : {2, 4}) {
        CompiledProgram program = choice_of(arity);
        Weights weights(program);
        std::vector<double> z = {0.4, -0.3, 1.1, 0.0};
        std::vector<double> logits(z.begin(), z.begin() + arity);
        if (arity == 2) logits = {z[0] - z[1]};
        std::vector<double> counts(static_cast<std::size_t>(arity), 0);
        loh::Random random(3, Stream::noise);
        for (std::uint32_t step = 0; step < kDraws; ++step) {
            weights.compute(logits, 1.0, Noise{random, step, kBeta});
            counts[weights.selection()[0]] += 1;
        }
        double total = 0;
        for (int i = 0; i < arity; ++i) total += std::exp(z[static_cast<std::size_t>(i)] / kBeta);
        for (int i = 0; i < arity; ++i) {
            double expected = std::exp(z[static_cast<std::size_t>(i)] / kBeta) / total;
            double deviation = std::sqrt(expected * (1 - expected) / kDraws);
            EXPECT_NEAR(counts[static_cast<std::size_t>(i)] / kDraws, expected, 4 * deviation);
        }
    }
}

}  // namespace
}  // namespace loh::testing
