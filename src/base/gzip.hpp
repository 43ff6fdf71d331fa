// Files that were compressed with gzip, unpacked in memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loh {

// By the first two bytes, which begin no UTF-8 text.
bool is_gzip(std::string_view content);

// What was compressed; several members, one behind the other, are one text, and zeros behind them are padding. Throws
// Error (syntax) when the content is damaged or breaks off, and Error (limit) rather than unpack more than max_bytes: a
// small file can stand for a thousand times its size. `name` is for the messages.
std::string gunzip(std::string_view content, const std::string& name, std::size_t max_bytes);

}  // namespace loh
