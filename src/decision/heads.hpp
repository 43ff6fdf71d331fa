// Heads: how the formulas of a decision become a class. This is the one place after learning where a head is told from
// another.
//
//     single   one formula, of the positive class: class 1 where it holds, class 0 elsewhere
//     list     an ordered list: the class of the first formula that holds, the last class where none does
//     vote     every formula is a rule that gives points to the classes (loh/scorecard.hpp); the most points win
//     paper    the class with the largest output of the network, so it needs one; by the formulas alone, the class of the first
//              that holds, and no class where none does
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
    // card: of the head `vote`, otherwise empty. Throws Error (meaning) when formulas and classes do not fit the head.
    static std::shared_ptr<const DecisionHead> make(Head kind, std::vector<std::string> classes,
                                                    std::size_t formulas, Scorecard card = {});
    virtual ~DecisionHead() = default;
    DecisionHead(const DecisionHead&) = delete;
    DecisionHead& operator=(const DecisionHead&) = delete;

    [[nodiscard]] Head kind() const { return kind_; }
    [[nodiscard]] const std::vector<std::string>& classes() const { return classes_; }
    [[nodiscard]] const Scorecard& card() const { return card_; }

    // The class of each row by the formulas: [row]. classes().size() where the head decides for none.
    virtual void classify(const RuleProgram& program, const RuleInputs& inputs, ThreadPool& pool,
                          std::span<std::uint32_t> classes) const = 0;

    // The class that a formula is about.
    [[nodiscard]] virtual std::uint32_t class_of(std::size_t formula) const = 0;

    // The rules that a formula counts as: its clauses, unless it is one as a whole.
    [[nodiscard]] virtual std::vector<Formula> rules_of(const Formula& formula) const;

    // Whether a formula counts only on rows that no formula before it claims.
    [[nodiscard]] virtual bool in_order() const { return false; }

    // Whether the formulas alone decide, each for one class: a counterfactual can then be searched rule by rule.
    [[nodiscard]] virtual bool decides_by_rules() const { return false; }
    [[nodiscard]] virtual bool needs_network() const { return false; }

    // The rules as text, and the words of an explanation.
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

// The formulas that are compiled for a head: for `list` one for each of the classes, from `written`, of which there are as
// many as classes (then the last is not used) or one fewer; for the other heads the written ones.
std::vector<Formula> head_formulas(Head head, const std::vector<Formula>& written, std::uint32_t classes);

// Formulas of the classes, out of so many outputs: in a list the last class is what remains.
std::size_t formula_count(Head head, std::size_t outputs, std::size_t classes);

// The class of a row from the outputs of a network: value(output). For `list` exactly one output rounds to true, the largest.
template <class Value>
std::uint32_t predicted_class(Head head, std::size_t outputs, const Value& value) {
    if (head == Head::single) return value(0) > 0.5F ? 1 : 0;
    std::uint32_t best = 0;
    for (std::uint32_t o = 1; o < outputs; ++o) best = value(o) > value(best) ? o : best;
    return best;
}

}  // namespace loh
