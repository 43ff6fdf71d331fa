// Constraints on the literals of rules: monotone columns, and columns that may be in one rule together.
#pragma once

#include <span>
#include <vector>

#include "formula/atom.hpp"
#include "learn/literal_rule.hpp"
#include "loh/learn.hpp"

namespace loh {

// Throws Error (name, usage) if a constraint names an unknown or ignored column, a monotone column without numbers, or if there
// are monotone columns and more than two classes.
void check_constraints(const RuleConstraints& constraints, const Dataset& data);

// The candidates with the signs and groups that the constraints allow, for rules of the positive or the negative class.
//     atoms  [literal]
std::vector<CandidateLiteral> constrained(std::span<const CandidateLiteral> candidates,
                                          std::span<const Atom> atoms, const RuleConstraints& constraints,
                                          bool positive_class);

}  // namespace loh
