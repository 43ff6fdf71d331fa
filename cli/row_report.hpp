// The explanation of one row, as text, as Markdown and as JSON.
#pragma once

#include <iosfwd>
#include <string>

#include "model_report.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

// The data of a row report.
struct ExplainedRow {
    Model model;
    std::string table;  // name of the table
    RowExplanation explanation;
    std::vector<std::string> fixed = {};  // columns that the counterfactual does not change
    bool all_rules = false;               // show also the rules of a scorecard that matter little
};

void print_row(std::ostream& out, const ExplainedRow& row);
void print_row_markdown(std::ostream& out, const ExplainedRow& row);
Json to_json(const ExplainedRow& row);

}  // namespace loh::cli
