// The candidates for the holes of a program, as a member of the model file:
//
//     {"candidates": {"age": [23.5, 37.5], "job": ["clerk", "nurse"]}, "literals": ["age >= 23.5", "job = \"clerk\""]}
#pragma once

#include <memory>
#include <string>

#include "lang/candidate_source.hpp"
#include "model/json.hpp"

namespace loh {

Json candidates_to_json(const StoredCandidates& candidates);

// `name`: the file name for errors.
std::shared_ptr<StoredCandidates> candidates_from_json(const Json& json, const std::string& name);

}  // namespace loh
