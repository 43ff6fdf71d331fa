#include "data/table_blocks.hpp"

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "data/block_pipeline.hpp"
#include "data/csv.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

// The reader of one thread, with memory that it reuses.
struct BlockReader {
    explicit BlockReader(const TextBlocks& blocks) : csv(blocks.reader()) {}

    void read() { *rows = read_block(text, csv); }

    // Recycles the memory of the rows for the next block, unless the caller kept the table.
    void finish() {
        if (rows.use_count() == 1) {
            recycle(std::move(*rows), text, csv);
        } else {
            rows = std::make_shared<TableData>();
        }
    }

    TextBlock text;
    CsvReader csv;
    std::shared_ptr<TableData> rows = std::make_shared<TableData>();
};

}  // namespace

Table header_of(const TextBlocks& blocks) {
    auto columns = std::make_shared<TableData>();
    columns->source = blocks.header().source;
    columns->names = blocks.header().names;
    columns->column_of = blocks.header().column_of;
    columns->separator = blocks.separator();
    return Table(std::move(columns));
}

void for_each_table(TextBlocks& blocks, std::size_t threads,
                    const std::function<InOrder(const Table& rows)>& work,
                    const std::function<bool()>& more) {
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    if (blocks.all_read()) threads = 1;  // one block needs one thread
    std::vector<BlockReader> readers;
    for (std::size_t i = 0; i < threads; ++i) readers.emplace_back(blocks);
    auto take = [&](std::size_t worker) { return (!more || more()) && blocks.next(readers[worker].text); };
    run_blocks(threads, take, [&](std::size_t worker) -> InOrder {
        BlockReader& reader = readers[worker];
        reader.read();
        InOrder call = reader.rows->rows > 0 ? work(Table(reader.rows)) : nullptr;
        reader.finish();
        return call;
    });
}

}  // namespace loh
