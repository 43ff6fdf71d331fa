// The path from simple to accurate: its sizes, its scores, and which size becomes the model.
#include "loh/rule_path.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// Labels of a & b | c, some of them flipped, with five columns that say nothing.
Table noisy_table(std::uint64_t seed, std::size_t rows, std::size_t flipped_percent) {
    Random random(seed);
    std::string text = "a,b,c,n1,n2,n3,n4,n5,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        bool a = random.chance(60);
        bool b = random.chance(60);
        bool c = random.chance(20);
        bool label = (a && b) || c;
        if (random.chance(static_cast<int>(flipped_percent))) label = !label;
        for (bool value : {a, b, c}) text += value ? "t," : "f,";
        for (int i = 0; i < 5; ++i) text += std::to_string(random.below(8)) + "k,";
        text += label ? "yes\n" : "no\n";
    }
    return Table::parse_csv(text);
}

LearnTask path_task(const Table& table) {
    LearnTask task{Dataset(table, "y")};
    task.positive = "yes";
    task.options.threads = 1;
    task.options.max_rules = 12;
    return task;
}

std::size_t chosen_step(const Model& model) {
    std::size_t chosen = model.path().size();
    for (std::size_t step = 0; step < model.path().size(); ++step) {
        if (!model.path()[step].chosen) continue;
        EXPECT_EQ(chosen, model.path().size()) << "two steps are chosen";
        chosen = step;
    }
    return chosen;
}

TEST(RulePath, GrowsFromNoRuleAndMarksTheModel) {
    Model model = find_rule_path(path_task(noisy_table(1, 400, 15)));
    const std::vector<PathStep>& path = model.path();
    ASSERT_GE(path.size(), 3U);
    EXPECT_EQ(path[0].rules, 0U);
    EXPECT_EQ(path[0].literals, 0U);
    for (std::size_t step = 1; step < path.size(); ++step)
        EXPECT_GT(path[step].literals, path[step - 1].literals);
    std::size_t chosen = chosen_step(model);
    ASSERT_LT(chosen, path.size());
    EXPECT_EQ(path[chosen].literals, model.literal_count());
    EXPECT_EQ(path[chosen].rules, model.rule_count());
    ASSERT_EQ(path[chosen].formulas.size(), 1U);
    EXPECT_EQ(path[chosen].formulas[0].second, model.formulas()[0].formula.to_string());
}

TEST(RulePath, FindsTheFormulaBehindNoisyLabels) {
    Table clean = noisy_table(99, 2000, 0);
    for (std::uint64_t seed : {2U, 3U, 4U}) {
        Model model = find_rule_path(path_task(noisy_table(seed, 600, 15)));
        EXPECT_EQ(model.literal_count(), 3U) << seed;
        EXPECT_EQ(model.evaluate(clean).accuracy, 1) << seed;
        EXPECT_GT(model.path().back().literals, 10U) << "the largest size fits the noise";
    }
}

// Cross-validated scores are those of new rows; scores on the training rows are not.
TEST(RulePath, ScoresEstimateThoseOfNewRows) {
    double bias = 0;
    std::size_t steps = 0;
    for (std::uint64_t seed = 10; seed < 12; ++seed) {
        Table fresh = noisy_table(seed + 100, 4000, 20);
        LearnTask task = path_task(noisy_table(seed, 200, 20));
        std::size_t sizes = find_rule_path(task).path().size();
        for (std::size_t step : {sizes / 3, sizes / 2, sizes}) {
            task.path_choice.pick = step;
            Model model = find_rule_path(task);
            bias += model.path()[step - 1].score - model.evaluate(fresh).macro_f1;
            ++steps;
        }
        task.path_choice.pick = sizes;
        Model largest = find_rule_path(task);
        EXPECT_GT(largest.parts()[0].report.macro_f1, largest.evaluate(fresh).macro_f1 + 0.05);
    }
    EXPECT_LT(std::abs(bias / static_cast<double>(steps)), 0.03);
}

TEST(RulePath, ChoosesAlmostNothingForRandomLabels) {
    std::size_t literals = 0;
    for (std::uint64_t seed = 20; seed < 25; ++seed)
        literals += find_rule_path(path_task(noisy_table(seed, 120, 50))).literal_count();
    EXPECT_LE(literals, 10U);  // of five models
}

TEST(RulePath, ChoosesTheSimplestThatIsNotClearlyWorse) {
    std::size_t simpler_than_the_best = 0;
    for (std::uint64_t seed = 30; seed < 38; ++seed) {
        Model model = find_rule_path(path_task(noisy_table(seed, 150, seed % 2 == 0 ? 30 : 0)));
        const std::vector<PathStep>& path = model.path();
        std::size_t best = 0;
        for (std::size_t step = 1; step < path.size(); ++step)
            best = path[step].score > path[best].score ? step : best;
        double irrelevant = std::min(0.015, (1 - path[best].score) / 4);
        std::size_t expected = 0;
        while (path[expected].below_best > std::max(2 * path[expected].below_best_error, irrelevant))
            ++expected;
        EXPECT_EQ(chosen_step(model), expected) << seed;
        simpler_than_the_best += expected < best ? 1 : 0;
        if (path[best].score == 1) {
            EXPECT_EQ(path[expected].score, 1) << "a size without a mistake wins";
        }
    }
    EXPECT_GT(simpler_than_the_best, 0U);
}

