// Versions of the model file. Each version has one upgrade to the next, so that a file of any version passes through all that
// follow, and the reader knows the current one only. tests/golden/models has files of every released version.
//
// Version 2 has the decision at the top level (target, classes, head, columns, formulas), then its rules and figures and, if a
// network was trained, the member `network`. Version 1 had the parts of the network at the top level, and every model had one.
//
// A new version: increase kModelVersion, append the upgrade to the table in model_versions.cpp, and add files of the version
// before to tests/golden/models. A new optional member needs no new version.
#pragma once

#include <string>

#include "base/json.hpp"

namespace loh {

inline constexpr const char* kModelFormat = "loh-model";
inline constexpr int kModelVersion = 2;

// The file in the current version. Throws Error (syntax) if it is not a model, or of an unknown version.
Json in_current_version(Json json, const std::string& name);

// Whether the text can be the name of a version of loh, such as 1.2.0-beta: short, without blanks and control characters.
bool is_version_text(const std::string& text);

}  // namespace loh
