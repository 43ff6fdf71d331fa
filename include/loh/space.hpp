// Hypothesis spaces: the set of choice-free formulas that a formula with choices stands for.
//
//     loh::Graph graph;
//     loh::Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
//     loh::Formula rule = loh::choice({a, b}) & !c;
//
//     for (const loh::Formula& hypothesis : loh::hypotheses(rule)) std::cout << hypothesis << '\n';   // a & !c, b & !c
//     std::cout << loh::count_hypotheses({rule}) << '\n';                                            // 2
//
// Hypotheses are compared as written formulas: `a & a` and `a` are two hypotheses. With several outputs, a hypothesis has
// one formula for each output, under the same selection. A hole (`age > ?`) stays open; its candidates come from data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "loh/formula.hpp"

namespace loh {

struct SpaceOptions {
    std::size_t max_selections = 1'000'000;  // selections to enumerate
    std::size_t max_steps = 100'000'000;     // nodes to visit during enumeration: a few seconds
    // Count functions instead of formulas; atoms are independent variables. With more than 16 variables and functions that are
    // hard to tell apart, the result is an upper bound.
    bool up_to_equivalence = false;
};

// The number of hypotheses: exact after complete enumeration, otherwise an upper bound.
struct SpaceSize {
    bool exact = true;
    std::string digits;  // decimal digits; empty if there are more than 60
    double log10 = 0;    // decimal logarithm, rounded up

    // `6`, `<= 1073741824`, `<= 10^2613`.
    [[nodiscard]] std::string to_string() const;
};

std::ostream& operator<<(std::ostream& out, const SpaceSize& size);

SpaceSize count_hypotheses(const std::vector<Formula>& outputs, const SpaceOptions& options = {});

// An upper bound without enumeration; cheap for any program.
SpaceSize bound_hypotheses(const std::vector<Formula>& outputs);

// Calls `visit` once for each hypothesis, in the order of the alternatives. A hypothesis has one choice-free formula for
// each output, all in one graph. Stops when `visit` returns false. Returns whether the whole space was visited; false also
// if `max_selections` or `max_steps` was reached.
bool for_each_hypothesis(const std::vector<Formula>& outputs,
                         const std::function<bool(const std::vector<Formula>&)>& visit,
                         const SpaceOptions& options = {});

// All hypotheses of one formula. Throws Error (limit) if `max_selections` or `max_steps` is reached.
std::vector<Formula> hypotheses(const Formula& formula, const SpaceOptions& options = {});

}  // namespace loh
