// Files as a whole. Writing them is public: loh/file.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "loh/file.hpp"

namespace loh {

// The whole file, in one read when its size is known; of a longer one, the first max_bytes. Throws Error (io) when it
// cannot be read, or is a folder.
std::string read_whole_file(const std::string& path, std::size_t max_bytes = SIZE_MAX);

}  // namespace loh
