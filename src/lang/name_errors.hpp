// What to say about a name that does not mean what somebody wrote it for: where, what, and what may have been meant.
#pragma once

#include <cstdint>
#include <span>

#include "base/source.hpp"
#include "lang/ast.hpp"
#include "lang/declarations.hpp"
#include "lang/scope.hpp"

namespace loh {

class NameErrors {
public:
    NameErrors(const Source& source, const Ast& ast, const Scope& scope, const Declarations& names)
        : source_(source), ast_(ast), scope_(scope), names_(names) {}

    // A name that is no input although the program declares its inputs.
    [[nodiscard]] Error unknown(AstId at, const NameKey& key) const;
    // An array of placeholders without this element.
    [[nodiscard]] Error no_element(AstId at, const NameKey& key) const;
    // A constant, a domain or a template where a proposition should be.
    [[nodiscard]] Error not_a_formula(AstId at, Declarations::Kind kind) const;
    [[nodiscard]] Error no_template(AstId call) const;
    [[nodiscard]] Error no_output(AstId reference, const NameKey& key) const;
    // `active`: the placeholders in progress, outermost first, of which `again` is one.
    [[nodiscard]] Error circle(std::span<const std::uint32_t> active, std::uint32_t again) const;

private:
    const Source& source_;
    const Ast& ast_;
    const Scope& scope_;
    const Declarations& names_;
};

}  // namespace loh
