// Standard input, which the commands read where a file is named `-`.
#pragma once

#include <cstddef>
#include <string>

namespace loh::cli {

inline constexpr const char* kStandardInput = "<standard input>";  // in messages

// All of it; a little more than max_bytes when there is more.
std::string read_standard_input(std::size_t max_bytes);

}  // namespace loh::cli
