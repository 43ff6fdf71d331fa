// How a decision gives probabilities of classes.
//
// A scorecard: the softmax of unit * points + shift. Formulas: each row is decided by one rule, the first that holds, or by none;
// the probabilities are the smoothed class shares of the rows that the rule decides.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace loh {

struct Probabilities {
    std::string
        fitted_on;    // cross-validation, validation (rows that the rules were not found on), or training
    double unit = 0;  // of a scorecard: logits of a point
    std::vector<double> shift = {};  // of a scorecard: [class], logits
    std::vector<double> shares =
        {};  // of formulas: [rule in order, then none][class]; with the head `paper`: [predicted class][class]

    [[nodiscard]] bool empty() const { return shift.empty() && shares.empty(); }
    bool operator==(const Probabilities&) const = default;
};

}  // namespace loh
