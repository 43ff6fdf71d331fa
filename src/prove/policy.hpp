// Formulas about columns and classes, as a question has them.
//
// A name alone is, in this order: a column that the decision reads as truth values, a class, the target (the class that says yes,
// see affirmative_class). A comparison with the target is a set of classes: `approved = "yes"`, `risk in {"low", "mid"}`, `quality >= 6`
// if all classes are numbers. Every other atom is about a column.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "prove/decided.hpp"

namespace loh {

struct Policy {
    std::string text;
    Formula formula = true;
    std::unordered_map<std::uint32_t, std::vector<bool>>
        classes;      // by leaf: the classes in which it holds: [class]
    ColumnView view;  // of the decision, and of this formula
    std::vector<Diagnostic> warnings;
};

// Throws Error for a formula that is not well-formed, has choices, or names an unknown column or class.
Policy read_policy(const std::string& text, const DecisionData& decision,
                   const std::vector<std::string>& unread);

// Adds the columns of the policy.
void add_leaves(const Policy& policy, QuestionColumns& columns);

// The policy for a row, as a literal.
int policy_literal(const Policy& policy, DecidedRow& decided, CellSolver& cells);

// The value of the policy in a row of a table that the decision predicts to be of this class. Independent of any solver.
bool policy_value(const Policy& policy, const DecisionData& decision, const Table& table, std::size_t row,
                  std::uint32_t decided);

// Which of two classes says yes: `yes` and `no`, `true` and `false`, `1` and `0`, and other such pairs, in any order and case.
// Nothing for other classes: which of two is meant must not depend on their order, which is a choice of the learner.
std::optional<std::size_t> affirmative_class(const std::vector<std::string>& classes);

// The index of a class. Throws Error (name) with a suggestion.
std::size_t class_index(const DecisionData& decision, const std::string& name);

}  // namespace loh
