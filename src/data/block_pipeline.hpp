// Processes a sequence of blocks on several threads and delivers the results in the order of the blocks.
//
//     run_blocks(threads,
//                [&](std::size_t worker) { return source.next(blocks[worker]); },      // one call at a time, in order
//                [&](std::size_t worker) -> InOrder {                                  // concurrent calls
//                    return [result = process(blocks[worker])] { write(result); };     // one call at a time, in order
//                });
//
// Exceptions follow the same order. If `take`, the work or the delivery of a block throws, the results of all earlier
// blocks have been delivered, no later result is delivered, and the exception of the first such block is rethrown.
// It is unspecified which later blocks were taken and processed.
#pragma once

#include <cstddef>
#include <functional>

#include "loh/table_reader.hpp"

namespace loh {

// `worker` < threads identifies the storage of a block between `take` and the work. `take` returns false at the end. At most
// 3 * threads results wait for delivery.
void run_blocks(std::size_t threads, const std::function<bool(std::size_t worker)>& take,
                const std::function<InOrder(std::size_t worker)>& work);

}  // namespace loh
