// Constraints: monotone columns, and columns that are never in one rule.
#include <set>

#include <gtest/gtest.h>

#include "loh/rule_path.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// The class depends on both columns against the constraint as well as with it; cells are sometimes missing.
Table wavy_table(std::uint64_t seed, std::size_t rows) {
    Random random(seed);
    std::string text = "u,v,w,flag,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        auto u = random.below(20);
        auto v = random.below(20);
        bool label = (u >= 5 && u < 12) || (v < 4) || (u >= 15 && v >= 10);
        if (random.chance(5)) label = !label;
        text += (random.chance(5) ? std::string("?") : std::to_string(u)) + "," + std::to_string(v) + "," +
                std::to_string(random.below(9)) + "," + std::to_string(random.below(2)) +
                (label ? ",yes\n" : ",no\n");
    }
    return Table::parse_csv(text);
}

LearnTask constrained_task(const Table& table, Head head) {
    LearnTask task{Dataset(table, "y")};
    task.positive = "yes";
    task.options.threads = 1;
    task.options.head = head;
    task.options.max_rules = 12;
    task.options.literals = Literals::all;
    task.options.cuts = Cuts::quantiles;
    return task;
}

bool is_yes(const Model& model, int u, int v, int flag) {
    std::string cells = std::to_string(u) + "," + std::to_string(v) + ",3," + std::to_string(flag) + "\n";
    return model.predict(Table::parse_csv("u,v,w,flag\n" + cells))[0] == "yes";
}

TEST(Constraints, MonotoneColumnsNeverTurnThePredictionBack) {
    for (Head head : {Head::single, Head::list}) {
        for (bool increasing : {true, false}) {
            LearnTask task = constrained_task(wavy_table(increasing ? 1 : 2, 300), head);
            task.constraints.monotone = {{"u", increasing}, {"v", !increasing}, {"flag", true}};
            std::size_t sizes = find_rule_path(task).path().size();
            task.path_choice.pick = sizes;  // the largest has the most chances to be wrong
            Model model = find_rule_path(task);
            EXPECT_GT(model.literal_count(), 3U);
            for (int u = 0; u < 20; ++u) {
                for (int v = 0; v < 20; ++v) {
                    bool here = is_yes(model, u, v, 0);
                    if (!here) continue;
                    EXPECT_TRUE(is_yes(model, u + (increasing ? 1 : -1), v, 0)) << u << ' ' << v;
                    EXPECT_TRUE(is_yes(model, u, v + (increasing ? -1 : 1), 0)) << u << ' ' << v;
                    EXPECT_TRUE(is_yes(model, u, v, 1)) << u << ' ' << v;
                }
            }
        }
    }
}

TEST(Constraints, WithoutThemTheSameTableIsNotMonotone) {
    LearnTask task = constrained_task(wavy_table(1, 300), Head::single);
    task.path_choice.pick = find_rule_path(task).path().size();
    Model model = find_rule_path(task);
    bool turns_back = false;
    for (int u = 0; u < 19; ++u) turns_back |= is_yes(model, u, 8, 0) && !is_yes(model, u + 1, 8, 0);
    EXPECT_TRUE(turns_back);
}

TEST(Constraints, ColumnsOfDifferentGroupsAreNeverInOneRule) {
    LearnTask task = constrained_task(wavy_table(3, 300), Head::single);
    task.constraints.together = {{"u", "w"}, {"v"}};
    task.path_choice.pick = find_rule_path(task).path().size();
    Model model = find_rule_path(task);
    bool combines = false;
    for (const Rule& rule : model.rules()) {
        bool has_u = rule.text.find("u ") != std::string::npos || rule.text.find("w ") != std::string::npos;
        bool has_v = rule.text.find("v ") != std::string::npos;
        EXPECT_FALSE(has_u && has_v) << rule.text;
        combines |= rule.literals > 1;
    }
    EXPECT_TRUE(combines) << "no rule has two literals: the test shows nothing";
}

TEST(Constraints, NameTheMistake) {
    auto message = [](const RuleConstraints& constraints, const Table& table) -> std::string {
        LearnTask task = constrained_task(table, Head::automatic);
        task.positive.clear();
        task.constraints = constraints;
        try {
            static_cast<void>(find_rule_path(task));
        } catch (const Error& error) {
            return error.diagnostic().message + "; " + error.diagnostic().hint;
        }
        return "no error";
    };
    Table numbers = wavy_table(4, 30);
    EXPECT_NE(message({{{"uu", true}}, {}}, numbers).find("no column 'uu'"), std::string::npos);
    EXPECT_NE(message({{}, {{"u", "flga"}}}, numbers).find("did you mean 'flag'?"), std::string::npos);
    EXPECT_NE(message({{{"y", true}}, {}}, numbers).find("the target"), std::string::npos);
    Table words = Table::parse_csv("a,y\nx,1\nz,2\nx,1\nz,2\n");
    EXPECT_NE(message({{{"a", true}}, {}}, words).find("not ordered"), std::string::npos);
    Table three = Table::parse_csv("a,y\n1,1\n2,2\n3,3\n1,1\n");
    EXPECT_NE(message({{{"a", true}}, {}}, three).find("two classes"), std::string::npos);
    LearnTask task = constrained_task(numbers, Head::automatic);
    task.constraints.monotone = {{"u", true}};
    task.effort = Effort::quick;
    EXPECT_THROW(static_cast<void>(learn(task)), Error);
}

}  // namespace
}  // namespace loh::testing
