#include "table_notes.hpp"

#include <ostream>
#include <string>

#include "aligned.hpp"
#include "column_remarks.hpp"

namespace loh::cli {

namespace {

constexpr std::size_t kMostTexts = 6;  // listed in one note

// `age 'NA' (12), income '-' (3)`
class TextList {
public:
    void add(const std::string& column, const std::vector<CategoryCount>& texts) {
        for (const auto& [text, rows] : texts) {
            if (++count_ > kMostTexts) continue;
            list_ += (list_.empty() ? "" : ", ") + on_one_line(column) + " '" + text + "' (" +
                     std::to_string(rows) + ")";
        }
    }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::string text() const {
        return list_ + (count_ > kMostTexts ? " and " + std::to_string(count_ - kMostTexts) + " more" : "");
    }

private:
    std::string list_;
    std::size_t count_ = 0;
};

}  // namespace

void print_missing_texts(std::ostream& out, const std::vector<ColumnProfile>& columns) {
    TextList missing;
    TextList categories;
    for (const ColumnProfile& column : columns) {
        missing.add(column.name, column.usual_missing);
        categories.add(column.name, column.usual_categories);
    }
    if (!missing.empty())
        out << "note: read as missing: " << missing.text()
            << "; --missing TEXT gives other texts, --missing '' none of these\n";
    if (!categories.empty())
        out << "note: read as a category, not as missing: " << categories.text()
            << "; --missing TEXT makes it missing\n";
}

void print_header_note(std::ostream& out, const Dataset& data) {
    if (!data.header_looks_like_data()) return;
    out << "note: the first line looks like data: does the file have a header? --no-header names the columns "
           "c1, c2, ...\n";
}

void print_rows_without_class(std::ostream& out, std::size_t rows, std::size_t line) {
    if (rows == 0) return;
    out << "note: " << counted(rows, "row") << " without a class " << (rows == 1 ? "is" : "are")
        << " left out";
    if (line > 0) out << (rows == 1 ? ": line " : "; the first is line ") << line;
    out << '\n';
}

}  // namespace loh::cli
