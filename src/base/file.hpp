// Reading files. Functions for writing are public: loh/file.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "loh/file.hpp"

namespace loh {

// The content of the file, at most its first max_bytes, in one read when the size is known. Throws Error (io) when the
// file cannot be read or is a folder.
std::string read_whole_file(const std::string& path, std::size_t max_bytes = SIZE_MAX);

// The file as a ByteSource. Throws Error (io) when the file cannot be opened; the source throws it when a read fails.
ByteSource open_file(const std::string& path);

// All bytes of a source, or the bytes up to the first piece for which `stop` returns true. The text is never in memory
// twice, unlike a std::string while it reallocates.
std::string read_all(const ByteSource& bytes, const std::function<bool(std::string_view piece)>& stop = {});

}  // namespace loh
