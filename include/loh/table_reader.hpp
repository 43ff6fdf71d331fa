// Reads tables of any size in blocks of rows, with bounded memory.
//
//     loh::Model model = loh::Model::read("risk.json");
//     loh::TableReader reader = loh::TableReader::open("big.csv.gz");
//     while (std::optional<loh::Table> rows = reader.next()) {
//         for (const std::string& name : model.predict(*rows)) std::cout << name << '\n';
//     }
//
// The same on all cores, with the output in the same order:
//
//     reader.for_each_block(0, [&](const loh::Table& rows) -> loh::InOrder {
//         return [classes = model.predict(rows)] {
//             for (const std::string& name : classes) std::cout << name << '\n';
//         };
//     });
//
// The accepted format is that of a table that is read as a whole (loh/table.hpp), and messages have lines of the file. Errors are
// thrown when the reader reaches them: earlier blocks have been delivered, and only the first error is reported. The size of
// unpacked gzip data is not limited, because it is not kept.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "loh/file.hpp"
#include "loh/table.hpp"

namespace loh {

// Delivers the result of a block in order. May be empty.
using InOrder = std::function<void()>;

class TableReader {
public:
    // Bytes of text to read at a time. A block has the complete rows in them, and at least one row.
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;

    // Opens a file and reads the header. Throws Error (io) if it cannot be read.
    static TableReader open(const std::string& path, const CsvOptions& options = {},
                            std::size_t block_bytes = kBlockBytes);

    // Bytes from any source; `name` is used in messages.
    TableReader(ByteSource bytes, std::string name, const CsvOptions& options = {},
                std::size_t block_bytes = kBlockBytes);

    TableReader(TableReader&&) noexcept;
    TableReader& operator=(TableReader&&) noexcept;
    ~TableReader();

    // A table with the columns and without rows.
    [[nodiscard]] const Table& header() const;

    // The next rows, with the columns of the header; empty at the end.
    std::optional<Table> next();

    // Processes all remaining rows on several threads; 0: one for each core. `work` is called for the blocks, concurrently, on
    // any thread. The functions that it returns are called in row order, one at a time, possibly on another thread. The first
    // error in this order is rethrown after the calls for all earlier blocks; there are no calls for later blocks. A few blocks
    // for each thread are in memory.
    void for_each_block(std::size_t threads, const std::function<InOrder(const Table& rows)>& work);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace loh
