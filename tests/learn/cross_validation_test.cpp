// Cross-validation: no row is predicted by a model that has seen it, its group, or its future.
#include "loh/cross_validation.hpp"

#include <gtest/gtest.h>

#include "data/dataset_data.hpp"
#include "learn/row_split.hpp"
#include "support/effort.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

// Each person has three numbers of its own, in four rows, and a random class: only who knows the person knows the class.
Table persons(std::size_t count) {
    Random random(3);
    std::string text = "person,a,b,c,day,y\n";
    for (std::size_t person = 0; person < count; ++person) {
        std::string row;
        for (int i = 0; i < 3; ++i) row += std::to_string(random.below(1000)) + ",";
        const char* label = random.chance(50) ? "yes" : "no";
        for (int visit = 0; visit < 4; ++visit)
            text += "p" + std::to_string(person) + "," + row + std::to_string(random.below(500)) + "," +
                    label + "\n";
    }
    return Table::parse_csv(text);
}

LearnTask quick_task(const Dataset& data) {
    LearnTask task{data.without({"person"})};
    task.options.threads = 1;
    task.options.max_rules = 12;
    task.given = {"max-rules", "threads"};
    return task;
}

TEST(CrossValidate, EstimatesTheScoreOfNewRows) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    Table fresh = noisy_table(99, 4000, 15);
    LearnTask task{Dataset(noisy_table(1, 400, 15), "y")};
    task.options.threads = 1;
    CrossValidation result = cross_validate(task);
    EXPECT_EQ(result.repeats, 2U);
    EXPECT_EQ(result.parts.size(), 10U);
    EXPECT_NEAR(result.mean().accuracy, learn(task).evaluate(fresh).accuracy, 0.04);
    EXPECT_GT(result.error().accuracy, 0);
    EXPECT_LT(result.error().accuracy, 0.05);
    EXPECT_LT(result.mean().baseline_accuracy, result.mean().accuracy);
    EXPECT_GT(result.mean().auc, 0.75);
    EXPECT_LT(result.mean().calibration_error, 0.15);
}

TEST(CrossValidate, KeepsGroupsTogether) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    Dataset data(persons(40), "y");
    double apart = cross_validate(quick_task(data), {5, 1}).mean().accuracy;
    double together = cross_validate(quick_task(data.with_groups_from("person")), {5, 1}).mean().accuracy;
    EXPECT_GT(apart, together + 0.1) << "the rules know persons, but nobody knows a new person";
    EXPECT_LT(together, 0.65);
}

TEST(CrossValidate, GroupsAreNotSplitInLearningEither) {
    Dataset data = Dataset(persons(40), "y").with_groups_from("person");
    LearnOptions options;
    options.holdout = 0.25;
    options.validation = 0.25;
    RowSplit split = split_for_learning(data.data().examples(), options);
    EXPECT_NEAR(static_cast<double>(split.holdout.size()), 40, 8);
    std::vector<int> part_of(40, -1);
    int part = 0;
    for (const Rows& rows : {split.training, split.validation, split.holdout}) {
        for (std::uint32_t row : rows) {
            EXPECT_TRUE(part_of[row / 4] == -1 || part_of[row / 4] == part);
            part_of[row / 4] = part;
        }
        ++part;
    }
}

TEST(CrossValidate, PredictsFromThePast) {
    Table table = persons(50);
    Dataset data = Dataset(table, "y").with_times_from("day");
    auto day = [&](std::uint32_t row) { return std::stoi(std::string(table.cell(4, row))); };
    std::vector<RowFold> folds = row_folds(data.data().examples(), Rows::all(200), 5, 1, 0);
    ASSERT_EQ(folds.size(), 5U);
    std::size_t tested = 0;
    for (const RowFold& fold : folds) {
        int last = 0;
        for (std::uint32_t row : fold.training) last = std::max(last, day(row));
        for (std::uint32_t row : fold.test) EXPECT_GT(day(row), last);
        tested += fold.test.size();
    }
    EXPECT_NEAR(static_cast<double>(tested), 200.0 * 5 / 6, 6);
    LearnOptions options;
    options.holdout = 0.2;
    RowSplit split = split_for_learning(data.data().examples(), options);
    int last = 0;
    for (std::uint32_t row : split.training) last = std::max(last, day(row));
    for (std::uint32_t row : split.holdout) EXPECT_GT(day(row), last);
    EXPECT_NEAR(static_cast<double>(split.holdout.size()), 40, 5);
    CrossValidation result = cross_validate(quick_task(data), {5, 3});
    EXPECT_EQ(result.repeats, 1U);
    EXPECT_EQ(result.parts.size(), 5U);
}

