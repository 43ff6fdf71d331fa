#include "base/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16U;  // bytes of a read when the file size is unknown

bool write_all(int file, std::string_view content) {
    while (!content.empty()) {
        ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

void refuse_folder(const std::string& path) {
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure))
        throw Error(ErrorKind::io, "'" + path + "' is a folder, not a file");
}

Error cannot_open(const std::string& path) {
    return {ErrorKind::io, "cannot open '" + path + "': " + std::strerror(errno)};
}

// A file opened for reading.
class OpenFile {
public:
    explicit OpenFile(std::string path)
        : path_(std::move(path)), file_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (file_ < 0) throw cannot_open(path_);
    }
    ~OpenFile() { ::close(file_); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    std::size_t read(char* to, std::size_t most) const {
        for (;;) {
            ssize_t count = ::read(file_, to, most);
            if (count >= 0) return static_cast<std::size_t>(count);
            if (errno != EINTR)
                throw Error(ErrorKind::io, "cannot read '" + path_ + "': " + std::strerror(errno));
        }
    }

private:
    std::string path_;
    int file_;
};

}  // namespace

std::string read_whole_file(const std::string& path, std::size_t max_bytes) {
    refuse_folder(path);
    std::ifstream file(path, std::ios::binary);
    if (!file) throw cannot_open(path);
    std::error_code failure;
    std::uintmax_t size = std::filesystem::file_size(path, failure);
    if (failure) size = 0;  // for example a pipe
    std::string text;
    std::size_t used = 0;
    // One byte more than the file has, so that the first read also reaches the end of the file.
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

ByteSource open_file(const std::string& path) {
    refuse_folder(path);
    auto file = std::make_shared<const OpenFile>(path);
    return [file](char* to, std::size_t most) { return file->read(to, most); };
}

std::string read_all(const ByteSource& bytes, const std::function<bool(std::string_view)>& stop) {
    constexpr std::size_t kMostAtOnce = std::size_t{1} << 20U;
    // Every allocator maps parts of this size as separate pages: pages without data cost nothing, and all pages return to
    // the system when a part is freed.
    constexpr std::size_t kPartBytes = std::size_t{1} << 26U;
    std::vector<std::unique_ptr<char[]>> parts;  // all are full except the last
    std::size_t used = 0;
    for (std::size_t count = 1; count > 0; used += count) {
        if (used == parts.size() * kPartBytes) parts.emplace_back(new char[kPartBytes]);
        char* to = parts.back().get() + used % kPartBytes;
        count = bytes(to, std::min(kMostAtOnce, kPartBytes - used % kPartBytes));
        if (stop && stop({to, count})) {
            used += count;
            break;
        }
    }
    std::string result;
    result.reserve(used);
    for (std::unique_ptr<char[]>& part : parts) {
        result.append(part.get(), std::min(kPartBytes, used - result.size()));
        part.reset();
    }
    return result;
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
    namespace fs = std::filesystem;
    std::error_code failure;
    fs::path target = fs::canonical(path_, failure);  // resolves links
    bool exists = !failure;
    if (exists && fs::is_directory(target, failure)) {
        errno = EISDIR;
        fail();
    }
    if (exists && !fs::is_regular_file(target, failure)) {
        file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (file_ < 0) fail();
        return;
    }
    target_ = exists ? target.string() : path_;
    scratch_ = target_ + ".part";  // a fixed name: the next writer replaces the scratch file of a killed one
    file_ = ::open(scratch_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) fail();  // no destructor runs: an existing scratch file is not ours
    if (exists) fs::permissions(scratch_, fs::status(target, failure).permissions(), failure);
}

AtomicFile::~AtomicFile() {
    if (file_ >= 0) ::close(file_);
    if (!scratch_.empty()) ::unlink(scratch_.c_str());
}

void AtomicFile::write(std::string_view more) {
    if (!write_all(file_, more)) fail();
}

void AtomicFile::commit() {
    if (!scratch_.empty() && ::fsync(file_) != 0) fail();
    if (::close(std::exchange(file_, -1)) != 0) fail();
    if (!scratch_.empty() && std::rename(scratch_.c_str(), target_.c_str()) != 0) fail();
    scratch_.clear();  // from here on the destructor removes nothing
}

void AtomicFile::fail() const {
    throw Error(ErrorKind::io, "cannot write '" + path_ + "': " + std::strerror(errno));
}

void write_file_atomically(const std::string& path, std::string_view content) {
    AtomicFile file(path);
    file.write(content);
    file.commit();
}

}  // namespace loh
