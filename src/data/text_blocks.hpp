// Reads the text of a CSV source in blocks of complete rows.
//
//     TextBlocks blocks(open_file("big.csv"), "big.csv", {}, 1 << 20);
//     CsvReader reader = blocks.reader();
//     for (TextBlock block; blocks.next(block);) {
//         TableData rows = read_block(block, reader);
//         ...
//         recycle(std::move(rows), block, reader);       // recycles the memory
//     }
//
// Blocks are independent, so several threads can parse them. Memory holds one block and the text after its last row.
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
    std::string text;      // complete rows; not yet checked to be UTF-8
    std::size_t line = 1;  // line of the file in which it begins
};

class TextBlocks {
public:
    // Reads the header. Throws Error if there is none or the source cannot be read. The size of unpacked gzip data is limited
    // only by `max_unpacked`, because it is not kept.
    TextBlocks(ByteSource bytes, std::string name, const CsvOptions& options, std::size_t block_bytes,
               std::size_t max_unpacked = SIZE_MAX);

    // Reads the next rows into the memory of `block`; false at the end. A row longer than `block_bytes` is a block of its own.
    // Throws Error if the source cannot be read or a row has no end.
    bool next(TextBlock& block);

    [[nodiscard]] const TableData& header() const { return csv_.header(); }
    [[nodiscard]] char separator() const { return csv_.separator(); }
    [[nodiscard]] CsvReader reader() const { return csv_.sibling(); }

    // All bytes of the source have been read: at most one block is left.
    [[nodiscard]] bool all_read() const { return last_; }

private:
    void read_header();
    std::size_t read_more(std::string& text, std::size_t used, std::size_t wanted);
    void check_long_row(std::string text) const;

    ByteSource bytes_;
    std::string name_;
    std::size_t block_bytes_;
    CsvReader csv_;  // has read the header
    RowCutter cutter_{','};
    std::string rest_;           // text that was read and not returned, from the start of a row
    bool rest_has_rows_ = true;  // may have rows: it is the text after the header
    bool last_ = false;          // all bytes have been read from the source
    std::size_t line_ = 1;       // line in which `rest_` begins
};

// Parses the rows of a block. Throws Error if it is not UTF-8 or not CSV.
TableData read_block(TextBlock& block, CsvReader& reader);

// Recycles the memory of rows that are no longer needed for the next block.
void recycle(TableData&& rows, TextBlock& block, CsvReader& reader);

}  // namespace loh
