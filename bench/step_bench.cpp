// Training steps: the networks of the paper in their published shapes, and a generic program without recognised layers; and the
// overhead of Network, the public interface for training, over the forward and backward passes of a step:
//
//     to_inside   time by Network over time of the same passes inside the library, measured alternately
#include <cstdio>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

#include "learn/gradient/trainer.hpp"
#include "network_step.hpp"
#include "thread_time.hpp"
#include "workloads.hpp"

namespace loh::bench {
namespace {

constexpr std::size_t kRows = 4096;

void run_steps(benchmark::State& state, const CompiledProgram& program, Head head, std::uint32_t classes,
               std::size_t threads = 1) {
    Examples examples = one_hot_rows(kRows, program.inputs.size(), classes);
    LearnOptions options;
    options.batch = kBatch;
    std::optional<ThreadPool> pool;
    if (threads > 1) pool.emplace(threads);
    Trainer trainer(program, head, examples, Rows::all(kRows), options, 1, pool ? &*pool : nullptr);
    for (auto _ : state) benchmark::DoNotOptimize(trainer.step());
    state.counters["instructions"] = static_cast<double>(program.instructions.size());
    state.counters["weights"] = static_cast<double>(program.weight_count);
}

void published_shape(benchmark::State& state, std::size_t threads) {
    auto inputs = static_cast<std::size_t>(state.range(0));
    auto hidden = static_cast<std::size_t>(state.range(1));
    auto outputs = static_cast<std::size_t>(state.range(2));
    bool conjunctive = state.range(3) != 0;
    Elaboration elaboration = elaborate(Program::parse(layers(inputs, hidden, outputs, conjunctive)));
    CompiledProgram program = trainable(compile(elaboration.formulas()), Semantics::goedel);
    run_steps(state, program, Head::paper, static_cast<std::uint32_t>(outputs), threads);
}
void one_thread(benchmark::State& state) { published_shape(state, 1); }
void two_threads(benchmark::State& state) { published_shape(state, 2); }  // threads inside a step

void published_shapes(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"inputs", "hidden", "outputs", "conjunctive"})
        ->Args({27, 195, 2, 1})  // tic-tac-toe
        ->Args({155, 56, 2, 0})  // adult
        ->Args({155, 56, 2, 1})
        ->Args({79, 192, 2, 0})    // magic04
        ->Args({40, 254, 18, 0})   // chess
        ->Args({126, 214, 3, 0})   // connect-4
        ->Args({155, 239, 26, 0})  // letRecog
        ->Unit(benchmark::kMicrosecond);
}
BENCHMARK(one_thread)->Apply(published_shapes);
BENCHMARK(two_threads)->Apply(published_shapes)->UseRealTime();

void generic(benchmark::State& state) {
    CompiledProgram program =
        trainable(generic_program(static_cast<std::size_t>(state.range(0))), Semantics::goedel);
    run_steps(state, program, Head::single, 2);
    double work =
        static_cast<double>(program.instructions.size()) * kBatch * static_cast<double>(state.iterations());
    state.counters["work_per_second"] =
        benchmark::Counter(work, benchmark::Counter::kIsRate);  // nodes times rows
}
BENCHMARK(generic)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

// --- Network ---

void run_network(benchmark::State& state, NetworkStep& step) {
    for (auto _ : state) step.by_network();
    state.counters["to_inside"] = median_ratio([&] { step.by_network(); }, [&] { step.inside(); });
}

void network_adult(benchmark::State& state) {
    NetworkStep step(layers(155, 56, 2, state.range(0) != 0), kBatch, static_cast<Values>(state.range(1)),
                     static_cast<Layout>(state.range(2)));
    run_network(state, step);
}
BENCHMARK(network_adult)
    ->ArgNames({"conjunctive", "binary", "by_columns"})
    ->ArgsProduct({{0, 1}, {0, 1}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);

// The cost of a call with almost no work.
void network_small(benchmark::State& state) {
    NetworkStep step("output y := [a, !a, true] & [b, true] | [c, d, !e]", 32, Values::truth, Layout::rows);
    run_network(state, step);
}
BENCHMARK(network_small)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace loh::bench

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    if (std::FILE* status = std::fopen("/proc/self/status", "r")) {
        char line[256];
        while (std::fgets(line, sizeof line, status) != nullptr) {
            if (std::string(line).rfind("VmHWM", 0) == 0)
                std::printf("peak memory of this process: %s", line + 6);
        }
        std::fclose(status);
    }
}
