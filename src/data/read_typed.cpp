// Idea: each block becomes pieces of columns on the thread that read it (column_pieces.hpp), and the pieces are appended in
// file order. Whether a column has numbers or categories depends on all of its cells, but nearly always the first block
// decides. If a text occurs later, a flag tells all threads, so that later blocks are read as categories. Rows that were
// appended as numbers before get a second pass over the file, for such columns only and up to the last such row.
//
// Invariant: a column has categories if and only if some cell is neither missing nor a number, and then the code of every
// row denotes its text. Neither depends on the assignment of blocks to threads.
//
// Rejected: keeping the texts of number columns until the end, which is most of the memory of a numeric table; printing the
// numbers again, because 1.0 and 1.00 are two categories.
#include "data/read_typed.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/thread_pool.hpp"
#include "data/column_pieces.hpp"
#include "data/column_types.hpp"
#include "data/table_blocks.hpp"
#include "data/table_data.hpp"
#include "data/text_blocks.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// Records bytes that can be read only once, for a second pass.
class Recording {
public:
    explicit Recording(ByteSource bytes) : bytes_(std::move(bytes)) {}

    // The first call returns the bytes as they arrive, later calls the recorded bytes.
    static ByteSource open(const std::shared_ptr<Recording>& recording) {
        if (std::exchange(recording->played_, true)) return replay(recording);
        return [recording](char* to, std::size_t most) {
            std::size_t count = recording->bytes_(to, most);
            if (count > 0) recording->parts_.emplace_back(to, count);
            return count;
        };
    }

private:
    static ByteSource replay(const std::shared_ptr<Recording>& recording) {
        return [recording, part = std::size_t{0}, at = std::size_t{0}](char* to, std::size_t most) mutable {
            const std::vector<std::string>& parts = recording->parts_;
            if (part == parts.size()) return std::size_t{0};
            std::size_t count = parts[part].copy(to, most, at);
            at += count;
            if (at == parts[part].size()) {
                ++part;
                at = 0;
            }
            return count;
        };
    }

    ByteSource bytes_;
    bool played_ = false;
    std::vector<std::string> parts_;
};

using Pieces = std::vector<ColumnPiece>;  // [used column]

// A pool of pieces whose memory is reused.
class SparePieces {
public:
    std::shared_ptr<Pieces> take() {
        std::lock_guard lock(mutex_);
        if (spare_.empty()) return std::make_shared<Pieces>();
        std::shared_ptr<Pieces> result = std::move(spare_.back());
        spare_.pop_back();
        return result;
    }
    void recycle(std::shared_ptr<Pieces> pieces) {
        std::lock_guard lock(mutex_);
        spare_.push_back(std::move(pieces));
    }

private:
    std::mutex mutex_;
    std::vector<std::shared_ptr<Pieces>> spare_;
};

class TypedReader {
public:
    TypedReader(std::function<ByteSource()> open, std::string name, TypedReadOptions options)
        : open_(std::move(open)), name_(std::move(name)), options_(std::move(options)) {}

    TypedTable read(const TableSchema& schema, std::size_t expected_bytes) {
        TextBlocks blocks = open_blocks();
        Table header = header_of(blocks);
        std::optional<std::size_t> target;
        if (!options_.target.empty()) target = header.at(options_.target);
        rules_.emplace(schema, header);
        if (target) rules_->set_target(*target);
        columns_ = rules_->used_columns();
        for (std::size_t column : columns_)
            builders_.emplace_back(blocks.header().names[column], rules_->first_type(column),
                                   rules_->finish(column));
        has_texts_ = std::vector<std::atomic<bool>>(columns_.size());
        expected_bytes_ = expected_bytes;
        for_each_table(blocks, options_.threads, [&](const Table& rows) { return read_block_of(rows); });
        read_again();
        result_.source = name_;
        result_.names = blocks.header().names;
        result_.rows = result_.lines.rows();
        result_.separator = blocks.separator();
        finish_columns();
        return std::move(result_);
    }

private:
    [[nodiscard]] TextBlocks open_blocks() const {
        return {open_(), name_, options_.csv, options_.block_bytes, options_.csv.max_unpacked_bytes};
    }

