#include "base/deep_stack.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "support/small_stack.hpp"

namespace loh::testing {
namespace {

// Each level has a frame of about a kilobyte.
std::size_t descend(std::size_t levels) {
    volatile char frame[1024];
    frame[0] = 1;
    if (levels == 0) return 0;
    return with_deep_stack([&] { return descend(levels - 1); }) + static_cast<std::size_t>(frame[0]);
}

TEST(DeepStack, RecursesDeeperThanTheStackAllows) {
    on_small_stack([] { EXPECT_EQ(descend(20'000), 20'000U); });
}

TEST(DeepStack, PassesExceptionsOn) {
    auto fail = [] { throw std::runtime_error("at the bottom"); };
    EXPECT_THROW(run_on_new_stack(fail), std::runtime_error);
}

TEST(DeepStack, StaysOnAStackWithEnoughRoom) {
    EXPECT_FALSE(stack_is_low());
    on_small_stack([] { EXPECT_FALSE(stack_is_low()); });
}

}  // namespace
}  // namespace loh::testing
