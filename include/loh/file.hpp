// Atomic writing of files, locks, and byte sources.
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
// renamed, so at any moment the file has either the old content or the new. Of several writers, the last one to finish
// wins. A link stays a link, and the file keeps its permissions. A pipe, a device such as /dev/null or an open descriptor
// such as /dev/stdout is written to directly. Throws Error (io) and leaves the old content unchanged.
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
    void open_scratch(unsigned mode);
    void link_scratch();
    void drop_scratch();

    std::string path_;      // as given
    std::string target_;    // with links resolved; empty if it is written to directly
    std::string scratch_;   // name of the scratch file; empty if it has none
    bool unnamed_ = false;  // whether the scratch file gets its name only in commit()
    int file_ = -1;
};

// Throws the error that AtomicFile would throw for this path: a missing folder, no permission, a read-only file. A pipe or
// device is not opened. Leaves nothing behind.
void check_writable(const std::string& path);

// The regular file that a write to `path` creates or replaces, with links resolved, also those that lead to no file yet. Empty
// for a pipe, a device or an open descriptor.
std::string output_target(const std::string& path);

// Removes the scratch files of all AtomicFile objects and the files of all FileLock objects. For a signal handler that ends
// the process: it calls only functions that are safe there.
void remove_scratch_files() noexcept;

// Excludes other processes that lock the same path, by a lock on the file `path.loh-lock`, which the destructor removes. The
// lock of a killed process ends with it. Throws Error (io) if another process has the lock.
class FileLock {
public:
    explicit FileLock(const std::string& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    std::string name_;  // of the lock file
    int file_ = -1;
};

// A source of bytes. Each call writes the next bytes, at most `most`, to `to` and returns their number; 0 at the end.
using ByteSource = std::function<std::size_t(char* to, std::size_t most)>;

}  // namespace loh
