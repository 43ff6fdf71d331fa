// Options that the learner in use does not read are errors: none changes the learner, and none is ignored silently.
#include <gtest/gtest.h>

#include "learn/class_balance.hpp"
#include "loh/loh.hpp"
#include "support/small_tables.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {
namespace {

struct GivenOption {
    const char* flag;
    const char* value;
};

TableTask task_with(const std::vector<GivenOption>& options, const char* program = nullptr) {
    TableTask task(labelled(60, "no", "yes").table(), "y");
    if (program != nullptr) task.program = Program::parse(program);
    for (const GivenOption& option : options) {
        set_option(task.options, option.flag, option.value);
        task.given.emplace_back(option.flag);
    }
    return task;
}

// The error of a task, `message / hint`; empty if there is none.
std::string refusal(const TableTask& task, std::optional<Effort> effort = {}) {
    LearnTask whole = task;
    whole.effort = effort;
    try {
        check_option_use(whole);
        return {};
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        return error.diagnostic().message + " / " + error.diagnostic().hint;
    }
}

const std::string kOfSearch =
    " not apply to rule search, the learner in use / --effort none trains the proposed network by gradient "
    "descent; -e or --formula gives a program to train";

TEST(OptionUse, DefaultEffortDependsOnProgramAndHeadOnly) {
    EXPECT_EQ(default_effort(task_with({{"restarts", "3"}, {"class-weights", "balanced"}})), Effort::brief);
    EXPECT_EQ(default_effort(task_with({{"head", "vote"}, {"epochs", "3"}})), Effort::brief);
    EXPECT_EQ(default_effort(task_with({}, "output yes := [a, b]")), Effort::none);
}

TEST(OptionUse, RuleSearchRefusesOptionsOfGradientDescent) {
    EXPECT_EQ(refusal(task_with({{"restarts", "3"}})), "--restarts does" + kOfSearch);
    EXPECT_EQ(refusal(task_with({{"epochs", "3"}, {"noise", "0"}, {"seed", "1"}, {"loss", "squared-error"}})),
              "--epochs, --noise and --loss do" + kOfSearch);
    EXPECT_EQ(refusal(task_with({{"head", "paper"}})), "--head paper does" + kOfSearch);
    EXPECT_EQ(refusal(task_with({{"network", "cnf"}})), "--network cnf does" + kOfSearch);
    EXPECT_EQ(refusal(task_with({{"epochs", "3"}}), Effort::brief), "--epochs does" + kOfSearch);
    EXPECT_THROW(static_cast<void>(learn(task_with({{"restarts", "3"}}))), Error);
}

// Without an effort, the values of head and network count, whether they are in `given` or not.
TEST(OptionUse, HeadAndNetworkOfATaskWithoutEffortAreNeverIgnored) {
    TableTask task = task_with({});
    task.options.network = NormalForm::cnf;
    EXPECT_EQ(refusal(task), "--network cnf does" + kOfSearch);
    EXPECT_EQ(refusal(task, Effort::none), "");
}

TEST(OptionUse, RuleSearchTakesItsOwnOptions) {
    EXPECT_EQ(refusal(task_with({{"network", "dnf"}, {"class-weights", "balanced"}, {"max-rules", "3"}})),
              "");
    for (const OptionInfo& option : learn_option_table())
        EXPECT_EQ(is_read_by_search(option.flag),
                  refusal(task_with({{option.flag.c_str(), option.initial.c_str()}})).empty())
            << option.flag;
}

TEST(OptionUse, PointsNeedAScorecard) {
    const std::string way = " / --head vote or --effort quick learns a scorecard";
    EXPECT_EQ(refusal(task_with({{"points", "5"}})),
              "--points does not apply to rule search, the learner in use" + way);
    EXPECT_EQ(refusal(task_with({{"points", "5"}}), Effort::none),
              "--points does not apply to gradient descent of the proposed network, the learner in use / "
              "--head vote learns a scorecard");
    EXPECT_EQ(refusal(task_with({{"points", "5"}}), Effort::quick), "");
    EXPECT_EQ(refusal(task_with({{"points", "5"}, {"head", "vote"}})), "");
    EXPECT_EQ(refusal(task_with({{"points", "5"}, {"head", "vote"}}, "output r := [a, b]")), "");
}

TEST(OptionUse, ProgramsHaveTheirOwnRules) {
    EXPECT_EQ(refusal(task_with({{"max-rules", "5"}}, "output yes := [a, b]")),
              "--max-rules does not apply to gradient descent of the given program, the learner in use / a "
              "program has its own rules: write rules(N) or clauses(N) in it, or leave it out");
    EXPECT_EQ(refusal(task_with({{"epochs", "5"}, {"cuts", "mdl"}, {"max-literals", "2"}}, "rules(2)")), "");
}

TEST(OptionUse, GradientDescentTakesEveryOptionButThoseOfScorecards) {
    for (const OptionInfo& option : learn_option_table()) {
        bool votes = option.flag == "votes" || option.flag == "points";
        EXPECT_EQ(refusal(task_with({{option.flag.c_str(), option.initial.c_str()}}), Effort::none).empty(),
                  !votes)
            << option.flag;
    }
}

TEST(OptionUse, RuleSearchHasNeitherTraceNorCheckpoint) {
    for (bool trace : {true, false}) {
        LearnHooks hooks;
        (trace ? hooks.trace_path : hooks.checkpoint_path) = "file";
        EXPECT_EQ(error_from([&] { check_option_use(task_with({}), hooks); }).message,
                  std::string(trace ? "--trace" : "--checkpoint") +
                      " does not apply to rule search, the learner in use");
    }
}

TEST(OptionUse, InputsOfASecondLayerNeedOne) {
    EXPECT_EQ(refusal(task_with({{"second-inputs", "3"}}), Effort::none),
              "--second-inputs does not apply without a second layer / --second-layer N gives its size");
    EXPECT_EQ(refusal(task_with({{"second-inputs", "3"}, {"second-layer", "4"}}), Effort::none), "");
    EXPECT_EQ(refusal(task_with({{"second-layer", "4"}})), "--second-layer does" + kOfSearch);
}

TEST(OptionUse, HelpShowsTheDefaultsOfRuleSearch) {
    Model model = learn(task_with({}));
    for (const OptionInfo& option : learn_option_table()) {
        if (option.flag == "max-rules" || option.flag == "head" || option.flag == "threads") continue;
        if (!is_read_by_search(option.flag)) continue;
        EXPECT_EQ(get_option(model.options(), option.flag),
                  option.by_search.empty() ? option.initial : option.by_search)
            << option.flag;
    }
    EXPECT_EQ(model.options().max_rules, 12U);
}

TEST(ClassBalance, GivesEachClassTheSameWeight) {
    Dataset data(Table::parse_csv("a,y\n1,yes\n0,no\n0,no\n1,no\n"), "y");
    LearnOptions options;
    EXPECT_TRUE(with_class_weights(data, options).weights().empty());
    options.class_weights = ClassWeights::balanced;
    Dataset balanced = with_class_weights(data.with_weights(std::vector<double>{3, 1, 1, 2}), options);
    std::span<const float> weights = balanced.weights();
    EXPECT_NEAR(weights[0], weights[1] + weights[2] + weights[3], 1e-6);
    EXPECT_NEAR(weights[3], 2 * weights[1], 1e-6);
}

// One row of 20 is yes; only with balanced classes is it worth a rule by accuracy.
TEST(ClassBalance, ChangesTheRulesOfTheDefaultLearner) {
    std::string text = "a,y\n";
    for (int row = 0; row < 200; ++row)
        text += std::string(row % 5 == 0 ? "s" : "t") + (row % 20 == 0 ? ",yes\n" : ",no\n");
    auto predicted = [&](bool balanced) {
        LearnTask task{Dataset(Table::parse_csv(text), "y")};
        task.options.metric = Metric::accuracy;
        task.given = {"metric"};
        if (balanced) {
            task.options.class_weights = ClassWeights::balanced;
            task.given.emplace_back("class-weights");
        }
        return learn(task).predict(Table::parse_csv("a\ns\n"))[0];
    };
    EXPECT_EQ(predicted(false), "no");
    EXPECT_EQ(predicted(true), "yes");
}

}  // namespace
}  // namespace loh::testing
