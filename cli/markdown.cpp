#include "markdown.hpp"

#include <algorithm>
#include <ostream>

namespace loh::cli {

std::string plain(const std::string& text) {
    constexpr const char* kMarks = "\\`*_{}[]<>#|~&";
    std::string result;
    for (char c : text) {
        if (c == '\n' || c == '\r') {
            result += ' ';
            continue;
        }
        if (std::string(kMarks).find(c) != std::string::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string code(const std::string& text) {
    std::size_t longest = 0;
    std::size_t run = 0;
    std::string inside;
    for (char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
        if (c == '|') inside += '\\';
        inside += c == '\n' || c == '\r' ? ' ' : c;
    }
    std::string quotes(longest + 1, '`');
    std::string space = longest > 0 ? " " : "";
    return quotes + space + inside + space + quotes;
}

void print_table(std::ostream& out, const std::string& align,
                 const std::vector<std::vector<std::string>>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const std::string& cell : rows[i]) out << "| " << cell << ' ';
        out << "|\n";
        if (i > 0) continue;
        for (char side : align) out << (side == 'r' ? "| ---: " : "| --- ");
        out << "|\n";
    }
}

}  // namespace loh::cli
