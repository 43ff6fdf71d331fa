// Any bytes, as CSV or as its gzip: reading gives a table or an error, within limits. Reading in blocks of any size gives the same
// table, or an error as well. The first byte is the size of the blocks.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "loh/table.hpp"
#include "loh/table_profile.hpp"
#include "loh/table_reader.hpp"

namespace {

using Content = std::vector<std::string>;  // names, then line and cells of each row

void append(const loh::Table& table, Content& content) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
        content.push_back(std::to_string(table.line(row)));
        for (std::size_t column = 0; column < table.columns(); ++column)
            content.emplace_back(table.cell(column, row));
    }
}

std::optional<Content> whole(const std::string& bytes, const loh::CsvOptions& options, bool& too_large) {
    try {
        loh::Table table = loh::Table::parse_csv(bytes, "whole", options);
        Content result = table.names();
        append(table, result);
        LOH_CHECK(loh::profile(table, {}).size() == table.columns());
        return result;
    } catch (const loh::Error& error) {
        LOH_CHECK(!error.diagnostic().message.empty() && error.diagnostic().file == "whole");
        too_large = error.kind() == loh::ErrorKind::limit;
        return std::nullopt;
    }
}

std::optional<Content> in_blocks(const std::string& bytes, const loh::CsvOptions& options,
                                 std::size_t block) {
    std::size_t at = 0;
    auto source = [&](char* to, std::size_t most) {
        std::size_t count = bytes.copy(to, std::min(most, block), at);
        at += count;
        return count;
    };
    try {
        loh::TableReader reader(source, "blocks", options, block);
        Content result = reader.header().names();
        while (std::optional<loh::Table> rows = reader.next()) append(*rows, result);
        return result;
    } catch (const loh::Error& error) {
        LOH_CHECK(!error.diagnostic().message.empty() && error.diagnostic().file == "blocks");
        return std::nullopt;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    loh::CsvOptions options;
    options.max_unpacked_bytes = 1 << 20;
    options.max_columns = 1000;
    bool too_large = false;
    std::optional<Content> expected = whole(bytes, options, too_large);
    if (!too_large) LOH_CHECK(in_blocks(bytes, options, data[0] + std::size_t{1}) == expected);
    return 0;
}
