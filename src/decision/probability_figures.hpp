// Figures of probabilities on rows of any source.
#pragma once

#include "decision/decision_data.hpp"
#include "loh/probability_figures.hpp"

namespace loh {

// labels: [row of the source].
ProbabilityFigures probability_figures(const DecisionData& decision, const ColumnSource& columns,
                                       const Labels& labels, const Rows& rows, ThreadPool& pool);

}  // namespace loh
