// Blocks on several threads: results in order, the first error in order, and a bounded number of blocks in memory.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "data/block_pipeline.hpp"
#include "loh/table.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

// The blocks are the numbers 0 to count - 1. `work` gets a number.
struct Numbers {
    std::size_t count;
    std::size_t next = 0;
    std::vector<std::size_t> taken = std::vector<std::size_t>(16);  // [worker]
};

std::vector<std::size_t> results_of(
    std::size_t threads, Numbers numbers,
    const std::function<InOrder(std::size_t, std::vector<std::size_t>&)>& work) {
    std::vector<std::size_t> results;
    try {
        run_blocks(
            threads,
            [&](std::size_t worker) {
                numbers.taken[worker] = numbers.next++;
                return numbers.taken[worker] < numbers.count;
            },
            [&](std::size_t worker) { return work(numbers.taken[worker], results); });
    } catch (const std::runtime_error& error) {
        results.push_back(1000 + std::stoul(error.what()));
    }
    return results;
}

std::vector<std::size_t> up_to(std::size_t count) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(i);
    return result;
}

TEST(BlockPipeline, DeliversResultsInOrder) {
    for (std::size_t threads : {1U, 2U, 3U, 8U}) {
        for (std::size_t count : {0U, 1U, 2U, 7U, 300U}) {
            auto results = results_of(threads, {count}, [](std::size_t number, std::vector<std::size_t>& to) {
                if (number % 5 == 0) std::this_thread::yield();
                return [number, &to] { to.push_back(number); };
            });
            EXPECT_EQ(results, up_to(count));
        }
    }
}

TEST(BlockPipeline, SkipsEmptyCalls) {
    auto results = results_of(3, {10}, [](std::size_t number, std::vector<std::size_t>& to) -> InOrder {
        if (number % 2 == 0) return {};
        return [number, &to] { to.push_back(number); };
    });
    EXPECT_EQ(results, (std::vector<std::size_t>{1, 3, 5, 7, 9}));
}

// Every block from 37 on fails, in the work or in the delivery; earlier blocks are slow.
TEST(BlockPipeline, ThrowsTheFirstErrorAfterAllEarlierResults) {
    for (bool in_call : {false, true}) {
        for (std::size_t threads : {1U, 2U, 4U}) {
            auto results =
                results_of(threads, {100}, [&](std::size_t number, std::vector<std::size_t>& to) -> InOrder {
                    if (number < 37) std::this_thread::sleep_for(std::chrono::microseconds(number % 3 * 100));
                    if (number >= 37 && !in_call) throw std::runtime_error(std::to_string(number));
                    return [number, &to] {
                        if (number >= 37) throw std::runtime_error(std::to_string(number));
                        to.push_back(number);
                    };
                });
            std::vector<std::size_t> expected = up_to(37);
            expected.push_back(1037);
            EXPECT_EQ(results, expected);
        }
    }
}

TEST(BlockPipeline, ThrowsASourceErrorAfterAllEarlierBlocks) {
    for (std::size_t threads : {1U, 2U, 4U}) {
        std::size_t next = 0;
        std::vector<std::size_t> numbers(threads);
        std::vector<std::size_t> results;
        auto run = [&] {
            run_blocks(
                threads,
                [&](std::size_t worker) {
                    if (next == 20) throw std::runtime_error("broken");
                    numbers[worker] = next++;
                    return true;
                },
                [&](std::size_t worker) -> InOrder {
                    return [&results, number = numbers[worker]] { results.push_back(number); };
                });
        };
        EXPECT_THROW(run(), std::runtime_error);
        EXPECT_EQ(results, up_to(20));
    }
}

TEST(BlockPipeline, BoundsTheNumberOfBlocksInFlight) {
    std::atomic<std::size_t> due{0};
    std::atomic<std::size_t> most{0};
    constexpr std::size_t kThreads = 2;
    results_of(kThreads, {200}, [&](std::size_t number, std::vector<std::size_t>&) {
        std::size_t ahead = number - due;
        if (ahead > most) most = ahead;
        if (number == 3) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return [&due] { ++due; };
    });
    EXPECT_LE(most, 3 * kThreads);
}

// The table of table_reader_test.cpp, read on several threads: line and cells of each row.
std::vector<std::string> read_in_parallel(const std::string& text, std::size_t threads,
                                          std::size_t block_bytes) {
    std::size_t at = 0;
    ByteSource source = [&](char* to, std::size_t most) {
        std::size_t count = text.copy(to, most, at);
        at += count;
        return count;
    };
    std::vector<std::string> result;
    try {
        TableReader reader(source, "t.csv", {}, block_bytes);
        reader.for_each_block(threads, [&](const Table& rows) -> InOrder {
            std::vector<std::string> found;
            for (std::size_t row = 0; row < rows.rows(); ++row) {
                found.push_back(std::to_string(rows.line(row)));
                for (std::size_t column = 0; column < rows.columns(); ++column)
                    found.emplace_back(rows.cell(column, row));
            }
            return [&result, found = std::move(found)] {
                result.insert(result.end(), found.begin(), found.end());
            };
        });
    } catch (const Error& error) {
        result.push_back(error.diagnostic().to_string());
    }
    return result;
}

TEST(TableBlocks, ResultIsIndependentOfTheNumberOfThreads) {
    for (std::uint64_t seed = 0; seed < repeats(50); ++seed) {
        Random random(seed);
        std::string text = "a,b\n";
        for (std::size_t row = random.below(200); row > 0; --row)
            text += random.chance(20) ? "\"two\nlines\",\"\"\"\"\n"
                                      : std::to_string(random.below(1000)) + ",x\r\n";
        if (random.chance(30)) text += "1,2,3\n4,5\n6\n";
        std::size_t block = random.between(1, 300);
        std::vector<std::string> expected = read_in_parallel(text, 1, block);
        for (std::size_t threads : {2U, 5U})
            ASSERT_EQ(read_in_parallel(text, threads, block), expected) << seed;
    }
}

TEST(TableBlocks, KeptTablesStayUnchanged) {
    std::string text = "a\n";
    for (int row = 0; row < 1000; ++row) text += std::to_string(row) + "\n";
    std::size_t at = 0;
    TableReader reader(
        [&](char* to, std::size_t most) {
            std::size_t count = text.copy(to, most, at);
            at += count;
            return count;
        },
        "t.csv", {}, 100);
    std::vector<Table> kept;
    reader.for_each_block(
        3, [&](const Table& rows) -> InOrder { return [&kept, rows] { kept.push_back(rows); }; });
    std::size_t number = 0;
    for (const Table& rows : kept)
        for (std::size_t row = 0; row < rows.rows(); ++row)
            ASSERT_EQ(rows.cell(0, row), std::to_string(number++));
    EXPECT_EQ(number, 1000U);
}

}  // namespace
}  // namespace loh::testing
