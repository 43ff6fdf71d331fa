// Reading files that are one JSON object.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace loh {

using Json = nlohmann::ordered_json;

// Throws Error (syntax) with the file name and the line when the text is not one JSON object. `hint` is the hint of that
// error, for files written by hand.
Json read_json(const std::string& text, const std::string& name,
               const std::string& hint = "the file is damaged, or was not written by loh");

}  // namespace loh
