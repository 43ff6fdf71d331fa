// The path of short scorecards does not depend on the number of threads.
#include <gtest/gtest.h>

#include "loh/rule_path.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

TEST(ScorecardPathThreads, DoNotChangeTheModel) {
    for (const Table& table : {labelled(150, "no", "yes").table(), graded(200).table()}) {
        LearnTask task{Dataset(table, "y")};
        task.options.head = Head::vote;
        task.options.max_rules = 8;
        task.options.threads = 1;
        std::string alone = find_scorecard_path(task).to_json();
        task.options.threads = 4;
        EXPECT_EQ(find_scorecard_path(task).to_json(), alone);
    }
}

}  // namespace
}  // namespace loh::testing
