// JSON as the commands print it: members in the order in which they were added.
#pragma once

#include <nlohmann/json.hpp>

namespace loh::cli {

using Json = nlohmann::ordered_json;

}  // namespace loh::cli
