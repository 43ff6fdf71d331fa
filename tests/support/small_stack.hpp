// Runs an action in a thread with a stack of 512 KiB, as some systems give threads.
#pragma once

#include <functional>

#include <gtest/gtest.h>
#include <pthread.h>

namespace loh::testing {

inline void on_small_stack(const std::function<void()>& action) {
    constexpr std::size_t kBytes = std::size_t{512} << 10U;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kBytes);
    pthread_t thread{};
    auto run = [](void* given) -> void* {
        (*static_cast<const std::function<void()>*>(given))();
        return nullptr;
    };
    auto* argument = const_cast<std::function<void()>*>(&action);
    int failure = pthread_create(&thread, &attributes, run, argument);
    pthread_attr_destroy(&attributes);
    ASSERT_EQ(failure, 0);
    pthread_join(thread, nullptr);
}

}  // namespace loh::testing
