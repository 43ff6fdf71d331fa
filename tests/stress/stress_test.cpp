// A short run of the stress driver, and its own test: it finds and shortens errors.
#include "stress/stress.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "support/learning.hpp"

namespace loh::stress {
namespace {

using testing::ScratchFolder;

TEST(Stress, RandomScenariosKeepFilesAndStatusTrue) {
    ScratchFolder folder;
    StressDriver driver(LOH_COMMAND, LOH_FAULT_LIBRARY, folder.file("."));
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(15);
    for (std::uint64_t seed = 1; std::chrono::steady_clock::now() < end; ++seed) {
        std::optional<StressFailure> failure = driver.run(random_scenario(seed));
        if (failure) FAIL() << to_text(driver.shrink(std::move(*failure)), seed);
    }
    RecordProperty("figures", to_text(driver.figures()));
    EXPECT_GT(driver.figures().steps, 5U);
}

// A command that does not know its own files: every scenario with an output fails.
TEST(Stress, FindsAndShortensAnError) {
    ScratchFolder folder;
    StressDriver driver("/bin/false", "", folder.file("."));
    std::optional<StressFailure> failure = driver.run(random_scenario(1));
    ASSERT_TRUE(failure);
    StressFailure shortest = driver.shrink(*failure);
    EXPECT_EQ(shortest.scenario.steps.size(), 1U);
    EXPECT_TRUE(shortest.scenario.steps[0].options.empty());
    EXPECT_TRUE(shortest.scenario.steps[0].faults.empty());
    EXPECT_NE(to_text(shortest, 1).find("it failed without a message"), std::string::npos);
}

}  // namespace
}  // namespace loh::stress
