#include "loh/table_profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/calendar.hpp"
#include "base/text.hpp"
#include "data/column_types.hpp"
#include "data/dataset_data.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostFrequent = 5;  // number of categories in a profile
constexpr std::size_t kFewestRows = 20;   // fewest rows for remarks about distinct values
constexpr double kMostDistinct = 0.5;     // larger share of distinct categories: fewer than two rows for each
constexpr std::size_t kFewNumbers = 10;   // most distinct numbers that may be categories
constexpr std::size_t kRowsForEach = 5;   // fewest rows for each of them, on average

constexpr std::size_t kLongestNumber = 40;  // longest text to test for decimal commas, in characters

// A flag in the spelling of the shell; empty if the text is too long or has control characters.
std::string flag(const std::string& name, std::string_view text) {
    constexpr std::size_t kLongest = 60;
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
    bool odd = std::any_of(text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; });
    if (odd || text.size() > kLongest) return {};
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
        return name + " " + std::string(text);
    std::string word = "'";
    for (char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return name + " " + word + "'";
}

std::string type_flag(const std::string& column, ColumnUse use) {
    return flag("--type", column + "=" + std::string(to_string(use)));
}

void add_usual_texts(const CellFindings& findings, ColumnProfile& profile) {
    for (const UsualText& usual : findings.usual)
        (usual.missing ? profile.usual_missing : profile.usual_categories)
            .push_back({usual.text, usual.rows});
}

// Whether a text plausibly means missing: it has no digit and is one of the texts that people use.
bool may_mean_missing(std::string_view text) {
    constexpr std::string_view kTexts[] = {
        "na",        "n/a",       "n.a.",   "n.a",          "#n/a",          "#na",
        "nan",       "null",      "nil",    "none",         "missing",       "unknown",
        "unk",       "undefined", "empty",  "void",         "not available", "not applicable",
        "not known", "no data",   "nodata", "no answer",    "tbd",           "-",
        "--",        "---",       ".",      "..",           "...",           "*",
        "**",        "x",         "?",      "??",           "#null!",        "#value!",
        "#div/0!",   "#ref!",     "(null)", "<na>",         "<null>",        "\\n",
        "n.d.",      "nd",        "n/d",    "keine angabe", "k.a."};
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return std::find(std::begin(kTexts), std::end(kTexts), lower) != std::end(kTexts);
}

bool is_whole(double number) { return number == std::trunc(number); }

class Profiler {
public:
    Profiler(const DatasetData& data, std::size_t index)
        : data_(data),
          index_(index),
          column_(data.columns[index]),
          declared_(data.declared[index].has_value()) {}

    ColumnProfile make() {
        profile_.name = column_.name;
        profile_.declared = declared_;
        add_usual_texts(column_.findings, profile_);
        profile_.missing = count_missing(column_);
        values_ = column_.rows() - profile_.missing;
        if (column_.type == ColumnType::number) {
            profile_numbers();
        } else {
            profile_categories();
        }
        if (profile_.distinct == 1) remark(RemarkKind::constant, "all values are the same");
        return std::move(profile_);
    }

private:
    void remark(RemarkKind kind, std::string text, std::string hint = {}, std::size_t line = 0) {
        profile_.remarks.push_back({kind, std::move(text), std::move(hint), line});
    }

    void remark_identifier(std::string text) {
        remark(RemarkKind::identifier, std::move(text), type_flag(column_.name, ColumnUse::ignore));
    }

    void profile_numbers() {
        profile_.use = ColumnUse::number;
        std::vector<double> sorted;
        std::copy_if(column_.numbers.begin(), column_.numbers.end(), std::back_inserter(sorted),
                     [](double number) { return !std::isnan(number); });
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        profile_.distinct = sorted.size();
        profile_.min = sorted.front();
        profile_.max = sorted.back();
        profile_.form = column_.form.spelled();
        profile_.date = column_.form.is_date();
        auto spelled = profile_.date ? spell_moment : spell_number;
        profile_.min_text = spelled(profile_.min);
        profile_.max_text = spelled(profile_.max);
        if (profile_.date) return;
        if (!std::all_of(sorted.begin(), sorted.end(), is_whole)) return;

        bool plain = column_.form.kind == CellForm::Kind::plain;  // an identifier has no unit
        if (plain && profile_.distinct == data_.rows && data_.rows >= kFewestRows) {
            const SharedArray<double>& numbers = column_.numbers;
            if (profile_.max - profile_.min == static_cast<double>(data_.rows - 1)) {
                remark_identifier("whole numbers that count the rows: an identifier?");
            } else if (std::is_sorted(numbers.begin(), numbers.end())) {
                remark_identifier("whole numbers that grow from row to row: an identifier?");
            }
        }
        bool few = profile_.distinct > 2 && profile_.distinct <= kFewNumbers &&
                   values_ >= kRowsForEach * profile_.distinct;
        if (few && !declared_) {
            remark(RemarkKind::few_numbers,
                   "only " + std::to_string(profile_.distinct) + " different numbers, all whole: a category?",
                   type_flag(column_.name, ColumnUse::category));
        }
    }

