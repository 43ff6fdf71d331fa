// The path of rules: which size becomes the model, and what its rules look like. What holds for all paths: learn/path_test.cpp.
#include "loh/rule_path.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

TEST(RulePath, FindsTheFormulaBehindNoisyLabels) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    Table clean = noisy_table(99, 2000, 0);
    for (std::uint64_t seed : {2U, 3U, 4U}) {
        Model model = find_rule_path(path_task(noisy_table(seed, 600, 15)));
        EXPECT_EQ(model.literal_count(), 3U) << seed;
        EXPECT_EQ(model.evaluate(clean).accuracy, 1) << seed;
        EXPECT_GT(model.path().back().literals, 4U) << "the largest size fits the noise";
    }
}

TEST(RulePath, ChoosesLittleForRandomLabelsAndWarns) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    std::size_t literals = 0;
    for (std::uint64_t seed = 20; seed < 25; ++seed) {
        std::string warnings;
        LearnHooks hooks;
        hooks.warning = [&](const Diagnostic& diagnostic) { warnings += diagnostic.message; };
        Model model = find_rule_path(path_task(noisy_table(seed, 120, 50)), 1e9, hooks);
        literals += model.literal_count();
        bool warns = warnings.find("not clearly better than chance") != std::string::npos;
        EXPECT_TRUE(warns || model.literal_count() == 0) << seed << " " << warnings;
    }
    EXPECT_LE(literals, 20U);  // of five models
}

TEST(RulePath, DoesNotWarnAboutChanceWhereThereAreRules) {
    LearnHooks hooks;
    hooks.warning = [](const Diagnostic& diagnostic) { ADD_FAILURE() << diagnostic.message; };
    for (std::uint64_t seed = 20; seed < 23; ++seed)
        find_rule_path(path_task(noisy_table(seed, 200, 10)), 1e9, hooks);
}

TEST(RulePath, ChoosesTheSimplestThatIsNotClearlyWorse) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    std::size_t simpler_than_the_best = 0;
    for (std::uint64_t seed = 30; seed < 38; ++seed) {
        Model model = find_rule_path(path_task(noisy_table(seed, 150, seed % 2 == 0 ? 30 : 0)));
        const std::vector<PathStep>& path = model.path();
        std::size_t best = 0;
        for (std::size_t step = 1; step < path.size(); ++step)
            best = path[step].score > path[best].score ? step : best;
        double irrelevant = std::min(0.015, (1 - path[best].score) / 4);
        std::size_t expected = 0;
        while (path[expected].below_best > std::max(path[expected].below_best_error, irrelevant)) ++expected;
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

TEST(RulePath, SearchesNothingAfterItIsStopped) {
    std::size_t searches = 0;
    LearnHooks hooks;
    hooks.progress = [&](const LearnProgress&) { ++searches; };
    hooks.stop = [&] { return searches >= 3; };
    Model model = find_rule_path(path_task(noisy_table(43, 300, 15)), 1e8, hooks);
    EXPECT_EQ(searches, 3U);
    EXPECT_GT(model.path().size(), 1U) << "what was found before is kept";
}

TEST(RulePath, LearnsFromTinyTables) {
    Table table = Table::parse_csv("x,y\na,yes\nb,no\na,yes\nb,no\n");
    Model model = find_rule_path(path_task(table));
    EXPECT_EQ(model.path()[0].score, -1) << "too few rows for cross-validation";
    EXPECT_EQ(model.path().size(), 2U);
}

// Whether a size of the path has a rule on `poet`, the job of all `rows` rows of the class yes, out of 200.
bool finds_poet(int rows, std::size_t min_category_rows = 0) {
    std::string text = "job,y\n";
    for (int row = 0; row < 200; ++row)
        text += row < rows ? "poet,yes\n" : row % 2 == 0 ? "clerk,no\n" : "nurse,no\n";
    LearnTask task = path_task(Table::parse_csv(text));
    task.options.min_category_rows = min_category_rows;
    Model model = find_rule_path(task);
    for (const PathStep& step : model.path()) {
        for (const auto& [name, formula] : step.formulas) {
            if (formula.find("poet") != std::string::npos) return true;
        }
    }
    return false;
}

TEST(RulePath, OffersNoLiteralForACategoryOfFewerThanThreeRows) {
    EXPECT_TRUE(finds_poet(8));
    EXPECT_FALSE(finds_poet(2));
    EXPECT_TRUE(finds_poet(2, 1)) << "--min-category-rows 1 offers all categories";
}

}  // namespace
}  // namespace loh::testing
