// Reading files that are one JSON object, within limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace loh {

using Json = nlohmann::ordered_json;

// Copies, comparisons and conversions of a document recurse into it, so its depth is limited. A value needs up to 80 bytes
// of memory, even if its text is `0,`.
struct JsonLimits {
    std::size_t max_depth = 100;
    std::size_t max_values = SIZE_MAX;  // numbers, texts, names of members, lists, objects
};

inline constexpr const char* kDamaged = "the file is damaged, or was not written by loh";

// Throws Error (syntax) with the file name and the line when the text is not one JSON object, and Error (limit) beyond a
// limit. `hint` is the hint of the first, for files written by hand.
Json read_json(const std::string& text, const std::string& name, const std::string& hint = kDamaged,
               const JsonLimits& limits = {});

// Appends a member with a new key. `object[key] = value` looks through all members first.
void append_member(Json& object, std::string key, Json value);

}  // namespace loh
