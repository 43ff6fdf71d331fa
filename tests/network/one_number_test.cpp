// The claim of weights.hpp: a choice of two stored as one number, with one logistic draw and a doubled Adam step, is the
// same process as two numbers with two Gumbel draws. Without noise the trajectories are equal up to rounding; with noise
// their distributions are equal.
#include <cmath>

#include <gtest/gtest.h>

#include "learn/gradient/adam.hpp"
#include "network/compile.hpp"
#include "network/weights.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

constexpr double kTemperature = 0.8;
constexpr double kLearningRate = 0.15;

// A loss of the two weights whose direction depends on the step.
double slope(double weight, int step, int alternative) {
    double target = (step / 5 + alternative) % 2 == 0 ? 0.9 : 0.2;
    return 2 * (weight - target) * (alternative == 0 ? 1.0 : 0.7);
}

// The form of the paper: two logits, each with Gumbel noise, shifted by their mean.
double train_two_numbers(double z0, double z1, int steps, double beta, std::uint64_t seed) {
    Adam adam(kLearningRate, {1, 1});
    std::vector<double> z = {z0, z1};
    loh::Random random(seed, Stream::noise);
    for (int step = 0; step < steps; ++step) {
        auto place = static_cast<std::uint32_t>(step);
        double p0 = z[0] + (beta > 0 ? beta * random.gumbel(place, 0) : 0);
        double p1 = z[1] + (beta > 0 ? beta * random.gumbel(place, 1) : 0);
        double mean = (p0 + p1) / 2;
        double w0 = 1 / (1 + std::exp(-(p0 - mean) / kTemperature));
        double w1 = 1 / (1 + std::exp(-(p1 - mean) / kTemperature));
        double g0 = slope(w0, step, 0) * w0 * (1 - w0) / kTemperature;
        double g1 = slope(w1, step, 1) * w1 * (1 - w1) / kTemperature;
        std::vector<float> gradient = {static_cast<float>(g0 - (g0 + g1) / 2),
                                       static_cast<float>(g1 - (g0 + g1) / 2)};
        adam.step(gradient, z);
    }
    return z[0] - z[1];
}

// The weights and optimiser of the library.
double train_one_number(double difference, int steps, double beta, std::uint64_t seed) {
    CompiledProgram program = compile(elaborated("[a, b]").formulas());
    Weights weights(program);
    Adam adam(kLearningRate, {2});
    std::vector<double> d = {difference};
    loh::Random random(seed, Stream::noise);
    for (int step = 0; step < steps; ++step) {
        std::optional<Noise> noise;
        if (beta > 0) noise = Noise{random, static_cast<std::uint32_t>(step), beta};
        weights.compute(d, kTemperature, noise);
        std::vector<float> upstream;
        for (int i : {0, 1})
            upstream.push_back(
                static_cast<float>(slope(weights.values()[static_cast<std::size_t>(i)], step, i)));
        std::vector<float> gradient = {0};
        weights.backward(upstream, gradient);
        adam.step(gradient, d);
    }
    return d[0];
}

TEST(OneNumber, TrajectoriesWithoutNoiseAreEqual) {
    for (double start : {-1.5, -0.2, 0.3, 2.0}) {
        for (int steps : {1, 2, 10, 100, 400}) {
            EXPECT_NEAR(train_one_number(start, steps, 0, 0),
                        train_two_numbers(start / 2, -start / 2, steps, 0, 0), 1e-5)
                << start << " " << steps;
        }
    }
}

// Two-sample Kolmogorov-Smirnov: 1.95 sqrt(2 / n) is the level of one in a thousand.
TEST(OneNumber, TrajectoriesWithNoiseHaveTheSameDistribution) {
    constexpr std::size_t kRuns = 1500;
    for (int steps : {3, 40}) {
        std::vector<double> one;
        std::vector<double> two;
        for (std::uint64_t run = 0; run < kRuns; ++run) {
            one.push_back(train_one_number(0.4, steps, 1.1, run));
            two.push_back(train_two_numbers(0.2, -0.2, steps, 1.1, 1'000'000 + run));
        }
        std::sort(one.begin(), one.end());
        std::sort(two.begin(), two.end());
        double distance = 0;
        for (std::size_t i = 0, j = 0; i < kRuns && j < kRuns;) {
            (one[i] < two[j] ? i : j) += 1;
            distance = std::max(distance, std::abs(static_cast<double>(i) - static_cast<double>(j)) / kRuns);
        }
        EXPECT_LT(distance, 1.95 * std::sqrt(2.0 / kRuns)) << "after " << steps << " steps";
    }
}

}  // namespace
}  // namespace loh::testing
