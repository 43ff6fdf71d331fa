// The result of rule search does not depend on the number of threads, and progress is reported by one thread at a time.
#include <gtest/gtest.h>

#include "loh/short_rules.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

TEST(ShortRulesThreads, DoNotChangeTheResult) {
    loh::Random random(9, Stream::testing);
    Table table = random_columns(kNames, 500, 5, "y", [&](const Assignment& v, std::uint32_t row) {
                      bool turned = random.uniform(3, row) < 0.1;
                      return (v.at("a") && !v.at("b")) != turned ? "yes" : "no";
                  }).table();
    TableTask task{table, "y"};
    task.options.max_rules = 6;
    task.options.validation = 0.2;
    task.options.threads = 1;
    std::string alone = find_short_rules(task).formulas()[0].formula.to_string();
    for (std::size_t threads : {2U, 5U}) {
        task.options.threads = threads;
        std::size_t reports = 0;
        LearnHooks hooks;
        hooks.progress = [&](const LearnProgress& progress) {
            EXPECT_EQ(progress.runs, 6U);  // two penalties, three starts
            EXPECT_EQ(progress.epochs, 0U);
            EXPECT_GT(progress.size().rules, 0U);
            ++reports;
        };
        hooks.stop = [] { return false; };
        EXPECT_EQ(find_short_rules(task, hooks).formulas()[0].formula.to_string(), alone);
        EXPECT_EQ(reports, 6U);
    }
}

}  // namespace
}  // namespace loh::testing
