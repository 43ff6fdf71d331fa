// Scorecards and --effort on the command line.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/command.hpp"

namespace loh::testing {
namespace {

class VoteCommand : public ::testing::Test {
protected:
    VoteCommand() {
        std::string rows = "a,b,c,y\n";
        for (int i = 0; i < 64; ++i) {
            int a = i % 2;
            int b = i / 2 % 2;
            rows += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(i / 4 % 2) +
                    (a != b ? ",yes\n" : ",no\n");
        }
        write_text(folder_.file("t.csv"), rows);
        write_text(folder_.file("p.loh"), "output y := [a, b] & [!a, !b]\n");
    }
    [[nodiscard]] CommandResult learn(const std::string& flags) const {
        return run_command(folder_, "loh learn t.csv --target y " + flags);
    }
    ScratchFolder folder_;
};

const std::string kVote =
    "--effort none --head vote --max-rules 8 --epochs 60 --restarts 1 --noise 0.1 --initial-literals 2 "
    "--learning-rate 0.1 "
    "--cuts quantiles -q ";

TEST_F(VoteCommand, EffortLearnsAGivenProgram) {
    for (const char* program : {"--formula p.loh", "-e 'output y := [a, b] & clauses(2)' --cuts quantiles"}) {
        CommandResult result = learn("--effort quick -q " + std::string(program));
        EXPECT_EQ(result.exit, 0) << result.err;
        EXPECT_EQ(result.out.find("points"), std::string::npos) << result.out;
    }
}

TEST_F(VoteCommand, UnknownEffortListsTheAllowedOnes) {
    CommandResult result = learn("--effort fast");
    EXPECT_EQ(result.exit, 2);
    for (const char* word : {"fast", "quick", "balanced", "thorough"})
        EXPECT_NE(result.err.find(word), std::string::npos) << result.err;
}

TEST_F(VoteCommand, EffortRejectsTrace) {
    CommandResult result = learn("--effort quick --trace trace.tsv");
    EXPECT_EQ(result.exit, 2);
    EXPECT_NE(result.err.find("an effort is several runs"), std::string::npos) << result.err;
}

TEST_F(VoteCommand, EffortLearnsAScorecard) {
    CommandResult result = learn("--effort quick --max-rules 8 -q -o m.json");
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_TRUE(result.out.starts_with("y is the class with the most points\n")) << result.out;
    EXPECT_EQ(run_command(folder_,
                          "loh predict m.json t.csv | tail -n +2 > said && tail -n +2 t.csv | "
                          "cut -d , -f 4 | cmp - said")
                  .exit,
              0);
}

TEST_F(VoteCommand, JsonOfAScorecardHasPoints) {
    CommandResult result = learn(kVote + "--json -o m.json");
    ASSERT_EQ(result.exit, 0) << result.err;
    nlohmann::json summary = nlohmann::json::parse(result.out);
    nlohmann::json model = nlohmann::json::parse(read_text(folder_.file("m.json")));
    EXPECT_EQ(summary["formulas"].size(), model["formulas"].size());
    EXPECT_EQ(summary["rules"], model["formulas"].size());
    ASSERT_GT(summary["formulas"].size(), 0U);
    for (std::size_t rule = 0; rule < summary["formulas"].size(); ++rule) {
        const nlohmann::json& points = summary["formulas"][rule]["points"];
        ASSERT_EQ(points.size(), 2U) << result.out;
        for (std::size_t c = 0; c < 2; ++c) EXPECT_EQ(points[c], model["vote"]["points"][2 * rule + c]);
    }
    EXPECT_EQ(summary["base"], model["vote"]["base"]);
    nlohmann::json explained = nlohmann::json::parse(run_command(folder_, "loh explain m.json --json").out);
    EXPECT_EQ(explained["formulas"], summary["formulas"]);
    EXPECT_EQ(explained["base"], summary["base"]);
    EXPECT_EQ(explained["rules"][0]["points"], summary["formulas"][0]["points"]);
}

}  // namespace
}  // namespace loh::testing
