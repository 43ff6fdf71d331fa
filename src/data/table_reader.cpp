// Text goes from the source to the reader of CSV in parts. Each is what the one before left, at most a row, and a block of
// new bytes. Where that is not enough for a row it is doubled, so a long row is looked at a few times and not once for each
// block. CsvOptions::max_row_bytes is the most that can ever be there.
#include "loh/table_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/file.hpp"
#include "base/gzip.hpp"
#include "data/csv.hpp"
#include "data/csv_text.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

// Reads until there are so many bytes, or no more.
std::size_t read_fully(const ByteSource& bytes, char* to, std::size_t wanted) {
    std::size_t used = 0;
    while (used < wanted) {
        std::size_t more = bytes(to + used, wanted - used);
        if (more == 0) break;
        used += more;
    }
    return used;
}

}  // namespace

struct TableReader::State {
    State(ByteSource source, const std::string& given_name, const CsvOptions& options, std::size_t block)
        : bytes(unpack_if_packed(std::move(source), given_name, SIZE_MAX)),
          name(given_name),
          csv(given_name, options),
          block_bytes(std::max<std::size_t>(block, 1)) {
        do {
            read_more();
        } while (!read_header());
    }

    // Puts more text behind what the last part left, and hands it over.
    void read_more() {
        std::string text = csv.rest();
        std::size_t checked = text.size();
        std::size_t wanted = std::max({block_bytes, text.size(), started ? 0 : kFirstBytes});
        text += cut_off;
        std::size_t used = text.size();
        text.resize(used + wanted);
        std::size_t more = read_fully(bytes, text.data() + used, wanted);
        text.resize(used + more);
        last = more < wanted;
        if (!started) accept_start(text, name);
        started = true;
        std::size_t good = check_text({text, checked, csv.line(), last}, name);
        cut_off = text.substr(good);
        text.resize(good);
        csv.take(std::move(text), last);
        unread = true;
    }

    bool read_header() {
        if (!csv.read_header()) return false;
        TableData columns;
        columns.source = csv.header().source;
        columns.names = csv.header().names;
        columns.column_of = csv.header().column_of;
        header = Table(std::make_shared<const TableData>(std::move(columns)));
        return true;
    }

    ByteSource bytes;
    std::string name;
    CsvReader csv;
    std::size_t block_bytes;
    std::string cut_off;  // the bytes of a character whose others come later
    bool started = false;
    bool last = false;    // all bytes have been read
    bool unread = false;  // there is text that no row has been read from yet
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
    State& state = *state_;
    while (state.unread || !state.last) {
        if (!state.unread) state.read_more();
        state.unread = false;
        TableData rows = state.csv.read_rows();
        if (rows.rows > 0) return Table(std::make_shared<const TableData>(std::move(rows)));
    }
    return std::nullopt;
}

}  // namespace loh
