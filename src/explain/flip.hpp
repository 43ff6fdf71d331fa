// Counterfactuals: the smallest change of a row that changes the prediction.
#pragma once

#include "explain/changed_rows.hpp"
#include "loh/explain.hpp"

namespace loh {

// Sets flip, tried and tried_columns. The prediction must be set.
void find_flip(const ChangedRows& rows, const ExplainOptions& options, RowExplanation& explanation);

}  // namespace loh
