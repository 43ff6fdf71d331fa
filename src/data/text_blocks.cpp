// Text is read into a block, which is cut after its last complete row. The rest, at most one row, is copied to the front of
// the next block. If a block has no complete row, its size is doubled, so a long row is examined a few times and not once for
// each block. The limits are checked each time, so a text without line ends is rejected early.
#include "data/text_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/gzip.hpp"
#include "data/csv_text.hpp"

namespace loh {

TextBlocks::TextBlocks(ByteSource bytes, std::string name, const CsvOptions& options, std::size_t block_bytes,
                       std::size_t max_unpacked)
    : bytes_(unpack_if_packed(std::move(bytes), name, max_unpacked)),
      name_(std::move(name)),
      block_bytes_(std::max<std::size_t>(block_bytes, 1)),
      csv_(name_, options) {
    read_header();
    cutter_ = RowCutter(csv_.separator());
    line_ = csv_.line();
}

// Leaves the text after the header in `rest_`.
void TextBlocks::read_header() {
    std::string cut_off;  // the first bytes of an incomplete character
    bool started = false;
    do {
        std::string text = csv_.rest();
        std::size_t checked = text.size();
        std::size_t wanted = std::max({block_bytes_, text.size(), started ? 0 : kFirstBytes});
        text += cut_off;
        text.resize(read_more(text, text.size(), wanted));
        if (!started) accept_start(text, name_);
        started = true;
        std::size_t good = check_text({text, checked, csv_.line(), last_}, name_);
        cut_off = text.substr(good);
        text.resize(good);
        csv_.take(std::move(text), last_);
    } while (!csv_.read_header());
    rest_ = csv_.behind_header() + cut_off;
}

// Reads up to `wanted` bytes after the first `used` bytes of the text and returns the new number of used bytes. The text may
// be longer than that: it is never shrunk, because growing it again would fill it with zeros.
std::size_t TextBlocks::read_more(std::string& text, std::size_t used, std::size_t wanted) {
    std::size_t end = used + wanted;
    if (text.size() < end) text.resize(end);
    while (used < end) {
        std::size_t more = bytes_(text.data() + used, end - used);
        if (more == 0) break;
        used += more;
    }
    last_ = used < end;
    return used;
}

bool TextBlocks::next(TextBlock& block) {
    if (last_ && rest_.empty()) return false;
    std::string& text = block.text;
    std::size_t used = rest_.size();
    if (text.size() < used) text.resize(used);
    rest_.copy(text.data(), used);
    bool has_rows = std::exchange(rest_has_rows_, false);
    for (;;) {
        if (!has_rows && !last_) used = read_more(text, used, std::max(block_bytes_, used));
        cutter_.look({text.data(), used});
        if (last_ || cutter_.boundary() > 0) break;
        if (!has_rows) check_long_row(text.substr(0, used));
        has_rows = false;
    }
    std::size_t boundary = last_ ? used : cutter_.boundary();
    rest_.assign(text, boundary, used - boundary);
    text.resize(boundary);
    block.line = line_;
    line_ += cutter_.lines();
    cutter_.cut();
    return boundary > 0;
}

// Throws if no continuation of the text can make it a valid row.
void TextBlocks::check_long_row(std::string text) const {
    text.resize(check_text({text, 0, line_, false}, name_));
    CsvReader probe = reader();
    probe.take_rows(std::move(text), line_, false);
    probe.read_rows();
}

TableData read_block(TextBlock& block, CsvReader& reader) {
    check_text({block.text, 0, block.line, true}, reader.header().source);
    reader.take_rows(std::move(block.text), block.line);
    return reader.read_rows();
}

void recycle(TableData&& rows, TextBlock& block, CsvReader& reader) {
    block.text = std::move(rows.text);
    reader.reuse(std::move(rows));
}

}  // namespace loh
