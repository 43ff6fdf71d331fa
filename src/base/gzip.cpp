#include "base/gzip.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#define ZLIB_CONST  // it only reads its input
#include <zlib.h>

#include "base/check.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18U;
constexpr std::size_t kLargestRatio = 1032;  // what deflate can reach

Error gzip_error(ErrorKind kind, const std::string& name, std::string message, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.message = std::move(message);
    diagnostic.hint = std::move(hint);
    diagnostic.file = name;
    return Error(std::move(diagnostic));
}

Error damaged(const std::string& name, const std::string& what) {
    return gzip_error(ErrorKind::syntax, name, "the gzip data " + what,
                      "copy or download the file again; `gzip -t` tells whether it is whole");
}

// The last four bytes of a member are its unpacked size modulo 2^32. Nothing depends on it but how often text moves.
std::size_t expected_bytes(std::string_view content) {
    std::size_t size = 0;
    for (std::size_t i = 1; i <= std::min<std::size_t>(4, content.size()); ++i)
        size = size << 8U | static_cast<unsigned char>(content[content.size() - i]);
    return std::min(size, content.size() * kLargestRatio);
}

class Unpacker {
public:
    Unpacker(std::string_view content, const std::string& name, std::size_t max_bytes)
        : content_(content), name_(name), max_bytes_(max_bytes), buffer_(kBufferBytes) {
        constexpr int kGzipHeader = 16;  // added to the window size: no other format
        if (inflateInit2(&stream_, kGzipHeader + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~Unpacker() { inflateEnd(&stream_); }
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;

    std::string unpack() {
        text_.reserve(std::min(expected_bytes(content_), max_bytes_));
        do {
            read_member();
        } while (is_gzip(content_));
        if (content_.find_first_not_of('\0') != std::string_view::npos)
            throw damaged(name_, "is followed by something else");
        return std::move(text_);
    }

private:
    // Appends one member to the text and removes it from the content.
    void read_member() {
        LOH_CHECK(inflateReset(&stream_) == Z_OK);
        for (int status = Z_OK; status != Z_STREAM_END;) {
            if (content_.empty()) throw damaged(name_, "breaks off");
            status = step();
            if (status == Z_MEM_ERROR) throw std::bad_alloc();
            if (status != Z_OK && status != Z_STREAM_END) {
                const char* reason = stream_.msg;
                throw damaged(name_, std::string("is damaged: ") + (reason ? reason : "no stream"));
            }
        }
    }

    int step() {
        auto given = static_cast<uInt>(std::min<std::size_t>(content_.size(), 1U << 30U));
        stream_.next_in = reinterpret_cast<const Bytef*>(content_.data());
        stream_.avail_in = given;
        stream_.next_out = buffer_.data();
        stream_.avail_out = static_cast<uInt>(buffer_.size());
        int status = inflate(&stream_, Z_NO_FLUSH);
        std::size_t made = buffer_.size() - stream_.avail_out;
        if (made > max_bytes_ - text_.size()) {
            throw gzip_error(
                ErrorKind::limit, name_,
                "unpacks to more than " + std::to_string(max_bytes_) + " bytes, which is max_unpacked_bytes",
                "if that is what it should have, unpack it first: gzip -d");
        }
        text_.append(reinterpret_cast<const char*>(buffer_.data()), made);
        content_.remove_prefix(given - stream_.avail_in);
        return status;
    }

    std::string_view content_;  // what is not read yet
    const std::string& name_;
    std::size_t max_bytes_;
    std::vector<Bytef> buffer_;
    z_stream stream_{};
    std::string text_;
};

}  // namespace

bool is_gzip(std::string_view content) { return content.starts_with("\x1F\x8B"); }

std::string gunzip(std::string_view content, const std::string& name, std::size_t max_bytes) {
    return Unpacker(content, name, max_bytes).unpack();
}

}  // namespace loh
