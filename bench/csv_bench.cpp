// Reading CSV text step by step, on one thread: ends of cells and rows, whole tables, and cells as numbers and categories. The
// text has rows like those of adult; `quoted` puts its categories in quotes. Each benchmark checks its result first.
#include "data/csv.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/check.hpp"
#include "base/random.hpp"
#include "data/column_types.hpp"
#include "data/columns_like.hpp"
#include "data/csv_scan.hpp"
#include "data/row_cutter.hpp"
#include "loh/table.hpp"

namespace loh {
namespace {

constexpr std::size_t kRows = 10'000;
constexpr std::size_t kColumns = 8;
constexpr const char* kHeader = "age,job,weight,school,status,gain,hours,country\n";

std::string random_rows(bool quoted) {
    const std::vector<std::string> jobs = {"Private", "State-gov", "Self-emp-not-inc", "?", "Local-gov"};
    const std::vector<std::string> schools = {"HS-grad", "Some-college", "Bachelors", "11th", "Masters"};
    const std::vector<std::string> states = {"Never-married", "Married-civ-spouse", "Divorced"};
    Random random(1, Stream::testing);
    std::string text;
    for (std::uint32_t row = 0; row < kRows; ++row) {
        auto draw = [&, column = 0U](std::size_t sides) mutable {
            return random.bits(row, column++) % sides;
        };
        auto category = [&](const std::vector<std::string>& names) {
            const std::string& name = names[draw(names.size())];
            return quoted ? "\"" + name + "\"" : name;
        };
        text += std::to_string(17 + draw(70)) + ',' + category(jobs) + ',' +
                std::to_string(10'000 + draw(900'000)) + ',';
        text += category(schools) + ',' + category(states) + ',' + (draw(10) == 0 ? "7298" : "0") + ',';
        text += std::to_string(1 + draw(99)) + ',' + category({"United-States", "Mexico", "Japan"}) + '\n';
    }
    return text;
}

void count_bytes(benchmark::State& state, const std::string& text) {
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

using Scan = void (*)(const char*, std::size_t, std::size_t, const CsvSigns&, CsvCarry&, CsvWindow&);

std::size_t count_cells(const std::string& text, Scan scan, CsvWindow& window) {
    std::size_t cells = 0;
    CsvCarry carry;
    for (std::size_t at = 0; at < text.size(); at = window.next) {
        scan(text.data(), at, text.size(), {}, carry, window);
        LOH_CHECK(!window.stopped);
        cells += window.count;
    }
    return cells;
}

void scan_cells(benchmark::State& state, Scan scan) {
    std::string text = random_rows(state.range(0) != 0);
    auto window = std::make_unique<CsvWindow>();
    LOH_CHECK(count_cells(text, scan, *window) == kRows * kColumns);
    for (auto _ : state) benchmark::DoNotOptimize(count_cells(text, scan, *window));
    count_bytes(state, text);
}
BENCHMARK_CAPTURE(scan_cells, vectors, &scan_csv)->ArgName("quoted")->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(scan_cells, oracle, &scan_csv_oracle)->ArgName("quoted")->Arg(0)->Arg(1);

void cut_rows(benchmark::State& state) {
    std::string text = random_rows(state.range(0) != 0);
    auto boundary = [&] {
        RowCutter cutter(',');
        cutter.look(text);
        LOH_CHECK(cutter.lines() == kRows);
        return cutter.boundary();
    };
    LOH_CHECK(boundary() == text.size());
    for (auto _ : state) benchmark::DoNotOptimize(boundary());
    count_bytes(state, text);
}
BENCHMARK(cut_rows)->ArgName("quoted")->Arg(0)->Arg(1);

void check_ascii(benchmark::State& state) {
    std::string text = random_rows(false);
    LOH_CHECK(count_ascii(text.data(), text.size()) == text.size());
    for (auto _ : state) benchmark::DoNotOptimize(count_ascii(text.data(), text.size()));
    count_bytes(state, text);
}
BENCHMARK(check_ascii);

void read_cells(benchmark::State& state) {
    std::string text = kHeader + random_rows(state.range(0) != 0);
    CsvReader header("t.csv", {});
    header.take(text, true);
    header.read_header();
    std::string rows = header.behind_header();
    CsvReader reader = header.sibling();
    auto read = [&] {
        reader.take_rows(std::move(rows), 2);
        TableData data = reader.read_rows();
        std::size_t cells = data.cells.size();
        rows = std::move(data.text);
        reader.reuse(std::move(data));
        return cells;
    };
    LOH_CHECK(read() == kRows * kColumns);
    for (auto _ : state) benchmark::DoNotOptimize(read());
    count_bytes(state, text);
}
BENCHMARK(read_cells)->ArgName("quoted")->Arg(0)->Arg(1);

// All columns of a table in memory: typed by their own cells, and by their own schema.
void type_cells(benchmark::State& state) {
    Table table = Table::parse_csv(kHeader + random_rows(false));
    TypeRules rules({}, table);
    std::vector<ColumnsLike::Column> columns;
    for (std::size_t column = 0; column < kColumns; ++column)
        columns.push_back({column, schema_of(typed_column(table, column, rules))});
    ColumnsLike like(columns, MissingRules(TableSchema{}));
    std::vector<TypedColumn> typed = like.read(table);
    for (const TypedColumn& column : typed) LOH_CHECK(column.rows() == kRows);
    LOH_CHECK(typed[1].categories.size() == 4 && count_missing(typed[1]) > 0);
    for (auto _ : state) {
        benchmark::DoNotOptimize(state.range(0) != 0 ? like.read(table) : typed_columns(table, rules));
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(kRows * kColumns) * state.iterations());
}
BENCHMARK(type_cells)->ArgName("like")->Arg(0)->Arg(1);

}  // namespace
}  // namespace loh

BENCHMARK_MAIN();
