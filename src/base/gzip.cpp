#include "base/gzip.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#define ZLIB_CONST  // declares the input of zlib as const
#include <zlib.h>

#include "base/check.hpp"
#include "base/file.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

Error gzip_error(ErrorKind kind, const std::string& name, std::string message, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.message = std::move(message);
    diagnostic.hint = std::move(hint);
    diagnostic.file = name;
    return Error(std::move(diagnostic));
}

class Unpacker {
public:
    Unpacker(ByteSource packed, std::string name, std::size_t max_bytes)
        : packed_(std::move(packed)), name_(std::move(name)), max_bytes_(max_bytes), buffer_(kBufferBytes) {
        constexpr int kGzipHeader = 16;  // added to the window size: accept the gzip format only
        if (inflateInit2(&stream_, kGzipHeader + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~Unpacker() { inflateEnd(&stream_); }
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;

    // As a ByteSource.
    std::size_t read(char* to, std::size_t most) {
        if (most > max_bytes_ - made_) most = max_bytes_ - made_ + 1;
        std::size_t made = 0;
        while (made == 0 && most > 0 && !at_end_) {
            if (in_member_) {
                made = inflate_some(to, most);
            } else {
                find_member();
            }
        }
        if (made > max_bytes_ - made_) {
            throw gzip_error(
                ErrorKind::limit, name_,
                "decompresses to more than " + std::to_string(max_bytes_) + " bytes (max_unpacked_bytes)",
                "if the size is right, decompress the file first: gzip -d");
        }
        made_ += made;
        return made;
    }

private:
    static constexpr std::size_t kBufferBytes = std::size_t{1} << 18U;

    [[nodiscard]] Error damaged(const std::string& what) const {
        return gzip_error(ErrorKind::syntax, name_, "the gzip data " + what,
                          "copy or download the file again; `gzip -t` checks it");
    }

    // Reads until the input has `wanted` bytes or the source ends.
    void fill(std::size_t wanted) {
        if (input_.size() >= wanted) return;
        std::copy(input_.begin(), input_.end(), buffer_.begin());
        std::size_t used = input_.size();
        while (used < wanted) {
            std::size_t more = packed_(buffer_.data() + used, buffer_.size() - used);
            if (more == 0) break;
            used += more;
        }
        input_ = {buffer_.data(), used};
    }

    // Called before each member.
    void find_member() {
        fill(2);
        if (is_gzip(input_)) {
            LOH_CHECK(inflateReset(&stream_) == Z_OK);
            in_member_ = true;
            return;
        }
        for (; !input_.empty(); input_ = {}, fill(1)) {
            if (input_.find_first_not_of('\0') != std::string_view::npos)
                throw damaged("is followed by data that is not gzip");
        }
        at_end_ = true;
    }

    std::size_t inflate_some(char* to, std::size_t most) {
        fill(1);
        if (input_.empty()) throw damaged("is truncated");
        auto room = static_cast<uInt>(std::min<std::size_t>(most, std::numeric_limits<int>::max()));
        stream_.next_in = reinterpret_cast<const Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(input_.size());
        stream_.next_out = reinterpret_cast<Bytef*>(to);
        stream_.avail_out = room;
        int status = inflate(&stream_, Z_NO_FLUSH);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        if (status != Z_OK && status != Z_STREAM_END) {
            const char* reason = stream_.msg;
            throw damaged(std::string("is damaged: ") + (reason ? reason : "no stream"));
        }
        input_.remove_prefix(input_.size() - stream_.avail_in);
        in_member_ = status != Z_STREAM_END;
        return room - stream_.avail_out;
    }

    ByteSource packed_;
    std::string name_;
    std::size_t max_bytes_;
    std::size_t made_ = 0;
    std::vector<char> buffer_;
    std::string_view input_;  // the unread part of the buffer
    bool in_member_ = false;
    bool at_end_ = false;
    z_stream stream_{};
};

}  // namespace

bool is_gzip(std::string_view content) { return content.starts_with("\x1F\x8B"); }

ByteSource unpack(ByteSource packed, std::string name, std::size_t max_bytes) {
    auto unpacker = std::make_shared<Unpacker>(std::move(packed), std::move(name), max_bytes);
    return [unpacker](char* to, std::size_t most) { return unpacker->read(to, most); };
}

std::string gunzip(std::string_view content, const std::string& name, std::size_t max_bytes) {
    ByteSource packed = [&content](char* to, std::size_t most) {
        std::size_t count = std::min(most, content.size());
        std::copy_n(content.data(), count, to);
        content.remove_prefix(count);
        return count;
    };
    return read_all(unpack(packed, name, max_bytes));
}

ByteSource unpack_if_packed(ByteSource bytes, const std::string& name, std::size_t max_bytes) {
    std::string start;
    for (char c = 0; start.size() < 2 && bytes(&c, 1) == 1;) start += c;
    ByteSource all = [start, bytes = std::move(bytes), given = std::size_t{0}](char* to,
                                                                               std::size_t most) mutable {
        if (given == start.size()) return bytes(to, most);
        std::size_t count = start.copy(to, most, given);
        given += count;
        return count;
    };
    return is_gzip(start) ? unpack(std::move(all), name, max_bytes) : all;
}

}  // namespace loh
