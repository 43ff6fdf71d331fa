// The path does not depend on the number of threads.
#include <gtest/gtest.h>

#include "loh/rule_path.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

TEST(RulePathThreads, DoNotChangeTheModel) {
    for (Head head : {Head::automatic, Head::list}) {
        LearnTask task{Dataset(labelled(150, "no", "yes").table(), "y")};
        task.options.head = head;
        task.options.max_rules = 6;
        task.options.threads = 1;
        std::string alone = find_rule_path(task).to_json();
        task.options.threads = 4;
        EXPECT_EQ(find_rule_path(task).to_json(), alone);
    }
}

}  // namespace
}  // namespace loh::testing
