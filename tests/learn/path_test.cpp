// What holds for the path of rules and for that of short scorecards: sizes, scores, progress, and the size that is asked for.
#include <cmath>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/paths.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

struct PathKind {
    const char* name;
    Model (*find)(const LearnTask&, double work, const LearnHooks&);
    Table (*table)(std::uint64_t seed, std::size_t rows, int flipped_percent);
    LearnTask (*task)(const Table&);
};

class Path : public ::testing::TestWithParam<PathKind> {
protected:
    [[nodiscard]] static LearnTask task(std::uint64_t seed, std::size_t rows, int flipped_percent) {
        return GetParam().task(GetParam().table(seed, rows, flipped_percent));
    }
    [[nodiscard]] static Model find(const LearnTask& task, const LearnHooks& hooks = {}) {
        return GetParam().find(task, 1e8, hooks);
    }
};

TEST_P(Path, GrowsFromNoRuleAndMarksTheModel) {
    Model model = find(task(1, 400, 12));
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
    EXPECT_EQ(path[chosen].card, model.scorecard());
    ASSERT_EQ(path[chosen].formulas.size(), model.formulas().size());
    for (std::size_t f = 0; f < model.formulas().size(); ++f)
        EXPECT_EQ(path[chosen].formulas[f].second, model.formulas()[f].formula.to_string());
}

// Cross-validated scores are those of new rows; scores on the training rows are not.
TEST_P(Path, ScoresEstimateThoseOfNewRows) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    double bias = 0;
    std::size_t steps = 0;
    for (std::uint64_t seed = 10; seed < 12; ++seed) {
        Table fresh = GetParam().table(seed + 100, 4000, 20);
        LearnTask small = task(seed, 200, 20);
        std::size_t sizes = find(small).path().size();
        for (std::size_t step : {sizes / 3, sizes / 2, sizes}) {
            small.path_choice.pick = step;
            Model model = find(small);
            bias += model.path()[step - 1].score - model.evaluate(fresh).macro_f1;
            ++steps;
        }
        small.path_choice.pick = sizes;
        Model largest = find(small);
        EXPECT_GT(largest.parts()[0].report.macro_f1, largest.evaluate(fresh).macro_f1 + 0.05);
    }
    EXPECT_LT(std::abs(bias / static_cast<double>(steps)), 0.035);
}

TEST_P(Path, TakesTheSizeThatIsAskedFor) {
    LearnTask sized = task(5, 150, 12);
    std::vector<PathStep> path = find(sized).path();
    for (std::size_t step = 1; step <= path.size(); ++step) {
        sized.path_choice.pick = step;
        Model model = find(sized);
        EXPECT_EQ(chosen_step(model), step - 1);
        EXPECT_EQ(model.literal_count(), path[step - 1].literals);
    }
    sized.path_choice.pick = path.size() + 1;
    EXPECT_THROW(static_cast<void>(find(sized)), Error);
    sized.path_choice = {0, 2};
    EXPECT_LE(find(sized).literal_count(), 2U);
    sized.path_choice = {0, 0};
    EXPECT_EQ(find(sized).literal_count(), 0U);
}

TEST_P(Path, UsesValidationRowsIfThereAreSome) {
    LearnTask validated = task(6, 500, 12);
    validated.options.validation = 0.3;
    Model model = find(validated);
    ASSERT_EQ(model.parts().size(), 2U);
    EXPECT_NEAR(model.path()[chosen_step(model)].score, model.parts()[1].report.macro_f1, 1e-12);
}

TEST_P(Path, IsKeptInTheModelFile) {
    Model model = find(task(7, 200, 12));
    Model read = again(model);
    ASSERT_EQ(read.path().size(), model.path().size());
    for (std::size_t step = 0; step < model.path().size(); ++step) {
        EXPECT_EQ(read.path()[step].score, model.path()[step].score);
        EXPECT_EQ(read.path()[step].formulas, model.path()[step].formulas);
        EXPECT_EQ(read.path()[step].card, model.path()[step].card);
        EXPECT_EQ(read.path()[step].chosen, model.path()[step].chosen);
    }
    EXPECT_EQ(read.to_json(), model.to_json());
}

// A model that moves along its path is, byte for byte, the one that learning with --pick gives.
TEST_P(Path, EverySizeOfTheFileIsTheModelThatLearningWouldPick) {
    LearnTask sized = task(9, 300, 12);
    sized.options.holdout = 0.2;
    Model kept = again(find(sized));
    ASSERT_TRUE(kept.can_move());
    for (std::size_t step = 1; step <= kept.path().size(); ++step) {
        sized.path_choice.pick = step;
        Model moved = kept.at_size(step);
        EXPECT_EQ(moved.to_json(), find(sized).to_json()) << step;
        EXPECT_EQ(again(moved).at_size(chosen_step(kept) + 1).to_json(), kept.to_json()) << step;
    }
    sized.path_choice = {0, 2};
    EXPECT_EQ(kept.at_size(sized.path_choice).to_json(), find(sized).to_json());
    EXPECT_EQ(kept.at_size(PathChoice{}).to_json(), kept.to_json());
}

TEST_P(Path, SizesKeepTheirFiguresOnValidationRows) {
    LearnTask validated = task(10, 400, 12);
    validated.options.validation = 0.3;
    Model kept = again(find(validated));
    validated.path_choice.pick = 2;
    EXPECT_EQ(kept.at_size(2).to_json(), find(validated).to_json());
    EXPECT_EQ(kept.at_size(2).parts()[1].name, "validation");
}

TEST_P(Path, RefusesSizesThatItDoesNotHave) {
    Model model = find(task(11, 100, 12));
    std::size_t sizes = model.path().size();
    EXPECT_EQ(error_from([&] { static_cast<void>(model.at_size(sizes + 1)); }).message,
              "there is no size " + std::to_string(sizes + 1));
    EXPECT_EQ(error_from([&] { static_cast<void>(model.at_size(0)); }).message, "sizes are counted from 1");
}

TEST_P(Path, ReturnsAModelWhenStoppedAtOnce) {
    LearnHooks hooks;
    hooks.stop = [] { return true; };
    Model model = find(task(8, 300, 12), hooks);
    EXPECT_EQ(model.path()[0].score, -1);
    EXPECT_FALSE(model.classes().empty());
}

TEST_P(Path, ReportsProgress) {
    std::size_t calls = 0;
    double best = 0;
    LearnHooks hooks;
    hooks.progress = [&](const LearnProgress& progress) {
        EXPECT_EQ(progress.run, calls++);
        EXPECT_LT(progress.run, progress.runs);
        EXPECT_GE(progress.best_macro_f1, best);
        best = progress.best_macro_f1;
    };
    static_cast<void>(find(task(8, 300, 12), hooks));
    EXPECT_GT(calls, 10U);
    EXPECT_GT(best, 0.7);
}

INSTANTIATE_TEST_SUITE_P(All, Path,
                         ::testing::Values(PathKind{"rules", find_rule_path, noisy_table, path_task},
                                           PathKind{"scorecards", find_scorecard_path, scored_table,
                                                    card_task}),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace loh::testing
