// The loh side of bench/csv, loaded by Python: columns of a CSV file, read by read_typed as a whole, or block by block like the
// columns of another table. The results are sufficient to check that the right cells were read.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/column_types.hpp"
#include "data/columns_like.hpp"
#include "data/read_typed.hpp"
#include "loh/table.hpp"
#include "loh/table_reader.hpp"

namespace {

// A checksum of a column: the sum of its numbers or codes; missing cells count as 0.
double sum_of(const loh::TypedColumn& column) {
    double sum = 0;
    for (double number : column.numbers) sum += std::isnan(number) ? 0 : number;
    for (std::uint32_t code : column.codes) sum += code < loh::TypedColumn::kUnseenCode ? code : 0;
    return sum;
}

// Columns of a small table of the same form, by name.
struct Likeness {
    loh::ColumnsLike columns;
};

}  // namespace

extern "C" {

// Reads all columns. sums: [column of the file]. Returns the number of rows.
std::size_t csv_read_typed(const char* path, std::size_t threads, double* sums) {
    loh::TypedReadOptions options;
    options.threads = threads;
    loh::TypedTable table = loh::read_typed(path, {}, options);
    std::transform(table.columns.begin(), table.columns.end(), sums, sum_of);
    return table.rows;
}

// Sets the columns of a small table as the schema for csv_read_like. names: [count]
void* csv_likeness(const char* path, const char* const* names, std::size_t count) {
    loh::Table table = loh::Table::read_csv(path);
    loh::TypeRules rules({}, table);
    std::vector<loh::ColumnsLike::Column> columns;
    for (const char* name : std::span(names, count))
        columns.push_back({table.at(name), loh::schema_of(loh::typed_column(table, table.at(name), rules))});
    return new Likeness{loh::ColumnsLike(columns, loh::MissingRules(loh::TableSchema{}))};
}

void csv_likeness_delete(void* likeness) { delete static_cast<Likeness*>(likeness); }

// Reads these columns block by block and discards them. sums: [count]. Returns the number of rows.
std::size_t csv_read_like(void* likeness, const char* path, std::size_t threads, double* sums) {
    const loh::ColumnsLike& columns = static_cast<Likeness*>(likeness)->columns;
    std::size_t rows = 0;
    loh::TableReader::open(path).for_each_block(threads, [&](const loh::Table& block) -> loh::InOrder {
        std::vector<loh::TypedColumn> typed = columns.read(block);
        std::vector<double> found(typed.size());
        std::transform(typed.begin(), typed.end(), found.begin(), sum_of);
        return [&rows, sums, found, count = block.rows()] {
            rows += count;
            for (std::size_t i = 0; i < found.size(); ++i) sums[i] += found[i];
        };
    });
    return rows;
}
}
