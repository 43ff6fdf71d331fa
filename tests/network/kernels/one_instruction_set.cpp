// Runs the kernel tests with kernels compiled for one instruction set, LOH_TESTED_SET. If the machine does not support it, the
// program says so and exits with status 77, which ctest shows as skipped.
#include <cstdio>
#include <cstring>

#include <gtest/gtest.h>

#include "network/kernels/instruction_set.hpp"

namespace loh::testing {
namespace {

TEST(OneInstructionSet, IsTheTestedInstructionSet) { EXPECT_STREQ(kernel_instruction_set(), LOH_TESTED_SET); }

bool machine_has(const char* set) {
    if (std::strcmp(set, "baseline") == 0) return true;
#if defined(__x86_64__)
    if (std::strcmp(set, "avx2") == 0) return __builtin_cpu_supports("avx2") != 0;
    if (std::strcmp(set, "avx512") == 0) return __builtin_cpu_supports("avx512f") != 0;
#endif
    return false;
}

}  // namespace
}  // namespace loh::testing

int main(int argc, char** argv) {
    constexpr int kSkipped = 77;
    if (!loh::testing::machine_has(LOH_TESTED_SET)) {
        std::fprintf(stderr, "SKIPPED: this machine cannot run " LOH_TESTED_SET
                             " instructions; the kernels "
                             "for them were NOT tested\n");
        return kSkipped;
    }
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
