// Locks between processes. The lock is on a file beside the locked one, because a file that is replaced by rename is another
// file after each replacement. The lock file is removed by its owner, so whoever gets a lock checks that the file still has
// its name.
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output_target.hpp"
#include "base/scratch_names.hpp"
#include "loh/error.hpp"
#include "loh/file.hpp"

namespace loh {

namespace {

bool still_has_name(int file, const std::string& name) {
    struct stat opened {};
    struct stat named {};
    return ::fstat(file, &opened) == 0 && ::lstat(name.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

// False if another process has the lock. On file systems without locks there is none to wait for.
bool lock_now(int file) {
    while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EINTR) return errno != EWOULDBLOCK;
    }
    return true;
}

// A file with content is not ours, whatever its name.
bool is_empty_file(int file) {
    struct stat status {};
    return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
}

}  // namespace

FileLock::FileLock(const std::string& path) : name_(find_output(path).path + ".loh-lock") {
    for (;;) {
        file_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file_ < 0 && errno == EINTR) continue;
        if (file_ < 0) fail_to_write(name_);
        if (!lock_now(file_)) {
            ::close(file_);
            throw Error(ErrorKind::io, "'" + path + "' is in use by another process",
                        "wait until it ends, or give another file");
        }
        if (still_has_name(file_, name_)) break;
        ::close(file_);
    }
    if (is_empty_file(file_)) register_scratch_name(name_.c_str());
}

FileLock::~FileLock() {
    if (is_empty_file(file_)) ::unlink(name_.c_str());
    forget_scratch_name(name_.c_str());
    ::close(file_);
}

}  // namespace loh
