// The kernels one by one. Layers are compared with the peak: the minima and maxima of floats that one core computes per second,
// measured alternately with the kernel, so that the ratio is valid on a busy machine.
//
//     of_peak      operations per second over the peak; for the binary kernels, the operations of the dense kernel
//     to_forward   time of a backward pass over that of its forward pass
#include <cmath>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/check.hpp"
#include "network/kernels/gates.hpp"
#include "network/kernels/many_way.hpp"
#include "network/kernels/noise.hpp"
#include "network/kernels/vector_math.hpp"
#include "thread_time.hpp"
#include "workloads.hpp"

namespace loh::bench {
namespace {

// --- The peak ---

constexpr std::size_t kPeakRounds = 32768;
constexpr std::size_t kChains =
    12;  // independent, to hide the latency; with both bounds, they fit in 16 registers

// Alternating minima and maxima on registers; returns their number, counting each lane.
template <class Vector>
LOH_INLINE double min_max_chains(const float* bounds, float* out) {
    const Vector low = Vector{} + bounds[0];
    const Vector high = Vector{} + bounds[1];
    Vector chain[kChains];
    for (std::size_t c = 0; c < kChains; ++c) chain[c] = Vector{} + bounds[2 + c];
    for (std::size_t round = 0; round < kPeakRounds; ++round) {
        for (std::size_t c = 0; c < kChains; ++c) {
            chain[c] = chain[c] > low ? chain[c] : low;
            chain[c] = chain[c] < high ? chain[c] : high;
        }
    }
    constexpr std::size_t kWidth = sizeof(Vector) / sizeof(float);
    for (std::size_t c = 0; c < kChains; ++c) {
        for (std::size_t lane = 0; lane < kWidth; ++lane) out[c] += chain[c][lane];
    }
    return 2.0 * static_cast<double>(kPeakRounds * kChains * kWidth);
}

using Floats4 = float __attribute__((vector_size(16)));
#if defined(__x86_64__)
using Floats8 = float __attribute__((vector_size(32)));
using Floats16 = float __attribute__((vector_size(64)));
__attribute__((target("avx512f"))) double chains_of_16(const float* bounds, float* out) {
    return min_max_chains<Floats16>(bounds, out);
}
__attribute__((target("avx2"))) double chains_of_8(const float* bounds, float* out) {
    return min_max_chains<Floats8>(bounds, out);
}
#endif
double chains_of_4(const float* bounds, float* out) { return min_max_chains<Floats4>(bounds, out); }

// The chains in the widest registers of this machine.
double min_max_burst() {
    static const auto chains = [] {
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx512f")) return chains_of_16;
        if (__builtin_cpu_supports("avx2")) return chains_of_8;
#endif
        return chains_of_4;
    }();
    float bounds[2 + kChains] = {0.25F, 0.75F};
    float out[kChains] = {};
    benchmark::DoNotOptimize(&bounds);
    benchmark::ClobberMemory();
    double operations = chains(bounds, out);
    benchmark::DoNotOptimize(&out);
    benchmark::ClobberMemory();
    return operations;
}

void peak_min_max(benchmark::State& state) {
    double operations = 0;
    for (auto _ : state) operations += min_max_burst();
    state.counters["operations"] = benchmark::Counter(operations, benchmark::Counter::kIsRate);
}
BENCHMARK(peak_min_max)->Unit(benchmark::kMicrosecond);

// --- Layers ---

// Times `kernel`, and compares its `operations` with the peak.
template <class Kernel>
void run_layer(benchmark::State& state, double operations, Kernel&& kernel) {
    double bursts = operations / min_max_burst();  // bursts with as many operations as the kernel
    state.counters["of_peak"] = bursts / median_ratio(kernel, [] { min_max_burst(); });
    for (auto _ : state) {
        kernel();
        benchmark::ClobberMemory();
    }
    state.counters["operations"] =
        benchmark::Counter(operations * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

// The argument is the share of neurons and rows with a gradient, in percent.
LayerData layer_of(benchmark::State& state) {
    const NetworkSize& network = kNetworks[static_cast<std::size_t>(state.range(0))];
    bool first = state.range(1) == 1;
    state.SetLabel(network.name);
    return {first ? network.inputs : network.hidden, first ? network.hidden : network.outputs,
            static_cast<double>(state.range(2)) / 100};
}

// Both kernels must agree with the definition.
void check_dense(LayerData& layer) {
    layer.dense_forward_recording();
    std::vector<float> recorded = layer.out;
    layer.dense_forward();
    LOH_CHECK(layer.out == recorded);
    for (std::size_t j = 0; j < layer.shape.neurons; ++j) {
        for (std::size_t row = 0; row < layer.shape.rows; ++row) {
            float value = 0;
            for (std::size_t t = 0; t < layer.shape.terms; ++t)
                value = std::max(value, std::min(layer.dense.gates[j * layer.shape.terms + t],
                                                 layer.dense.columns[t][row]));
            LOH_CHECK(value == layer.out[j * layer.shape.stride + row]);
        }
    }
}

void dense_forward(benchmark::State& state) {
    LayerData layer = layer_of(state);
    check_dense(layer);
    run_layer(state, layer.operations(), [&] { layer.dense_forward(); });
}

void dense_forward_recording(benchmark::State& state) {
    LayerData layer = layer_of(state);
    check_dense(layer);
    run_layer(state, layer.operations(), [&] { layer.dense_forward_recording(); });
}

void binary_forward(benchmark::State& state) {
    LayerData layer = layer_of(state);
    run_layer(state, layer.operations(), [&] { layer.binary_forward(); });
}

// A backward pass counts as many operations as the forward pass.
void dense_backward(benchmark::State& state) {
    LayerData layer = layer_of(state);
    state.counters["to_forward"] =
        median_ratio([&] { layer.dense_backward(); }, [&] { layer.dense_forward_recording(); });
    run_layer(state, layer.operations(), [&] { layer.dense_backward(); });
}

void binary_backward(benchmark::State& state) {
    LayerData layer = layer_of(state);
    layer.binary_forward();
    state.counters["to_forward"] =
        median_ratio([&] { layer.binary_backward(); }, [&] { layer.binary_forward(); });
    run_layer(state, layer.operations(), [&] { layer.binary_backward(); });
}

void add_layers(benchmark::internal::Benchmark* benchmark, std::int64_t layer, std::int64_t live) {
    benchmark->ArgNames({"network", "layer", "live"})->Unit(benchmark::kMicrosecond);
    for (std::size_t n = 0; n < kNetworks.size(); ++n)
        benchmark->Args({static_cast<std::int64_t>(n), layer, live});
}
void first_layers(benchmark::internal::Benchmark* benchmark) { add_layers(benchmark, 1, 100); }
void both_layers(benchmark::internal::Benchmark* benchmark) {
    first_layers(benchmark);
    add_layers(benchmark, 2, 100);
}
// The gradient of a row reaches one neuron of the first layer for each output: 1 to 11 percent in these networks.
void live_layers(benchmark::internal::Benchmark* benchmark) {
    first_layers(benchmark);
    add_layers(benchmark, 1, 5);
}
void all_layers(benchmark::internal::Benchmark* benchmark) {
    both_layers(benchmark);
    add_layers(benchmark, 1, 5);
}
BENCHMARK(dense_forward)->Apply(both_layers);
BENCHMARK(dense_forward_recording)->Apply(both_layers);
BENCHMARK(dense_backward)->Apply(all_layers);
BENCHMARK(binary_forward)->Apply(first_layers);
BENCHMARK(binary_backward)->Apply(live_layers);

// --- The head `vote` ---

constexpr std::size_t kVotingRules = 256;

// `time` is the time for all rules and rows.
void count_votes(benchmark::State& state, const VoteData& votes) {
    state.counters["per_vote"] = benchmark::Counter(
        static_cast<double>(state.iterations()) * static_cast<double>(votes.elements()),
        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);  // seconds for each rule, class and row
}

void votes_forward(benchmark::State& state) {
    VoteData votes(kVotingRules, static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        votes.forward();
        benchmark::ClobberMemory();
    }
    float score = votes.points[kVotingRules * votes.shape.classes];
    for (std::size_t j = 0; j < kVotingRules; ++j)
        score += votes.rule_columns[j][0] > 0.5F ? votes.points[j * votes.shape.classes] : 0;
    LOH_CHECK(votes.scores[0] == score);
    count_votes(state, votes);
}

void votes_backward(benchmark::State& state) {
    VoteData votes(kVotingRules, static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        votes.backward();
        benchmark::ClobberMemory();
    }
    float slope = 0;
    for (std::size_t c = 0; c < votes.shape.classes; ++c)
        slope += votes.points[c] * votes.slopes[c * votes.shape.stride];
    LOH_CHECK(votes.by_rule[0] == slope);
    count_votes(state, votes);
}
void numbers_of_classes(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgName("classes")->Unit(benchmark::kMicrosecond);
    for (std::int64_t classes : {2, 3, 18, 26, 100}) benchmark->Arg(classes);
}
BENCHMARK(votes_forward)->Apply(numbers_of_classes);
BENCHMARK(votes_backward)->Apply(numbers_of_classes);

// --- Logits, in pieces that fit into the cache, as in training ---

constexpr std::size_t kLogits = 1024;

template <class Number = float>
std::vector<Number> numbers(std::uint32_t which, std::size_t count = kLogits) {
    Random random(4, Stream::testing);
    std::vector<Number> result;
    for (std::uint32_t i = 0; i < count; ++i) result.push_back(static_cast<Number>(random.uniform(which, i)));
    return result;
}

// `time` is the time for kLogits logits.
void count_logits(benchmark::State& state) {
    state.counters["per_logit"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * kLogits,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);  // seconds
}

void random_words(benchmark::State& state) {
    std::vector<std::uint32_t> words(kLogits);
    std::uint32_t step = 0;
    for (auto _ : state) {
        noise_words(Random(1, Stream::noise), step++, 0, words);
        benchmark::ClobberMemory();
    }
    LOH_CHECK(words[0] == Random(1, Stream::noise).coarse_bits(step - 1, 0));
    count_logits(state);
}
BENCHMARK(random_words);

// From logits and random words to weights; range(0): the alternatives of a choice, range(1): whether with noise.
void weights(benchmark::State& state) {
    auto arity = static_cast<std::size_t>(state.range(0));
    std::size_t logits = arity == 2 ? kLogits : kLogits / arity * arity;
    std::vector<double> z = numbers<double>(0, logits);
    std::vector<std::uint32_t> words(kLogits);
    noise_words(Random(1, Stream::noise), 1, 0, words);
    const std::uint32_t* noise = state.range(1) != 0 ? words.data() : nullptr;
    std::vector<float> values(logits);
    std::vector<float> w(arity == 2 ? 2 * logits : logits);
    WeightScales scales(1, 1);
    for (auto _ : state) {
        if (arity == 2) {
            two_way_weights(scales, z, noise, w);
        } else {
            noisy_values(scales, z, noise, values);
            many_way_weights(arity, values, w);
        }
        benchmark::ClobberMemory();
    }
    auto chosen = std::count_if(w.begin(), w.end(), [](float weight) { return weight > 0.5F; });
    LOH_CHECK(static_cast<std::size_t>(chosen) * arity == w.size());
    count_logits(state);
}
BENCHMARK(weights)->ArgsProduct({{2, 3, 15, 100}, {0, 1}});

void two_way_backward(benchmark::State& state) {
    std::vector<float> weights = numbers(0, 2 * kLogits);
    std::vector<float> gradient = numbers(1, 2 * kLogits);
    std::vector<float> by_difference(kLogits);
    for (auto _ : state) {
        two_way_gradient(weights, gradient, 1, by_difference);
        benchmark::ClobberMemory();
    }
    LOH_CHECK(by_difference[0] != 0);
    count_logits(state);
}
BENCHMARK(two_way_backward);

void adam(benchmark::State& state) {
    std::vector<float> factors(kLogits, 2);
    std::vector<float> gradient = numbers(0);
    std::vector<float> mean(kLogits);
    std::vector<float> variance(kLogits);
    std::vector<double> parameters(kLogits);
    for (auto _ : state) {
        adam_update({0.01, 0.1, 0.001}, factors, gradient, mean, variance, parameters);
        benchmark::ClobberMemory();
    }
    LOH_CHECK(parameters[0] < 0);
    count_logits(state);
}
BENCHMARK(adam);

}  // namespace
}  // namespace loh::bench

BENCHMARK_MAIN();