    InOrder read_block_of(const Table& rows) {
        std::shared_ptr<Pieces> pieces = spare_.take();
        pieces->resize(columns_.size());
        for (std::size_t i = 0; i < columns_.size(); ++i)
            (*pieces)[i].clear(has_texts_[i] ? ColumnType::category : rules_->first_type(columns_[i]));
        read_pieces(rows, columns_, *rules_, *pieces);
        for (std::size_t i = 0; i < columns_.size(); ++i) publish_type(rows, i, (*pieces)[i]);
        RowLines lines;
        lines.append(rows.data().lines);
        return [this, pieces, lines = std::move(lines), bytes = rows.data().text.size()]() mutable {
            append(*pieces, lines, bytes);
            spare_.recycle(std::move(pieces));
        };
    }

    // Publishes that a column has texts, or adopts it from other threads.
    void publish_type(const Table& rows, std::size_t i, ColumnPiece& piece) {
        if (piece.type == ColumnType::category) {
            has_texts_[i] = true;
        } else if (has_texts_[i]) {
            piece.clear(ColumnType::category);
            read_pieces(rows, {&columns_[i], 1}, *rules_, {&piece, 1});
        }
    }

    void append(const Pieces& pieces, const RowLines& lines, std::size_t bytes) {
        result_.lines.append(lines);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (expected_bytes_ > bytes) builders_[i].reserve(lines.rows() * (expected_bytes_ / bytes + 1));
            builders_[i].append(pieces[i]);
        }
        expected_bytes_ = 0;  // only needed for the first block
    }

    // The second pass, if needed.
    void read_again() {
        std::vector<std::size_t> numbers;  // indices in columns_
        std::vector<std::size_t> columns;
        std::size_t end = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (builders_[i].unread().empty()) continue;
            numbers.push_back(i);
            columns.push_back(columns_[i]);
            end = std::max(end, builders_[i].unread().back().end);
        }
        if (numbers.empty()) return;
        TextBlocks blocks = open_blocks();
        std::atomic<std::size_t> rows_read{0};
        auto work = [&](const Table& rows) -> InOrder {
            auto pieces = std::make_shared<Pieces>(columns.size());
            for (ColumnPiece& piece : *pieces) piece.clear(ColumnType::category);
            read_pieces(rows, columns, *rules_, *pieces);
            return [&, pieces, count = rows.rows()] {
                for (std::size_t i = 0; i < numbers.size(); ++i)
                    builders_[numbers[i]].fill(rows_read, (*pieces)[i]);
                rows_read += count;
            };
        };
        for_each_table(blocks, options_.threads, work, [&] { return rows_read < end; });
        if (rows_read < end) throw Error(ErrorKind::io, "'" + name_ + "' changed while it was read");
    }

    void finish_columns() {
        constexpr std::size_t kFewRows = 10'000;  // too few for a thread
        result_.columns.resize(columns_.size());
        ThreadPool pool(result_.rows < kFewRows ? 1 : options_.threads);
        pool.parallel_for(columns_.size(),
                          [&](std::size_t i, std::size_t) { result_.columns[i] = builders_[i].finish(); });
    }

    std::function<ByteSource()> open_;
    std::string name_;
    TypedReadOptions options_;
    std::optional<TypeRules> rules_;
    std::vector<std::size_t> columns_;          // columns of the header that are used
    std::vector<std::atomic<bool>> has_texts_;  // [used column]
    SparePieces spare_;

    // Written in block order.
    std::vector<ColumnBuilder> builders_;  // [used column]
    std::size_t expected_bytes_ = 0;       // size of the text, until the first block is appended; 0: unknown
    TypedTable result_;
};

TypedTable read_within_memory(TypedReader&& reader, const std::string& name, const TableSchema& schema,
                              std::size_t expected_bytes) {
    try {
        return reader.read(schema, expected_bytes);
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::limit, name + " does not fit in memory");
    }
}

}  // namespace

TypedTable read_typed(const std::string& path, const TableSchema& schema, const TypedReadOptions& options) {
    std::error_code failure;
    if (!std::filesystem::is_regular_file(path, failure))
        return read_typed(open_file(path), path, schema, options);
    std::uintmax_t bytes = std::filesystem::file_size(path, failure);
    auto open = [path] { return open_file(path); };
    return read_within_memory(TypedReader(open, path, options), path, schema, failure ? 0 : bytes);
}

TypedTable read_typed(ByteSource bytes, const std::string& name, const TableSchema& schema,
                      const TypedReadOptions& options) {
    auto recording = std::make_shared<Recording>(std::move(bytes));
    auto open = [recording] { return Recording::open(recording); };
    return read_within_memory(TypedReader(open, name, options), name, schema, 0);
}

}  // namespace loh
