// Idea: a row ends at a line end outside quotes. A quote opens a cell only at the start of the cell, possibly after blanks.
// If all quotes of 64 bytes are at a start, at an end or doubled, the exclusive or of the quotes tells which bytes are inside,
// as in csv_scan.cpp. Other chunks are examined byte by byte.
//
// Invariant: every boundary is a position where the reader of csv.cpp begins a row, up to the first row that it rejects. So
// a block that is cut there has complete rows, and an error in a row does not depend on the other blocks.
//
// A CR may be the first half of a CR LF. It ends a row only when the next byte is known.
//
// Rejected: cutting at any line end, guessing from the next bytes whether it was inside quotes, and repairing wrong guesses.
// Several threads could then look for boundaries, but finding them takes only a tenth of the reading time.
#include "data/row_cutter.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/vector_clones.hpp"
#include "data/bytes64.hpp"

namespace loh {

namespace {

constexpr std::size_t kCutterChunk = 64;

LOH_INLINE std::size_t count_bits(std::uint64_t bits) {
    return static_cast<std::size_t>(std::popcount(bits));
}

}  // namespace

void RowCutter::cut() {
    seen_ -= boundary_;
    lines_ -= lines_at_boundary_;
    boundary_ = lines_at_boundary_ = 0;
}

// Returns false, without any change, if a quote is in an unexpected position. `chunk` has 64 bytes: `size` bytes of text, then
// zeros.
LOH_INLINE bool RowCutter::look_at_chunk(const char* chunk, std::size_t size) {
    Bytes64 bytes(chunk);
    char before = seen_ == 0 ? '\n' : text_[seen_ - 1];
    std::uint64_t lf = bytes.equal('\n');
    std::uint64_t cr = bytes.equal('\r');
    std::uint64_t quote = bytes.equal('"');
    std::uint64_t inside = 0;
    std::uint64_t close = 0;
    if (quote != 0 || inside_ || behind_quote_) {
        inside = prefix_xor(quote) ^ (inside_ ? ~std::uint64_t{0} : 0);
        close = quote & ~inside;
        std::uint64_t ends = (bytes.equal(separator_) | lf | cr) & ~inside;
        std::uint64_t begins = ends << 1U | std::uint64_t{!inside_ && !behind_quote_ && ends_cell(before)};
        std::uint64_t behind = close << 1U | std::uint64_t{behind_quote_};
        std::uint64_t within_text = size < kCutterChunk ? (std::uint64_t{1} << size) - 1 : ~std::uint64_t{0};
        std::uint64_t odd = (quote & inside & ~begins & ~behind) | (behind & ~ends & ~quote);
        if ((odd & within_text) != 0) return false;
    }
    std::uint64_t behind_cr = cr << 1U | std::uint64_t{before == '\r'};
    std::uint64_t lines = cr | (lf & ~behind_cr);
    // Bit i: a row begins at byte i, because the line end before it is complete and outside quotes.
    std::uint64_t open = inside << 1U | std::uint64_t{inside_};
    std::uint64_t row_begins =
        ((lf << 1U | std::uint64_t{before == '\n' && seen_ > 0}) | (behind_cr & ~lf)) & ~open;
    if (size < kCutterChunk) row_begins &= (std::uint64_t{1} << size) - 1;
    if (row_begins != 0) {
        auto last = static_cast<unsigned>(63 - std::countl_zero(row_begins));
        boundary_ = seen_ + last;
        lines_at_boundary_ = lines_ + count_bits(lines & ((std::uint64_t{1} << last) - 1));
    }
    lines_ += count_bits(lines);
    inside_ = (inside >> (size - 1) & 1U) != 0;
    behind_quote_ = (close >> (size - 1) & 1U) != 0;
    seen_ += size;
    return true;
}

LOH_VECTOR_CLONES void RowCutter::look(std::string_view text) {
    text_ = text;
    while (seen_ < text.size()) {
        std::size_t size = std::min(kCutterChunk, text.size() - seen_);
        char padded[kCutterChunk] = {};
        const char* chunk = text.data() + seen_;
        if (size < kCutterChunk) chunk = static_cast<const char*>(std::memcpy(padded, chunk, size));
        if (!look_at_chunk(chunk, size)) look_at_bytes(seen_ + size);
    }
    if (seen_ > 0 && !inside_ && text[seen_ - 1] == '\n') {
        boundary_ = seen_;
        lines_at_boundary_ = lines_;
    }
}

void RowCutter::look_at_bytes(std::size_t end) {
    Place place = this->place();
    for (; seen_ < end; ++seen_) {
        char c = text_[seen_];
        char before = seen_ == 0 ? 'x' : text_[seen_ - 1];
        if (place == Place::cell_start && (before == '\n' || (before == '\r' && c != '\n'))) {
            boundary_ = seen_;
            lines_at_boundary_ = lines_;
        }
        if (c == '\r' || (c == '\n' && before != '\r')) ++lines_;
        if (place == Place::quoted) {
            if (c == '"') place = Place::quote;
        } else if (ends_cell(c)) {
            place = Place::cell_start;
        } else if (c == '"' && (place == Place::cell_start || place == Place::quote)) {
            place = Place::quoted;
        } else if (place != Place::cell_start || !is_blank(c)) {
            place = Place::plain;
        }
    }
    inside_ = place == Place::quoted;
    behind_quote_ = place == Place::quote;
}

RowCutter::Place RowCutter::place() const {
    if (inside_) return Place::quoted;
    if (behind_quote_) return Place::quote;
    std::size_t begin = seen_;
    while (begin > 0 && is_blank(text_[begin - 1])) --begin;
    return begin == 0 || ends_cell(text_[begin - 1]) ? Place::cell_start : Place::plain;
}

}  // namespace loh
