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
    explicit OpenFile(std::string path) : path_(std::move(path)) {
        do file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
        while (file_ < 0 && errno == EINTR);  // a pipe waits for its writer
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
    int file_ = -1;
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

}  // namespace loh
