// The rows of a CSV text as tables, one for each block, on several threads.
#pragma once

#include <cstddef>
#include <functional>

#include "data/text_blocks.hpp"
#include "loh/table.hpp"
#include "loh/table_reader.hpp"

namespace loh {

// The columns, without any rows.
Table header_of(const TextBlocks& blocks);

// As TableReader::for_each_block says. `more` is asked before a block is read, on any thread: false ends it.
void for_each_table(TextBlocks& blocks, std::size_t threads,
                    const std::function<InOrder(const Table& rows)>& work,
                    const std::function<bool()>& more = {});

}  // namespace loh
