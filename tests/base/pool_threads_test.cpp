// Parallel sections: every chunk runs once, the lowest chunk decides the exception, pools of any size.
#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/thread_pool.hpp"
#include "support/effort.hpp"

namespace loh::testing {
namespace {

class PoolThreads : public ::testing::TestWithParam<std::size_t> {};

TEST_P(PoolThreads, RunEveryChunkOnce) {
    ThreadPool pool(GetParam());
    EXPECT_EQ(pool.threads(), GetParam());
    for (std::size_t chunks : {0U, 1U, 2U, 3U, 7U, 100U, 1000U}) {
        std::vector<int> runs(chunks, 0);  // a chunk writes only its own element
        pool.parallel_for(chunks, [&](std::size_t chunk, std::size_t worker) {
            EXPECT_LT(worker, GetParam());
            ++runs[chunk];
        });
        EXPECT_EQ(runs, std::vector<int>(chunks, 1));
    }
}

// Writes of one section are visible to the next one on every thread.
TEST_P(PoolThreads, SeeTheWritesOfThePreviousSection) {
    constexpr std::size_t kChunks = 16;
    ThreadPool pool(GetParam());
    std::vector<std::size_t> values(kChunks, 0);
    std::vector<std::size_t> next(kChunks, 0);
    std::size_t rounds = 50 + repeats(2000);
    for (std::size_t round = 0; round < rounds; ++round) {
        pool.parallel_for(kChunks, [&](std::size_t chunk, std::size_t) {
            next[chunk] = values[(chunk + 1) % kChunks] + 1;
        });
        values.swap(next);
    }
    EXPECT_EQ(values, std::vector<std::size_t>(kChunks, rounds));
}

TEST_P(PoolThreads, ScratchBelongsToOneWorkerAtATime) {
    ThreadPool pool(GetParam());
    std::vector<std::size_t> sums(pool.threads(), 0);
    pool.parallel_for(500, [&](std::size_t chunk, std::size_t worker) { sums[worker] += chunk; });
    EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), std::size_t{0}), 499U * 500U / 2U);
}

TEST_P(PoolThreads, RethrowTheExceptionOfTheLowestChunk) {
    ThreadPool pool(GetParam());
    for (std::size_t round = 0; round < 20 + repeats(200); ++round) {
        std::vector<int> runs(40, 0);
        try {
            pool.parallel_for(40, [&](std::size_t chunk, std::size_t) {
                ++runs[chunk];
                if (chunk % 10 == 7) throw std::runtime_error(std::to_string(chunk));
            });
            ADD_FAILURE() << "no exception";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "7");
        }
        EXPECT_EQ(std::accumulate(runs.begin(), runs.begin() + 8, 0), 8);
        int after = 0;
        pool.parallel_for(1, [&](std::size_t, std::size_t) { ++after; });
        EXPECT_EQ(after, 1);
    }
}

TEST_P(PoolThreads, WakeUpAfterAPause) {
    ThreadPool pool(GetParam());
    std::atomic<int> runs = 0;
    for (int round = 0; round < 5; ++round) {
        pool.parallel_for(8, [&](std::size_t, std::size_t) { ++runs; });
        std::this_thread::sleep_for(std::chrono::milliseconds(2));  // long enough for the workers to sleep
    }
    EXPECT_EQ(runs, 40);
}

INSTANTIATE_TEST_SUITE_P(Counts, PoolThreads, ::testing::Values(1, 2, 3, 8));

TEST(Pool, AllThreadsTakePartWhenChunksAreLong) {
    ThreadPool pool(3);
    std::atomic<int> present = 0;
    pool.parallel_for(3, [&](std::size_t, std::size_t) {  // each chunk waits until all three run
        ++present;
        while (present < 3) std::this_thread::yield();
    });
    EXPECT_EQ(present, 3);
}

TEST(Pool, ZeroMeansOneThreadForEachProcessor) {
    EXPECT_EQ(ThreadPool(0).threads(), std::max(1U, std::thread::hardware_concurrency()));
}

TEST(Pool, CanBeDestroyedWithoutASection) {
    for (int i = 0; i < 20; ++i) ThreadPool pool(4);
}

}  // namespace
}  // namespace loh::testing
