#include "column_remarks.hpp"

#include <ostream>

namespace loh::cli {

namespace {

constexpr std::size_t kNameWidth = 30;  // characters of a name or a category, at most
constexpr std::size_t kMostRemarks = 5;

// A constant column and a copy do no harm, and of few numbers cut points can be made.
bool may_spoil_rules(RemarkKind kind) {
    return kind == RemarkKind::identifier || kind == RemarkKind::nearly_numbers ||
           kind == RemarkKind::decimal_commas;
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

void print_remarks(std::ostream& out, const std::vector<ColumnProfile>& columns, const std::string& target) {
    std::size_t count = 0;
    for (const ColumnProfile& column : columns) {
        for (const Remark& remark : column.remarks) {
            bool counts =
                column.name != target && column.use != ColumnUse::ignore && may_spoil_rules(remark.kind);
            if (!counts || ++count > kMostRemarks) continue;
            out << "note: " << remark_text(column, remark) << '\n';
        }
    }
    if (count > kMostRemarks)
        out << "note: " << count - kMostRemarks << " more such remarks; loh inspect has them all\n";
}

}  // namespace loh::cli
