// Training steps: the paper's networks by their published shapes, and a generic program in which no layer is recognised.
// The data are random one-hot groups, so that a fifth to a tenth of the inputs is true, as in binarized tables.
#include <cstdio>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "compile/compile.hpp"
#include "loh/loh.hpp"
#include "train/trainer.hpp"

namespace loh {
namespace {

constexpr std::size_t kRows = 4096;

Examples one_hot_rows(std::size_t inputs, std::uint32_t classes) {
    constexpr std::size_t kGroup = 6;
    Random random(1, Stream::testing);
    Examples examples;
    examples.classes = classes;
    examples.inputs.columns.assign(inputs, std::vector<float>(kRows, 0));
    for (std::uint32_t row = 0; row < kRows; ++row) {
        for (std::size_t first = 0; first < inputs; first += kGroup) {
            auto size = static_cast<double>(std::min(kGroup, inputs - first));
            auto hot =
                static_cast<std::size_t>(random.uniform(row, static_cast<std::uint32_t>(first)) * size);
            examples.inputs.columns[first + hot][row] = 1;
        }
        examples.labels.push_back(static_cast<std::uint32_t>(random.uniform(row, 1'000'000) * classes));
    }
    pack(examples.inputs);
    return examples;
}

std::string layers(int inputs, int hidden, int outputs, bool conjunctive) {
    std::string first = conjunctive ? "and" : "or";
    std::string second = conjunctive ? "or" : "and";
    return "h[j in 1.." + std::to_string(hidden) + "] := " + first + "(i in 1.." + std::to_string(inputs) +
           ": [x[i], " + (conjunctive ? "true" : "false") + "]); output o[c in 1.." +
           std::to_string(outputs) + "] := " + second + "(j in 1.." + std::to_string(hidden) + ": [h[j], " +
           (conjunctive ? "false" : "true") + "])";
}

void run_steps(benchmark::State& state, const CompiledProgram& program, Head head, std::uint32_t classes,
               std::size_t threads = 1) {
    Examples examples = one_hot_rows(program.inputs.size(), classes);
    LearnOptions options;
    options.batch = 256;
    std::optional<ThreadPool> pool;
    if (threads > 1) pool.emplace(threads);
    Trainer trainer(program, head, examples, Rows::all(kRows), options, 1, pool ? &*pool : nullptr);
    for (auto _ : state) benchmark::DoNotOptimize(trainer.step());
    state.counters["instructions"] = static_cast<double>(program.instructions.size());
    state.counters["weights"] = static_cast<double>(program.weight_count);
}

void published_shape(benchmark::State& state, std::size_t threads) {
    auto inputs = static_cast<int>(state.range(0));
    auto hidden = static_cast<int>(state.range(1));
    auto outputs = static_cast<int>(state.range(2));
    bool conjunctive = state.range(3) != 0;
    Elaboration elaboration = elaborate(Program::parse(layers(inputs, hidden, outputs, conjunctive)));
    CompiledProgram program = trainable(compile(elaboration.formulas()), Semantics::goedel);
    run_steps(state, program, Head::paper, static_cast<std::uint32_t>(outputs), threads);
}
void one_thread(benchmark::State& state) { published_shape(state, 1); }
void two_threads(benchmark::State& state) { published_shape(state, 2); }  // inside a step

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

// Levels of small formulas over the level before, with negations and choices of mixed modes: about `nodes` instructions.
CompiledProgram generic_program(std::size_t nodes) {
    constexpr std::size_t kWidth = 500;
    Graph graph;
    Random random(2, Stream::testing);
    std::uint32_t draw = 0;
    std::vector<Formula> level;
    for (std::size_t i = 0; i < kWidth; ++i) level.push_back(graph.var("x" + std::to_string(i)));
    while (graph.node_count() < nodes) {
        std::vector<Formula> next;
        for (std::size_t i = 0; i < kWidth; ++i) {
            auto pick = [&] { return level[static_cast<std::size_t>(random.uniform(0, draw++) * kWidth)]; };
            Formula a = level[i];
            Formula b = pick();
            Formula c = pick();
            next.push_back(i % 2 == 0 ? (choice({a, !b, c}) & c) | choice({!c, b})
                                      : (a | !b) & choice({b, c, !a}));
        }
        level = std::move(next);
    }
    return compile({any_of(level)});
}

void generic(benchmark::State& state) {
    CompiledProgram program =
        trainable(generic_program(static_cast<std::size_t>(state.range(0))), Semantics::goedel);
    run_steps(state, program, Head::single, 2);
    double work =
        static_cast<double>(program.instructions.size()) * 256 * static_cast<double>(state.iterations());
    state.counters["work_per_second"] =
        benchmark::Counter(work, benchmark::Counter::kIsRate);  // nodes times rows
}
BENCHMARK(generic)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace loh

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
