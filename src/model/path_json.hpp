// The member `path` of a model file. Each step has its formulas and scores; steps that are not the model also have what is needed to
// move to them: confusion matrices, counts of the rules and probabilities. The other figures follow from these.
#pragma once

#include <string>

#include "model/json.hpp"
#include "model/model_data.hpp"

namespace loh {

Json path_to_json(const ModelData& record);

// `name`: of the file.
PathStep path_step_from(const JsonReader& json, const std::string& name);

// The model of a step. formulas: those of the step; `chosen`: the decision of the file. Throws Error (syntax) if the figures do not
// fit each other, as model_checks.hpp describes.
PathModel path_model_from(const JsonReader& json, const std::string& name, const PathStep& step,
                          const std::vector<Formula>& formulas, const DecisionData& chosen,
                          const ModelData& record);

// Whether a step has more than formulas and scores. Files of earlier versions have no more.
bool has_path_model(const JsonReader& json);

}  // namespace loh
