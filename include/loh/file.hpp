// Writing files that are there as a whole or not at all.
//
//     loh::write_file_atomically("rules.json", text);     // a crash, a full disk or kill -9 leaves the old file as it was
#pragma once

#include <string>
#include <string_view>

namespace loh {

// Replaces the file, or makes it: written beside it, flushed to the disk and renamed, so that whatever happens there is
// either the old content or the new. A link stays a link, and the file keeps its permissions; what is no file, such as
// /dev/stdout, is simply written to. Throws Error (io); then the old content is untouched.
void write_file_atomically(const std::string& path, std::string_view content);

}  // namespace loh
