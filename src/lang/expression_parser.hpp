// The parser of index arithmetic, conditions, sets and binders.
#pragma once

#include "lang/token_cursor.hpp"

namespace loh {

class ExpressionParser : protected TokenCursor {
protected:
    using TokenCursor::TokenCursor;

    AstId expression();
    AstId sum(bool allow_condition);
    // The rest of an expression after its first factor.
    AstId expression_from(SourceSpan first, AstId factor);
    AstId sum_from(SourceSpan first, AstId left);
    AstId product_from(SourceSpan first, AstId left);
    AstId arithmetic(SourceSpan first, SourceSpan sign, std::span<const AstId> sides);
    AstId factor(bool allow_condition);
    AstId factor_inside(bool allow_condition);
    AstId number();
    AstId absolute_difference();
    [[nodiscard]] bool is_bar() const;  // at `|`, not at another spelling of `or`
    AstId reference();
    AstId range_from(SourceSpan first, AstId low);
    AstId set();
    AstId binder();
    AstId filter();
    AstId condition();
    AstId condition_chain(TokenKind sign);
    AstId condition_unary();
    void require_condition(AstId id) const;
};

}  // namespace loh
