// Fits the probabilities of a decision (loh/probabilities.hpp).
//
// Idea: probabilities should hold on new rows, so they are fitted on rows that the rules were not found on. These are the
// validation rows, or the folds of a cross-validation, whose rules differ from those of the model. What can be taken from the
// folds is how far class shares on training rows are to be trusted: the shares of a rule are mixed with those of all rows that
// are predicted as its class,
//
//     p(class | rule) = (rows(class, rule) + strength * share(class | predicted)) / (rows(rule) + strength)
//
// where rows() are counted on training rows, share() on the other rows, and the strength minimises the log loss there.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "decision/decided_rows.hpp"
#include "loh/model.hpp"
#include "loh/probabilities.hpp"

namespace loh {

// The probabilities of `rules`. folds: rules of the same kind with other rows; without any, the training rows of `rules` have to do.
Probabilities fit_shares(const DecidedRows& rules, std::span<const DecidedRows> folds, std::size_t classes,
                         std::string fitted_on);

// Probabilities of a scorecard from the scores of rows, [row][class].
Probabilities fit_softmax(std::span<const double> scores, std::span<const std::uint32_t> labels,
                          std::size_t classes, std::string fitted_on);

// Probabilities of `card`, a scorecard learned from all rows of the data, from a smaller one of the same kind that was learned
// without some rows, its validation rows. The unit is that of `smaller`, scaled by the spread of the points of both.
Probabilities probabilities_like(const Model& card, const Model& smaller, const Dataset& data);

// The same model with other probabilities.
Model with_probabilities(const Model& model, Probabilities probabilities);

}  // namespace loh