// `!(x >= 3)` would also hold for a missing x, which nobody sees.
TEST(RulePath, ComparisonsAreNotNegatedWhereCellsAreMissing) {
    Random random(77);
    std::string text = "x,job,y\n";
    for (std::size_t row = 0; row < 200; ++row) {
        auto x = random.below(9);
        bool is_clerk = random.chance(40);
        text += (random.chance(20) ? std::string("?") : std::to_string(x)) + "," +
                (random.chance(20) ? "?"
                 : is_clerk        ? "clerk"
                                   : "nurse") +
                (x < 4 || is_clerk ? ",yes\n" : ",no\n");
    }
    LearnTask task = path_task(Table::parse_csv(text));
    task.options.literals = Literals::all;
    task.options.cuts = Cuts::quantiles;
    Model model = find_rule_path(task);
    for (const PathStep& step : model.path()) {
        std::string rules = step.formulas[0].second;
        for (std::size_t place = rules.find("!("); place != std::string::npos;
             place = rules.find("!(", place + 1)) {
            std::size_t end = rules.find(')', place);
            EXPECT_NE(rules.substr(place, end - place).find("is missing"), std::string::npos) << rules;
        }
    }
}

TEST(RulePath, EachRuleAddsTheMostToThoseAboveIt) {
    Table table = noisy_table(41, 400, 10);
    LearnTask task = path_task(table);
    task.path_choice.pick = find_rule_path(task).path().size();
    Model model = find_rule_path(task);
    const std::vector<Rule>& rules = model.rules();
    ASSERT_GT(rules.size(), 2U);
    auto gain = [](const Rule& rule) {
        return 2 * static_cast<std::int64_t>(rule.statistics.right) -
               static_cast<std::int64_t>(rule.statistics.support);
    };
    for (const Rule& rule : rules) EXPECT_GE(gain(rules[0]), gain(rule)) << rule.text;
}

TEST(RulePath, RulesAreMeasuredOnHeldOutRowsIfThereAreSome) {
    LearnTask task = path_task(noisy_table(42, 400, 10));
    EXPECT_EQ(find_rule_path(task).rules_part(), "training");
    task.options.holdout = 0.25;
    Model model = find_rule_path(task);
    EXPECT_EQ(model.rules_part(), "holdout");
    EXPECT_EQ(again(model).rules_part(), "holdout");
    for (const Rule& rule : model.rules()) EXPECT_LE(rule.statistics.support, 100U);
}

TEST(RulePath, TakesTheSizeThatIsAskedFor) {
    LearnTask task = path_task(noisy_table(5, 150, 15));
    std::vector<PathStep> path = find_rule_path(task).path();
    for (std::size_t step = 1; step <= path.size(); ++step) {
        task.path_choice.pick = step;
        Model model = find_rule_path(task);
        EXPECT_EQ(chosen_step(model), step - 1);
        EXPECT_EQ(model.literal_count(), path[step - 1].literals);
    }
    task.path_choice.pick = path.size() + 1;
    EXPECT_THROW(static_cast<void>(find_rule_path(task)), Error);
    task.path_choice = {0, 2};
    EXPECT_LE(find_rule_path(task).literal_count(), 2U);
    task.path_choice = {0, 0};
    EXPECT_EQ(find_rule_path(task).literal_count(), 0U);
}

TEST(RulePath, UsesValidationRowsIfThereAreSome) {
    LearnTask task = path_task(noisy_table(6, 500, 15));
    task.options.validation = 0.3;
    Model model = find_rule_path(task);
    ASSERT_EQ(model.parts().size(), 2U);
    EXPECT_NEAR(model.path()[chosen_step(model)].score, model.parts()[1].report.macro_f1, 1e-12);
}

TEST(RulePath, IsKeptInTheModelFile) {
    Model model = find_rule_path(path_task(noisy_table(7, 200, 15)));
    Model read = again(model);
    ASSERT_EQ(read.path().size(), model.path().size());
    for (std::size_t step = 0; step < model.path().size(); ++step) {
        EXPECT_EQ(read.path()[step].score, model.path()[step].score);
        EXPECT_EQ(read.path()[step].formulas, model.path()[step].formulas);
        EXPECT_EQ(read.path()[step].chosen, model.path()[step].chosen);
    }
    EXPECT_EQ(read.to_json(), model.to_json());
}

TEST(RulePath, LearnsFromTinyTables) {
    Table table = Table::parse_csv("x,y\na,yes\nb,no\na,yes\nb,no\n");
    Model model = find_rule_path(path_task(table));
    EXPECT_EQ(model.path()[0].score, -1) << "too few rows for cross-validation";
    EXPECT_EQ(model.path().size(), 2U);
}

TEST(RulePath, ReturnsAModelWhenStoppedAtOnce) {
    LearnHooks hooks;
    hooks.stop = [] { return true; };
    Model model = find_rule_path(path_task(noisy_table(8, 300, 15)), 1e8, hooks);
    EXPECT_EQ(model.path()[0].score, -1);
    EXPECT_FALSE(model.classes().empty());
}

}  // namespace
}  // namespace loh::testing
