// Hypothesis spaces: the set of ordinary formulas that a formula with choices stands for.
//
//     loh::Graph graph;
//     loh::Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
//     loh::Formula rule = loh::choice({a, b}) & !c;
//
//     for (const loh::Formula& hypothesis : loh::hypotheses(rule)) std::cout << hypothesis << '\n';   // a & !c, b & !c
//     std::cout << loh::count_hypotheses({rule}) << '\n';                                            // 2
//
// Hypotheses are compared as they are written: `a & a` and `a` are two. With several outputs, a hypothesis is one formula
// for each of them, chosen together. A hole (`age > ?`) is kept as it is: data gives it its candidates.
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
    std::size_t max_selections = 1'000'000;  // ways of resolving the choices that may be looked at
    std::size_t max_steps = 100'000'000;     // nodes that may be visited in looking at them: a few seconds
    bool up_to_equivalence = false;  // count functions instead of formulas; atoms are taken as independent
};

// The number of hypotheses. Exact where all could be looked at, otherwise an upper bound of any size.
struct SpaceSize {
    bool exact = true;
    std::string digits;  // decimal digits, up to 60 of them; empty beyond that
    double log10 = 0;    // of the number, rounded up

    // `6`, `<= 1073741824`, `<= 10^2613`.
    [[nodiscard]] std::string to_string() const;
};

std::ostream& operator<<(std::ostream& out, const SpaceSize& size);

SpaceSize count_hypotheses(const std::vector<Formula>& outputs, const SpaceOptions& options = {});

// An upper bound without looking at any hypothesis; cheap for any program.
SpaceSize bound_hypotheses(const std::vector<Formula>& outputs);

// Calls `visit` with each hypothesis once (one formula for each output, choice-free, all of one graph), in the order
// of the alternatives as written. Stops when `visit` returns false. Returns whether the whole space was visited; false
// also when `max_selections` or `max_steps` was reached first.
bool for_each_hypothesis(const std::vector<Formula>& outputs,
                         const std::function<bool(const std::vector<Formula>&)>& visit,
                         const SpaceOptions& options = {});

// All hypotheses of one formula; throws Error (limit) when `max_selections` or `max_steps` was reached first.
std::vector<Formula> hypotheses(const Formula& formula, const SpaceOptions& options = {});

}  // namespace loh
