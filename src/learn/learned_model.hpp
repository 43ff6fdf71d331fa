// The last step of every learner: prunes the decision if the options ask for it, computes its figures on the training,
// validation and held-out rows, and makes the model.
#pragma once

#include <cstdint>
#include <span>

#include "learn/class_schema.hpp"
#include "learn/row_split.hpp"
#include "model/model_data.hpp"

namespace loh {

// `record` is complete except for the figures. labels: [row], index in the classes of the decision.
Model learned_model(DecisionData decision, ModelData record, const DatasetData& data, const Labels& labels,
                    const RowSplit& split);

// For learners without a network. Head list: one formula for each class except the last. Head single: the formula of the
// positive class. Head vote: rules, with points [rule][class], then the base [class]. The formulas are simplified.
Model model_of_formulas(const std::vector<Formula>& formulas, const ClassSchema& schema, std::string learner,
                        LearnOptions options, const DatasetData& data, const Labels& labels,
                        const RowSplit& split, std::span<const std::int32_t> points = {});

}  // namespace loh
