// Datasets and tables as column sources: columns by name, typed as a model asks for them.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "data/dataset_data.hpp"
#include "data/table_data.hpp"
#include "data/truth_columns.hpp"

namespace loh {

namespace {

// One column of a table of bits.
TypedColumn bit_column(const DatasetData& data, std::size_t column) {
    std::vector<double> numbers(data.rows);
    for (std::size_t row = 0; row < data.rows; ++row) numbers[row] = data.bits->at(row, column) ? 1 : 0;
    return {data.names[column], ColumnType::number, std::move(numbers), {}, {}};
}

}  // namespace

std::vector<TypedColumn> DatasetData::used_columns() const {
    std::vector<TypedColumn> result;
    for (std::size_t column = 0; column < names.size(); ++column) {
        if (names[column] == target || names[column] == weight_column) continue;
        if (bits) result.push_back(bit_column(*this, column));
        if (!bits && uses[column] != ColumnUse::ignore) result.push_back(columns[column]);
    }
    return result;
}

std::optional<std::size_t> DatasetColumns::find(std::string_view name) const {
    auto found = data_.column_of.find(std::string(name));
    if (found == data_.column_of.end()) return std::nullopt;
    return found->second;
}

TypedColumn DatasetColumns::typed(std::size_t column) const {
    if (data_.bits) return bit_column(data_, column);
    if (data_.has_cells(column)) return data_.columns[column];
    if (data_.declared[column] == ColumnUse::ignore && data_.texts)
        return data_.texts->typed(column, data_.missing);
    double missing = std::numeric_limits<double>::quiet_NaN();  // the cell of a column without values
    return {data_.names[column], ColumnType::number, std::vector<double>(data_.rows, missing), {}, {}};
}

Error DatasetColumns::bad_cell(std::size_t column, std::size_t row, std::string message,
                               std::string hint) const {
    std::optional<CellTexts::Place> place;
    if (data_.texts) place = data_.texts->find(row);
    if (place) return place->table.bad_cell(column, place->row, std::move(message), std::move(hint));
    Diagnostic diagnostic;
    diagnostic.kind = ErrorKind::meaning;
    diagnostic.file = data_.source;
    diagnostic.message = "row " + std::to_string(row) + ", column " + quote_name(data_.names[column]) + ": " +
                         std::move(message);
    diagnostic.hint = std::move(hint);
    return Error(std::move(diagnostic));
}

std::string DatasetColumns::text_of(std::size_t column, std::size_t row) const {
    std::optional<CellTexts::Place> place;
    if (data_.texts) place = data_.texts->find(row);
    if (place) return std::string(place->table.cell(column, place->row));
    const TypedColumn& cells = data_.columns[column];
    if (cells.is_missing(row)) return {};
    if (cells.type == ColumnType::category) return cells.categories[cells.codes[row]];
    return cells.form.is_date() ? cells.form.write(cells.numbers[row]) : spell_number(cells.numbers[row]);
}

namespace {

// [code of `column`]: its code in `categories`, or kUnseenCode.
std::vector<std::uint32_t> codes_among(const SharedArray<std::string>& column,
                                       const std::vector<std::string>& categories) {
    std::unordered_map<std::string_view, std::uint32_t> code;
    for (std::uint32_t c = 0; c < categories.size(); ++c) code.emplace(categories[c], c);
    std::vector<std::uint32_t> result;
    for (const std::string& category : column) {
        auto found = code.find(category);
        result.push_back(found == code.end() ? TypedColumn::kUnseenCode : found->second);
    }
    return result;
}

}  // namespace

// A column of categories as numbers of the form.
TypedColumn DatasetColumns::as_numbers(std::size_t column, const TypedColumn& own, const CellForm& form,
                                       const MissingRules& missing) const {
    std::vector<std::optional<double>> of_code;
    for (const std::string& category : own.categories) of_code.push_back(form.parse(category));
    MissingTexts none = MissingTexts::in_numbers(missing);
    std::vector<double> numbers(data_.rows, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < data_.rows; ++row) {
        std::uint32_t code = own.codes[row];
        if (code == TypedColumn::kMissingCode) continue;
        const std::string& text = own.categories[code];
        if (of_code[code]) numbers[row] = *of_code[code];
        if (!of_code[code] && !none.contains(text))
            throw bad_cell(column, row, "is not a number: " + quote_name(text), number_hint(form, none));
    }
    return {own.name, ColumnType::number, std::move(numbers), {}, {}, form};
}

TypedColumn DatasetColumns::like(std::size_t column, const ColumnSchema& schema,
                                 const MissingRules& missing) const {
    TypedColumn own = typed(column);
    bool same = own.type == schema.type && own.form == schema.form &&
                std::equal(own.categories.begin(), own.categories.end(), schema.categories.begin(),
                           schema.categories.end());
    if (same) return own;
    if (schema.type == ColumnType::number) {
        if (own.type == ColumnType::category) return as_numbers(column, own, schema.form, missing);
        bool any_form = own.form.is_date() ? schema.form.is_date()
                                           : own.form.kind == CellForm::Kind::plain && !schema.form.is_date();
        if (any_form || count_missing(own) == data_.rows) return own;
        throw bad_cell(column, 0,
                       "is written like " + (own.form.spelled().empty() ? "-3 or .28" : own.form.spelled()),
                       number_hint(schema.form, MissingTexts::in_numbers(missing)));
    }
    TypedColumn result{own.name, ColumnType::category, {}, {}, schema.categories};
    std::vector<std::uint32_t> codes(data_.rows, TypedColumn::kMissingCode);
    if (own.type == ColumnType::category) {
        std::vector<std::uint32_t> mapped = codes_among(own.categories, schema.categories);
        for (std::size_t row = 0; row < data_.rows; ++row)
            if (own.codes[row] < mapped.size()) codes[row] = mapped[own.codes[row]];
    } else {
        std::unordered_map<std::string_view, std::uint32_t> code;
        for (std::uint32_t c = 0; c < schema.categories.size(); ++c) code.emplace(schema.categories[c], c);
        for (std::size_t row = 0; row < data_.rows; ++row) {
            if (own.is_missing(row)) continue;
            auto found = code.find(text_of(column, row));
            codes[row] = found == code.end() ? TypedColumn::kUnseenCode : found->second;
        }
    }
    result.codes = std::move(codes);
    return result;
}

std::vector<float> DatasetColumns::truth_values(std::size_t column) const {
    if (data_.names[column] == data_.target && !data_.target.empty())
        throw Error(ErrorKind::meaning, "the target column " + quote_name(data_.target) + " cannot be read");
    TypedColumn own = typed(column);
    std::vector<std::optional<float>> of_code;
    for (const std::string& category : own.categories) of_code.push_back(truth_value(category));
    std::vector<float> result;
    result.reserve(data_.rows);
    for (std::size_t row = 0; row < data_.rows; ++row) {
        std::optional<float> value;
        if (!own.is_missing(row))
            value = own.type == ColumnType::number ? truth_value(own.numbers[row]) : of_code[own.codes[row]];
        if (!value) {
            std::string cell = text_of(column, row);
            throw bad_cell(column, row,
                           cell.empty() ? "is empty" : "is not a truth value: " + quote(cell, '\''),
                           "expected 0, 1, true, false or a number between 0 and 1");
        }
        result.push_back(*value);
    }
    return result;
}

ClassColumn DatasetColumns::classes(std::size_t column, const MissingTexts& missing) const {
    if (data_.names[column] == data_.target) return data_.classes;
    TypedColumn own = typed(column);
    std::vector<std::string> texts;
    for (std::size_t row = 0; row < data_.rows; ++row)
        texts.push_back(own.is_missing(row) ? std::string() : text_of(column, row));
    std::vector<std::string> none = missing.texts();
    none.emplace_back();
    return class_column(Table::from_columns({data_.names[column]}, {texts}), 0, MissingTexts(none));
}

TypedColumn TableColumns::like(std::size_t column, const ColumnSchema& schema,
                               const MissingRules& missing) const {
    return typed_like(table_, column, schema, missing);
}

std::vector<float> TableColumns::truth_values(std::size_t column) const {
    return truth_column(table_, column);
}

std::shared_ptr<const PackedRows> TableColumns::bits() const { return table_.data().bits; }

ClassColumn TableColumns::classes(std::size_t column, const MissingTexts& missing) const {
    return class_column(table_, column, missing);
}

}  // namespace loh
