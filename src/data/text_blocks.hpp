// The text of a CSV source in blocks of whole rows, one after the other.
//
//     TextBlocks blocks(open_file("big.csv"), "big.csv", {}, 1 << 20);
//     CsvReader reader = blocks.reader();
//     for (TextBlock block; blocks.next(block);) {
//         TableData rows = read_block(block, reader);
//         ...
//         give_back(std::move(rows), block, reader);       // the same memory again and again
//     }
//
// Each block can be read by itself, so several threads can read several of them. In memory there is one block, and what
// stands behind its last row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "data/csv.hpp"
#include "data/row_cutter.hpp"
#include "data/table_data.hpp"
#include "loh/file.hpp"
#include "loh/table.hpp"

namespace loh {

struct TextBlock {
    std::string text;      // whole rows; not checked to be UTF-8
    std::size_t line = 1;  // of the file, in which it begins
};

class TextBlocks {
public:
    // Reads the header. Throws Error when there is none, or when the source cannot be read. What gzip unpacks to has no
    // limit but `max_unpacked`: it is not kept.
    TextBlocks(ByteSource bytes, std::string name, const CsvOptions& options, std::size_t block_bytes,
               std::size_t max_unpacked = SIZE_MAX);

    // The next rows, in the memory of the block that is given; false when there are no more. A row that is longer than
    // `block_bytes` is a block of its own. Throws Error where the source cannot be read, or a row has no end.
    bool next(TextBlock& block);

    [[nodiscard]] const TableData& header() const { return csv_.header(); }
    [[nodiscard]] CsvReader reader() const { return csv_.sibling(); }

    // Nothing is left to be read from the source: there is at most one more block.
    [[nodiscard]] bool all_read() const { return last_; }

private:
    void read_header();
    std::size_t read_more(std::string& text, std::size_t used, std::size_t wanted);
    void check_long_row(std::string text) const;

    ByteSource bytes_;
    std::string name_;
    std::size_t block_bytes_;
    CsvReader csv_;  // of the header
    RowCutter cutter_{','};
    std::string rest_;           // of the text that has been read, from the start of a row
    bool rest_has_rows_ = true;  // perhaps: it is what stands behind the header
    bool last_ = false;          // all bytes have been read
    std::size_t line_ = 1;       // that `rest_` begins with
};

// The rows of a block. Throws Error where it is not UTF-8 or not CSV.
TableData read_block(TextBlock& block, CsvReader& reader);

// The memory of rows that nobody needs any more, for the next block.
void give_back(TableData&& rows, TextBlock& block, CsvReader& reader);

}  // namespace loh
