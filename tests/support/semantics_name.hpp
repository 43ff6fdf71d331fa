// Names for tests that run under every semantics.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "loh/learn_options.hpp"

namespace loh::testing {

inline std::string semantics_name(const ::testing::TestParamInfo<Semantics>& info) {
    constexpr const char* kNames[] = {"Goedel", "Product", "Lukasiewicz"};
    return kNames[static_cast<std::size_t>(info.param)];
}

}  // namespace loh::testing
