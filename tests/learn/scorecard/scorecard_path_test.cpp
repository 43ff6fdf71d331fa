// The path of short scorecards: its points and its limits. What holds for all paths: learn/path_test.cpp.
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "loh/explain.hpp"
#include "loh/rule_path.hpp"
#include "support/effort.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// The class is the largest of three sums of two columns each.
Table three_classes(std::uint64_t seed, std::size_t rows, int flipped_percent) {
    Random random(seed);
    std::string text = "r1,r2,g1,g2,b1,b2,n,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        std::map<std::string, int> points = {{"red", 1}, {"green", 0}, {"blue", 0}};
        for (const char* color : {"red", "green", "blue"}) {
            for (int worth : {3, 2}) {
                bool holds = random.chance(45);
                points[color] += holds ? worth : 0;
                text += holds ? "t," : "f,";
            }
        }
        std::string most = "red";
        for (const auto& [color, value] : points) most = value > points[most] ? color : most;
        if (random.chance(flipped_percent)) most = random.chance(50) ? "green" : "blue";
        text += std::to_string(random.below(5)) + "k," + most + "\n";
    }
    return Table::parse_csv(text);
}

TEST(ScorecardPath, FindsTheScorecardBehindNoisyLabels) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    Table clean = scored_table(99, 2000, 0);
    for (std::uint64_t seed : {2U, 3U, 4U}) {
        Model model = find_scorecard_path(card_task(scored_table(seed, 1500, 10)));
        EXPECT_LE(model.literal_count(), 6U) << seed;
        EXPECT_GE(model.evaluate(clean).accuracy, 0.99) << seed;
    }
}

TEST(ScorecardPath, PointsStayWithinTheLimit) {
    for (std::size_t most : {1U, 2U, 5U, 20U}) {
        LearnTask task = card_task(scored_table(5, 300, 10));
        task.options.points = most;
        Model model = find_scorecard_path(task);
        for (const PathStep& step : model.path()) {
            for (std::int64_t points : step.card.points)
                EXPECT_LE(std::abs(points), static_cast<std::int64_t>(most));
        }
    }
    Model usual = find_scorecard_path(card_task(three_classes(5, 300, 10)));
    for (const PathStep& step : usual.path()) {
        for (std::int64_t points : step.card.points) EXPECT_LE(std::abs(points), 5) << "the default";
    }
}

TEST(ScorecardPath, LearnsThreeClasses) {
    Table clean = three_classes(99, 2000, 0);
    Model model = find_scorecard_path(card_task(three_classes(6, 2000, 5)));
    EXPECT_EQ(model.classes().size(), 3U);
    EXPECT_GE(model.evaluate(clean).accuracy, 0.95);
    EXPECT_LE(model.literal_count(), 14U);
}

TEST(ScorecardPath, PredictsAndExplainsARowWithoutRules) {
    LearnTask task = card_task(scored_table(7, 600, 5));
    task.path_choice.pick = 4;
    Model model = find_scorecard_path(task);
    ASSERT_GT(model.rule_count(), 0U);
    std::string header = "a,b,c,d,n1,n2,n3,n4,n5\n";
    Table row = Table::parse_csv(header + "f,f,f,t,0k,0k,0k,0k,0k\n");
    EXPECT_EQ(model.predict(row)[0], "no");
    task.path_choice.pick = 1;
    Model none = find_scorecard_path(task);
    EXPECT_EQ(none.rule_count(), 0U);
    EXPECT_EQ(none.predict(row).size(), 1U);
    EXPECT_EQ(again(none).to_json(), none.to_json());
    std::ostringstream text;
    none.print(text);
    EXPECT_NE(text.str().find("to begin with"), std::string::npos) << text.str();
}

TEST(ScorecardPath, KeepsTheLimitsOfRulesAndLiterals) {
    LearnTask task = card_task(scored_table(8, 400, 10));
    task.options.max_rules = 3;
    task.options.max_literals = 1;
    Model model = find_scorecard_path(task);
    for (const PathStep& step : model.path()) {
        EXPECT_LE(step.rules, 3U);
        EXPECT_EQ(step.literals, step.rules);
    }
}

// Folds differ if rows are repeated, so one size is compared, which is found on all rows.
TEST(ScorecardPath, WeightsEqualRepeatedRows) {
    std::string once = "a,b,c,y\n";
    std::string repeated = once;
    std::vector<double> weights;
    Random random(11);
    for (int row = 0; row < 120; ++row) {
        std::string line;
        int points = 0;
        for (int worth : {3, 2, -2}) {
            bool holds = random.chance(50);
            points += holds ? worth : 0;
            line += holds ? "t," : "f,";
        }
        line += (points >= 2) != random.chance(15) ? "yes\n" : "no\n";
        weights.push_back(static_cast<double>(1 + random.below(4)));
        once += line;
        for (int time = 0; time < weights.back(); ++time) repeated += line;
    }
    LearnTask task = card_task(Table::parse_csv(once));
    task.data = task.data.with_weights(weights);
    task.path_choice.pick = 4;
    Model weighted = find_scorecard_path(task);
    task.data = Dataset(Table::parse_csv(repeated), "y");
    Model plain = find_scorecard_path(task);
    EXPECT_EQ(weighted.scorecard(), plain.scorecard());
    std::ostringstream of_weighted;
    std::ostringstream of_plain;
    weighted.print(of_weighted);
    plain.print(of_plain);
    EXPECT_EQ(of_weighted.str(), of_plain.str());
}

TEST(ScorecardPath, LearnsFromTinyTables) {
    for (const char* text :
         {"x,y\na,yes\nb,no\n", "x,y\na,yes\nb,no\na,yes\nb,no\n", "x,y\n1,p\n2,q\n3,r\n"}) {
        Model model = find_scorecard_path(card_task(Table::parse_csv(text)));
        EXPECT_EQ(model.path()[0].score, -1) << "too few rows for cross-validation";
        EXPECT_EQ(again(model).to_json(), model.to_json());
    }
}

TEST(ScorecardPath, IsTheDefaultForVotes) {
    LearnTask task = card_task(scored_table(9, 200, 5));
    task.given = {"head", "threads"};
    EXPECT_EQ(default_effort(task), Effort::brief);
    Model model = learn(task);
    EXPECT_EQ(model.head(), Head::vote);
    EXPECT_FALSE(model.path().empty());
    for (const char* unread : {"votes", "prune", "epochs"}) {
        task.given = {"head", "threads", unread};
        EXPECT_THROW(static_cast<void>(learn(task)), Error) << unread;
    }
}

}  // namespace
}  // namespace loh::testing
