// Differences of two columns: learned, written to a model file, explained, and used for prediction.
#include <gtest/gtest.h>

#include "loh/explain.hpp"
#include "loh/rule_path.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// Two numbers and two letters; the class says whether one pair is at most 1 apart. Some cells are missing.
Table neighbours(std::uint64_t seed, std::size_t rows, bool of_letters) {
    Random random(seed);
    const std::vector<std::string> letters = {"a", "b", "c", "d", "e", "f"};
    std::vector<std::vector<std::string>> columns(5);
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t x = random.below(8);
        std::size_t y = random.below(8);
        std::size_t from = random.below(6);
        std::size_t to = random.below(6);
        bool missing = random.chance(5);
        auto near = [](std::size_t a, std::size_t b) { return a <= b + 1 && b <= a + 1; };
        columns[0].push_back(missing ? "" : std::to_string(x));
        columns[1].push_back(std::to_string(y));
        columns[2].push_back(missing ? "?" : letters[from]);
        columns[3].push_back(letters[to]);
        bool label = !missing && (of_letters ? near(from, to) : near(x, y));
        columns[4].emplace_back(label ? "yes" : "no");
    }
    return Table::from_columns({"x", "y", "from", "to", "near"}, columns);
}

// Rows with missing cells, very large numbers, and letters and words that the training table does not have.
Table strange_rows() {
    return Table::from_columns({"x", "y", "from", "to"},
                               {{"1", "", "1e308", "1e308", "-1e308", "3", "3", "3"},
                                {"2", "2", "1e308", "1", "1", "?", "9", "4"},
                                {"a", "b", "?", "z", "Oslo", "A", "c", "f"},
                                {"b", "", "a", "y", "a", "b", "a", "f"}});
}

LearnTask search_task(const Table& table, Comparisons comparisons) {
    LearnTask task{Dataset(table, "near")};
    task.positive = "yes";
    task.options.threads = 1;
    task.options.head = Head::single;
    task.options.comparisons = comparisons;
    return task;
}

TEST(LearnDifferences, FindsTheDistanceThatExplainsTheClass) {
    for (bool of_letters : {false, true}) {
        Table table = neighbours(1, 400, of_letters);
        Model model = loh::find_short_rules(search_task(table, Comparisons::differences), SearchBudget());
        EXPECT_EQ(model.formulas()[0].formula.to_string(), of_letters ? "|from - to| < 2" : "|x - y| < 2");
        EXPECT_EQ(model.evaluate(neighbours(2, 400, of_letters)).accuracy, 1);
        Model without = loh::find_short_rules(search_task(table, Comparisons::all), SearchBudget());
        EXPECT_EQ(without.formulas()[0].formula.to_string().find(" - "), std::string::npos);
        EXPECT_GT(without.literal_count(), 3U);
    }
}

TEST(LearnDifferences, NetworkFormulasAndModelFileAgree) {
    std::size_t differences = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        Table table = neighbours(seed, 150, seed % 2 == 0);
        LearnOptions options = quick_options(10, 1);
        options.comparisons = Comparisons::differences;
        options.head = seed % 3 == 0 ? Head::vote : Head::list;
        options.max_rules = 6;
        options.seed = seed;
        TableTask task = task_of("true", table, "near", options);
        task.program = propose(table, "near", options);
        Model model = learn(task);
        EXPECT_EQ(model.evaluate(table).faithful, table.rows());
        EXPECT_EQ(again(model).to_json(), model.to_json());
        for (const Table& rows : {table, strange_rows()})
            EXPECT_EQ(again(model).predict(rows), model.predict(rows));
        for (const ClassFormula& part : model.formulas()) {
            for (const std::string& name : variables(part.formula))
                differences += name.find(" - ") != std::string::npos ? 1 : 0;
        }
    }
    EXPECT_GT(differences, 0U);
}

Model model_of(const std::string& program, const Table& table) {
    return learn(task_of(program, table, "near", quick_options(1, 1)));
}

TEST(LearnDifferences, MissingAndUnseenCellsHaveNoDifference) {
    Table table = neighbours(3, 100, false);
    auto yes = [&](const std::string& program) {
        std::string result;
        for (const std::string& name : again(model_of(program, table)).predict(strange_rows()))
            result += name == "yes" ? '1' : '0';
        return result;
    };
    EXPECT_EQ(yes("|x - y| <= 1"), "10100001");
    EXPECT_EQ(yes("x - y is missing"), "01000100");
    EXPECT_EQ(yes("x - y > 100"), "00010000");
    EXPECT_EQ(yes("!(x - y <= 100)"), "01010100");
    EXPECT_EQ(yes("from - to is missing"), "01111100");
    EXPECT_EQ(yes("from - to in {0, 2}"), "00000011");
}

TEST(LearnDifferences, RefusesColumnsThatCannotBeSubtracted) {
    Table table = neighbours(3, 100, false);
    auto message = [&](const std::string& program) {
        return error_from([&] { static_cast<void>(model_of(program, table)); }).message;
    };
    EXPECT_EQ(message("x - from >= 1"),
              "in the literal x - from >= 1: column 'x' has numbers and column 'from' has letters: they have "
              "no difference");
    EXPECT_EQ(message("from - to >= 1 | from = \"none\""),
              "in the literal from - to >= 1: column 'from' has categories and column 'to' has letters: they "
              "have no difference");
    EXPECT_EQ(message("x - near >= 1"), "the program reads the target column 'near'");
}