TEST(CrossValidate, FoldsCoverEachRowOnce) {
    Dataset data(noisy_table(4, 103, 20), "y");
    for (std::uint32_t repeat = 0; repeat < 3; ++repeat) {
        std::vector<int> count(103, 0);
        for (const RowFold& fold : row_folds(data.data().examples(), Rows::all(103), 4, 7, repeat)) {
            EXPECT_EQ(fold.training.size() + fold.test.size(), 103U);
            for (std::uint32_t row : fold.test) ++count[row];
        }
        for (int each : count) EXPECT_EQ(each, 1);
    }
}

TEST(CrossValidate, RefusesWhatCannotBe) {
    Dataset data(persons(10), "y");
    EXPECT_THROW(static_cast<void>(cross_validate(quick_task(data), {1, 1})), Error);
    EXPECT_THROW(static_cast<void>(cross_validate(quick_task(data), {30, 1})), Error);
    LearnTask held_out = quick_task(data);
    held_out.options.holdout = 0.2;
    EXPECT_THROW(static_cast<void>(cross_validate(held_out)), Error);
    EXPECT_THROW(static_cast<void>(data.with_groups_from("persn")), Error);
    EXPECT_THROW(static_cast<void>(data.with_times_from("person")), Error) << "not a number";
    EXPECT_THROW(static_cast<void>(data.with_groups_from("person").with_times_from("day")), Error);
    EXPECT_THROW(static_cast<void>(data.with_held_out({1, 1})), Error);
    EXPECT_THROW(static_cast<void>(data.with_held_out({100})), Error);
}

TEST(ValidationFold, EachRowIsInOneFoldWhateverTheShareSays) {
    Dataset data(persons(20), "y");
    LearnOptions options;
    options.seed = 3;
    options.holdout = 0.25;
    options.validation = 0.4;
    RowSplit share = split_for_learning(data.data().examples(), options);
    RowList together;
    for (std::size_t fold = 0; fold < 4; ++fold) {
        RowSplit split = split_for_learning(data.with_validation_fold(fold, 4).data().examples(), options);
        EXPECT_EQ(split.holdout.list(), share.holdout.list());
        EXPECT_EQ(split.training.size() + split.validation.size() + split.holdout.size(), data.rows());
        for (std::uint32_t row : split.validation) together.push_back(row);
    }
    std::sort(together.begin(), together.end());
    EXPECT_EQ(together, without_rows(Rows::all(data.rows()), share.holdout.list()).first.list());
}

TEST(ValidationFold, RespectsGroupsAndTimes) {
    Dataset data(persons(20), "y");
    for (std::size_t fold = 0; fold < 3; ++fold) {
        Dataset by_time = data.with_times_from("day").with_validation_fold(fold, 3);
        const SplitPlan& plan = *by_time.data().plan;
        RowSplit split = split_for_learning(by_time.data().examples(), {});
        ASSERT_FALSE(split.training.empty());
        for (std::uint32_t before : split.training) {
            for (std::uint32_t after : split.validation) EXPECT_LE(plan.times[before], plan.times[after]);
        }
        Dataset grouped = data.with_groups_from("person").with_validation_fold(fold, 3);
        const std::vector<std::uint32_t>& groups = grouped.data().plan->groups;
        split = split_for_learning(grouped.data().examples(), {});
        for (std::uint32_t learned : split.training) {
            for (std::uint32_t measured : split.validation) EXPECT_NE(groups[learned], groups[measured]);
        }
    }
}

TEST(ValidationFold, RefusesFoldsThatAreNotThere) {
    Dataset data(persons(10), "y");
    EXPECT_THROW(static_cast<void>(data.with_validation_fold(0, 1)), Error);
    EXPECT_THROW(static_cast<void>(data.with_validation_fold(3, 3)), Error);
    EXPECT_THROW(static_cast<void>(data.with_validation_fold(0, data.rows())), Error);
    LearnTask task = quick_task(data.with_groups_from("person").with_validation_fold(14, 15));
    EXPECT_THROW(static_cast<void>(learn(task)), Error) << "more folds than persons";
}

TEST(CrossValidate, StopsWithTheFoldsSoFar) {
    LearnTask task = quick_task(Dataset(persons(20), "y"));
    std::size_t calls = 0;
    LearnHooks hooks;
    hooks.stop = [&] { return ++calls > 200; };
    EXPECT_LT(cross_validate(task, {5, 4}, hooks).parts.size(), 20U);
}

}  // namespace
}  // namespace loh::testing
