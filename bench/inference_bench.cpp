// Rules on many rows: the kernels one by one, whole programs from packed and from raw columns, and the cost of a parallel section.
// Rules are random disjunctions of conjunctions over thresholds of random columns; paths of trees, which share more, are in
// bench/inference.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "decision/rows/infer.hpp"
#include "loh/loh.hpp"

namespace loh {
namespace {

constexpr std::size_t kRows = 1U << 18U;

struct Rules {
    RuleProgram program;
    RuleDecision decision;
    std::vector<TypedColumn> columns;
    std::vector<std::vector<std::uint64_t>> bits;  // [literal]

    // formulas x clauses x width literals `column < threshold`, negated or not.
    Rules(std::uint32_t formulas, std::uint32_t clauses, std::uint32_t width, std::uint32_t column_count,
          std::uint32_t thresholds) {
        Random random(1, Stream::testing);
        auto draw = [&, index = 0U](std::uint32_t sides) mutable {
            return static_cast<std::uint32_t>(random.bits(0, index++) % sides);
        };
        std::string text;
        for (std::uint32_t f = 0; f < formulas; ++f) {
            text += "output c" + std::to_string(f) + " := ";
            for (std::uint32_t c = 0; c < clauses; ++c) {
                text += c > 0 ? " | " : "";
                for (std::uint32_t i = 0; i < width; ++i) {
                    text += (i > 0 ? " & " : "") + std::string(draw(2) == 0 ? "!" : "") + "(x" +
                            std::to_string(draw(column_count)) + " < " +
                            std::to_string(1 + draw(thresholds)) + ")";
                }
            }
            text += "\n";
            decision.classes.push_back(f);
        }
        decision.otherwise = formulas;
        program = compile_rules(elaborate(Program::parse(text)).formulas());
        for (std::uint32_t i = 0; i < column_count; ++i) {
            std::vector<double> numbers;
            for (std::uint32_t row = 0; row < kRows; ++row)
                numbers.push_back(random.uniform(1 + i, row) * (thresholds + 1));
            columns.push_back({"x" + std::to_string(i), ColumnType::number, std::move(numbers), {}, {}});
        }
        pack();
    }

    [[nodiscard]] RuleInputs raw(const RuleProgram& of) const { return raw_inputs(of, kRows, columns); }

    [[nodiscard]] RuleInputs packed() const {
        std::size_t next = 0;
        return packed_inputs(program, kRows, [&](const std::string&) { return bits[next++].data(); });
    }

private:
    void pack() {
        RuleProgram leaves;
        leaves.literals = program.literals;
        for (std::uint32_t i = 0; i < leaves.literals.size(); ++i) leaves.outputs.push_back({1 + i, false});
        ThreadPool pool(1);
        bits = evaluate_rules(leaves, raw(leaves), pool);
    }
};

void classify_rows(benchmark::State& state, bool packed) {
    auto argument = [&](int i) { return static_cast<std::uint32_t>(state.range(i)); };
    Rules rules(argument(0), argument(1), argument(2), argument(3), argument(4));
    RuleInputs inputs = packed ? rules.packed() : rules.raw(rules.program);
    ThreadPool pool(1);
    std::vector<std::uint8_t> classes(kRows);
    for (auto _ : state) {
        classify(rules.program, inputs, rules.decision, pool, std::span(classes));
        benchmark::DoNotOptimize(classes.data());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kRows));
    state.counters["literals"] = static_cast<double>(rules.program.literals.size());
    state.counters["operands"] = static_cast<double>(rules.program.operands.size());
    state.counters["registers"] = static_cast<double>(rules.program.registers);
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"formulas", "clauses", "width", "columns", "thresholds"})
        ->Args({1, 30, 5, 10, 4})
        ->Args({1, 60, 6, 10, 12})
        ->Args({25, 20, 8, 16, 8})
        ->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(classify_rows, packed, true)->Apply(sizes);
BENCHMARK_CAPTURE(classify_rows, raw, false)->Apply(sizes);

void comparing_a_block(benchmark::State& state) {
    std::vector<double> column(kBlockRows, 0.5);
    Block bits;
    double threshold = 0;
    for (auto _ : state) {
        pack_numbers(column, Comparison::less, threshold, bits);
        benchmark::DoNotOptimize(bits);
        threshold += 0.001;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kBlockRows));
}
BENCHMARK(comparing_a_block);

void comparing_a_block_of_codes(benchmark::State& state) {
    std::vector<std::uint32_t> column(kBlockRows, 3);
    Block bits;
    std::uint32_t code = 0;
    for (auto _ : state) {
        pack_equal_codes(column, code++, bits);
        benchmark::DoNotOptimize(bits);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kBlockRows));
}
BENCHMARK(comparing_a_block_of_codes);

void spreading_a_block(benchmark::State& state) {
    std::vector<Block> planes(8);
    for (Block& plane : planes) std::fill_n(plane.words, kBlockWords, 0x123456789ABCDEF0);
    std::vector<std::uint8_t> classes(kBlockRows);
    for (auto _ : state) {
        spread_planes(planes.data(), static_cast<std::size_t>(state.range(0)), std::span(classes));
        benchmark::DoNotOptimize(classes.data());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kBlockRows));
}
BENCHMARK(spreading_a_block)->ArgName("planes")->Arg(1)->Arg(5);

// The time of a parallel section with `nanoseconds` of work for each of two threads.
void parallel_section(benchmark::State& state) {
    ThreadPool pool(2);
    auto length = std::chrono::nanoseconds(state.range(0));
    for (auto _ : state) {
        pool.parallel_for(2, [&](std::size_t, std::size_t) {
            auto start = std::chrono::steady_clock::now();
            while (std::chrono::steady_clock::now() - start < length) {
            }
        });
    }
}
BENCHMARK(parallel_section)->ArgName("nanoseconds")->Arg(0)->Arg(5000)->Arg(50000)->UseRealTime();

}  // namespace
}  // namespace loh

BENCHMARK_MAIN();
