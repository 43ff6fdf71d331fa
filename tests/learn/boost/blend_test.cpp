// Scorecards joined with boosted trees: what `--effort quick` returns from 2000 rows on.
#include <gtest/gtest.h>

#include "loh/learn.hpp"
#include "support/learning.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {
namespace {

// Interactions of four columns of numbers, and a tenth of wrong classes.
Table interactions(std::uint32_t rows) {
    Columns columns;
    loh::Random random(8, Stream::testing);
    for (std::uint32_t row = 0; row < rows; ++row) {
        std::vector<int> x;
        for (std::uint32_t i = 0; i < 4; ++i) {
            x.push_back(static_cast<int>(random.uniform(i, row) * 20));
            columns.column("x" + std::to_string(i)).push_back(std::to_string(x.back()));
        }
        bool turned = random.uniform(9, row) < 0.1;
        bool yes = ((x[0] >= 10) != (x[1] >= 10)) && (x[2] >= 5 || x[3] < 7);
        columns.column("y").push_back(yes != turned ? "yes" : "no");
    }
    return columns.table();
}

TableTask blend_task(std::size_t threads,
                     const std::vector<std::pair<const char*, const char*>>& given = {}) {
    TableTask task{interactions(2600), "y"};
    task.options.threads = threads;
    for (const auto& [flag, value] : given) {
        set_option(task.options, flag, value);
        task.given.emplace_back(flag);
    }
    return task;
}

TEST(Blend, QuickJoinsAScorecardAndTrees) {
    Model model = learn_with_effort(blend_task(2, {{"holdout", "0.2"}}), Effort::quick);
    EXPECT_EQ(model.learner(), "blend");
    EXPECT_EQ(model.head(), Head::vote);
    ASSERT_EQ(model.parts().size(), 2U);
    EXPECT_EQ(model.parts()[1].name, "holdout");
    EXPECT_GT(model.parts()[1].report.accuracy, 0.87);
}

TEST(Blend, IsTheSameForAnyNumberOfThreadsAndAfterReading) {
    ScratchFolder folder;
    Model one = learn_with_effort(blend_task(1), Effort::quick);
    Model two = learn_with_effort(blend_task(2), Effort::quick);
    one.write(folder.file("one.json"));
    two.write(folder.file("two.json"));
    Model read = Model::read(folder.file("one.json"));
    Table table = interactions(2600);
    EXPECT_EQ(one.classify(table), two.classify(table));
    EXPECT_EQ(one.scorecard(), two.scorecard());
    EXPECT_EQ(read.classify(table), one.classify(table));
    EXPECT_EQ(read.learner(), "blend");
}

TEST(Blend, ValidationRowsThatAreAskedForAreNotLearnedFrom) {
    Model model = learn_with_effort(blend_task(2, {{"validation", "0.3"}}), Effort::quick);
    ASSERT_EQ(model.parts().size(), 2U);
    EXPECT_EQ(model.parts()[0].report.rows, 1820U);
    EXPECT_EQ(model.parts()[1].name, "validation");
}

TEST(Blend, ALimitOfRulesOrPointsLearnsNoTrees) {
    for (const char* flag : {"max-rules", "points"}) {
        Model model = learn_with_effort(blend_task(2, {{flag, "20"}, {"epochs", "2"}}), Effort::quick);
        EXPECT_EQ(model.learner(), "gradient") << flag;
    }
}

}  // namespace
}  // namespace loh::testing