    void profile_categories() {
        profile_.use = ColumnUse::category;
        profile_.distinct = column_.categories.size();
        std::vector<std::size_t> rows(profile_.distinct);  // [code]: number of rows
        for (std::uint32_t code : column_.codes)
            if (code != TypedColumn::kMissingCode) ++rows[code];

        std::vector<std::size_t> order(rows.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::size_t shown = std::min(kMostFrequent, order.size());
        std::partial_sort(
            order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(rows[b], a) < std::pair(rows[a], b); });
        for (std::size_t i = 0; i < shown; ++i)
            profile_.most_frequent.push_back({column_.categories[order[i]], rows[order[i]]});

        if (!declared_ && (remark_doubt() || remark_decimal_commas() || remark_nearly_numbers(rows))) return;
        if (values_ >= kFewestRows &&
            static_cast<double>(profile_.distinct) > kMostDistinct * static_cast<double>(values_)) {
            remark_identifier(std::to_string(profile_.distinct) + " of " + std::to_string(values_) +
                              " values are different: an identifier?");
        }
    }

    // Suggests the texts that plausibly mean missing, if without them all values are numbers.
    [[nodiscard]] std::string missing_flags(const std::vector<bool>& is_text) const {
        constexpr std::size_t kMostTexts = 3;
        std::string result;
        std::size_t count = 0;
        for (std::size_t code = 0; code < is_text.size(); ++code) {
            if (!is_text[code]) continue;
            if (!may_mean_missing(column_.categories[code]) || ++count > kMostTexts) return {};
            result += (result.empty() ? "" : " ") + flag("--missing", column_.categories[code]);
        }
        return result;
    }

    // If most of the values, or most of the distinct values, are numbers, the others may denote missing values.
    bool remark_nearly_numbers(const std::vector<std::size_t>& rows) {
        std::vector<bool> is_text(rows.size());
        std::size_t texts = 0;  // distinct ones
        std::size_t text_rows = 0;
        for (std::size_t code = 0; code < rows.size(); ++code) {
            is_text[code] = !parse_number(column_.categories[code]);
            if (!is_text[code]) continue;
            ++texts;
            text_rows += rows[code];
        }
        if (2 * text_rows >= values_ && 2 * texts >= rows.size()) return false;

        auto first = std::find_if(column_.codes.begin(), column_.codes.end(), [&](std::uint32_t code) {
            return code != TypedColumn::kMissingCode && is_text[code];
        });
        auto row = static_cast<std::size_t>(first - column_.codes.begin());
        const std::string& text = column_.categories[*first];
        std::size_t line = DatasetColumns(data_).bad_cell(index_, row, {}, {}).diagnostic().line;
        std::string counted = text_rows == 1
                                  ? "one of " + std::to_string(values_) + " values is not a number: "
                                  : std::to_string(text_rows) + " of " + std::to_string(values_) +
                                        " values are not numbers, the first is ";
        remark(RemarkKind::nearly_numbers,
               "a category because " + counted + quote_name(text) + " in " +
                   (line > 0 ? "line " + std::to_string(line) : "row " + std::to_string(row)),
               missing_flags(is_text), line);
        return true;
    }

    bool remark_doubt() {
        if (column_.findings.doubt == CommonForm::Doubt::none) return false;
        bool dates = column_.findings.doubt == CommonForm::Doubt::day_and_month;
        remark(RemarkKind::ambiguous, "a category because " + quote_name(column_.categories.front()) +
                                          (dates ? " may begin with the day or with the month, and no cell "
                                                   "decides: write dates as 2023-12-31"
                                                 : " may have a decimal comma or a thousands separator, and "
                                                   "no cell decides: write 1234 or 1.234"));
        return true;
    }

