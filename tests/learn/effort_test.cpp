// Efforts: given options are kept, the chosen ones do not depend on the number of threads, and comparisons are reported.
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "loh/learn.hpp"
#include "support/learning.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {
namespace {

const std::vector<std::string> kEffortNames = {"a", "b", "c", "d"};

Table effort_table(std::uint32_t rows, int wrong = 0) {
    loh::Random random(9, Stream::testing);
    return random_columns(kEffortNames, rows, 31, "y",
                          [&](const Assignment& v, std::uint32_t row) {
                              bool turned = random.uniform(3, row) * 100 < wrong;
                              return ((v.at("a") && !v.at("b")) || (v.at("c") && v.at("d"))) != turned ? "yes"
                                                                                                       : "no";
                          })
        .table();
}

// A task with these given options, as flags and values.
TableTask effort_task(const Table& table,
                      const std::vector<std::pair<const char*, const char*>>& given = {}) {
    TableTask task{table, "y"};
    task.options.threads = 1;
    for (const auto& [flag, value] : given) {
        set_option(task.options, flag, value);
        task.given.emplace_back(flag);
    }
    return task;
}

// Few epochs and rules, so that learning several models is fast.
const std::vector<std::pair<const char*, const char*>> kSmall = {{"epochs", "2"}, {"max-rules", "8"}};

std::vector<std::string> comparisons(const TableTask& task, Effort effort, const LearnHooks& hooks = {}) {
    std::vector<std::string> result;
    static_cast<void>(learn_with_effort(task, effort, hooks, [&](const EffortAttempt& attempt) {
        EXPECT_GE(attempt.score, 0) << attempt.what;
        EXPECT_LE(attempt.score, 1) << attempt.what;
        result.push_back(attempt.what);
    }));
    return result;
}

TEST(Effort, QuickLearnsAnEasyTable) {
    TableTask task = effort_task(effort_table(150), {{"holdout", "0.2"}});
    Model model = learn_with_effort(task, Effort::quick);
    EXPECT_EQ(model.head(), Head::vote);
    ASSERT_EQ(model.parts().size(), 2U);
    for (const Model::Part& part : model.parts()) {
        EXPECT_EQ(part.report.macro_f1, 1) << part.name;
        EXPECT_EQ(part.report.faithful, part.report.rows) << part.name;
    }
    EXPECT_EQ(model.parts()[1].report.rows, 30U);
}

TEST(Effort, BriefChoosesASizeOnThePathFromAllRows) {
    for (std::uint32_t rows : {150U, 2600U}) {
        Model model = learn_with_effort(effort_task(effort_table(rows)), Effort::brief);
        EXPECT_EQ(model.head(), Head::single);
        EXPECT_EQ(model.rule_count(), 2U);
        EXPECT_FALSE(model.path().empty());
        ASSERT_EQ(model.parts().size(), 1U);
        EXPECT_EQ(model.parts()[0].report.rows, rows);
        EXPECT_EQ(model.parts()[0].report.macro_f1, 1);
    }
    Model held_out = learn_with_effort(effort_task(effort_table(150), {{"holdout", "0.2"}}), Effort::brief);
    EXPECT_EQ(held_out.parts().back().name, "holdout");
    EXPECT_EQ(held_out.parts().back().report.rows, 30U);
}

TEST(Effort, BriefLearnsAnyNumberOfClasses) {
    for (int classes : {3, 8, 16}) {
        Table table = random_columns(kEffortNames, 2100, 31, "y", [&](const Assignment& v, std::uint32_t) {
                          int number = v.at("a") * 8 + v.at("b") * 4 + v.at("c") * 2 + v.at("d");
                          return "c" + std::to_string(number % classes);
                      }).table();
        Model model = learn_with_effort(effort_task(table), Effort::brief);
        EXPECT_EQ(model.head(), Head::list) << classes;
        EXPECT_LE(model.rule_count(), 32U) << classes;
        EXPECT_EQ(model.parts().back().report.macro_f1, 1) << classes;
    }
}

TEST(Effort, BriefKeepsGivenOptions) {
    Table table = effort_table(2600, 10);
    Model limited =
        learn_with_effort(effort_task(table, {{"max-rules", "1"}, {"holdout", "0.5"}}), Effort::brief);
    EXPECT_EQ(limited.rule_count(), 1U);
    EXPECT_EQ(limited.parts().back().report.rows, 1300U);
    Model votes =
        learn_with_effort(effort_task(table, {{"head", "vote"}, {"max-rules", "2"}}), Effort::brief);
    EXPECT_EQ(votes.head(), Head::vote);
    EXPECT_LE(votes.rule_count(), 2U);
    TableTask task = effort_task(table, {{"epochs", "5"}, {"restarts", "1"}});
    task.program = Program::parse("output yes := [a, b] & [!b, !a] | c & [c, d]");
    EXPECT_EQ(learn_with_effort(task, Effort::brief).head(), Head::single);
}

TEST(Effort, KeepsGivenOptions) {
    TableTask task = effort_task(effort_table(150, 10), {{"max-rules", "6"},
                                                         {"holdout", "0.25"},
                                                         {"epochs", "3"},
                                                         {"seed", "5"},
                                                         {"noise", "0.7"},
                                                         {"committees", "3"}});
    Model model = learn_with_effort(task, Effort::quick);
    for (const std::string& flag : task.given)
        EXPECT_EQ(get_option(model.options(), flag), get_option(task.options, flag)) << flag;
    EXPECT_LE(model.rule_count(), 6U);
    EXPECT_EQ(model.parts().back().name, "holdout");
}

TEST(Effort, ChoosesOptionsThatAreNotGiven) {
    TableTask task = effort_task(effort_table(150, 10), {{"epochs", "2"}});
    task.options.max_rules = 1;  // not in task.given
    task.options.noise = 50;
    Model model = learn_with_effort(task, Effort::quick);
    EXPECT_GT(model.options().max_rules, 1U);
    EXPECT_NE(model.options().noise, 50);
    EXPECT_GT(model.parts()[0].report.macro_f1,
              0.8);  // one rule trained under such noise has no more than .6
}

// A scorecard gains more from all rows than from choosing an epoch on validation rows. Distillation needs validation rows to
// choose the size of the tree.
TEST(Effort, ScorecardUsesAllRowsAndDistillationHoldsOutValidationRows) {
    Table table = effort_table(2100, 5);
    auto parts = [&](std::vector<std::pair<const char*, const char*>> given, Effort effort) {
        given.emplace_back("max-rules", "8");
        std::vector<std::string> names;
        Model model = learn_with_effort(effort_task(table, given), effort);
        for (const Model::Part& part : model.parts()) names.push_back(part.name);
        return names;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(parts({{"epochs", "2"}}, Effort::quick), Names{"training"});
    EXPECT_EQ(parts({{"epochs", "2"}}, Effort::balanced), Names{"training"});
    EXPECT_EQ(parts({{"epochs", "2"}, {"validation", "0.2"}}, Effort::quick),
              (Names{"training", "validation"}));
    EXPECT_EQ(parts({{"head", "single"}}, Effort::quick), (Names{"training", "validation"}));
}

// The number of rules is reduced so that the proposed program stays within the limit.
TEST(Effort, ProposedProgramStaysWithinMaxExpansion) {
    for (std::size_t most : {2000U, 20'000U}) {
        TableTask task = effort_task(effort_table(2100, 5), {{"epochs", "1"}});
        task.elaborate.limits.max_expansion = most;
        Model model = learn_with_effort(task, Effort::quick);
        EXPECT_LT(model.options().max_rules, 1024U);
        EXPECT_GE(model.options().max_rules * 16, most / 50);
    }
}

TEST(Effort, NeverHasMoreCommitteesThanRules) {
    Table table = effort_table(150, 10);
    for (const char* rules : {"1", "2", "3", "7"}) {
        Model model =
            learn_with_effort(effort_task(table, {{"max-rules", rules}, {"epochs", "3"}}), Effort::quick);
        EXPECT_LE(model.options().committees, model.options().max_rules);
        EXPECT_LE(model.rule_count(), model.options().max_rules);
    }
    Model model = learn_with_effort(
        effort_task(table, {{"restarts", "2"}, {"max-rules", "8"}, {"epochs", "3"}}), Effort::quick);
    EXPECT_EQ(model.options().committees, 1U);  // committees would replace the restarts
    EXPECT_EQ(model.options().restarts, 2U);
}

TEST(Effort, UsesAGivenHead) {
    for (Effort effort : {Effort::quick, Effort::balanced}) {
        Model model =
            learn_with_effort(effort_task(effort_table(600), {{"head", "list"}, {"max-rules", "8"}}), effort);
        EXPECT_EQ(model.head(), Head::list);
        EXPECT_EQ(model.options().committees, 1U);
        EXPECT_GT(model.parts()[0].report.macro_f1, 0.8);
    }
}

// A few rules come from rule search, many from a distilled scorecard, clauses from gradient descent.
TEST(Effort, ChoosesTheLearnerForFormulas) {
    using Names = std::vector<std::string>;
    auto ways = [](std::uint32_t rows, std::vector<std::pair<const char*, const char*>> given) {
        given.emplace_back("head", "list");
        return comparisons(effort_task(effort_table(rows, 5), given), Effort::quick);
    };
    EXPECT_EQ(ways(300, {}), Names{"short rules"});
    EXPECT_EQ(ways(2100, {{"max-rules", "12"}}), Names{"short rules"});
    EXPECT_EQ(ways(2100, {{"epochs", "2"}}), (Names{"rules distilled from a scorecard", "short rules"}));
    EXPECT_EQ(ways(300, {{"network", "cnf"}, {"epochs", "2"}}), Names{});
    Table classes = random_columns(kEffortNames, 300, 31, "y", [](const Assignment& v, std::uint32_t) {
                        return std::to_string(v.at("a") * 8 + v.at("b") * 4 + v.at("c") * 2 + v.at("d"));
                    }).table();
    EXPECT_EQ(comparisons(effort_task(classes, {{"head", "list"}, {"epochs", "2"}}), Effort::quick),
              Names{"rules distilled from a scorecard"});
}

TEST(Effort, ModelDoesNotDependOnTheNumberOfThreads) {
    for (Effort effort : {Effort::quick, Effort::balanced}) {
        TableTask task = effort_task(effort_table(600, 10), kSmall);
        std::string one = learn_with_effort(task, effort).to_json();
        task.options.threads = 3;
        EXPECT_EQ(learn_with_effort(task, effort).to_json(), one);
    }
}

TEST(Effort, RejectsTraceAndCheckpoint) {
    ScratchFolder folder;
    TableTask task = effort_task(effort_table(60), kSmall);
    for (bool trace : {true, false}) {
        LearnHooks hooks;
        (trace ? hooks.trace_path : hooks.checkpoint_path) = folder.file("file");
        Diagnostic error =
            error_from([&] { static_cast<void>(learn_with_effort(task, Effort::quick, hooks)); });
        EXPECT_EQ(error.kind, ErrorKind::usage);
        EXPECT_EQ(error.message, "an effort is several runs: it has neither a trace nor a checkpoint");
    }
    EXPECT_EQ(folder.files(), 0U);
}

TEST(Effort, RejectsInvalidOptions) {
    TableTask task = effort_task(effort_table(60), kSmall);
    task.options.noise = -1;
    EXPECT_EQ(error_from([&] { static_cast<void>(learn_with_effort(task, Effort::quick)); }).kind,
              ErrorKind::usage);
    task = effort_task(effort_table(60), kSmall);
    task.target = "z";
    EXPECT_EQ(error_from([&] { static_cast<void>(learn_with_effort(task, Effort::quick)); }).message,
              "<table> has no column 'z'");
}

TEST(EffortComparisons, AreReportedOneByOne) {
    TableTask task = effort_task(effort_table(600, 10), kSmall);
    EXPECT_EQ(comparisons(task, Effort::balanced),
              (std::vector<std::string>{"the usual settings", "noise 0.3", "class-weights balanced",
                                        "learning-rate 0.05", "comparisons all", "short rules"}));
    EXPECT_EQ(comparisons(task, Effort::thorough).size(), 6U);
}

// Cut methods are compared only if there are numbers; comparisons of columns only if two columns have the same type.
TEST(EffortComparisons, SkipSettingsThatChangeNothing) {
    loh::Random random(2, Stream::testing);
    std::string text = "age,job,y\n";
    for (std::uint32_t row = 0; row < 600; ++row) {
        double age = 20 + 40 * random.uniform(0, row);
        text += std::to_string(age) + (row % 3 == 0 ? ",clerk," : ",cook,") + (age > 33 ? "yes\n" : "no\n");
    }
    std::vector<std::string> made =
        comparisons(effort_task(Table::parse_csv(text), kSmall), Effort::balanced);
    EXPECT_EQ(std::count(made.begin(), made.end(), "cuts mdl"), 1);
    EXPECT_EQ(std::count(made.begin(), made.end(), "comparisons all"), 0);
}

// MDL finds no cut in any of these columns.
TEST(EffortComparisons, SkipCutMethodsThatFindNoCut) {
    loh::Random random(8, Stream::testing);
    std::string text = "age,height,y\n";
    for (std::uint32_t row = 0; row < 600; ++row) {
        double age = random.uniform(0, row);
        double height = random.uniform(1, row);
        text += std::to_string(age) + "," + std::to_string(height) +
                ((age > 0.5) == (height > 0.5) ? ",yes\n" : ",no\n");
    }
    Table table = Table::parse_csv(text);
    TableTask mdl = effort_task(table, {{"cuts", "mdl"}});
    EXPECT_THROW(static_cast<void>(learn_with_effort(mdl, Effort::balanced)),
                 Error);  // given explicitly, it is an error
    std::vector<std::pair<const char*, const char*>> given = kSmall;
    given.emplace_back("head", "vote");
    std::vector<std::string> made = comparisons(effort_task(table, given), Effort::balanced);
    EXPECT_EQ(std::count(made.begin(), made.end(), "cuts mdl"), 0);
    EXPECT_EQ(std::count(made.begin(), made.end(), "class-weights balanced"), 1);
}

// The candidates of holes depend on the cut method, although the program text does not.
TEST(EffortComparisons, TryCutMethodsForAProgramWithHoles) {
    TableTask task = effort_task(effort_table(600, 10), {{"epochs", "2"}, {"head", "vote"}});
    task.program = Program::parse("output first := a > ?; output second := rules(1)");
    std::vector<std::string> made = comparisons(task, Effort::balanced);
    EXPECT_EQ(std::count(made.begin(), made.end(), "cuts mdl"), 1);
}

// On an easy table the first committee makes no mistake. Quick ends with it; thorough trains the others as well.
// Few rows are soon fitted without a mistake, and need all committees for other rows.
TEST(Effort, QuickEndsAfterAFlawlessRunIfThereAreManyRows) {
    auto runs = [&](std::uint32_t rows, Effort effort) {
        TableTask task =
            effort_task(effort_table(rows), {{"epochs", "20"}, {"max-rules", "32"}, {"committees", "4"}});
        return nlohmann::json::parse(learn_with_effort(task, effort).to_json())["network"]["runs"].size();
    };
    EXPECT_EQ(runs(150, Effort::quick), 4U);
    EXPECT_LT(runs(2600, Effort::quick), 4U);
}

TEST(EffortComparisons, SkipGivenOptions) {
    std::vector<std::pair<const char*, const char*>> given = kSmall;
    given.emplace_back("noise", "0.2");
    given.emplace_back("cuts", "quantiles");
    EXPECT_EQ(comparisons(effort_task(effort_table(600, 10), given), Effort::balanced),
              (std::vector<std::string>{"the usual settings", "class-weights balanced", "learning-rate 0.05",
                                        "comparisons all", "comparisons differences", "short rules"}));
    given.emplace_back("head", "vote");
    EXPECT_EQ(comparisons(effort_task(effort_table(600, 10), given), Effort::balanced).size(), 5U);
}

TEST(EffortFormulas, RefuseOptionsThatRuleSearchDoesNotRead) {
    Table table = effort_table(60);
    auto outcome = [&](const std::vector<std::pair<const char*, const char*>>& given) {
        try {
            static_cast<void>(learn_with_effort(effort_task(table, given), Effort::quick));
            return std::string();
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
            return error.diagnostic().message;
        }
    };
    EXPECT_EQ(outcome({{"head", "list"}, {"epochs", "5"}}),
              "--epochs does not apply to rule search, the learner in use");
    EXPECT_EQ(outcome({{"head", "list"}, {"noise", "0.5"}, {"max-rules", "3"}, {"restarts", "2"}}),
              "--noise and --restarts do not apply to rule search, the learner in use");
    EXPECT_EQ(outcome({{"head", "single"}, {"max-rules", "3"}, {"metric", "accuracy"}, {"seed", "1"}}), "");
    EXPECT_EQ(outcome({{"head", "list"}, {"class-weights", "balanced"}}), "");
    EXPECT_EQ(outcome({{"head", "vote"}, {"epochs", "2"}}), "");
    EXPECT_EQ(outcome({{"head", "list"}, {"network", "cnf"}, {"epochs", "2"}}), "");
}

TEST(EffortComparisons, UseShortRulesIfTheyAreAsGood) {
    for (std::uint32_t rows : {800U, 2600U}) {
        TableTask task =
            effort_task(effort_table(rows), {{"holdout", "0.2"}, {"epochs", "4"}, {"max-rules", "8"}});
        Model model = learn_with_effort(task, Effort::balanced);
        EXPECT_EQ(model.head(), Head::single);
        EXPECT_EQ(model.parts().back().report.macro_f1, 1);
        EXPECT_EQ(model.rule_count(), 2U);
    }
    // From 2000 rows on, only flawless rules are used.
    TableTask task = effort_task(effort_table(2600, 5), {{"epochs", "1"}, {"max-rules", "4"}});
    EXPECT_EQ(learn_with_effort(task, Effort::balanced).head(), Head::vote);
}

TEST(EffortComparisons, TryComparisonsOfColumnsIfTwoHaveTheSameType) {
    std::vector<std::pair<const char*, const char*>> given = kSmall;
    given.insert(
        given.end(),
        {{"noise", "0.1"}, {"cuts", "quantiles"}, {"class-weights", "none"}, {"learning-rate", "0.02"}});
    Table table = effort_table(600, 10);
    EXPECT_EQ(comparisons(effort_task(table, given), Effort::balanced),
              (std::vector<std::string>{"the usual settings", "comparisons all", "short rules"}));
    TableTask one_column = effort_task(table, given);
    for (const char* name : {"b", "c", "d"}) one_column.schema.columns[name] = ColumnUse::ignore;
    EXPECT_EQ(comparisons(one_column, Effort::balanced),
              (std::vector<std::string>{"the usual settings", "short rules"}));
}

TEST(EffortComparisons, AreSkippedByQuickAndOnFewRows) {
    EXPECT_TRUE(comparisons(effort_task(effort_table(600, 10), kSmall), Effort::quick).empty());
    EXPECT_TRUE(comparisons(effort_task(effort_table(200, 10), kSmall), Effort::thorough).empty());
}

TEST(Effort, LearnsAGivenProgram) {
    TableTask task = effort_task(effort_table(600), {{"restarts", "2"}});
    task.program = Program::parse("output yes := [a, b] & [!b, !a] | c >= ? & rules(1)");
    for (Effort effort : {Effort::quick, Effort::balanced}) {
        Model model = learn_with_effort(task, effort);
        EXPECT_EQ(model.head(), Head::single);
        EXPECT_EQ(model.options().committees, 1U);
        EXPECT_EQ(model.options().restarts, 2U);
        EXPECT_EQ(model.parts()[0].report.macro_f1, 1) << model.formulas()[0].formula.to_string();
    }
    EXPECT_EQ(comparisons(task, Effort::balanced),
              (std::vector<std::string>{"the usual settings", "class-weights balanced", "noise 0.5"}));
}

TEST(Effort, OutputsOfAProgramVoteWithTheHeadVote) {
    TableTask task = effort_task(effort_table(200), {{"head", "vote"}});
    task.program = Program::parse("output r[j in 1..2] := clauses(1); output s := rules(2)");
    Model model = learn_with_effort(task, Effort::quick);
    EXPECT_EQ(model.head(), Head::vote);
    EXPECT_LE(model.rule_count(), 3U);
}

TEST(EffortComparisons, UseTheSettingWithTheHigherScore) {
    double best = -1;
    static_cast<void>(learn_with_effort(effort_task(effort_table(600, 10), kSmall), Effort::balanced, {},
                                        [&](const EffortAttempt& attempt) {
                                            EXPECT_EQ(attempt.taken, attempt.score > best) << attempt.what;
                                            best = std::max(best, attempt.score);
                                        }));
    EXPECT_GT(best, 0.5);
}

TEST(EffortComparisons, TryLargerCommitteesIfTheErrorIsLarge) {
    const std::string what = "fewer, larger committees";
    struct Tried {
        bool at_all = false;
        bool taken = false;
        std::size_t committees = 0;
    };
    auto tried = [&](const Table& table, Effort effort,
                     std::vector<std::pair<const char*, const char*>> given) {
        given.insert(given.end(), kSmall.begin(), kSmall.end());
        Tried result;
        auto note = [&](const EffortAttempt& attempt) {
            if (attempt.what != what) return;
            result.at_all = true;
            result.taken = attempt.taken;
        };
        result.committees =
            learn_with_effort(effort_task(table, given), effort, {}, note).options().committees;
        return result;
    };
    Table noisy = effort_table(2100, 20);
    Tried thorough = tried(noisy, Effort::thorough, {});
    EXPECT_TRUE(thorough.at_all);
    EXPECT_EQ(thorough.committees, thorough.taken ? 2U : 4U);
    EXPECT_FALSE(tried(noisy, Effort::balanced, {}).at_all);  // it has two committees, and one is too few
    Tried given = tried(noisy, Effort::thorough, {{"committees", "3"}});
    EXPECT_FALSE(given.at_all);
    EXPECT_EQ(given.committees, 3U);
    EXPECT_FALSE(tried(effort_table(1900, 20), Effort::thorough, {}).at_all);
}

// The parity of a, b and c: committees of two rules cannot express it, not even two of them together; one of four rules can.
TEST(EffortComparisons, UseLargerCommitteesIfSmallOnesAreTooWeak) {
    Table parity = random_columns({"a", "b", "c"}, 2400, 31, "y", [](const Assignment& v, std::uint32_t) {
                       return (v.at("a") != v.at("b")) != v.at("c") ? "yes" : "no";
                   }).table();
    TableTask task = effort_task(parity, {{"epochs", "12"}, {"max-rules", "8"}, {"head", "vote"}});
    std::map<std::string, EffortAttempt> attempts;
    Model model =
        learn_with_effort(task, Effort::thorough, {}, [&](const EffortAttempt& a) { attempts[a.what] = a; });
    ASSERT_TRUE(attempts.contains("fewer, larger committees"));
    EXPECT_TRUE(attempts["fewer, larger committees"].taken);
    EXPECT_EQ(model.options().committees, 2U);
}

TEST(EffortComparisons, EndIfStopped) {
    LearnHooks hooks;
    hooks.stop = [] { return true; };
    TableTask task = effort_task(effort_table(600, 10), {{"epochs", "50"}, {"max-rules", "8"}});
    EXPECT_EQ(comparisons(task, Effort::thorough, hooks), std::vector<std::string>{"the usual settings"});
    Model model = learn_with_effort(task, Effort::quick, hooks);
    EXPECT_EQ(model.parts()[0].report.faithful, model.parts()[0].report.rows);
}

}  // namespace
}  // namespace loh::testing
