// Suggestions for misspelt names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loh {

// The candidate closest to a misspelt `word`, at most two edits and at most a third of its length away; nothing when no
// candidate is that close.
std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace loh
