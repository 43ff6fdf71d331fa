// The parser of formulas, choices, big operators and atoms.
#pragma once

#include "lang/expression_parser.hpp"

namespace loh {

class FormulaParser : protected ExpressionParser {
protected:
    using ExpressionParser::ExpressionParser;

    AstId formula(int min_level);
    AstId formula_inside(int min_level);
    AstId unary();
    AstId primary();
    [[nodiscard]] std::string hint_for_misplaced(const Token& token) const;
    // Whether the bracket at `open` contains a number, as in (i + 1) * 10 <= age.
    [[nodiscard]] bool value_follows(const Token& open) const;
    AstId parenthesised();
    AstId choice();
    AstId big_operator();
    Ids items();
    AstId item(std::size_t& no_colon_before);
    // Whether a ':' follows in this list, before any connective outside a filter.
    bool colon_follows(std::size_t& no_colon_before) const;
    AstId named();
    AstId term_atom(SourceSpan first, AstId term);
    // Whether the bar here opens |a - b|, also with a mistake in it. Otherwise it is a connective without an operand.
    [[nodiscard]] bool opens_difference() const;
    [[nodiscard]] bool at_predicate() const;  // `in`, `not in`, `is missing`
    AstId call();
    AstId operand();
    // The rest of a comparison after its left side. In an argument of a template, a value without comparison is allowed.
    AstId atom_from(SourceSpan first, AstId left);
    // 20 <= age < 40, or 40 > age >= 20.
    AstId chain(SourceSpan first, AstId left, Comparison one, AstId column, Comparison two);
    AstId set_or_hole();
    AstId membership(SourceSpan first, AstId column);
    AstId exclusion(SourceSpan first, AstId column);
    AstId interval(SourceSpan first, AstId column);

private:
    std::size_t argument_start_ = 0;  // first token of the template argument being read
};

}  // namespace loh
