// The member `probabilities` of a model file.
#pragma once

#include "decision/decision_data.hpp"
#include "model/json.hpp"

namespace loh {

Json probabilities_to_json(const Probabilities& probabilities, std::size_t classes);

// Throws Error (syntax) if they do not fit the decision, which is complete otherwise.
Probabilities probabilities_from(const JsonReader& json, const DecisionData& decision);

}  // namespace loh
