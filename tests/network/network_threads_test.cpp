// Several threads inside one call, and one network for calls from several threads. Runs under the thread sanitizer.
#include <thread>

#include <gtest/gtest.h>

#include "loh/network.hpp"
#include "support/effort.hpp"
#include "support/network_runs.hpp"

namespace loh::testing {
namespace {

// Enough weights to use several threads, and a choice of many alternatives.
Network threaded_network() {
    return network_of(
        "h[j in 1..40] := and(i in 1..60: [x[i], true]); or(j in 1..40: [h[j], false]) | [i in 1..60: x[i]]");
}

TEST(NetworkThreads, AnyNumberOfThreadsGivesTheSameBytes) {
    Network network = threaded_network();
    for (std::size_t rows : {1U, 100U, 256U, 257U, 1000U}) {
        for (bool binary : {false, true}) {
            PassInputs given = random_pass(network, rows, rows, binary);
            Network::Pass pass;
            pass.noise = Network::Noise{1, 2, 1};
            if (binary) pass.gradients = Network::Gradients::logits;
            PassOutputs expected = run_pass(network, given, pass);
            for (std::size_t threads : {2U, 3U, 0U}) {
                Network::Workspace workspace(network, threads);
                for (int again = 0; again < 2; ++again)
                    EXPECT_EQ(run_pass(network, given, pass, workspace), expected) << rows << " " << threads;
            }
        }
    }
}

TEST(NetworkThreads, ThrowsTheErrorOfTheFirstPart) {
    Network network = threaded_network();
    PassInputs given = random_pass(network, 1000, 1);
    given.inputs[700 * 60] = 2;
    given.inputs[300 * 60] = 2;
    Network::Workspace workspace(network, 3);
    try {
        run_pass(network, given, {}, workspace);
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.diagnostic().message, "input x[1] in row 300 is 2, which is not a truth value");
    }
    given.inputs[700 * 60] = given.inputs[300 * 60] = 1;
    run_pass(network, given, {}, workspace);
}

// Concurrent calls, each with its own workspace, while formulas are read.
TEST(NetworkThreads, SeveralThreadsShareOneNetwork) {
    Network network = threaded_network();
    std::vector<PassInputs> given;
    std::vector<PassOutputs> expected;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        given.push_back(random_pass(network, 100, seed));
        expected.push_back(run_pass(network, given.back()));
    }
    std::vector<int> equal(given.size(), 0);
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < given.size(); ++t) {
            threads.emplace_back([&, t] {
                Network own = network;
                Network::Workspace workspace(own);
                for (int again = 0; again < 5; ++again) {
                    equal[t] += run_pass(own, given[t], {}, workspace) == expected[t] ? 1 : 0;
                    std::string formula = own.hypothesis(given[t].logits)[0].formula.to_string();
                    equal[t] += formula.empty() || own.alternatives(0).empty() ? 1 : 0;
                }
            });
        }
    }
    EXPECT_EQ(equal, std::vector<int>(given.size(), 5));
}

}  // namespace
}  // namespace loh::testing
