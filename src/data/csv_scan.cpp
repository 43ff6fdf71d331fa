// Idea: compare 64 bytes with the separator, the line ends, the quote and the blanks. The ends of all cells are then the bits
// of one mask, and every condition on a neighbouring byte is a mask shifted by one. The bits become a list of offsets, and
// the offsets become cells by subtraction.
//
// Quotes: if each quote opens a cell at its start or closes one at its end, the exclusive or of all quotes up to byte i tells
// whether byte i is inside. Any other quote (within a plain cell, doubled, after a blank), a line end inside quotes, and text
// after a closing quote stop the scan: the exact reader of csv.cpp reads that row, and the scan continues after it.
//
// Invariant: the ends before `stop` are exactly those that the exact reader finds.
//
// Source: the bit masks and the prefix of exclusive ors are those of simdjson (Langdale and Lemire, Parsing gigabytes of
// JSON per second, VLDB Journal 28, 2019), without its carry-less multiplication, which not every machine has.
//
// Rejected: tables of byte classes. They need more than SSE2, and comparing is not the bottleneck: finding the masks takes a
// third of the time, listing the bits the rest.
#include "data/csv_scan.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/vector_clones.hpp"
#include "data/bytes64.hpp"

namespace loh {

namespace {

constexpr std::size_t kChunkBytes = 64;

// The last bytes of the text, padded with zeros.
struct PaddedChunk {
    PaddedChunk(const char* from, std::size_t size) { std::memcpy(bytes, from, size); }
    char bytes[kChunkBytes] = {};
};

struct ChunkEnds {
    std::uint64_t ends;       // of cells
    std::uint64_t line_ends;  // those of them that end a row
    std::uint64_t stop;       // bytes that need the exact reader
};

LOH_INLINE ChunkEnds find_ends(const Bytes64& bytes, const CsvSigns& signs, CsvCarry& carry,
                               CsvWindow& window) {
    std::uint64_t separator = bytes.equal(signs.separator);
    std::uint64_t lf = bytes.equal('\n');
    std::uint64_t cr = bytes.equal('\r');
    std::uint64_t quote = bytes.equal('"');
    std::uint64_t blank = bytes.equal(signs.blank) | bytes.equal(signs.other_blank);

    std::uint64_t second_lf = lf & (cr << 1U | carry.cr);  // of CR LF
    std::uint64_t line_ends = cr | (lf & ~second_lf);
    std::uint64_t ends = separator | line_ends;
    std::uint64_t inside = 0;
    if ((quote | carry.inside) != 0) {
        inside = prefix_xor(quote) ^ carry.inside;
        ends &= ~inside;
    }
    std::uint64_t over = ends | second_lf;  // a cell begins after these
    std::uint64_t begins = (over << 1U | carry.end) & ~second_lf;
    std::uint64_t close = quote & ~inside;
    std::uint64_t stop =
        (quote & inside & ~begins) | ((close << 1U | carry.close) & ~ends) | ((lf | cr) & inside);
    std::uint64_t untidy = (begins & (blank | quote)) | (ends & (blank << 1U | carry.blank));

    window.has_cr |= cr != 0;
    window.untidy |= untidy != 0;
    carry.inside = inside >> 63U != 0 ? ~std::uint64_t{0} : 0;
    carry.end = over >> 63U;
    carry.close = close >> 63U;
    carry.cr = cr >> 63U;
    carry.blank = blank >> 63U;
    return {ends, line_ends & ends, stop};
}

// Appends the offsets of the set bits. The number of cells in 64 bytes varies, so a loop that ends at the last bit is often
// mispredicted. Ten offsets are always written, whether valid or not. With g++ the simple loop takes 1.2 times as long.
LOH_INLINE void add_ends(std::uint64_t bits, std::size_t offset, CsvWindow& window) {
    std::uint64_t* to = window.ends.data() + window.count;
    auto found = static_cast<std::size_t>(std::popcount(bits));
    constexpr std::uint64_t kTop = std::uint64_t{1} << 63U;  // countr_zero is then never called with zero
    auto write = [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            to[i] = offset + static_cast<std::size_t>(__builtin_ctzll(bits | kTop));
            bits &= bits - 1;
        }
    };
    write(0, 10);
    if (found > 10) {
        write(10, 16);
        if (found > 16) write(16, found);
    }
    window.count += found;
}

LOH_INLINE void add_chunk(const ChunkEnds& chunk, std::size_t offset, CsvWindow& window) {
    std::uint64_t left = chunk.line_ends;
    do {                                          // usually one bit or none: always written, counted if set
        std::uint64_t up_to = left ^ (left - 1);  // the lowest bit and all bits below
        window.row_ends[window.rows] = static_cast<std::uint32_t>(
            window.count + static_cast<std::size_t>(std::popcount(chunk.ends & up_to)));
        window.rows += static_cast<std::size_t>(left != 0);
        left &= left - 1;
    } while (left != 0);
    add_ends(chunk.ends, offset, window);
}

// Removes everything from the first stop byte on.
LOH_INLINE void cut(ChunkEnds& chunk) {
    std::uint64_t before = (chunk.stop & (~chunk.stop + 1)) - 1;
    chunk.ends &= before;
    chunk.line_ends &= before;
}

}  // namespace

