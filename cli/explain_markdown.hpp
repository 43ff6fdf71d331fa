// A model as a report in Markdown.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <loh/loh.hpp>

namespace loh::cli {

// Title, the rules in words, their statistics on the rows named by `where`, and the figures.
void print_markdown(std::ostream& out, const Model& model, const std::vector<Rule>& rules,
                    const std::string& where);

}  // namespace loh::cli
