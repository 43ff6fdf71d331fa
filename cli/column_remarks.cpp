#include "column_remarks.hpp"

#include <algorithm>
#include <ostream>

namespace loh::cli {

namespace {

constexpr std::size_t kNameWidth = 30;  // longest printed name or category, in characters
constexpr std::size_t kMaxRemarks = 5;

// Other remarks, such as constant and duplicate columns, do not affect learning.
bool may_harm_rules(RemarkKind kind) {
    return kind == RemarkKind::identifier || kind == RemarkKind::nearly_numbers ||
           kind == RemarkKind::decimal_commas || kind == RemarkKind::ambiguous;
}

}  // namespace

std::string on_one_line(const std::string& text) {
    std::string result;
    std::size_t width = 0;
    for (char c : text) {
        bool begins = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        if (begins && ++width > kNameWidth) return result + "...";
        bool control = (c >= 0 && c < ' ') || c == '\x7F';
        result += control ? '?' : c;
    }
    return result;
}

std::string remark_text(const ColumnProfile& column, const Remark& remark) {
    return on_one_line(column.name) + ": " + remark.text +
           (remark.hint.empty() ? "" : " (" + remark.hint + ")");
}

void print_left_out(std::ostream& out, const std::vector<ColumnProfile>& columns,
                    const std::vector<std::string>& left_out) {
    for (const ColumnProfile& column : columns) {
        if (std::find(left_out.begin(), left_out.end(), column.name) == left_out.end()) continue;
        for (const Remark& remark : column.remarks) {
            if (remark.kind != RemarkKind::identifier) continue;
            std::string why = remark.text.substr(0, remark.text.rfind(": an identifier?"));
            out << "note: " << on_one_line(column.name) << " is left out: " << why << " (--type "
                << on_one_line(column.name) << '=' << to_string(column.use) << " keeps it)\n";
        }
    }
}

void print_remarks(std::ostream& out, const std::vector<ColumnProfile>& columns, const std::string& target) {
    std::size_t count = 0;
    for (const ColumnProfile& column : columns) {
        for (const Remark& remark : column.remarks) {
            bool counts =
                column.name != target && column.use != ColumnUse::ignore && may_harm_rules(remark.kind);
            if (!counts || ++count > kMaxRemarks) continue;
            out << "note: " << remark_text(column, remark) << '\n';
        }
    }
    if (count > kMaxRemarks)
        out << "note: " << count - kMaxRemarks << " more notes of this kind; loh inspect prints all\n";
}

}  // namespace loh::cli
