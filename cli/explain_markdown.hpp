// A report about a model in Markdown.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <loh/loh.hpp>

namespace loh::cli {

// Prints the title, the rules in words, their statistics and the figures. `where` names the rows of the statistics.
void print_markdown(std::ostream& out, const Model& model, const std::vector<Rule>& rules,
                    const std::string& where);

}  // namespace loh::cli
