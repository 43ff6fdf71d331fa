// What Python and JavaScript have in common: cells become numbers and codes first, and literals are comparisons of those.
//
// A cell is c[column]: a number, NaN for missing (also for dates, in seconds, and truth values), or the code of a category, -1 for
// missing and -2 for unseen.
#pragma once

#include <string>
#include <vector>

#include "export/export_model.hpp"

namespace loh {

struct ScriptSyntax {
    std::string conjunction;
    std::string disjunction;
    std::string negation;  // before parentheses
    std::string equal;
    std::string unequal;
    std::string constant;  // before the name of a table
    std::string end;       // of a statement
    std::string absolute;  // function
    std::string set_open;  // of a set of numbers
    std::string set_close;
    std::string other_line;  // before a local name: `    ` or `        var `
    std::size_t deepest = 20;
};

// A text in double quotes with escapes for everything but letters, digits and harmless signs of ASCII, for a language whose escapes
// are \n, \xNN and \uNNNN. wide: it has \UNNNNNNNN, too; otherwise two halves.
std::string script_text(std::string_view text, bool wide);
std::string script_texts(const std::vector<std::string>& texts, bool wide);  // [a, b, ...], in lines
std::string script_number(double value);
std::string script_numbers(const std::vector<double>& values);  // [a, b, ...]

// Tables that the literals use: sets of codes, numbers of categories, codes in another column.
std::string script_tables(const ExportModel& model, const ScriptSyntax& syntax);

// Conditions on cells: statements for parts with names, and expressions.
struct ScriptConditions {
    std::string statements;
    std::vector<std::string> roots;
};
ScriptConditions script_conditions(const ExportModel& model, const std::vector<std::uint32_t>& roots,
                                   const ScriptSyntax& syntax);

// How a table of text writes a column: {kind, unit, behind, group, decimal} or {date, order, divider, offset}, as literals that both
// languages have: "plain", or ["number", ...], or ["date", ...].
std::string script_form(const ExportColumn& column);

}  // namespace loh
