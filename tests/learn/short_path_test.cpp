// The default: a rule list, or a short scorecard where that is clearly better on left-out rows, or as good and shorter.
#include "learn/short_path.hpp"

#include <string>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/paths.hpp"

namespace loh::testing {
namespace {

// A class for many of ten columns: short as a sum of points, long as rules.
Table counted_table(std::uint64_t seed, std::size_t rows) {
    Random random(seed);
    std::string text = "a,b,c,d,e,f,g,h,i,j,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        int held = 0;
        for (int column = 0; column < 10; ++column) {
            bool holds = random.chance(50);
            held += holds ? 1 : 0;
            text += holds ? "t," : "f,";
        }
        text += held >= 5 ? "yes\n" : "no\n";
    }
    return Table::parse_csv(text);
}

LearnTask default_task(const Table& table) {
    LearnTask task{Dataset(table, "y")};
    task.effort = Effort::brief;
    task.options.threads = 2;
    return task;
}

TEST(ShortPath, IsAScorecardWhereThatIsClearlyBetter) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    LearnTask task = default_task(counted_table(1, 400));
    std::string note;
    LearnHooks hooks;
    hooks.warning = [&](const Diagnostic& diagnostic) { note += diagnostic.to_string(); };
    Model model = learn(task, hooks);
    EXPECT_EQ(model.head(), Head::vote);
    EXPECT_NE(note.find("a scorecard is clearly better than a rule list here"), std::string::npos) << note;
    EXPECT_NE(note.find("--head list"), std::string::npos) << note;
    double score = model.path()[chosen_step(model)].score;
    EXPECT_NE(note.find(std::to_string(score).substr(0, 4)), std::string::npos) << note << score;
    task.options.head = Head::list;
    task.given = {"head"};
    EXPECT_EQ(learn(task).head(), Head::list);
}

TEST(ShortPath, StaysARuleListWhereRulesAreAsGood) {
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
        EXPECT_EQ(learn(default_task(noisy_table(seed, 300, 15))).head(), Head::single);
    }
}

// A list of many classes needs a rule for each of them, so a few literals are too few.
TEST(ShortPath, IsAScorecardOfManyClassesIfFewLiteralsAreAllowed) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    Random random(1);
    std::string text = "a,b,c,d,y\n";
    for (std::size_t row = 0; row < 5000; ++row) {
        std::size_t number = 0;
        for (int column = 0; column < 4; ++column) {
            bool holds = random.chance(50);
            number = 2 * number + (holds ? 1 : 0);
            text += holds ? "t," : "f,";
        }
        text += "class " + std::to_string(number % 12) + "\n";
    }
    LearnTask task = default_task(Table::parse_csv(text));
    EXPECT_EQ(learn(task).head(), Head::list);
    task.path_choice.most_literals = 8;
    EXPECT_EQ(learn(task).head(), Head::vote);
}

// The table of sizes is that of the form that was printed before.
TEST(ShortPath, ChoosesTheSameFormForEveryPickedSize) {
    LearnTask task = default_task(counted_table(2, 300));
    Model model = learn(task);
    for (std::size_t size = 1; size <= model.path().size(); size += 3) {
        task.path_choice.pick = size;
        Model picked = learn(task);
        EXPECT_EQ(picked.head(), model.head());
        EXPECT_EQ(picked.path().size(), model.path().size());
        EXPECT_EQ(chosen_step(picked), size - 1);
    }
}

TEST(ShortPath, IsARuleListUnderOptionsThatOnlyRulesKnow) {
    LearnTask task = default_task(counted_table(3, 200));
    task.constraints.together = {{"a", "b"}, {"c", "d"}};
    EXPECT_EQ(learn(task).head(), Head::single);
    task = default_task(counted_table(3, 200));
    task.options.class_weights = ClassWeights::balanced;
    task.given = {"class-weights"};
    EXPECT_EQ(learn(task).head(), Head::single);
}

TEST(ShortPath, StoppedIsARuleList) {
    LearnTask task = default_task(counted_table(4, 300));
    for (int most : {0, 5, 60}) {
        int asked = 0;
        LearnHooks hooks;
        hooks.stop = [&] { return ++asked > most; };
        EXPECT_EQ(learn(task, hooks).head(), Head::single);
    }
}

TEST(ShortPath, DoesNotDependOnTheNumberOfThreads) {
    LearnTask task = default_task(counted_table(5, 200));
    std::string two = learn(task).to_json();
    task.options.threads = 1;
    EXPECT_EQ(learn(task).to_json(), two);
}

TEST(ShortPath, OfTooFewRowsToCompareIsARuleList) {
    EXPECT_EQ(learn(default_task(counted_table(6, 8))).head(), Head::single);
}

}  // namespace
}  // namespace loh::testing
