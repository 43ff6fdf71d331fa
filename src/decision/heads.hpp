// Heads: how the formulas of a decision become a class. After learning, this is the only place that distinguishes heads.
//
//     single   one formula, for the positive class: class 1 if it holds, class 0 otherwise
//     list     an ordered list: the class of the first formula that holds, otherwise the last class
//     vote     every formula is a rule that gives points to the classes (loh/scorecard.hpp); the class with the most points
//     paper    the class with the largest output of the network, which it needs; by the formulas alone, the class of the
//              first formula that holds, otherwise no class
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decision/rows/infer.hpp"
#include "loh/decision.hpp"

namespace loh {

class DecisionHead {
public:
    // card: for the head `vote`, otherwise empty. Throws Error (meaning) if the number of formulas does not fit the head.
    static std::shared_ptr<const DecisionHead> make(Head kind, std::vector<std::string> classes,
                                                    std::size_t formulas, Scorecard card = {});
    virtual ~DecisionHead() = default;
    DecisionHead(const DecisionHead&) = delete;
    DecisionHead& operator=(const DecisionHead&) = delete;

    [[nodiscard]] Head kind() const { return kind_; }
    [[nodiscard]] const std::vector<std::string>& classes() const { return classes_; }
    [[nodiscard]] const Scorecard& card() const { return card_; }

    // The class of each row by the formulas: [row]; classes().size() if the head decides for no class.
    virtual void classify(const RuleProgram& program, const RuleInputs& inputs, ThreadPool& pool,
                          std::span<std::uint32_t> classes) const = 0;

    // The class of a formula.
    [[nodiscard]] virtual std::uint32_t class_of(std::size_t formula) const = 0;

    // The rules of a formula: its clauses, or the formula itself for the head `vote`.
    [[nodiscard]] virtual std::vector<Formula> rules_of(const Formula& formula) const;

    // Whether a formula applies only to rows in which no earlier formula holds.
    [[nodiscard]] virtual bool in_order() const { return false; }

    // Whether the formulas alone decide, each for one class. Counterfactuals are then searched rule by rule.
    [[nodiscard]] virtual bool decides_by_rules() const { return false; }
    [[nodiscard]] virtual bool needs_network() const { return false; }

    // The rules as text, and the phrases of an explanation.
    virtual void print(std::ostream& out, const std::string& target,
                       std::span<const ClassFormula> formulas) const = 0;
    [[nodiscard]] virtual HeadWords words() const = 0;

protected:
    DecisionHead(Head kind, std::vector<std::string> classes, Scorecard card)
        : kind_(kind), classes_(std::move(classes)), card_(std::move(card)) {}

private:
    Head kind_;
    std::vector<std::string> classes_;
    Scorecard card_;
};

// The formulas to compile for a head. For `list`: one for each class, made from `written`, which has one formula for each class
// (the last one is not used) or for each class but the last. For the other heads: `written`.
std::vector<Formula> head_formulas(Head head, const std::vector<Formula>& written, std::uint32_t classes);

// The number of formulas of the classes. In a list the last class has none.
std::size_t formula_count(Head head, std::size_t outputs, std::size_t classes);

// The class of a row from the outputs of a network: value(output). With `list` exactly one output, the largest, is above 1/2.
template <class Value>
std::uint32_t predicted_class(Head head, std::size_t outputs, const Value& value) {
    if (head == Head::single) return value(0) > 0.5F ? 1 : 0;
    std::uint32_t best = 0;
    for (std::uint32_t o = 1; o < outputs; ++o) best = value(o) > value(best) ? o : best;
    return best;
}

}  // namespace loh
