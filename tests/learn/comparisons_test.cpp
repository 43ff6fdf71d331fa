// Comparisons of two columns: proposed, learned, written to a model file, and used for prediction.
#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// Independent random cells, some missing; with `unseen`, also towns that do not occur in the other tables.
Table journeys(std::uint64_t seed, std::size_t rows, bool unseen) {
    Random random(seed);
    std::vector<std::string> towns = {"Bonn", "Lima", "Oslo", "Rome", "?"};
    if (unseen) towns.insert(towns.end(), {"Kyiv", "Suva"});
    const std::vector<std::string> numbers = {"1", "2", "3", "4", "5", ""};
    std::vector<std::vector<std::string>> columns(5);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i : {0, 1}) columns[i].push_back(random.pick(towns));
        for (std::size_t i : {2, 3}) columns[i].push_back(random.pick(numbers));
        columns[4].push_back(random.chance(50) ? "yes" : "no");
    }
    return Table::from_columns({"from", "to", "income", "debt", "y"}, columns);
}

LearnOptions comparing_options() {
    LearnOptions options = quick_options(100, 3);
    options.comparisons = Comparisons::all;
    options.max_rules = 1;
    options.prune = Prune::redundant;
    return options;
}

// Learns the proposed program for a table that is labelled by a program.
Model learned_from(const Table& cells, const std::string& truth, const LearnOptions& options,
                   Table* labelled = nullptr) {
    Model teacher = learn(task_of(truth, cells, "y", quick_options(1, 1)));
    std::vector<std::vector<std::string>> columns(cells.columns());
    for (std::size_t column = 0; column + 1 < cells.columns(); ++column) {
        for (std::size_t row = 0; row < cells.rows(); ++row)
            columns[column].emplace_back(cells.cell(column, row));
    }
    columns.back() = teacher.predict(cells);
    Table table = Table::from_columns(cells.names(), columns);
    if (labelled != nullptr) *labelled = table;
    TableTask task = task_of("true", table, "y", options);
    task.program = propose(table, "y", options);
    return learn(task);
}

TEST(LearnComparisons, FindsTheComparisonThatExplainsTheClass) {
    for (const char* truth : {"income > debt", "income >= debt", "income = debt", "from = to"}) {
        Table table = journeys(3, 300, false);
        Model model = learned_from(table, truth, comparing_options(), &table);
        EXPECT_EQ(model.formulas()[0].formula.to_string(), truth);
        EXPECT_EQ(model.evaluate(table).accuracy, 1);
    }
}

TEST(LearnComparisons, ComparisonIsFalseIfACellIsMissing) {
    LearnOptions options = comparing_options();
    options.literals = Literals::all;
    Model model = learned_from(journeys(4, 300, false), "from != to", options);
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "from != to");
    Table fresh = Table::from_columns(
        {"to", "from"}, {{"Oslo", "Oslo", "", "Oslo", "Kyiv"}, {"Oslo", "Rome", "Rome", "?", "Kyiv"}});
    EXPECT_EQ(again(model).predict(fresh), (std::vector<std::string>{"no", "yes", "no", "no", "yes"}));
}

TEST(LearnComparisons, NetworkFormulasAndModelFileAgree) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        LearnOptions options = quick_options(3, 1);
        options.comparisons = seed % 3 == 0 ? Comparisons::equal : Comparisons::all;
        options.literals = static_cast<Literals>(seed % 4);
        options.head = seed % 2 == 0 ? Head::vote : Head::list;
        options.max_rules = 6;
        options.initial_literals = 3;
        options.seed = seed;
        Table table = journeys(seed, 120, false);
        Model model = learned_from(table, "income < debt & from = to | debt = 3", options);
        for (const Table& rows : {table, journeys(seed + 50, 200, true)}) {
            ASSERT_EQ(model.evaluate(rows).faithful, rows.rows());
            ASSERT_EQ(again(model).predict(rows), model.predict(rows));
        }
        ASSERT_EQ(again(model).to_json(), model.to_json());
        for (const ClassFormula& part : model.formulas()) {
            for (const std::string& name : variables(part.formula))
                compared += name.find("from ") == 0 && name.find(" to") != std::string::npos ? 1 : 0;
        }
    }
    EXPECT_GT(compared, 0U);
}