TEST(LearnDifferences, RemarksOnDifferencesThatAreAlwaysTrue) {
    Table table = Table::parse_csv("a,b,near\n1,5,yes\n2,5,no\n3,4,yes\n");
    std::vector<std::string> remarks;
    LearnHooks hooks;
    hooks.warning = [&](const Diagnostic& remark) { remarks.push_back(remark.message); };
    static_cast<void>(learn(task_of("b - a > 0 & |a - b| < 2", table, "near", quick_options(1, 1)), hooks));
    EXPECT_EQ(remarks,
              (std::vector<std::string>{"b - a > 0 holds in every training row: b - a ranges from 1 to 4"}));
}

TEST(DifferenceHoles, FindTheCutAndKeepItInTheModelFile) {
    Table table = neighbours(5, 300, false);
    Model model = learn(task_of("|x - y| < ? & [from - to >= ?, true]", table, "near", quick_options(40, 2)));
    EXPECT_EQ(model.formulas()[0].formula.to_string(), "|x - y| < 2");
    EXPECT_EQ(again(model).to_json(), model.to_json());
    EXPECT_EQ(again(model).predict(strange_rows()), model.predict(strange_rows()));
}

TEST(DifferenceHoles, WithoutCandidatesAreErrors) {
    Table table = neighbours(5, 100, false);
    auto error = [&](const std::string& program) {
        return error_from([&] { static_cast<void>(model_of(program, table)); });
    };
    EXPECT_EQ(error("x - x > ?").message,
              "x - x has the same value in all training rows: there is nothing to cut");
    EXPECT_EQ(error("x - y = ?").message,
              "x - y has numbers: a hole stands for a cut point, not for a single value");
    EXPECT_EQ(error("x - y = ?").hint, "write x - y >= ? or x - y < ?");
}

std::string flip_of(const Model& model, const Table& table, std::size_t row) {
    RowExplanation why = explain_row(model, table, row);
    if (!why.flip) return "none";
    std::string result = why.flip->prediction;
    for (const CellChange& change : why.flip->changes)
        result += "; " + change.column + ": " + change.from + " -> " + change.condition;
    return result;
}

TEST(ExplainDifferences, ChangesACellUntilThePredictionFlips) {
    Table table = neighbours(5, 100, false);
    Table rows = Table::from_columns({"x", "y", "from", "to"},
                                     {{"3", "3", ""}, {"4", "7", "2"}, {"c", "a", "a"}, {"d", "d", "?"}});
    Model distance = model_of("|x - y| <= 1", table);
    EXPECT_EQ(flip_of(distance, rows, 0), "no; x: 3 -> below 3");
    EXPECT_EQ(flip_of(distance, rows, 1), "yes; x: 3 -> from 6 up to 8");
    EXPECT_EQ(flip_of(distance, rows, 2), "yes; x:  -> from 1 up to 3");
    Model letters = model_of("from - to >= 0", table);
    EXPECT_EQ(flip_of(letters, rows, 0), "yes; from: c -> one of d, e, f");
    EXPECT_EQ(flip_of(model_of("!(x - y is missing)", table), rows, 2), "yes; x:  -> any number");
    EXPECT_EQ(flip_of(model_of("x - y is missing", table), rows, 0), "none");
}

TEST(ExplainDifferences, CountBothColumnsAsInputs) {
    Model model = model_of("|x - y| <= 1 & from - to >= 0", neighbours(5, 100, false));
    EXPECT_EQ(model.columns(), (std::vector<std::string>{"x", "y", "from", "to"}));
}

TEST(MonotoneDifferences, PointUpInTheFirstColumnAndDownInTheSecond) {
    Random random(9);
    std::string text = "u,v,y\n";
    for (int row = 0; row < 400; ++row) {
        auto u = static_cast<int>(random.below(12));
        auto v = static_cast<int>(random.below(12));
        bool label = u - v >= 2 || (random.chance(30) && std::abs(u - v) == 1);
        text += std::to_string(u) + "," + std::to_string(v) + (label ? ",yes\n" : ",no\n");
    }
    LearnTask task{Dataset(Table::parse_csv(text), "y")};
    task.positive = "yes";
    task.options.threads = 1;
    task.options.head = Head::single;
    task.options.max_rules = 8;
    task.options.literals = Literals::all;
    task.options.comparisons = Comparisons::differences;
    task.constraints.monotone = {{"u", true}, {"v", false}};
    task.path_choice.pick = find_rule_path(task).path().size();
    Model model = find_rule_path(task);
    bool has_difference = false;
    for (const std::string& name : variables(model.formulas()[0].formula))
        has_difference |= name.find("u - v") != std::string::npos;
    EXPECT_TRUE(has_difference) << model.formulas()[0].formula;
    auto is_yes = [&](int u, int v) {
        std::string cells = std::to_string(u) + "," + std::to_string(v) + "\n";
        return model.predict(Table::parse_csv("u,v\n" + cells))[0] == "yes";
    };
    for (int u = 0; u < 12; ++u) {
        for (int v = 0; v < 12; ++v) {
            if (!is_yes(u, v)) continue;
            EXPECT_TRUE(is_yes(u + 1, v)) << u << ' ' << v;
            EXPECT_TRUE(is_yes(u, v - 1)) << u << ' ' << v;
        }
    }
}

}  // namespace
}  // namespace loh::testing
