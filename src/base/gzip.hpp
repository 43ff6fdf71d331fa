// Files that were compressed with gzip, unpacked in memory or on the way.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "loh/file.hpp"

namespace loh {

// By the first two bytes, which begin no UTF-8 text.
bool is_gzip(std::string_view content);

// What was compressed, part by part; several members, one behind the other, are one text, and zeros behind them are
// padding. Reading throws Error (syntax) where the content is damaged or breaks off, and Error (limit) rather than unpack
// more than max_bytes: a small file can stand for a thousand times its size. `name` is for the messages.
ByteSource unpack(ByteSource packed, std::string name, std::size_t max_bytes);

// The same as a whole.
std::string gunzip(std::string_view content, const std::string& name, std::size_t max_bytes);

// What the bytes unpack to if they are gzip; otherwise the bytes themselves.
ByteSource unpack_if_packed(ByteSource bytes, const std::string& name, std::size_t max_bytes);

}  // namespace loh