LOH_VECTOR_CLONES void scan_csv(const char* text, std::size_t begin, std::size_t end, const CsvSigns& signs,
                                CsvCarry& carry, CsvWindow& window) {
    window.count = window.rows = 0;
    window.has_cr = window.untidy = window.stopped = false;
    end = std::min(end, begin + CsvWindow::kBytes);
    std::size_t at = begin;
    for (; at + kChunkBytes <= end && !window.stopped; at += kChunkBytes) {
        ChunkEnds chunk = find_ends(Bytes64(text + at), signs, carry, window);
        if (chunk.stop != 0) {
            cut(chunk);
            window.stopped = true;
        }
        add_chunk(chunk, at, window);
    }
    if (at < end && !window.stopped) {
        std::size_t left = end - at;
        PaddedChunk padded(text + at, left);
        ChunkEnds chunk = find_ends(Bytes64(padded.bytes), signs, carry, window);
        chunk.stop &= (std::uint64_t{1} << left) - 1;
        if (chunk.stop != 0) {
            cut(chunk);
            window.stopped = true;
        }
        add_chunk(chunk, at, window);
        at = end;
    }
    bool found = std::exchange(window.untidy, window.untidy || carry.untidy);
    carry.untidy = found || (carry.untidy && window.count == 0);  // a cell may span the whole window
    window.next = at;
}

LOH_VECTOR_CLONES CsvCounts count_csv(const char* text, std::size_t size, char separator) {
    CsvCounts counts;
    auto add = [&](const Bytes64& bytes) {
        counts.separators += static_cast<std::size_t>(std::popcount(bytes.equal(separator)));
        counts.line_ends += static_cast<std::size_t>(std::popcount(bytes.equal('\n') | bytes.equal('\r')));
    };
    std::size_t at = 0;
    for (; at + kChunkBytes <= size; at += kChunkBytes) add(Bytes64(text + at));
    if (at < size) add(Bytes64(PaddedChunk(text + at, size - at).bytes));
    return counts;
}

LOH_VECTOR_CLONES std::size_t count_ascii(const char* text, std::size_t size) {
    std::size_t at = 0;
    std::uint64_t high = 0;
    for (; at + kChunkBytes <= size; at += kChunkBytes) {
        high = Bytes64(text + at).high();
        if (high != 0) return at + static_cast<std::size_t>(std::countr_zero(high));
    }
    if (at < size) high = Bytes64(PaddedChunk(text + at, size - at).bytes).high();
    return high == 0 ? size : at + static_cast<std::size_t>(std::countr_zero(high));
}

}  // namespace loh
