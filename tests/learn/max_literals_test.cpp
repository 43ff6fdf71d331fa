// --max-literals limits the rules of every head and every learner, also after literals are merged.
#include <algorithm>

#include <gtest/gtest.h>

#include "formula/measure.hpp"
#include "loh/distil.hpp"
#include "loh/learn.hpp"
#include "support/effort.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// Numbers and a category, sometimes missing, and classes that depend on three columns.
Table visits(std::uint64_t seed, std::uint32_t rows, bool three_classes) {
    loh::Random random(seed, Stream::testing);
    const char* towns[] = {"Bonn", "Lima", "Oslo", "Rome"};
    std::vector<std::vector<std::string>> columns(4);
    for (std::uint32_t row = 0; row < rows; ++row) {
        auto age = static_cast<int>(random.uniform(0, row) * 60);
        auto days = static_cast<int>(random.uniform(1, row) * 9);
        const char* town = towns[static_cast<int>(random.uniform(2, row) * 4)];
        bool missing = random.uniform(3, row) < 0.1;
        bool first = 20 <= age && age < 40 && days >= 3 && town != std::string("Lima") && !missing;
        bool second = three_classes && days < 5 && (town == std::string("Oslo") || age < 10);
        columns[0].push_back(missing ? "?" : std::to_string(age));
        columns[1].push_back(std::to_string(days));
        columns[2].emplace_back(town);
        columns[3].emplace_back(random.uniform(4, row) < 0.1 ? "b" : first ? "a" : second ? "c" : "b");
    }
    return Table::from_columns({"age", "days", "town", "y"}, columns);
}

// Comparisons; a set or an interval, which count_literals counts by values and ends, is one.
std::size_t comparisons_in(const Formula& formula) {
    if (formula.kind() == Kind::variable) return 1;
    std::size_t total = 0;
    for (std::size_t i = 0; i < formula.size(); ++i) total += comparisons_in(formula[i]);
    return total;
}

// The number of comparisons of the longest rule, or of the longest clause of a conjunction.
std::size_t longest(const Model& model, NormalForm network) {
    std::size_t most = 0;
    Kind between = network == NormalForm::dnf ? Kind::disjunction : Kind::conjunction;
    for (const ClassFormula& part : model.formulas()) {
        const Formula& formula = part.formula;
        bool several = model.head() != Head::vote && formula.kind() == between;
        for (std::size_t i = 0; i < (several ? formula.size() : 1); ++i)
            most = std::max(most, comparisons_in(several ? formula[i] : formula));
    }
    return most;
}

TEST(MaxLiterals, LimitsRulesOfEveryHeadAndNetwork) {
    std::size_t reached = 0;
    for (std::uint64_t seed = 0; seed < repeats(48); ++seed) {
        LearnOptions options = quick_options(4, 1);
        options.head = seed % 3 == 0 ? Head::vote : seed % 3 == 1 ? Head::list : Head::single;
        options.network = seed % 2 == 0 ? NormalForm::dnf : NormalForm::cnf;
        options.literals = static_cast<Literals>(seed % 4);
        options.cuts = Cuts::quantiles;
        options.max_rules = 6;
        options.max_literals = 1 + seed / 6 % 4;
        options.initial_literals = seed % 5 == 0 ? 2 : 0;
        options.committees = options.head == Head::vote ? 2 : 1;
        options.seed = seed;
        Table table = visits(seed, 120, options.head == Head::list);
        TableTask task = task_of("true", table, "y", options);
        task.program = propose(table, "y", options);
        Model model = learn(task);
        ASSERT_LE(longest(model, options.network), options.max_literals) << seed;
        ASSERT_EQ(model.parts()[0].report.faithful, 120U) << seed;
        ASSERT_EQ(again(model).to_json(), model.to_json()) << seed;
        reached += longest(model, options.network) == options.max_literals ? 1 : 0;
    }
    EXPECT_GT(reached, 0U);
}

TEST(MaxLiterals, LimitsDistilledRules) {
    for (bool three_classes : {false, true}) {
        Table table = visits(5, 300, three_classes);
        TableTask task{table, "y"};
        task.options.threads = 1;
        task.options.epochs = 10;
        task.given = {"epochs"};
        Model card = learn_with_effort(task, Effort::quick);
        EXPECT_GT(longest(distil(card, table, {}), NormalForm::dnf), 2U);  // without a limit
        for (std::size_t most : {1U, 2U, 3U}) {
            if (repeats(10) < 10 && most != 2) continue;  // trees are slow under the sanitizers
            LearnOptions options;
            options.max_literals = most;
            Model rules = distil(card, table, options);
            EXPECT_LE(longest(rules, NormalForm::dnf), most);
            EXPECT_EQ(rules.parts()[0].report.faithful, 300U);
        }
    }
}

TEST(MaxLiterals, LimitsTheScorecardAndItsFormulas) {
    Table table = visits(6, 200, false);
    for (const char* head : {"vote", "single"}) {
        TableTask task{table, "y"};
        task.options.threads = 1;
        std::vector<std::pair<const char*, const char*>> given = {{"head", head}, {"max-literals", "2"}};
        if (head == std::string("vote")) given.emplace_back("epochs", "10");
        for (const auto& [flag, value] : given) {
            set_option(task.options, flag, value);
            task.given.emplace_back(flag);
        }
        Model model = learn_with_effort(task, Effort::quick);
        EXPECT_LE(longest(model, NormalForm::dnf), 2U);
        EXPECT_EQ(model.options().max_literals, 2U);
        EXPECT_EQ(model.parts()[0].report.faithful, 200U);
    }
}

TEST(MaxLiterals, LimitedScorecardLearnsAnEasyTable) {
    Table table = labelled(400, "no", "yes").table();
    TableTask task{table, "y"};
    task.options.threads = 1;
    task.options.max_literals = 2;
    task.given = {"max-literals"};
    Model model = learn_with_effort(task, Effort::quick);
    EXPECT_EQ(model.parts()[0].report.macro_f1, 1);
    EXPECT_LE(longest(model, NormalForm::dnf), 2U);
}

TEST(MaxLiterals, LimitsLearnedPartsOfAProgram) {
    Table table = visits(7, 150, false);
    for (NormalForm network : {NormalForm::dnf, NormalForm::cnf}) {
        const char* part = network == NormalForm::dnf ? "rules(3)" : "clauses(3)";
        TableTask task = task_of("output a := " + std::string(part), table, "y", quick_options(20, 2));
        task.options.max_literals = 2;
        task.options.max_rules = 3;
        task.options.network = network;
        Model model = learn(task);
        EXPECT_LE(longest(model, network), 2U);
        EXPECT_EQ(again(model).to_json(), model.to_json());
        task.program = propose(table, "y", task.options, {}, "a");  // gives the same network
        Model proposed = learn(task);
        EXPECT_EQ(model.formulas()[0].formula.to_string(), proposed.formulas()[0].formula.to_string());
        EXPECT_EQ(model.parts()[0].report.macro_f1, proposed.parts()[0].report.macro_f1);
    }
}

}  // namespace
}  // namespace loh::testing
