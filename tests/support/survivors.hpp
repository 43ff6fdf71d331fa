// Runs code that must not crash in separate processes, so that one crash does not hide later ones.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace loh::testing {

// Runs try_one(0), ..., try_one(count - 1) and returns, for each result other than "", `number: what happened`: the text it
// returned, the exception, or the signal or exit status of its process. A process runs until it crashes or one try takes too
// long; the next process continues with the next number. Call it from a process with one thread.
std::vector<std::string> try_all(std::size_t count, const std::function<std::string(std::size_t)>& try_one);

// Fails the test if there are complaints, and shows the first few, each with the name of its number.
void expect_none(const std::vector<std::string>& complaints,
                 const std::function<std::string(std::size_t)>& name_of);

}  // namespace loh::testing
