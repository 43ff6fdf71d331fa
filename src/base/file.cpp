#include "base/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16U;  // bytes to read at least when the size is not known

[[noreturn]] void fail(const std::string& path, const std::string& scratch) {
    std::string reason = std::strerror(errno);
    if (!scratch.empty()) ::unlink(scratch.c_str());
    throw Error(ErrorKind::io, "cannot write '" + path + "': " + reason);
}

bool write_all(int file, std::string_view content) {
    while (!content.empty()) {
        ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Opens, writes, flushes and closes; on failure `scratch`, if there is one, is removed.
void write_to(const std::string& path, const std::string& opened, int flags, std::string_view content,
              const std::string& scratch) {
    int file = ::open(opened.c_str(), flags | O_CLOEXEC, 0666);
    if (file < 0) fail(path, {});
    bool good = write_all(file, content) && (scratch.empty() || ::fsync(file) == 0);
    good = ::close(file) == 0 && good;
    if (!good) fail(path, scratch);
}

}  // namespace

std::string read_whole_file(const std::string& path, std::size_t max_bytes) {
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure))
        throw Error(ErrorKind::io, "'" + path + "' is a folder, not a file");
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(ErrorKind::io, "cannot open '" + path + "': " + std::strerror(errno));
    std::uintmax_t size = std::filesystem::file_size(path, failure);
    if (failure) size = 0;  // a pipe, for one
    std::string text;
    std::size_t used = 0;
    // One byte more than there is, so that the first read also meets the end of the file.
    for (std::size_t more = std::max<std::size_t>(size, kChunk) + 1; file && used < max_bytes;
         more = used + kChunk) {
        more = std::min(more, max_bytes - used);
        text.resize(used + more);
        file.read(text.data() + used, static_cast<std::streamsize>(more));
        used += static_cast<std::size_t>(file.gcount());
    }
    if (file.bad()) throw Error(ErrorKind::io, "cannot read '" + path + "'");
    text.resize(used);
    return text;
}

void write_file_atomically(const std::string& path, std::string_view content) {
    namespace fs = std::filesystem;
    std::error_code failure;
    fs::path target = fs::canonical(path, failure);  // through links
    bool exists = !failure;
    if (!exists) target = path;
    if (exists && !fs::is_regular_file(target, failure) && !fs::is_directory(target, failure))
        return write_to(path, path, O_WRONLY, content, {});
    std::string scratch =
        target.string() + ".part";  // one name: what a killed writer left is gone with the next
    write_to(path, scratch, O_WRONLY | O_CREAT | O_TRUNC, content, scratch);
    if (exists) fs::permissions(scratch, fs::status(target, failure).permissions(), failure);
    if (std::rename(scratch.c_str(), target.c_str()) != 0) fail(path, scratch);
}

}  // namespace loh
