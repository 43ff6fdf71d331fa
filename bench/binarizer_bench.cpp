// From columns to bits: cut points of 100 000 rows x 20 number columns, and atoms on columns inside and outside the cache.
// Each benchmark checks its result first.
#include "features/binarizer.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/check.hpp"
#include "base/random.hpp"
#include "features/column_tests.hpp"
#include "features/literal_oracle.hpp"

namespace loh {
namespace {

// Normal values whose mean depends on the class, a twentieth of them missing; all distinct, or rounded to `steps` per unit.
struct Numbers {
    std::vector<TypedColumn> columns;
    std::vector<std::uint32_t> labels;
};

Numbers random_numbers(std::size_t rows, std::size_t columns, std::uint32_t classes, double steps) {
    Random random(1, Stream::testing);
    Numbers result;
    for (std::uint32_t row = 0; row < rows; ++row)
        result.labels.push_back(static_cast<std::uint32_t>(random.uniform(row, 0) * classes));
    for (std::uint32_t c = 1; c <= columns; ++c) {
        TypedColumn column;
        column.name = "x" + std::to_string(c);
        std::vector<double> numbers;
        for (std::uint32_t row = 0; row < rows; ++row) {
            double value = random.normal(row, c) + 2.0 * result.labels[row] / classes;
            if (steps > 0) value = std::round(value * steps) / steps;
            bool missing = random.uniform(row, c + 1000) < 0.05;
            numbers.push_back(missing ? std::numeric_limits<double>::quiet_NaN() : value);
        }
        column.numbers = std::move(numbers);
        result.columns.push_back(std::move(column));
    }
    return result;
}

void cut(benchmark::State& state) {
    constexpr std::size_t kRows = 100'000;
    auto classes = static_cast<std::uint32_t>(state.range(0));
    Numbers numbers = random_numbers(kRows, 20, classes, static_cast<double>(state.range(1)));
    RowList rows = Rows::all(kRows).list();
    std::size_t found = literals(numbers.columns, numbers.labels, rows, {}).size();
    LOH_CHECK(found > 3 * numbers.columns.size());  // `is missing`, and some cuts
    for (auto _ : state) benchmark::DoNotOptimize(literals(numbers.columns, numbers.labels, rows, {}));
    state.counters["literals"] = static_cast<double>(found);
}
BENCHMARK(cut)
    ->ArgNames({"classes", "steps"})
    ->Args({2, 0})
    ->Args({26, 0})
    ->Args({2, 10})
    ->Unit(benchmark::kMillisecond);

void check_against_oracle(const Atom& atom, const std::vector<TypedColumn>& columns) {
    std::vector<std::uint64_t> bits = literal_bits(atom, columns);
    for (std::size_t row = 0; row < columns[0].rows(); row += 97)
        LOH_CHECK((bits[row / 64] >> (row % 64) & 1U) == (literal_at(atom, columns, row) ? 1U : 0U));
}

void run_atom(benchmark::State& state, const Atom& atom, const std::vector<TypedColumn>& columns,
              std::size_t bytes) {
    check_against_oracle(atom, columns);
    std::size_t rows = columns[0].rows();
    for (auto _ : state) benchmark::DoNotOptimize(literal_bits(atom, columns).data());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(rows * bytes));
}

void threshold(benchmark::State& state) {
    Numbers numbers = random_numbers(static_cast<std::size_t>(state.range(0)), 1, 2, 0);
    run_atom(state, CompareAtom{{"x1"}, Comparison::greater_equal, 0.5}, numbers.columns, sizeof(double));
}
BENCHMARK(threshold)->Arg(10'000)->Arg(5'000'000)->Unit(benchmark::kMicrosecond);

void two_columns(benchmark::State& state) {
    Numbers numbers = random_numbers(static_cast<std::size_t>(state.range(0)), 2, 2, 0);
    run_atom(state, CompareAtom{{"x1"}, Comparison::greater, Column{"x2"}}, numbers.columns,
             2 * sizeof(double));
}
BENCHMARK(two_columns)->Arg(10'000)->Arg(5'000'000)->Unit(benchmark::kMicrosecond);

void category(benchmark::State& state) {
    TypedColumn job{"job", ColumnType::category, {}, {}, {"admin", "clerk", "maid", "student"}};
    Random random(2, Stream::testing);
    std::vector<std::uint32_t> codes;
    for (std::uint32_t row = 0; row < state.range(0); ++row) {
        auto code = static_cast<std::uint32_t>(random.uniform(row, 0) * 5);
        codes.push_back(code < 4 ? code : TypedColumn::kMissingCode);
    }
    job.codes = std::move(codes);
    run_atom(state, CompareAtom{{"job"}, Comparison::equal, "clerk"}, {job}, sizeof(std::uint32_t));
}
BENCHMARK(category)->Arg(10'000)->Arg(5'000'000)->Unit(benchmark::kMicrosecond);

// Memory bandwidth: the bound for columns outside the cache.
void read_memory(benchmark::State& state) {
    std::vector<std::uint64_t> numbers(static_cast<std::size_t>(state.range(0)), 1);
    for (auto _ : state) {
        std::uint64_t sum = 0;
        for (std::uint64_t number : numbers) sum += number;
        benchmark::DoNotOptimize(sum);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(numbers.size() * sizeof(double)));
}
BENCHMARK(read_memory)->Arg(10'000)->Arg(5'000'000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace loh

BENCHMARK_MAIN();
