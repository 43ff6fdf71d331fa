// The library has no global state: several threads can use independent programs at once.
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/programs.hpp"

namespace loh::testing {
namespace {

TEST(Threads, IndependentProgramsDoNotInterfere) {
    constexpr int kThreads = 4;
    std::vector<std::string> results(kThreads);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&results, t] {
            std::string n = std::to_string(6 + t);
            for (int round = 0; round < 20; ++round) {
                std::vector<Formula> outputs =
                    elaborated("and(i in 1.." + n + ": [x[i], !x[i], true]) | or(i in 1..90: [y[i], false])")
                        .formulas();
                SpaceOptions options;
                options.up_to_equivalence = true;
                results[static_cast<std::size_t>(t)] =
                    bound_hypotheses(outputs).to_string() + " " +
                    count_hypotheses(elaborated("and(i in 1.." + n + ": [x[i], true])").formulas(), options)
                        .to_string();
                try {
                    static_cast<void>(elaborated("[a, b"));
                } catch (const Error&) {
                    continue;
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(results[0], "<= 902458288639042220401461559296 64");
    EXPECT_EQ(results[3], "<= 24366373793254139950839462100992 512");
}

}  // namespace
}  // namespace loh::testing
