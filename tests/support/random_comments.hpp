// Comments and blank lines at random places of a program, wherever the language allows a line end.
#pragma once

#include <string>
#include <vector>

#include "support/random.hpp"

namespace loh::testing {

// `text` with added comments, which are all different.
std::string with_random_comments(const std::string& text, Random& random);

// All comments of a text, sorted.
std::vector<std::string> comments_of(const std::string& text);

}  // namespace loh::testing
