// Where a write to a path goes: links, pipes, devices and open descriptors.
#pragma once

#include <optional>
#include <string>

#include <sys/stat.h>

namespace loh {

struct OutputTarget {
    std::string path;               // with links resolved
    std::optional<int> descriptor;  // the path names this descriptor of the process, as /dev/stdout does
    std::optional<mode_t> mode;     // type and permissions; empty if there is no file yet
    uid_t owner = 0;                // of an existing file
    gid_t group = 0;

    // Whether it is written to in place instead of being replaced.
    [[nodiscard]] bool is_direct() const { return descriptor || (mode && !S_ISREG(*mode)); }
};

// Throws Error (io) for a folder, a socket, too many links or a file that is read-only.
OutputTarget find_output(const std::string& path);

// Throws Error (io) with the message of errno.
[[noreturn]] void fail_to_write(const std::string& path);

}  // namespace loh
