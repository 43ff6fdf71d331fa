// Files that are not CSV in UTF-8, recognised by their bytes, and what to do with them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loh {

struct FileFormat {
    std::string_view is;    // "a Parquet file"
    std::string_view hint;  // what to do
};

// The format of a file that begins with these bytes; nothing if it may be a text.
std::optional<FileFormat> other_format(std::string_view first_bytes);

// The encoding of a text from its first byte on that is not valid UTF-8. Windows-1252 is Latin-1 with more signs: quotation
// marks, dashes and the euro sign. Five of its bytes are undefined; a text with these is in Latin-1.
std::string probable_encoding(std::string_view from_invalid_byte);

// The command that converts the file to UTF-8.
std::string iconv_command(const std::string& encoding, const std::string& path);

}  // namespace loh
