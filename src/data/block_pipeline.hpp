// Work on blocks that come one after the other, on several threads, with results in the order of the blocks.
//
//     run_blocks(threads,
//                [&](std::size_t worker) { return source.next(blocks[worker]); },      // one call at a time, in order
//                [&](std::size_t worker) -> InOrder {                                  // several at once
//                    return [result = process(blocks[worker])] { write(result); };     // one call at a time, in order
//                });
//
// Errors come in the same order: when taking a block, the work on it or the call for its result throws, the calls for all
// blocks before it have been made, none is made for a later one, and the first such exception is thrown here. Which blocks
// behind it were taken and worked on is not defined.
#pragma once

#include <cstddef>
#include <functional>

#include "loh/table_reader.hpp"

namespace loh {

// `worker` < threads tells where a block may be kept between taking it and working on it. False from `take`: there are no
// more blocks. At most 3 * threads results wait for their turn.
void run_blocks(std::size_t threads, const std::function<bool(std::size_t worker)>& take,
                const std::function<InOrder(std::size_t worker)>& work);

}  // namespace loh
