// Markdown for the reports of the commands.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace loh::cli {

// Plain text: all characters with a meaning in Markdown are escaped, `|` included.
std::string plain(const std::string& text);

// A code span, with as many backquotes as the text needs. `|` is escaped for use in tables.
std::string code(const std::string& text);

// Prints a table. The cells are Markdown; the first row is the header. `align` has one character for each column: l or r.
void print_table(std::ostream& out, const std::string& align,
                 const std::vector<std::vector<std::string>>& rows);

}  // namespace loh::cli
