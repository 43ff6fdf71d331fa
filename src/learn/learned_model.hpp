// The end of every learner: a decision becomes a model, pruned where asked for and measured on the rows of each purpose.
#pragma once

#include "learn/class_schema.hpp"
#include "learn/row_split.hpp"
#include "model/model_data.hpp"

namespace loh {

// `record` has everything but the figures. labels: [row], in the order of the decision's classes.
Model learned_model(DecisionData decision, ModelData record, const DatasetData& data,
                    const Labels& labels, const RowSplit& split);

// For learners that find formulas and train no network: one for each class but the last of a list, or for the positive class
// of the head `single`. They are simplified first.
Model model_of_formulas(const std::vector<Formula>& formulas, const ClassSchema& schema, std::string learner,
                        LearnOptions options, const DatasetData& data, const Labels& labels,
                        const RowSplit& split);

}  // namespace loh
