#include "loh/table_reader.hpp"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "data/block_pipeline.hpp"
#include "data/csv.hpp"
#include "data/table_data.hpp"
#include "data/text_blocks.hpp"

namespace loh {

namespace {

// What a thread needs to read blocks, and the memory that it uses again and again.
struct BlockReader {
    explicit BlockReader(const TextBlocks& blocks) : csv(blocks.reader()) {}

    void read() { *rows = read_block(text, csv); }

    // The memory of the rows is for the next block, unless somebody still has them.
    void finish() {
        if (rows.use_count() == 1) {
            give_back(std::move(*rows), text, csv);
        } else {
            forget();
        }
    }
    void forget() { rows = std::make_shared<TableData>(); }

    TextBlock text;
    CsvReader csv;
    std::shared_ptr<TableData> rows = std::make_shared<TableData>();
};

}  // namespace

struct TableReader::State {
    State(ByteSource source, const std::string& name, const CsvOptions& options, std::size_t block_bytes)
        : blocks(std::move(source), name, options, block_bytes), reader(blocks) {
        auto columns = std::make_shared<TableData>();
        columns->source = blocks.header().source;
        columns->names = blocks.header().names;
        columns->column_of = blocks.header().column_of;
        header = Table(std::move(columns));
    }

    TextBlocks blocks;
    BlockReader reader;
    std::optional<Table> header;
};

TableReader::TableReader(ByteSource bytes, std::string name, const CsvOptions& options,
                         std::size_t block_bytes)
    : state_(std::make_unique<State>(std::move(bytes), name, options, block_bytes)) {}

TableReader TableReader::open(const std::string& path, const CsvOptions& options, std::size_t block_bytes) {
    return {open_file(path), path, options, block_bytes};
}

TableReader::TableReader(TableReader&&) noexcept = default;
TableReader& TableReader::operator=(TableReader&&) noexcept = default;
TableReader::~TableReader() = default;

const Table& TableReader::header() const { return *state_->header; }

std::optional<Table> TableReader::next() {
    BlockReader& reader = state_->reader;
    reader.forget();  // another thread may be about to drop the rows before these
    while (state_->blocks.next(reader.text)) {
        reader.read();
        if (reader.rows->rows > 0) return Table(reader.rows);
        reader.finish();
    }
    return std::nullopt;
}

void TableReader::for_each_block(std::size_t threads, const std::function<InOrder(const Table& rows)>& work) {
    TextBlocks& blocks = state_->blocks;
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    if (blocks.all_read()) threads = 1;  // for one block
    std::vector<BlockReader> readers;
    for (std::size_t i = 0; i < threads; ++i) readers.emplace_back(blocks);
    auto take = [&](std::size_t worker) { return blocks.next(readers[worker].text); };
    run_blocks(threads, take, [&](std::size_t worker) -> InOrder {
        BlockReader& reader = readers[worker];
        reader.read();
        InOrder call = reader.rows->rows > 0 ? work(Table(reader.rows)) : nullptr;
        reader.finish();
        return call;
    });
}

}  // namespace loh
