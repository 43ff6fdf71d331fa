// Markdown for reports: what the commands print can be pasted as it is.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace loh::cli {

// Text that stands for itself: what Markdown would take for marks, `|` among them, is escaped.
std::string plain(const std::string& text);

// Between backquotes, enough of them for the text; `|` is escaped, as tables want it.
std::string code(const std::string& text);

// Cells are Markdown already. `align` has a character for each column: l or r.
void print_table(std::ostream& out, const std::string& align,
                 const std::vector<std::vector<std::string>>& rows);

}  // namespace loh::cli
