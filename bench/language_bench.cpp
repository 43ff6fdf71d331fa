// The speed of parsing, formatting, elaboration and enumeration. Each benchmark checks its result first.
#include <string>

#include <benchmark/benchmark.h>

#include "base/check.hpp"
#include "loh/loh.hpp"

namespace {

// `rules` clauses of ten literals, about 60 bytes each.
std::string clause_text(int rules) {
    std::string text;
    for (int rule = 0; rule < rules; ++rule) {
        text += "r" + std::to_string(rule) + " := [";
        for (int i = 0; i < 10; ++i)
            text += (i > 0 ? " & " : "") + std::string(i % 3 == 0 ? "!" : "") + "x" +
                    std::to_string((rule * 7 + i) % 100);
        text += ", false]\n";
    }
    text += "output y := r0";
    for (int rule = 1; rule < rules; ++rule) text += " | r" + std::to_string(rule);
    return text + "\n";
}

std::string network_text(int neurons, int inputs) {
    std::string n = std::to_string(neurons);
    return "h[j in 1.." + n + "] := and(i in 1.." + std::to_string(inputs) + ": [x[i], true])\nor(j in 1.." +
           n + ": h[j])\n";
}

void parse(benchmark::State& state) {
    std::string text = clause_text(static_cast<int>(state.range(0)));
    LOH_CHECK(loh::Program::parse(text) == loh::Program::parse(loh::Program::parse(text).to_string()));
    for (auto _ : state) benchmark::DoNotOptimize(loh::Program::parse(text));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(parse)->Arg(100)->Arg(10000)->Unit(benchmark::kMillisecond);

void format(benchmark::State& state) {
    loh::Program program = loh::Program::parse(clause_text(static_cast<int>(state.range(0))));
    std::string text = program.format();
    LOH_CHECK(loh::Program::parse(text) == program);
    for (auto _ : state) benchmark::DoNotOptimize(program.format());
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(format)->Arg(100)->Arg(10000)->Unit(benchmark::kMillisecond);

// A network of n x n choices; the target is a million of them in two seconds.
void elaborate(benchmark::State& state) {
    int size = static_cast<int>(state.range(0));
    loh::Program program = loh::Program::parse(network_text(size, size));
    LOH_CHECK(loh::take_census(loh::elaborate(program).formulas()).choices ==
              static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
    for (auto _ : state) benchmark::DoNotOptimize(loh::elaborate(program));
    state.SetItemsProcessed(state.iterations() * state.range(0) * state.range(0));
}
BENCHMARK(elaborate)->Arg(32)->Arg(100)->Arg(320)->Arg(1000)->Unit(benchmark::kMillisecond);

// All 2^n hypotheses of a neuron with n inputs.
void enumerate(benchmark::State& state) {
    int inputs = static_cast<int>(state.range(0));
    std::vector<loh::Formula> outputs =
        loh::elaborate(loh::Program::parse(network_text(1, inputs))).formulas();
    LOH_CHECK(loh::count_hypotheses(outputs).digits == std::to_string(1 << inputs));
    for (auto _ : state) benchmark::DoNotOptimize(loh::count_hypotheses(outputs));
    state.SetItemsProcessed(state.iterations() * (std::int64_t{1} << inputs));
}
BENCHMARK(enumerate)->Arg(8)->Arg(14)->Unit(benchmark::kMillisecond);

void bound(benchmark::State& state) {
    std::vector<loh::Formula> outputs =
        loh::elaborate(loh::Program::parse(network_text(1000, 1000))).formulas();
    LOH_CHECK(loh::bound_hypotheses(outputs).to_string() == "<= 10^301030");
    for (auto _ : state) benchmark::DoNotOptimize(loh::bound_hypotheses(outputs));
}
BENCHMARK(bound)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
