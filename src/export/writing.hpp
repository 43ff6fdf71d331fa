// Text that several targets write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "export/export_model.hpp"

namespace loh {

// Names and formulas for a comment of any language: one line without control characters, and without the ends of comments,
// trigraphs, script tags, line continuations and variables of Spark, which get blanks.
std::string comment_text(std::string_view text);

// One line of JSON in ASCII, for comments that programs read: a text, or a list of texts. Bytes that are not UTF-8 are replaced.
std::string ascii_json(const std::string& text);
std::string ascii_json(const std::vector<std::string>& texts);

// Operands joined by ` separator ` in groups of at most `most`, which get parentheses, and so on for the groups, so that an
// expression of thousands of operands stays shallow. The operands must be atomic for the separator.
std::string balanced(std::vector<std::string> operands, std::string_view separator, std::size_t most);

// Writes nodes as expressions of a language, operands before users.
struct ExpressionStyle {
    std::string conjunction;  // the separators, without blanks
    std::string disjunction;
    std::string yes;
    std::string no;
    std::size_t most = 50;  // operands of one expression, see `balanced`
    std::function<std::string(const ExportLiteral&)>
        literal;  // an expression in which `and`, `or` and `not` need no more parentheses
    std::function<std::string(const std::string&)>
        negation;  // of an expression, with parentheses where it needs them
};

// The expressions of the roots. A node with a name is written as that name: [node], empty for none. A root with a name is
// written out. Operands that are conjunctions or disjunctions get parentheses.
std::vector<std::string> expressions(const ExportModel& model, const std::vector<std::uint32_t>& roots,
                                     const std::vector<std::string>& names, const ExpressionStyle& style);

// Which nodes are written once, under a name of their own. [node]: the level, from 1 on, and a node is written with names of lower
// levels; 0: no name.
struct Naming {
    std::size_t most_leaves = 0;  // beyond so many leaves of all roots, parts with several uses get names
    std::size_t most_names = 0;  // the largest parts with most uses; constants and roots of one use have none
    std::size_t deepest = 0;     // a chain of so many nested operators ends in a name
};
// A root counts as often as it is in `roots`.
std::vector<std::uint32_t> named_levels(const ExportModel& model, const std::vector<std::uint32_t>& roots,
                                        const Naming& naming);

}  // namespace loh
