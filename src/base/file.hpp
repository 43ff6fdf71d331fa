// Reading files. Writing them is public: loh/file.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "loh/file.hpp"

namespace loh {

// The whole file, in one read when its size is known; of a longer one, the first max_bytes. Throws Error (io) when it
// cannot be read, or is a folder.
std::string read_whole_file(const std::string& path, std::size_t max_bytes = SIZE_MAX);

// The file part by part. Throws Error (io) here when it cannot be opened, and later when it cannot be read on.
ByteSource open_file(const std::string& path);

// All that a source gives, or what it has given when `stop` returns true for the last piece of it. Never in memory twice,
// which a std::string that outgrows its place is.
std::string read_all(const ByteSource& bytes, const std::function<bool(std::string_view piece)>& stop = {});

}  // namespace loh
