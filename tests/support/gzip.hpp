// Compression with gzip.
#pragma once

#include <stdexcept>
#include <string>

#include <zlib.h>

namespace loh::testing {

inline std::string gzipped(const std::string& text) {
    constexpr int kGzipHeader = 16;
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipHeader + MAX_WBITS, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("deflateInit2");
    std::string input = text;  // zlib's interface has no const
    std::string result(deflateBound(&stream, input.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

}  // namespace loh::testing
