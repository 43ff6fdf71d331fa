// Tables of any size, a block of rows at a time, in memory that does not grow with them.
//
//     loh::Model model = loh::Model::read("risk.json");
//     loh::TableReader reader = loh::TableReader::open("big.csv.gz");
//     while (std::optional<loh::Table> rows = reader.next()) {
//         for (const std::string& name : model.predict(*rows)) std::cout << name << '\n';
//     }
//
// What is read, and what is refused, is the same as for a table that is read as a whole (loh/table.hpp), and messages name
// lines of the file. But errors come when the reader gets there: blocks before the broken row have been given out, and of
// two faults the first counts. What gzip unpacks to has no limit here, since it is not kept.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "loh/file.hpp"
#include "loh/table.hpp"

namespace loh {

class TableReader {
public:
    // Bytes of text to read at a time. A block has the rows that are whole in them, and at least one.
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 22U;

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

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace loh
