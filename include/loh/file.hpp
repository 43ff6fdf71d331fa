// Writing files that are there as a whole or not at all, and reading bytes from anywhere.
//
//     loh::write_file_atomically("rules.json", text);     // a crash, a full disk or kill -9 leaves the old file as it was
//
//     loh::AtomicFile file("predictions.csv");            // the same for what comes piece by piece
//     while (more()) file.write(piece());                 // an exception here, and the old file is still there
//     file.commit();
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace loh {

// Replaces the file, or makes it: written beside it, flushed to the disk and renamed, so that whatever happens there is
// either the old content or the new. A link stays a link, and the file keeps its permissions; what is no file, such as
// /dev/stdout, is simply written to. Throws Error (io); then the old content is untouched.
void write_file_atomically(const std::string& path, std::string_view content);

// The same, piece by piece. Nothing is replaced before commit(); without it, what was written is removed.
class AtomicFile {
public:
    explicit AtomicFile(std::string path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view more);
    void commit();  // nothing may be written behind it

private:
    [[noreturn]] void fail() const;

    std::string path_;     // as it was given
    std::string target_;   // the same through links; empty: no file, written to as it comes
    std::string scratch_;  // beside the target
    int file_ = -1;
};

// Bytes one part after the other: writes at most `most` of them to `to` and returns how many; 0 means that there are no
// more.
using ByteSource = std::function<std::size_t(char* to, std::size_t most)>;

}  // namespace loh
