#include "loh/table_reader.hpp"

#include <memory>
#include <utility>

#include "base/file.hpp"
#include "data/csv.hpp"
#include "data/table_blocks.hpp"
#include "data/table_data.hpp"
#include "data/text_blocks.hpp"

namespace loh {

struct TableReader::State {
    State(ByteSource source, std::string name, const CsvOptions& options, std::size_t block_bytes)
        : blocks(std::move(source), std::move(name), options, block_bytes),
          csv(blocks.reader()),
          header(header_of(blocks)) {}

    TextBlocks blocks;
    CsvReader csv;
    Table header;
};

TableReader::TableReader(ByteSource bytes, std::string name, const CsvOptions& options,
                         std::size_t block_bytes)
    : state_(std::make_unique<State>(std::move(bytes), std::move(name), options, block_bytes)) {}

TableReader TableReader::open(const std::string& path, const CsvOptions& options, std::size_t block_bytes) {
    return {open_file(path), path, options, block_bytes};
}

TableReader::TableReader(TableReader&&) noexcept = default;
TableReader& TableReader::operator=(TableReader&&) noexcept = default;
TableReader::~TableReader() = default;

const Table& TableReader::header() const { return state_->header; }

std::optional<Table> TableReader::next() {
    for (TextBlock block; state_->blocks.next(block);) {
        TableData rows = read_block(block, state_->csv);
        if (rows.rows > 0) return Table(std::make_shared<const TableData>(std::move(rows)));
        recycle(std::move(rows), block, state_->csv);
    }
    return std::nullopt;
}

void TableReader::for_each_block(std::size_t threads, const std::function<InOrder(const Table& rows)>& work) {
    for_each_table(state_->blocks, threads, work);
}

}  // namespace loh
