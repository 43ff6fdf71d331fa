// Reading files that are one JSON object.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace loh {

using Json = nlohmann::ordered_json;

// Throws Error (syntax) with the file's name, and where it stops being JSON, when it is no object. `hint` is for a file
// that a person wrote.
Json read_json(const std::string& text, const std::string& name,
               const std::string& hint = "the file is damaged, or was not written by loh");

}  // namespace loh
