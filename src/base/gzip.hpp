// Decompression of gzip files, in memory or as a stream.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "loh/file.hpp"

namespace loh {

// Whether the bytes begin with the gzip signature, which no UTF-8 text begins with.
bool is_gzip(std::string_view content);

// A source of the decompressed bytes. Several members in a row are one text, and zeros after the last one are padding.
// Reading throws Error (syntax) when the data is damaged or truncated, and Error (limit) before it would give more than
// max_bytes: a small file can decompress to a thousand times its size. `name` is the file name in messages.
ByteSource unpack(ByteSource packed, std::string name, std::size_t max_bytes);

// The decompressed bytes as one string.
std::string gunzip(std::string_view content, const std::string& name, std::size_t max_bytes);

// The decompressed bytes if `bytes` is gzip, otherwise `bytes`.
ByteSource unpack_if_packed(ByteSource bytes, const std::string& name, std::size_t max_bytes);

}  // namespace loh
