// Files as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loh {

// The whole file, in one read when its size is known; of a longer one, the first max_bytes. Throws Error (io) when it
// cannot be read, or is a folder.
std::string read_whole_file(const std::string& path, std::size_t max_bytes = SIZE_MAX);

// Replaces the file, or makes it: written beside it, flushed to the disk and renamed, so that whatever happens there is
// either the old content or the new. Throws Error (io); then the old content is untouched.
void write_file_atomically(const std::string& path, std::string_view content);

}  // namespace loh
