// Tables of any size, a block of rows at a time, in memory that does not grow with them.
//
//     loh::Model model = loh::Model::read("risk.json");
//     loh::TableReader reader = loh::TableReader::open("big.csv.gz");
//     while (std::optional<loh::Table> rows = reader.next()) {
//         for (const std::string& name : model.predict(*rows)) std::cout << name << '\n';
//     }
//
// The same on all processors, with the output in the same order:
//
//     reader.for_each_block(0, [&](const loh::Table& rows) -> loh::InOrder {
//         return [classes = model.predict(rows)] {
//             for (const std::string& name : classes) std::cout << name << '\n';
//         };
//     });
//
// What is read, and what is refused, is the same as for a table that is read as a whole (loh/table.hpp), and messages name
// lines of the file. But errors come when the reader gets there: blocks before the broken row have been given out, and of
// two faults the first counts. What gzip unpacks to has no limit here, since it is not kept.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "loh/file.hpp"
#include "loh/table.hpp"

namespace loh {

// What is left to do with the result of a block when its turn comes. May be empty.
using InOrder = std::function<void()>;

class TableReader {
public:
    // Bytes of text to read at a time. A block has the rows that are whole in them, and at least one.
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;

    // A file. Reads the header; Error (io) when it cannot be read.
    static TableReader open(const std::string& path, const CsvOptions& options = {},
                            std::size_t block_bytes = kBlockBytes);

    // Bytes from anywhere; `name` stands for them in messages.
    TableReader(ByteSource bytes, std::string name, const CsvOptions& options = {},
                std::size_t block_bytes = kBlockBytes);

    TableReader(TableReader&&) noexcept;
    TableReader& operator=(TableReader&&) noexcept;
    ~TableReader();

    // The columns, without any rows.
    [[nodiscard]] const Table& header() const;

    // The next rows, with the columns of the header; none when there are no more.
    std::optional<Table> next();

    // All rows that are left, on several threads; 0: one for each processor. `work` gets the blocks, several at once, on
    // any thread. What it returns is called block by block in the order of the rows, never two at once, perhaps on another
    // thread. The first error in this order is thrown here, when the calls for all blocks before it have been made; none
    // is made for a block behind it. A few blocks for each thread are in memory.
    void for_each_block(std::size_t threads, const std::function<InOrder(const Table& rows)>& work);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace loh
