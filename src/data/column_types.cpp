#include "data/column_types.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "data/column_pieces.hpp"
#include "data/columns_like.hpp"
#include "data/table_data.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// Types the given columns of a whole table.
std::vector<TypedColumn> read_columns(const Table& table, const std::vector<std::size_t>& columns,
                                      const TypeRules& rules) {
    std::vector<ColumnPiece> pieces(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        pieces[i].clear(rules.first_type(columns[i]));
        pieces[i].reserve(table.rows());
    }
    read_pieces(table, columns, rules, pieces);
    std::vector<TypedColumn> result;
    for (std::size_t i = 0; i < columns.size(); ++i)
        result.push_back(
            finish_piece(table.names()[columns[i]], std::move(pieces[i]), rules.finish(columns[i])));
    return result;
}

}  // namespace

TypeRules::TypeRules(const TableSchema& schema, const Table& table)
    : declared_(table.columns()),
      missing_(schema.missing),
      in_numbers_(MissingTexts::in_numbers(MissingRules(schema))),
      usual_(schema.usual_missing),
      separator_(table.data().separator) {
    for (const auto& [name, use] : schema.columns) {
        if (!table.find(name)) {
            std::optional<std::string> meant = closest(name, table.names());
            throw Error(
                ErrorKind::name,
                table.source() + " has no column " + quote_name(name) + ", but a type is declared for it",
                meant ? "did you mean " + quote_name(*meant) + "?" : "");
        }
        declared_[table.at(name)] = use;
    }
}

std::vector<std::size_t> TypeRules::used_columns() const {
    std::vector<std::size_t> result;
    for (std::size_t column = 0; column < declared_.size(); ++column)
        if (declared_[column] != ColumnUse::ignore) result.push_back(column);
    return result;
}

TypedColumn typed_column(const Table& table, std::size_t column, const TypeRules& rules) {
    return std::move(read_columns(table, {column}, rules)[0]);
}

std::vector<TypedColumn> typed_columns(const Table& table, const TypeRules& rules) {
    std::vector<TypedColumn> result = read_columns(table, rules.used_columns(), rules);
    std::erase_if(result, [&](const TypedColumn& column) { return count_missing(column) == table.rows(); });
    return result;
}

std::size_t count_missing(const TypedColumn& column) {
    auto missing = column.type == ColumnType::number
                       ? std::count_if(column.numbers.begin(), column.numbers.end(),
                                       [](double number) { return std::isnan(number); })
                       : std::count(column.codes.begin(), column.codes.end(), TypedColumn::kMissingCode);
    return static_cast<std::size_t>(missing);
}

ColumnSchema schema_of(const TypedColumn& column) {
    return {column.type, column.categories.to_vector(), column.form};
}

TypedColumn typed_like(const Table& table, std::size_t column, const ColumnSchema& schema,
                       const MissingRules& missing) {
    return std::move(ColumnsLike({{column, schema}}, missing).read(table)[0]);
}

std::string number_hint(const CellForm& form, const MissingTexts& missing) {
    std::string expected = form.kind == CellForm::Kind::plain ? "a number such as -3, .28 or 1e5"
                           : form.is_date()                   ? "a date, " + form.spelled()
                                                              : "a number written like " + form.spelled();
    std::string texts;
    for (const std::string& text : missing.texts())
        texts += (texts.empty() ? "" : ", ") + (text.empty() ? "an empty cell" : text);
    return "expected " + expected + (texts.empty() ? "" : "; missing is written: " + texts);
}

Error no_number(const Table& table, std::size_t column, std::size_t row, const MissingTexts& missing,
                const CellForm& form) {
    std::string_view cell = table.cell(column, row);
    std::string kind = form.is_date() ? "a date" : "a number";
    return table.bad_cell(
        column, row,
        cell.empty() ? "is empty, but " + kind + " is needed" : "is not " + kind + ": " + quote_name(cell),
        number_hint(form, missing));
}

}  // namespace loh
