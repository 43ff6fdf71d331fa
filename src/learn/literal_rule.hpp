// Rules as lists of literals by number, before they become formulas.
#pragma once

#include <cstdint>
#include <vector>

namespace loh {

struct SignedLiteral {
    std::uint32_t literal = 0;
    bool holds = true;
    friend bool operator==(const SignedLiteral&, const SignedLiteral&) = default;
};
// A literal that a rule may have.
struct CandidateLiteral {
    std::uint32_t literal = 0;
    bool may_hold = true;
    bool may_be_negated = true;
    std::uint64_t groups = ~std::uint64_t{
        0};  // bit g: its column may be in a rule with group g; the literals of a rule share a group
};
using LiteralRule = std::vector<SignedLiteral>;  // all of them hold

using RulesOfClasses = std::vector<std::vector<LiteralRule>>;  // [class]: any of them holds

}  // namespace loh
