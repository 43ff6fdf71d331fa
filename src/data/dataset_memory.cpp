// Datasets of columns in memory. A column is used without a copy if it has the layout that learners read: numbers or codes of
// sorted categories, without a validity mask. Any other column is copied into that layout.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "base/text.hpp"
#include "data/column_types.hpp"
#include "data/dataset_data.hpp"
#include "data/table_data.hpp"
#include "data/text_column.hpp"

namespace loh {

namespace {

Error bad_column(const std::string& name, const std::string& what) {
    return {ErrorKind::usage, "column " + quote_name(name) + " " + what};
}

bool is_valid(const MemoryColumn& column, std::size_t row) {
    return column.valid.empty() || (column.valid[row / 8] >> (row % 8) & 1U) != 0;
}

std::size_t rows_of(const MemoryColumn& column) {
    if (const auto* numbers = std::get_if<NumberCells>(&column.cells)) return numbers->values.size();
    if (const auto* categories = std::get_if<CategoryCells>(&column.cells)) return categories->codes.size();
    if (const auto* texts = std::get_if<TextCells>(&column.cells)) return texts->codes.size();
    return std::get<BitCells>(column.cells).rows;
}

TypedColumn number_column(const MemoryColumn& column, const NumberCells& cells) {
    CellForm form;
    if (cells.dates) form.kind = CellForm::Kind::date;
    if (column.valid.empty())
        return {column.name,
                ColumnType::number,
                SharedArray<double>(cells.values.data(), cells.values.size(), column.owner),
                {},
                {},
                form};
    std::vector<double> numbers(cells.values.begin(), cells.values.end());
    for (std::size_t row = 0; row < numbers.size(); ++row)
        if (!is_valid(column, row)) numbers[row] = std::numeric_limits<double>::quiet_NaN();
    return {column.name, ColumnType::number, std::move(numbers), {}, {}, form};
}

TypedColumn bit_column_of(const MemoryColumn& column, const BitCells& cells) {
    if (cells.bits.size() < (cells.rows + 7) / 8) throw bad_column(column.name, "has fewer bits than rows");
    std::vector<double> numbers(cells.rows);
    for (std::size_t row = 0; row < cells.rows; ++row) {
        bool value = (cells.bits[row / 8] >> (row % 8) & 1U) != 0;
        numbers[row] = !is_valid(column, row) ? std::numeric_limits<double>::quiet_NaN() : value ? 1 : 0;
    }
    return {column.name, ColumnType::number, std::move(numbers), {}, {}};
}

// The order of categories that learners expect: by value if all are numbers, otherwise by their bytes.
std::vector<std::uint32_t> category_order(const std::vector<std::string>& categories) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < categories.size() && numbers.size() == i; ++i)
        if (std::optional<double> number = parse_number(categories[i])) numbers.push_back(*number);
    bool numeric = numbers.size() == categories.size();
    std::vector<std::uint32_t> order(categories.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (numeric && numbers[a] != numbers[b]) return numbers[a] < numbers[b];
        return categories[a] < categories[b];
    });
    return order;
}

// Unused categories are dropped, equal ones are merged, and the rest is sorted, as if the cells had been read as texts.
TypedColumn category_column_of(const MemoryColumn& column, const CategoryCells& cells) {
    std::vector<bool> used(cells.categories.size(), false);
    for (std::size_t row = 0; row < cells.codes.size(); ++row) {
        if (!is_valid(column, row)) continue;
        if (cells.codes[row] >= cells.categories.size())
            throw bad_column(column.name, "has the code " + std::to_string(cells.codes[row]) + " in row " +
                                              std::to_string(row) + ", but " +
                                              std::to_string(cells.categories.size()) + " categories");
        used[cells.codes[row]] = true;
    }
    std::vector<std::uint32_t> order = category_order(cells.categories);
    std::vector<std::uint32_t> rank(order.size(), TypedColumn::kMissingCode);
    std::vector<std::string> categories;
    for (std::uint32_t code : order) {
        if (!used[code]) continue;
        if (categories.empty() || categories.back() != cells.categories[code])
            categories.push_back(cells.categories[code]);
        rank[code] = static_cast<std::uint32_t>(categories.size() - 1);
    }
    bool in_place = column.valid.empty() && categories == cells.categories;
    if (in_place)
        return {column.name,
                ColumnType::category,
                {},
                SharedArray<std::uint32_t>(cells.codes.data(), cells.codes.size(), column.owner),
                std::move(categories)};
    std::vector<std::uint32_t> codes(cells.codes.size(), TypedColumn::kMissingCode);
    for (std::size_t row = 0; row < codes.size(); ++row)
        if (is_valid(column, row)) codes[row] = rank[cells.codes[row]];
    return {column.name, ColumnType::category, {}, std::move(codes), std::move(categories)};
}

