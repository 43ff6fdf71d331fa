// A column is read as numbers until a cell is none; then it is read once more, as categories. So a column of texts costs
// one failed conversion, and a number column costs one conversion for each cell and nothing else. Categories are numbered
// as they appear and renumbered when all of them are known: sorting touches each category once, not each cell.
//
// Cells stand row by row in memory. All columns of a table are therefore read side by side, a few hundred rows at a time
// that stay in the cache; one column after the other takes twice as long.
#include "data/column_types.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "data/table_data.hpp"
#include "data/text_index.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr double kMissingNumber = std::numeric_limits<double>::quiet_NaN();

// Appends the rows from `begin` to `end` to `numbers`. Returns the first whose cell is neither missing nor a number, and
// has not read that one; `end` when there is none.
std::size_t append_numbers(const Table& table, std::size_t column, const MissingTexts& missing,
                           std::size_t begin, std::size_t end, std::vector<double>& numbers) {
    for (std::size_t row = begin; row < end; ++row) {
        std::string_view cell = table.cell(column, row);
        if (missing.contains(cell)) {
            numbers.push_back(kMissingNumber);
        } else if (std::optional<double> number = parse_number(cell)) {
            numbers.push_back(*number);
        } else {
            return row;
        }
    }
    return end;
}

Error no_number(const Table& table, std::size_t column, std::size_t row) {
    std::string_view cell = table.cell(column, row);
    return table.bad_cell(
        column, row, cell.empty() ? "is empty, but a number is needed" : "is no number: " + quote_name(cell),
        "expected a number such as -3, .28 or 1e5, or a text that means missing");
}

// The order of the categories: by value when all are numbers, by their bytes otherwise and among equal numbers.
std::vector<std::uint32_t> sorted_order(const TextIndex& texts) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < texts.size() && numbers.size() == i; ++i)
        if (std::optional<double> number = parse_number(texts.text(i))) numbers.push_back(*number);
    bool numeric = numbers.size() == texts.size();
    std::vector<std::uint32_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (numeric && numbers[a] != numbers[b]) return numbers[a] < numbers[b];
        return texts.text(a) < texts.text(b);
    });
    return order;
}

class ColumnReader {
public:
    ColumnReader(const Table& table, std::size_t column, const TypeRules& rules)
        : table_(table), column_(column), declared_(rules.declared(column)), missing_(rules.missing()) {
        result_.name = table.names()[column];
        if (declared_ == ColumnUse::category) begin_categories();
    }

    // Rows up to `end`, from where the last call ended.
    void read_until(std::size_t end) {
        if (result_.type == ColumnType::number) {
            numbers_.reserve(table_.rows());
            std::size_t row = append_numbers(table_, column_, missing_, numbers_.size(), end, numbers_);
            if (row == end) return;
            if (declared_ == ColumnUse::number) throw no_number(table_, column_, row);
            begin_categories();
        }
        append_categories(end);
    }

    TypedColumn finish() {
        if (result_.type == ColumnType::category) sort_categories();
        result_.numbers = std::move(numbers_);
        result_.codes = std::move(codes_);
        return std::move(result_);
    }

private:
    void begin_categories() {
        result_.type = ColumnType::category;
        numbers_ = {};
        codes_.reserve(table_.rows());
    }

    void append_categories(std::size_t end) {
        for (std::size_t row = codes_.size(); row < end; ++row) {
            std::string_view cell = table_.cell(column_, row);
            codes_.push_back(missing_.contains(cell) ? TypedColumn::kMissingCode : index_.insert(cell));
        }
    }

    void sort_categories() {
        if (index_.size() > TypedColumn::kUnseenCode)
            throw Error(ErrorKind::limit, "column " + quote_name(result_.name) + " has too many categories");
        std::vector<std::uint32_t> order = sorted_order(index_);
        std::vector<std::uint32_t> rank(order.size());
        std::vector<std::string> categories;
        for (std::uint32_t code = 0; code < order.size(); ++code) {
            rank[order[code]] = code;
            categories.emplace_back(index_.text(order[code]));
        }
        result_.categories = std::move(categories);
        for (std::uint32_t& code : codes_)
            if (code != TypedColumn::kMissingCode) code = rank[code];
    }

