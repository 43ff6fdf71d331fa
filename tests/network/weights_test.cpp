#include "network/weights.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "network/compile.hpp"
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
    for (int arity = 2; arity <= 20; ++arity) {
        CompiledProgram program = choice_of(arity);
        Weights weights(program);
        loh::Random random(5, Stream::noise);
        for (std::uint32_t round = 0; round < 500; ++round) {
            std::vector<double> logits = round == 0 ? std::vector<double>(program.logit_count, 0)
                                                    : random_logits(program, random, round);
            weights.compute(logits, 0.7,
                            round % 2 == 0 ? std::nullopt : std::optional<Noise>(Noise{random, round, 1.0}));
            auto above = std::count_if(weights.values().begin(), weights.values().end(),
                                       [](float w) { return w > 0.5F; });
            EXPECT_EQ(above, 1);
            EXPECT_GT(weights.values()[weights.selection()[0]], 0.5F);
            for (float w : weights.values()) EXPECT_GE(std::abs(w - 0.5F), 0x1p-24F);
        }
    }
}

// The definition in weights.hpp, in double, for a program of one choice; with the noise of Random, or without noise.
std::vector<double> weights_by_definition(std::vector<double> z, double temperature,
                                          const std::optional<Noise>& noise) {
    bool one_number = z.size() == 1;
    for (std::uint32_t i = 0; noise && i < z.size(); ++i)
        z[i] += noise->beta *
                (one_number ? noise->random.logistic(noise->step, i) : noise->random.gumbel(noise->step, i));
    if (one_number) z = {z[0] / 2, -z[0] / 2};
    std::vector<double> sorted = z;
    std::sort(sorted.rbegin(), sorted.rend());
    for (double& value : z) value = 1 / (1 + std::exp(-(value - (sorted[0] + sorted[1]) / 2) / temperature));
    return z;
}

TEST(Weights, FollowTheFormulaOfThePaper) {
    for (int arity : {2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 40}) {
        CompiledProgram program = choice_of(arity);
        Weights weights(program);
        loh::Random random(static_cast<std::uint64_t>(arity), Stream::testing);
        for (std::uint32_t round = 0; round < 200; ++round) {
            std::vector<double> logits = random_logits(program, random, round);
            std::optional<Noise> noise;
            if (round % 2 == 1) noise = Noise{random, round, 1.2};
            weights.compute(logits, 0.8, noise);
            std::vector<double> expected = weights_by_definition(logits, 0.8, noise);
            for (std::size_t i = 0; i < expected.size(); ++i)
                ASSERT_NEAR(weights.values()[i], expected[i], 1e-9 + 3e-6 * expected[i]) << arity;
        }
    }
}

TEST(Weights, LargeLogitsGiveFiniteWeights) {
    for (int arity : {2, 3, 12}) {
        CompiledProgram program = choice_of(arity);
        Weights weights(program);
        std::vector<double> logits(program.logit_count, -1e6);
        logits[0] = 1e6;
        weights.compute(logits, 0.01, std::nullopt);
        EXPECT_EQ(weights.values()[0], 1);
        for (float w : weights.values().subspan(1)) EXPECT_TRUE(w > 0 && w < 1e-30F);
    }
}

TEST(Weights, FirstOfEqualLogitsIsChosen) {
    for (int arity : {2, 3, 8, 20}) {
        CompiledProgram program = choice_of(arity);
        Weights weights(program);
        std::vector<double> logits(program.logit_count, 0.3);
        if (arity > 2) logits[0] = -0.1;
        weights.compute(logits, 0.5, std::nullopt);
        EXPECT_EQ(weights.selection()[0], arity > 2 ? 1U : 0U);
    }
}

TEST(Weights, GradientsAgreeWithFiniteDifferences) {
    for (int arity : {2, 3, 4, 5, 8, 13, 16, 21}) {
        CompiledProgram program = choice_of(arity);
        Weights weights(program);
        loh::Random random(static_cast<std::uint64_t>(arity), Stream::testing);
        std::vector<double> logits = random_logits(program, random, 1);
        std::vector<float> upstream;
        for (int i = 0; i < arity; ++i)
            upstream.push_back(static_cast<float>(random.normal(2, static_cast<std::uint32_t>(i))));
        Noise noise{random, 9, 0.8};
        auto value = [&](const std::vector<double>& at) {
            std::vector<double> w = weights_by_definition(at, 0.9, noise);
            double sum = 0;
            for (std::size_t i = 0; i < w.size(); ++i) sum += static_cast<double>(upstream[i]) * w[i];
            return sum;
        };
        weights.compute(logits, 0.9, noise);
        std::vector<float> gradient(program.logit_count, 7);
        weights.backward(upstream, gradient);
        for (std::size_t i = 0; i < logits.size(); ++i) {
            constexpr double kStep = 1e-6;
            std::vector<double> moved = logits;
            moved[i] += kStep;
            double right = value(moved);
            moved[i] -= 2 * kStep;
            EXPECT_NEAR(gradient[i], (right - value(moved)) / (2 * kStep), 1e-6) << arity;
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
