// Remarks about unusual columns, one line each.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "loh/table_profile.hpp"

namespace loh::cli {

// Any text as part of one terminal line: shortened, and with control characters replaced.
std::string on_one_line(const std::string& text);

// `id: each row has a value of its own (--type id=ignore)`
std::string remark_text(const ColumnProfile& column, const Remark& remark);

// A note for each column that is left out because it identifies rows.
void print_left_out(std::ostream& out, const std::vector<ColumnProfile>& columns,
                    const std::vector<std::string>& left_out);

// Prints the first few remarks about problems that may harm the rules, for all columns except the target.
void print_remarks(std::ostream& out, const std::vector<ColumnProfile>& columns, const std::string& target);

}  // namespace loh::cli
