// The path of short scorecards: its sizes, its points, its scores, and which size becomes the model.
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "loh/explain.hpp"
#include "loh/rule_path.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// yes from 3 points on: +3 for a, +2 for b, +1 for c, -2 for d. Some labels are flipped; five columns say nothing.
Table scored_table(std::uint64_t seed, std::size_t rows, int flipped_percent) {
    Random random(seed);
    std::string text = "a,b,c,d,n1,n2,n3,n4,n5,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        int points = 0;
        for (int worth : {3, 2, 1, -2}) {
            bool holds = random.chance(50);
            points += holds ? worth : 0;
            text += holds ? "t," : "f,";
        }
        bool label = points >= 3;
        if (random.chance(flipped_percent)) label = !label;
        for (int i = 0; i < 5; ++i) text += std::to_string(random.below(8)) + "k,";
        text += label ? "yes\n" : "no\n";
    }
    return Table::parse_csv(text);
}

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

LearnTask card_task(const Table& table) {
    LearnTask task{Dataset(table, "y")};
    task.options.head = Head::vote;
    task.options.threads = 1;
    task.options.max_rules = 16;
    task.options.literals = Literals::all;
    task.options.cuts = Cuts::quantiles;
    return task;
}

std::size_t chosen_size(const Model& model) {
    std::size_t chosen = model.path().size();
    for (std::size_t step = 0; step < model.path().size(); ++step) {
        if (!model.path()[step].chosen) continue;
        EXPECT_EQ(chosen, model.path().size()) << "two steps are chosen";
        chosen = step;
    }
    return chosen;
}

TEST(ScorecardPath, GrowsFromNoRuleAndMarksTheModel) {
    Model model = find_scorecard_path(card_task(scored_table(1, 400, 10)));
    const std::vector<PathStep>& path = model.path();
    ASSERT_GE(path.size(), 4U);
    EXPECT_EQ(path[0].rules, 0U);
    EXPECT_EQ(path[0].literals, 0U);
    for (std::size_t step = 1; step < path.size(); ++step)
        EXPECT_GT(path[step].literals, path[step - 1].literals);
    std::size_t chosen = chosen_size(model);
    ASSERT_LT(chosen, path.size());
    EXPECT_EQ(model.head(), Head::vote);
    EXPECT_EQ(path[chosen].literals, model.literal_count());
    EXPECT_EQ(path[chosen].rules, model.rule_count());
    EXPECT_EQ(path[chosen].card, model.scorecard());
    ASSERT_EQ(path[chosen].formulas.size(), model.formulas().size());
    for (std::size_t r = 0; r < model.formulas().size(); ++r)
        EXPECT_EQ(path[chosen].formulas[r].second, model.formulas()[r].formula.to_string());
}

TEST(ScorecardPath, FindsTheScorecardBehindNoisyLabels) {
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

// Cross-validated scores are those of new rows; scores on the training rows are not.
TEST(ScorecardPath, ScoresEstimateThoseOfNewRows) {
    double bias = 0;
    std::size_t steps = 0;
    for (std::uint64_t seed = 10; seed < 13; ++seed) {
        Table fresh = scored_table(seed + 100, 4000, 15);
        LearnTask task = card_task(scored_table(seed, 200, 15));
        std::size_t sizes = find_scorecard_path(task).path().size();
        for (std::size_t step : {sizes / 3, sizes / 2, sizes}) {
            task.path_choice.pick = step;
            Model model = find_scorecard_path(task);
            bias += model.path()[step - 1].score - model.evaluate(fresh).macro_f1;
            ++steps;
        }
    }
    EXPECT_LT(std::abs(bias / static_cast<double>(steps)), 0.035);
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

TEST(ScorecardPath, TakesTheSizeThatIsAskedFor) {
    LearnTask task = card_task(scored_table(5, 150, 10));
    std::vector<PathStep> path = find_scorecard_path(task).path();
    for (std::size_t step = 1; step <= path.size(); ++step) {
        task.path_choice.pick = step;
        Model model = find_scorecard_path(task);
        EXPECT_EQ(chosen_size(model), step - 1);
        EXPECT_EQ(model.literal_count(), path[step - 1].literals);
    }
    task.path_choice.pick = path.size() + 1;
    EXPECT_THROW(static_cast<void>(find_scorecard_path(task)), Error);
    task.path_choice = {0, 2};
    EXPECT_LE(find_scorecard_path(task).literal_count(), 2U);
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

TEST(ScorecardPath, UsesValidationRowsIfThereAreSome) {
    LearnTask task = card_task(scored_table(6, 500, 10));
    task.options.validation = 0.3;
    Model model = find_scorecard_path(task);
    ASSERT_EQ(model.parts().size(), 2U);
    EXPECT_NEAR(model.path()[chosen_size(model)].score, model.parts()[1].report.macro_f1, 1e-12);
}

TEST(ScorecardPath, IsKeptInTheModelFile) {
    Model model = find_scorecard_path(card_task(scored_table(7, 200, 10)));
    Model read = again(model);
    ASSERT_EQ(read.path().size(), model.path().size());
    for (std::size_t step = 0; step < model.path().size(); ++step) {
        EXPECT_EQ(read.path()[step].formulas, model.path()[step].formulas);
        EXPECT_EQ(read.path()[step].card, model.path()[step].card);
    }
    EXPECT_EQ(read.to_json(), model.to_json());
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

TEST(ScorecardPath, ReturnsAModelWhenStoppedAtOnce) {
    LearnHooks hooks;
    hooks.stop = [] { return true; };
    Model model = find_scorecard_path(card_task(scored_table(8, 300, 10)), 1e8, hooks);
    EXPECT_EQ(model.path()[0].score, -1);
    EXPECT_FALSE(model.classes().empty());
}

TEST(ScorecardPath, ReportsProgress) {
    std::size_t calls = 0;
    LearnHooks hooks;
    hooks.progress = [&](const LearnProgress& progress) {
        EXPECT_EQ(progress.run, calls++);
        EXPECT_LT(progress.run, progress.runs);
    };
    static_cast<void>(find_scorecard_path(card_task(scored_table(8, 300, 10)), 1e8, hooks));
    EXPECT_GT(calls, 10U);
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
