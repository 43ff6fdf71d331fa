// Things that must not crash, tried in processes of their own, so that one crash does not hide what comes after it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace loh::testing {

// Runs try_one(0), ..., try_one(count - 1) and returns, for each that did not give "", `number: what happened`: the text it
// returned, what it threw, or the signal or exit status that ended its process. A process goes on until it crashes, or until
// one try takes too long; the next one starts behind the place. Call from a process of one thread.
std::vector<std::string> try_all(std::size_t count, const std::function<std::string(std::size_t)>& try_one);

// Fails the test when there are complaints; shows the first few, each with the name of its number.
void expect_none(const std::vector<std::string>& complaints,
                 const std::function<std::string(std::size_t)>& name_of);

}  // namespace loh::testing
