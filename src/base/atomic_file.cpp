// Output files. The content goes to a scratch file in the folder of the target, which is then renamed to the target: rename
// replaces a file atomically.
//
// The scratch file has no name until it is complete (O_TMPFILE), so that kill -9 leaves nothing behind. File systems without
// O_TMPFILE get a hidden file with a random name, which only the writer of that name opens (O_EXCL, O_NOFOLLOW). Rejected: a
// fixed name, which two writers share and which may be a file of the user.
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output_target.hpp"
#include "base/scratch_names.hpp"
#include "loh/error.hpp"
#include "loh/file.hpp"

namespace loh {

namespace {

constexpr mode_t kNewFile = 0666;  // before the umask
constexpr mode_t kNobodyElse = 0600;
constexpr mode_t kPermissions = 0777;
constexpr int kMostTries = 100;  // for a name that does not exist yet

bool write_all(int file, std::string_view content) {
    while (!content.empty()) {
        ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC;
        if (written <= 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Some file systems and special files cannot be flushed; the content is written all the same.
bool flush_to_disk(int file) {
    while (::fsync(file) != 0) {
        if (errno == EINVAL || errno == ENOTSUP || errno == ENOSYS) return true;
        if (errno != EINTR) return false;
    }
    return true;
}

std::string folder_of(const std::string& path) {
    std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

// After a power failure the folder could still have the old file.
void flush_folder(const std::string& path) {
    int folder = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    flush_to_disk(folder);
    ::close(folder);
}

// `.NAME.0123456789abcdef.part` in the folder of the target.
std::string scratch_name(const std::string& target) {
    constexpr std::size_t kMostOfName = 200;  // most file systems allow 255 bytes
    std::uint64_t random = 0;
    if (::getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) {
        timespec now{};
        ::clock_gettime(CLOCK_MONOTONIC, &now);
        random = (static_cast<std::uint64_t>(::getpid()) << 32U) ^ static_cast<std::uint64_t>(now.tv_nsec);
    }
    std::array<char, 24> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(random));
    std::filesystem::path path = target;
    std::string name = "." + path.filename().string().substr(0, kMostOfName) + "." + digits.data() + ".part";
    return path.replace_filename(name).string();
}

int open_again_if_interrupted(const char* path, int flags, mode_t mode) {
    for (;;) {
        int file = ::open(path, flags, mode);
        if (file >= 0 || errno != EINTR) return file;
    }
}

// The path by which a file without a name gets one.
std::string path_of_descriptor(int file) { return "/proc/self/fd/" + std::to_string(file); }

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
    OutputTarget target = find_output(path_);
    if (target.is_direct()) {
        file_ = target.descriptor ? ::fcntl(*target.descriptor, F_DUPFD_CLOEXEC, 0)
                                  : open_again_if_interrupted(path_.c_str(), O_WRONLY | O_CLOEXEC, 0);
        if (file_ < 0) fail_to_write(path_);
        return;
    }
    target_ = target.path;
    open_scratch(target.mode ? kNobodyElse
                             : kNewFile);  // until it has the permissions of the file that it replaces
    if (!target.mode) return;
    // As root, the file of another user stays theirs. Without the right to do so, it becomes ours.
    static_cast<void>(!::fchown(file_, target.owner, target.group));
    if (::fchmod(file_, *target.mode & kPermissions) != 0) {
        drop_scratch();
        fail_to_write(path_);
    }
}

void AtomicFile::open_scratch(unsigned mode) {
    constexpr int kFlags = O_WRONLY | O_CLOEXEC;
    file_ = open_again_if_interrupted(folder_of(target_).c_str(), O_TMPFILE | kFlags, mode);
    unnamed_ = file_ >= 0 && ::access(path_of_descriptor(file_).c_str(), F_OK) == 0;
    if (unnamed_) return;
    if (file_ >= 0) ::close(file_);  // without /proc it could not get a name
    for (int tries = 0; tries < kMostTries; ++tries) {
        scratch_ = scratch_name(target_);
        register_scratch_name(scratch_.c_str());
        file_ = open_again_if_interrupted(scratch_.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | kFlags, mode);
        if (file_ >= 0) return;
        forget_scratch_name(scratch_.c_str());
        scratch_.clear();
        if (errno != EEXIST) break;
    }
    fail_to_write(path_);
}

void AtomicFile::link_scratch() {
    for (int tries = 0; tries < kMostTries; ++tries) {
        scratch_ = scratch_name(target_);
        register_scratch_name(scratch_.c_str());
        int linked = ::linkat(AT_FDCWD, path_of_descriptor(file_).c_str(), AT_FDCWD, scratch_.c_str(),
                              AT_SYMLINK_FOLLOW);
        if (linked == 0) return;
        forget_scratch_name(scratch_.c_str());
        scratch_.clear();
        if (errno != EEXIST) break;
    }
    fail_to_write(path_);
}

void AtomicFile::drop_scratch() {
    int failure = errno;
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    if (!scratch_.empty()) {
        ::unlink(scratch_.c_str());
        forget_scratch_name(scratch_.c_str());
        scratch_.clear();
    }
    errno = failure;
}

AtomicFile::~AtomicFile() { drop_scratch(); }

void AtomicFile::write(std::string_view more) {
    if (!write_all(file_, more)) fail_to_write(path_);
}

void AtomicFile::commit() {
    bool direct = target_.empty();
    if (!direct && !flush_to_disk(file_)) fail_to_write(path_);
    if (unnamed_) link_scratch();
    if (::close(std::exchange(file_, -1)) != 0 && errno != EINTR) fail_to_write(path_);
    if (direct) return;
    if (std::rename(scratch_.c_str(), target_.c_str()) != 0) fail_to_write(path_);
    forget_scratch_name(scratch_.c_str());
    scratch_.clear();  // from here on the destructor removes nothing
    flush_folder(target_);
}

void write_file_atomically(const std::string& path, std::string_view content) {
    AtomicFile file(path);
    file.write(content);
    file.commit();
}

void check_writable(const std::string& path) {
    if (find_output(path).is_direct()) return;
    AtomicFile file(path);  // without commit(), it leaves nothing
}

}  // namespace loh
