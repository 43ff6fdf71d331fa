// Standard input, as a whole or part by part, and its name in messages.
#pragma once

#include <cstddef>
#include <string>

#include <loh/loh.hpp>

namespace loh::cli {

inline constexpr const char* kStandardInput = "<standard input>";

// What is there, or of more text at least max_bytes + 1 bytes.
std::string read_standard_input(std::size_t max_bytes);

ByteSource standard_input();

}  // namespace loh::cli
