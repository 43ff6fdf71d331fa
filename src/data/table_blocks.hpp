// Reads CSV text as a sequence of tables, one for each block, on several threads.
#pragma once

#include <cstddef>
#include <functional>

#include "data/text_blocks.hpp"
#include "loh/table.hpp"
#include "loh/table_reader.hpp"

namespace loh {

// A table with the columns and without rows.
Table header_of(const TextBlocks& blocks);

// See TableReader::for_each_block. `more` is called before a block is read, on any thread; false ends the reading.
void for_each_table(TextBlocks& blocks, std::size_t threads,
                    const std::function<InOrder(const Table& rows)>& work,
                    const std::function<bool()>& more = {});

}  // namespace loh
