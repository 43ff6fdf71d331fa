// Paths do not depend on the number of threads.
#include <gtest/gtest.h>

#include "loh/rule_path.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

TEST(PathThreads, DoNotChangeTheModel) {
    for (const Table& table : {labelled(150, "no", "yes").table(), graded(200).table()}) {
        for (Head head : {Head::automatic, Head::list, Head::vote}) {
            auto find = head == Head::vote ? find_scorecard_path : find_rule_path;
            LearnTask task{Dataset(table, "y")};
            task.options.head = head;
            task.options.max_rules = 6;
            task.options.threads = 1;
            std::string alone = find(task, 1e8, {}).to_json();
            task.options.threads = 4;
            EXPECT_EQ(find(task, 1e8, {}).to_json(), alone);
        }
    }
}

}  // namespace
}  // namespace loh::testing
