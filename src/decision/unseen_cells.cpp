#include "decision/unseen_cells.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/text.hpp"
#include "decision/decision_data.hpp"

namespace loh {

namespace {

constexpr std::size_t kShownTexts = 3;

void add_text(UnseenCells::Column& column, const std::string& text, std::size_t cells) {
    auto found = column.texts.find(text);
    if (found != column.texts.end()) {
        found->second += cells;
    } else if (column.texts.size() < UnseenCells::kMostTexts) {
        column.texts.emplace(text, cells);
    }
}

// Runs on every block of rows that is predicted: the inner loop has a fixed length, so that it is vectorized.
bool has_unseen(std::span<const std::uint32_t> codes) {
    constexpr std::size_t kBlock = 64;
    std::size_t at = 0;
    for (; at + kBlock <= codes.size(); at += kBlock) {
        std::uint32_t found = 0;
        for (std::size_t i = 0; i < kBlock; ++i)
            found |= static_cast<std::uint32_t>(codes[at + i] == TypedColumn::kUnseenCode);
        if (found != 0) return true;
    }
    return std::find(codes.begin() + static_cast<std::ptrdiff_t>(at), codes.end(),
                     TypedColumn::kUnseenCode) != codes.end();
}

// Without surrounding blanks, in lower case.
std::string plain_spelling(std::string_view text) {
    constexpr const char* kBlanks = " \t\r\n";
    std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
    std::size_t end = text.find_last_not_of(kBlanks);
    std::string result(text.substr(begin, end == std::string_view::npos ? 0 : end + 1 - begin));
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

// The category that was probably meant: the same in another case or with other blanks, or one that is spelt nearly so.
std::optional<std::string> meant_category(const std::string& text,
                                          const std::vector<std::string>& categories) {
    for (const std::string& category : categories) {
        if (plain_spelling(category) == plain_spelling(text)) return category;
    }
    return closest(text, categories);
}

std::string shown_text(const std::string& text, std::size_t cells,
                       const std::vector<std::string>& categories) {
    constexpr std::size_t kLongest = 40;  // code points
    std::string_view shown = take_code_points(text, kLongest);
    std::string result = quote(shown, '"') + (shown.size() < text.size() ? "..." : "");
    result += " (" + std::to_string(cells);
    if (std::optional<std::string> meant = meant_category(text, categories))
        result += "; did you mean " + quote(*meant, '"') + "?";
    return result + ")";
}

// The most frequent texts first; of equally frequent ones in the order of the texts.
std::string shown_texts(const UnseenCells::Column& column, const std::vector<std::string>& categories) {
    std::vector<std::pair<std::string, std::size_t>> texts(column.texts.begin(), column.texts.end());
    std::stable_sort(texts.begin(), texts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string result;
    for (std::size_t i = 0; i < std::min(kShownTexts, texts.size()); ++i)
        result += (i == 0 ? "" : ", ") + shown_text(texts[i].first, texts[i].second, categories);
    if (texts.size() > kShownTexts) result += " and other texts";
    return result;
}

}  // namespace

void count_unseen(const Table& rows, std::span<const TypedColumn> columns, UnseenCells& unseen) {
    for (const TypedColumn& column : columns) {
        if (column.type != ColumnType::category) continue;
        if (!has_unseen(std::span(column.codes.data(), column.codes.size()))) continue;
        auto cells = std::count(column.codes.begin(), column.codes.end(), TypedColumn::kUnseenCode);
        std::size_t index = rows.at(column.name);
        std::unordered_map<std::string_view, std::size_t> texts;
        for (std::size_t row = 0; row < column.codes.size(); ++row) {
            if (column.codes[row] == TypedColumn::kUnseenCode) ++texts[rows.cell(index, row)];
        }
        UnseenCells block;
        UnseenCells::Column& found = block.columns[column.name];
        found.cells = static_cast<std::size_t>(cells);
        for (const auto& [text, count] : texts) found.texts.emplace(text, count);
        unseen.add(block);
    }
}

void UnseenCells::add(const UnseenCells& more) {
    for (const auto& [name, column] : more.columns) {
        Column& own = columns[name];
        own.cells += column.cells;
        for (const auto& [text, cells] : column.texts) add_text(own, text, cells);
    }
}

std::vector<std::string> UnseenCells::notes(const Decision& decision) const {
    const std::map<std::string, ColumnSchema>& known = decision.decision_data().meanings.columns;
    std::vector<std::string> result;
    for (const auto& [name, column] : columns) {
        auto schema = known.find(name);
        std::vector<std::string> categories;
        if (schema != known.end()) categories = schema->second.categories;
        result.push_back("column " + spell_name(name) + ": " + std::to_string(column.cells) +
                         (column.cells == 1 ? " cell was" : " cells were") +
                         " not seen in learning: " + shown_texts(column, categories));
    }
    return result;
}

}  // namespace loh