TypedColumn typed_from_memory(const MemoryColumn& column, const TableSchema& schema,
                              std::optional<ColumnUse> use, bool target) {
    if (!column.valid.empty() && column.valid.size() < (rows_of(column) + 7) / 8)
        throw bad_column(column.name, "has a validity mask that is too short");
    if (const auto* numbers = std::get_if<NumberCells>(&column.cells)) return number_column(column, *numbers);
    if (const auto* categories = std::get_if<CategoryCells>(&column.cells))
        return category_column_of(column, *categories);
    if (const auto* texts = std::get_if<TextCells>(&column.cells))
        return text_column_of(column, *texts, schema, use, target);
    return bit_column_of(column, std::get<BitCells>(column.cells));
}

// Numbers as categories, spelled as their shortest decimals.
TypedColumn as_categories(const TypedColumn& column) {
    if (column.type == ColumnType::category) return column;
    std::unordered_map<double, std::uint32_t> code;
    CategoryCells cells;
    std::vector<std::uint32_t> codes(column.numbers.size(), 0);
    std::vector<std::uint8_t> valid((column.numbers.size() + 7) / 8, 0);
    for (std::size_t row = 0; row < codes.size(); ++row) {
        double number = column.numbers[row];
        if (std::isnan(number)) continue;
        auto [entry, is_new] = code.try_emplace(number, static_cast<std::uint32_t>(cells.categories.size()));
        if (is_new)
            cells.categories.push_back(column.form.is_date() ? column.form.write(number)
                                                             : spell_number(number));
        codes[row] = entry->second;
        valid[row / 8] = static_cast<std::uint8_t>(valid[row / 8] | 1U << (row % 8));
    }
    cells.codes = codes;
    if (codes.empty()) return {column.name, ColumnType::category, {}, {}, {}};
    return category_column_of({column.name, cells, valid, nullptr}, cells);
}

void add_names(const std::vector<MemoryColumn>& columns, DatasetData& data) {
    if (columns.empty()) throw Error(ErrorKind::usage, "a dataset needs at least one column");
    data.rows = rows_of(columns[0]);
    for (const MemoryColumn& column : columns) {
        if (is_blank(column.name)) throw Error(ErrorKind::usage, "a column has no name");
        if (!data.column_of.emplace(column.name, data.names.size()).second)
            throw bad_column(column.name, "is given twice");
        if (rows_of(column) != data.rows)
            throw bad_column(column.name, "has " + std::to_string(rows_of(column)) + " rows, but column " +
                                              quote_name(columns[0].name) + " has " +
                                              std::to_string(data.rows));
        data.names.push_back(column.name);
    }
}

std::optional<ColumnUse> declared_use(const TableSchema& schema, const std::string& name) {
    auto found = schema.columns.find(name);
    return found == schema.columns.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

Dataset Dataset::from_columns(const std::vector<MemoryColumn>& columns, const std::string& target,
                              const TableSchema& schema, const std::string& source) {
    auto data = std::make_shared<DatasetData>();
    data->source = source;
    data->missing = schema;
    data->missing.columns.clear();
    data->target = target;
    add_names(columns, *data);
    DatasetColumns lookup(*data);
    for (const auto& [name, use] : schema.columns) static_cast<void>(lookup.at(name));
    if (!target.empty()) static_cast<void>(lookup.at(target));
    for (const MemoryColumn& column : columns) {
        std::optional<ColumnUse> use = declared_use(schema, column.name);
        bool is_target = column.name == target;
        TypedColumn typed = typed_from_memory(column, schema, use, is_target);
        if (use == ColumnUse::category) typed = as_categories(typed);
        if (use == ColumnUse::number && typed.type == ColumnType::category)
            throw bad_column(column.name, "is declared as numbers, but it has categories");
        if (is_target) data->classes = classes_of(as_categories(typed));
        bool ignored = is_target || use == ColumnUse::ignore || count_missing(typed) == data->rows;
        data->declared.push_back(use);
        data->uses.push_back(ignored                            ? ColumnUse::ignore
                             : typed.type == ColumnType::number ? ColumnUse::number
                                                                : ColumnUse::category);
        data->columns.push_back(std::move(typed));
    }
    if (!target.empty() && data->rows > 0) keep_rows_with_class(*data, RowLines());
    return Dataset(std::move(data));
}

}  // namespace loh
