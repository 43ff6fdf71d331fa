// Atomic writing of files, and byte sources.
//
//     loh::write_file_atomically("rules.json", text);     // a crash, a full disk or kill -9 leaves the old file unchanged
//
//     loh::AtomicFile file("predictions.csv");            // the same for content that comes in pieces
//     while (more()) file.write(piece());                 // an exception here leaves the old file unchanged
//     file.commit();
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace loh {

// Creates or replaces the file. The content is written to a scratch file in the same folder, flushed to the disk and
// renamed, so at any moment the file has either the old content or the new. A link stays a link, and the file keeps its
// permissions. A device such as /dev/stdout is written to directly. Throws Error (io) and leaves the old content unchanged.
void write_file_atomically(const std::string& path, std::string_view content);

// The same for content in pieces. commit() replaces the file; without it the destructor removes the scratch file.
class AtomicFile {
public:
    explicit AtomicFile(std::string path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view more);
    void commit();  // the last call

private:
    [[noreturn]] void fail() const;

    std::string path_;     // as given
    std::string target_;   // with links resolved; empty for a device, which is written to directly
    std::string scratch_;  // scratch file in the folder of the target
    int file_ = -1;
};

// A source of bytes. Each call writes the next bytes, at most `most`, to `to` and returns their number; 0 at the end.
using ByteSource = std::function<std::size_t(char* to, std::size_t most)>;

}  // namespace loh
