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

// Which nodes below the roots are written once, under a name of their own: those with several uses, if writing the roots out as
// trees would take more than `most` leaves, and those that end a chain of `deepest` nested operators. [node]: the level, from 1
// on: a node is written with those of lower levels; 0: no name.
std::vector<std::uint32_t> named_levels(const ExportModel& model, const std::vector<std::uint32_t>& roots,
                                        std::size_t most, std::size_t deepest);

}  // namespace loh
