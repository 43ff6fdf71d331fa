#include "data/text_column.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "data/column_pieces.hpp"
#include "data/missing_texts.hpp"
#include "data/parse_number.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

std::string_view without_blanks(std::string_view text) {
    constexpr const char* kAroundTexts = " \t";
    std::size_t begin = std::min(text.find_first_not_of(kAroundTexts), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(kAroundTexts) + 1);
}

bool has_value(const MemoryColumn& column, std::size_t row) {
    return column.valid.empty() || (column.valid[row / 8] >> (row % 8) & 1U) != 0;
}

// The distinct texts that occur, and the text of each row.
ColumnPiece piece_of(const MemoryColumn& column, const TextCells& cells, const TableSchema& schema) {
    MissingTexts missing(schema.missing);
    constexpr std::uint32_t kNew = TypedColumn::kUnseenCode;
    std::vector<std::uint32_t> code_of(cells.texts.size(), kNew);
    ColumnPiece piece;
    piece.type = ColumnType::category;
    piece.codes.assign(cells.codes.size(), TypedColumn::kMissingCode);
    for (std::size_t row = 0; row < cells.codes.size(); ++row) {
        if (!has_value(column, row)) continue;
        std::uint32_t given = cells.codes[row];
        if (given >= cells.texts.size())
            throw Error(ErrorKind::usage, "column " + quote_name(column.name) + " has the code " +
                                              std::to_string(given) + " in row " + std::to_string(row) +
                                              ", but " + std::to_string(cells.texts.size()) + " texts");
        if (code_of[given] == kNew) {
            std::string_view text = without_blanks(cells.texts[given]);
            code_of[given] = missing.contains(text) ? TypedColumn::kMissingCode : piece.texts.insert(text);
        }
        piece.codes[row] = code_of[given];
    }
    return piece;
}

bool all_plain_numbers(const TextIndex& texts, bool usual) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (usual && UsualTexts::find(texts.text(i))) continue;
        if (!parse_number(texts.text(i))) return false;
    }
    return true;
}

// The plain numbers of a column that is declared as numbers. Other texts are missing.
ColumnPiece as_numbers(const ColumnPiece& piece) {
    ColumnPiece result;
    result.numbers.assign(piece.codes.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < piece.codes.size(); ++row) {
        if (piece.codes[row] == TypedColumn::kMissingCode) continue;
        std::string_view text = piece.texts.text(piece.codes[row]);
        if (std::optional<double> number = parse_number(text)) {
            result.numbers[row] = *number;
        } else {
            ++result.usual[UsualTexts::find(text).value_or(0)];
        }
    }
    return result;
}

}  // namespace

TypedColumn text_column_of(const MemoryColumn& column, const TextCells& cells, const TableSchema& schema,
                           std::optional<ColumnUse> declared, bool target) {
    ColumnPiece piece = piece_of(column, cells, schema);
    bool plain = all_plain_numbers(piece.texts, schema.usual_missing);
    bool as_number = declared == ColumnUse::number && !target;
    FinishRules rules;
    rules.usual = schema.usual_missing;
    rules.may_form = !plain && !target && declared != ColumnUse::category;
    rules.must_form = !plain && as_number;
    rules.target = target;
    if (plain && as_number) piece = as_numbers(piece);
    return finish_piece(column.name, std::move(piece), rules);
}

}  // namespace loh