TEST(ProposeComparisons, FollowTheLiteralsOfSingleColumns) {
    LearnOptions options = comparing_options();
    Table table = journeys(3, 300, false);
    static_cast<void>(learned_from(table, "income > debt", options, &table));
    EXPECT_EQ(propose(table, "y", options).format(),
              "x[1] := from = \"Bonn\"\n"
              "x[2] := from = \"Lima\"\n"
              "x[3] := from = \"Oslo\"\n"
              "x[4] := from = \"Rome\"\n"
              "x[5] := from is missing\n"
              "x[6] := to = \"Bonn\"\n"
              "x[7] := to = \"Lima\"\n"
              "x[8] := to = \"Oslo\"\n"
              "x[9] := to = \"Rome\"\n"
              "x[10] := to is missing\n"
              "x[11] := income < 4\n"
              "x[12] := income >= 4\n"
              "x[13] := income is missing\n"
              "x[14] := debt < 4\n"
              "x[15] := debt >= 4\n"
              "x[16] := debt is missing\n"
              "x[17] := from = to\n"
              "x[18] := income < debt\n"
              "x[19] := income = debt\n"
              "x[20] := income > debt\n"
              "x[21] := income <= debt\n"
              "x[22] := income >= debt\n"
              "\n"
              "rule[j in 1..1] := and(i in 1..22: [x[i], true])\n"
              "output yes := or(j in 1..1: [rule[j], false])\n");
    options.comparisons = Comparisons::equal;
    options.literals = Literals::all;
    std::string equal = propose(table, "y", options).format();
    EXPECT_NE(equal.find("debt is missing\n"
                         "x[25] := from = to\n"
                         "x[26] := from != to\n"
                         "x[27] := income = debt\n"
                         "x[28] := income != debt\n\n"),
              std::string::npos)
        << equal;
}

TEST(ProposeComparisons, CommentTellsIfComparisonsWereLeftOut) {
    Random random(8);
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> cells(24);
    for (std::size_t column = 0; column < cells.size(); ++column) {
        names.push_back("c" + std::to_string(column));
        for (int row = 0; row < 50; ++row) cells[column].push_back(std::to_string(random.below(9)));
    }
    for (std::string& cell : cells.back()) cell = random.chance(50) ? "yes" : "no";
    names.back() = "y";
    std::string text = propose(Table::from_columns(names, cells), "y", comparing_options()).format();
    EXPECT_EQ(text.rfind("# The 256 most informative of 1262 comparisons of columns.\nx[1] :=", 0), 0U)
        << text.substr(0, 200);
}

TEST(ProposeCategories, GroupsRareCategoriesOnRequest) {
    std::vector<std::string> jobs;
    std::vector<std::string> labels;
    for (int i = 0; i < 40; ++i) {
        jobs.emplace_back(i < 18 ? "clerk" : i < 34 ? "nurse" : i < 37 ? "poet" : i < 39 ? "maid" : "smith");
        labels.emplace_back(i % 3 == 0 ? "yes" : "no");
    }
    Table table = Table::from_columns({"job", "y"}, {jobs, labels});
    LearnOptions options = quick_options();
    options.max_rules = 2;
    options.min_category_rows = 4;
    EXPECT_EQ(propose(table, "y", options).format(),
              "x[1] := job = \"clerk\"\n"
              "x[2] := job = \"nurse\"\n"
              "x[3] := job in {\"maid\", \"poet\", \"smith\"}\n"
              "\n"
              "rule[j in 1..2] := and(i in 1..3: [x[i], true])\n"
              "output yes := or(j in 1..2: [rule[j], false])\n");
    options.min_category_rows = 3;
    options.literals = Literals::all;
    std::string text = propose(table, "y", options).format();
    EXPECT_NE(text.find("job not in {\"maid\", \"smith\"}\n"), std::string::npos) << text;
    EXPECT_NE(text.find("job != \"poet\"\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace loh::testing
