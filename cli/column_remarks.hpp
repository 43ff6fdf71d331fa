// What looks odd about columns, in one line each.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "loh/table_profile.hpp"

namespace loh::cli {

// A text that may have any characters and any length, fit for a line of a terminal.
std::string on_one_line(const std::string& text);

// `id: each row has a value of its own (--type id=ignore)`
std::string remark_text(const ColumnProfile& column, const Remark& remark);

// Before learning: of the columns besides the target, what may spoil the rules. The first few.
void print_remarks(std::ostream& out, const std::vector<ColumnProfile>& columns, const std::string& target);

}  // namespace loh::cli
