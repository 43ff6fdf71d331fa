#include "base/output_target.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

#include "loh/error.hpp"
#include "loh/file.hpp"

namespace loh {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as in Linux

// The number of an own descriptor, if the path names one: /dev/stdout, /dev/fd/63 and /proc/self/fd/63 all lead to
// /proc/PID/fd/N, whose links cannot be followed by name.
std::optional<int> own_descriptor(const fs::path& path) {
    std::string name = path.filename().string();
    int number = 0;
    auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (failure != std::errc() || end != name.data() + name.size() || number < 0) return {};
    std::error_code none;
    std::string folder = fs::canonical(path.parent_path(), none).string();
    bool own = folder.starts_with("/proc/" + std::to_string(::getpid()) + "/") && folder.ends_with("/fd");
    if (!own) return {};
    return number;
}

[[noreturn]] void refuse_read_only(const std::string& path) {
    throw Error(ErrorKind::io, "cannot write '" + path + "': the file is read-only",
                "make it writable with chmod u+w, or give another file");
}

// Root may write to every file, so the permission of the owner counts too.
bool is_read_only(const std::string& path, mode_t mode) {
    if (S_ISREG(mode) && (mode & S_IWUSR) == 0) return true;
    return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0 && errno == EACCES;
}

}  // namespace

void fail_to_write(const std::string& path) {
    throw Error(ErrorKind::io, "cannot write '" + path + "': " + std::strerror(errno));
}

OutputTarget find_output(const std::string& path) {
    OutputTarget result;
    fs::path place = path;
    for (int links = 0;; ++links) {
        result.path = place.string();
        result.descriptor = own_descriptor(place);
        if (result.descriptor) break;
        std::error_code failure;
        fs::path to = fs::read_symlink(place, failure);
        if (failure) break;  // not a link
        errno = ELOOP;
        if (links == kMostLinks) fail_to_write(path);
        place = to.is_absolute() ? to : place.parent_path() / to;
    }
    struct stat status {};
    if (result.descriptor) {
        int flags = ::fcntl(*result.descriptor, F_GETFL);
        errno = flags < 0 ? errno : EBADF;
        if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) fail_to_write(path);
        return result;
    }
    // The path as given: links below /proc lead to pipes that no path names.
    if (::stat(path.c_str(), &status) != 0) return result;
    result.mode = status.st_mode;
    result.owner = status.st_uid;
    result.group = status.st_gid;
    errno = S_ISDIR(status.st_mode) ? EISDIR : ENXIO;
    if (S_ISDIR(status.st_mode) || S_ISSOCK(status.st_mode)) fail_to_write(path);
    if (is_read_only(path, status.st_mode)) refuse_read_only(path);
    return result;
}

std::string output_target(const std::string& path) {
    OutputTarget target = find_output(path);
    return target.is_direct() ? "" : target.path;
}

}  // namespace loh