    // A remark only: in a table with commas between cells, `1,5` is two numbers.
    bool remark_decimal_commas() {
        auto with_point = [](std::string text) {
            std::size_t comma = text.find(',');
            return comma == std::string::npos ? text : text.replace(comma, 1, ".");
        };
        const SharedArray<std::string>& texts = column_.categories;
        bool all = std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
            return text.size() <= kLongestNumber && parse_number(with_point(text)).has_value();
        });
        if (!all) return false;
        auto has_comma = [](const std::string& text) { return text.find(',') != std::string::npos; };
        if (std::none_of(texts.begin(), texts.end(), has_comma))
            return true;  // numbers in memory that were given as texts
        remark(RemarkKind::decimal_commas, "a category because of commas: as a number, " +
                                               quote_name(texts.front()) + " is written " +
                                               with_point(texts.front()));
        return true;
    }

    const DatasetData& data_;
    std::size_t index_;  // column
    const TypedColumn& column_;
    bool declared_;
    std::size_t values_ = 0;  // number of rows with a value
    ColumnProfile profile_;
};

ColumnProfile ignored(const DatasetData& data, std::size_t column) {
    ColumnProfile result;
    result.name = data.names[column];
    result.declared = data.declared[column] == ColumnUse::ignore;
    if (!result.declared && data.rows > 0 && data.names[column] != data.target) {
        result.missing = data.rows;
        result.remarks.push_back({RemarkKind::all_missing, "all cells are missing: ignored", {}});
    }
    if (data.names[column] == data.target) add_usual_texts(data.target_findings, result);
    return result;
}

// The bytes of all values, which are equal if the values are: every missing number is the same NaN.
template <class Value>
std::string_view bytes_of(const SharedArray<Value>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
}

bool same_values(const TypedColumn& a, const TypedColumn& b) {
    return a.type == b.type && bytes_of(a.numbers) == bytes_of(b.numbers) && a.codes == b.codes &&
           a.categories == b.categories;
}

// [used column]: the first column with the same values, possibly itself.
std::vector<std::size_t> first_of_equals(const DatasetData& data) {
    std::unordered_multimap<std::size_t, std::size_t> by_hash;
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < data.columns.size(); ++i) {
        result.push_back(i);
        if (data.uses[i] == ColumnUse::ignore) continue;
        std::hash<std::string_view> hash;
        const TypedColumn& column = data.columns[i];
        std::size_t key = hash(bytes_of(column.numbers)) ^ hash(bytes_of(column.codes));
        auto [candidate, end] = by_hash.equal_range(key);
        while (candidate != end && !same_values(data.columns[candidate->second], column)) ++candidate;
        if (candidate != end) result.back() = candidate->second;
        if (result.back() == i) by_hash.emplace(key, i);
    }
    return result;
}

}  // namespace

std::string_view to_string(RemarkKind kind) {
    constexpr std::string_view kNames[] = {"all_missing", "constant",       "duplicate",      "identifier",
                                           "few_numbers", "nearly_numbers", "decimal_commas", "ambiguous"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::vector<ColumnProfile> Dataset::profile() const {
    const DatasetData& data = *data_;
    std::vector<std::size_t> first = first_of_equals(data);
    std::vector<ColumnProfile> result;
    for (std::size_t column = 0; column < data.names.size(); ++column) {
        if (data.uses[column] == ColumnUse::ignore) {
            result.push_back(ignored(data, column));
            continue;
        }
        result.push_back(Profiler(data, column).make());
        if (first[column] != column) {
            result.back().remarks.push_back(
                {RemarkKind::duplicate,
                 "the same as column " + quote_name(data.names[first[column]]) + " in every row",
                 type_flag(data.names[column], ColumnUse::ignore)});
        }
    }
    return result;
}

std::vector<std::string> identifier_columns(const std::vector<ColumnProfile>& columns,
                                            std::string_view target) {
    std::vector<std::string> result;
    std::size_t used = 0;
    for (const ColumnProfile& column : columns) {
        if (column.use == ColumnUse::ignore || column.name == target) continue;
        ++used;
        bool identifies = std::any_of(column.remarks.begin(), column.remarks.end(), [](const Remark& remark) {
            return remark.kind == RemarkKind::identifier;
        });
        if (identifies && !column.declared) result.push_back(column.name);
    }
    if (result.size() == used) result.clear();
    return result;
}

std::vector<ColumnProfile> profile(const Table& table, const TableSchema& schema) {
    return Dataset(table, {}, schema).profile();
}

}  // namespace loh