    const Table& table_;
    std::size_t column_;
    std::optional<ColumnUse> declared_;
    const MissingTexts& missing_;
    TypedColumn result_;
    std::vector<double> numbers_;
    std::vector<std::uint32_t> codes_;
    TextIndex index_;  // its numbers are the codes until the categories are sorted
};

}  // namespace

MissingTexts::MissingTexts(std::vector<std::string> texts) : texts_(std::move(texts)) {
    std::sort(texts_.begin(), texts_.end());
    for (const std::string& text : texts_) {
        if (text.empty()) {
            empty_ = true;
        } else {
            begins_[static_cast<unsigned char>(text[0])] = true;
        }
    }
}

bool MissingTexts::is_listed(std::string_view cell) const {
    return std::binary_search(texts_.begin(), texts_.end(), cell);
}

TypeRules::TypeRules(const TableSchema& schema, const Table& table)
    : declared_(table.columns()), missing_(schema.missing) {
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

std::optional<double> parse_number(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return std::nullopt;
    }
    double value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

TypedColumn typed_column(const Table& table, std::size_t column, const TypeRules& rules) {
    ColumnReader reader(table, column, rules);
    reader.read_until(table.rows());
    return reader.finish();
}

std::vector<TypedColumn> typed_columns(const Table& table, const TypeRules& rules) {
    constexpr std::size_t kRowsAtATime = 256;
    std::vector<ColumnReader> readers;
    for (std::size_t column = 0; column < table.columns(); ++column)
        if (rules.declared(column) != ColumnUse::ignore) readers.emplace_back(table, column, rules);
    for (std::size_t end = 0; end < table.rows();) {
        end = std::min(end + kRowsAtATime, table.rows());
        for (ColumnReader& reader : readers) reader.read_until(end);
    }
    std::vector<TypedColumn> result;
    for (ColumnReader& reader : readers) {
        TypedColumn column = reader.finish();
        if (count_missing(column) < table.rows()) result.push_back(std::move(column));
    }
    return result;
}

std::size_t count_missing(const TypedColumn& column) {
    auto missing = column.type == ColumnType::number
                       ? std::count_if(column.numbers.begin(), column.numbers.end(),
                                       [](double number) { return std::isnan(number); })
                       : std::count(column.codes.begin(), column.codes.end(), TypedColumn::kMissingCode);
    return static_cast<std::size_t>(missing);
}

ColumnSchema schema_of(const TypedColumn& column) { return {column.type, column.categories.to_vector()}; }

TypedColumn typed_like(const Table& table, std::size_t column, const ColumnSchema& schema,
                       const MissingTexts& missing) {
    TypedColumn result;
    result.name = table.names()[column];
    result.type = schema.type;
    if (schema.type == ColumnType::number) {
        std::vector<double> numbers;
        numbers.reserve(table.rows());
        std::size_t row = append_numbers(table, column, missing, 0, table.rows(), numbers);
        if (row < table.rows()) throw no_number(table, column, row);
        result.numbers = std::move(numbers);
        return result;
    }
    result.categories = schema.categories;
    TextIndex index;
    for (const std::string& category : result.categories) index.insert(category);
    std::vector<std::uint32_t> codes;
    codes.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::string_view cell = table.cell(column, row);
        std::uint32_t code = index.find(cell);
        if (missing.contains(cell)) {
            code = TypedColumn::kMissingCode;
        } else if (code == TextIndex::kNone) {
            code = TypedColumn::kUnseenCode;
        }
        codes.push_back(code);
    }
    result.codes = std::move(codes);
    return result;
}

}  // namespace loh
