// Errors about names, with spelling suggestions.
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

    // A name that is not an input, in a program that declares its inputs.
    [[nodiscard]] Error unknown(AstId at, const NameKey& key) const;
    // An element that an array of placeholders does not have.
    [[nodiscard]] Error no_element(AstId at, const NameKey& key) const;
    // A constant, domain or template in place of a proposition.
    [[nodiscard]] Error not_a_formula(AstId at, Declarations::Kind kind) const;
    [[nodiscard]] Error no_template(AstId call) const;
    [[nodiscard]] Error no_output(AstId reference, const NameKey& key) const;
    // `active`: the placeholders in progress, outermost first; `again` is one of them.
    [[nodiscard]] Error circle(std::span<const std::uint32_t> active, std::uint32_t again) const;

private:
    const Source& source_;
    const Ast& ast_;
    const Scope& scope_;
    const Declarations& names_;
};

}  // namespace loh
