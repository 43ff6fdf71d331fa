// Standard input as a text or as a byte source, and its name in messages.
#pragma once

#include <cstddef>
#include <string>

#include <loh/loh.hpp>

namespace loh::cli {

inline constexpr const char* kStandardInput = "<standard input>";

// All of standard input. Stops once it has read more than max_bytes bytes.
std::string read_standard_input(std::size_t max_bytes);

ByteSource standard_input();

}  // namespace loh::cli
