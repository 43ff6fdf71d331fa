// Explanations of single rows. The programs have no choices, so the rules are known.
#include <gtest/gtest.h>

#include "explain/changed_rows.hpp"
#include "loh/explain.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

Table people() {
    return Table::parse_csv(
        "age,job,income,debt,y\n"
        "37,admin,50,10,yes\n"
        "25,tech,20,30,no\n"
        "61,nurse,80,5,yes\n"
        ",clerk,30,30,no\n"
        "44,,55,60,no\n"
        "19,poet,10,2,no\n",
        "people.csv");
}

Model model_of(const std::string& program, const Table& table = people(), Head head = Head::automatic) {
    LearnOptions options = quick_options(1, 1);
    options.head = head;
    return learn(task_of(program, table, "y", options));
}

std::string flip_of(const RowExplanation& why) {
    if (!why.flip) return "none";
    std::string result = why.flip->prediction;
    for (const CellChange& change : why.flip->changes)
        result += "; " + change.column + ": " + change.from + " -> " + change.condition;
    return result;
}

TEST(ExplainRow, ShowsCellsPredictionAndTheRulesThatHold) {
    RowExplanation why =
        explain_row(model_of("age >= 30 & job in {\"admin\", \"tech\"} | income >= 60"), people(), 0);
    EXPECT_EQ(why.prediction, "yes");
    ASSERT_EQ(why.cells.size(), 3U);
    EXPECT_EQ(why.cells[0].column, "age");
    EXPECT_EQ(why.cells[0].text, "37");
    ASSERT_EQ(why.fired.size(), 1U);
    EXPECT_EQ(why.fired[0].text, "age >= 30 & job in {\"admin\", \"tech\"}");
    EXPECT_EQ(why.fired[0].number, 1U);
    ASSERT_EQ(why.fired[0].conditions.size(), 2U);
    EXPECT_TRUE(why.fired[0].conditions[1].holds);
    EXPECT_EQ(why.fired[0].conditions[1].cells[0].text, "admin");
    EXPECT_TRUE(why.nearest.empty());
}

TEST(ExplainRow, ShowsTheNearestRuleOfAClassWithoutFiringRules) {
    RowExplanation why = explain_row(
        model_of("age >= 30 & age < 40 & job = \"admin\" | income >= 60 & debt < 40"), people(), 1);
    EXPECT_EQ(why.prediction, "no");
    EXPECT_TRUE(why.fired.empty());
    ASSERT_EQ(why.nearest.size(), 1U);
    EXPECT_EQ(why.nearest[0].text, "income >= 60 & debt < 40");
    EXPECT_EQ(why.nearest[0].failing(), 1U);
    EXPECT_FALSE(why.nearest[0].conditions[0].holds);
}

TEST(ExplainRow, FlipsWithTheFewestColumns) {
    Model model = model_of("age >= 30 & job in {\"admin\", \"tech\"} | income >= 60");
    EXPECT_EQ(flip_of(explain_row(model, people(), 0)), "no; age: 37 -> below 30");
    EXPECT_EQ(flip_of(explain_row(model, people(), 1)), "yes; age: 25 -> at least 30");
    EXPECT_EQ(flip_of(explain_row(model, people(), 2)), "no; income: 80 -> below 60");
    EXPECT_EQ(flip_of(explain_row(model, people(), 3)), "yes; income: 30 -> at least 60");
    EXPECT_EQ(flip_of(explain_row(model, people(), 4)), "yes; job:  -> one of admin, tech");
}

TEST(ExplainRow, FlipsSeveralColumnsIfOneIsNotEnough) {
    Model model = model_of("age >= 30 & income >= 40 | age >= 30 & job = \"admin\" | income >= 45");
    EXPECT_EQ(flip_of(explain_row(model, people(), 0)), "no; age: 37 -> below 30; income: 50 -> below 45");
    Model both = model_of("job = \"nurse\" & 20 <= income < 40 & debt != 10");
    EXPECT_EQ(flip_of(explain_row(both, people(), 0)),
              "yes; job: admin -> nurse; income: 50 -> from 20 to below 40; debt: 10 -> below 10");
}

TEST(ExplainRow, NamesAllSufficientCategories) {
    Model model = model_of("job not in {\"admin\", \"poet\"}");
    EXPECT_EQ(flip_of(explain_row(model, people(), 0)), "yes; job: admin -> one of clerk, nurse, tech");
    EXPECT_EQ(flip_of(explain_row(model, people(), 1)), "no; job: tech -> one of admin, poet");
}

TEST(ExplainRow, ComparesColumnsAtTheValueOfTheOtherColumn) {
    EXPECT_EQ(flip_of(explain_row(model_of("income <= debt"), people(), 0)), "yes; income: 50 -> at most 10");
    Model model = model_of("income > debt");
    EXPECT_EQ(flip_of(explain_row(model, people(), 0)), "no; income: 50 -> at most 10");
    EXPECT_EQ(flip_of(explain_row(model, people(), 3)), "yes; income: 30 -> above 30");
}

TEST(ExplainRow, MakesNoCellMissing) {
    Model model = model_of("age is missing & income < 40");
    RowExplanation why = explain_row(model, people(), 1);
    EXPECT_FALSE(why.flip);
    EXPECT_TRUE(why.tried_all);
    EXPECT_EQ(flip_of(explain_row(model, people(), 3)), "no; age:  -> any number");
}

TEST(ExplainRow, LeavesFixedColumnsAsTheyAre) {
    Model model = model_of("income > debt");
    ExplainOptions options;
    options.fixed = {"income"};
    EXPECT_EQ(flip_of(explain_row(model, people(), 0, options)), "no; debt: 10 -> at least 50");
    options.fixed = {"income", "debt"};
    RowExplanation why = explain_row(model, people(), 0, options);
    EXPECT_FALSE(why.flip);
    EXPECT_TRUE(why.tried_all);
    options.fixed = {"incom"};
    EXPECT_THROW(static_cast<void>(explain_row(model, people(), 0, options)), Error);
}

TEST(ExplainRow, ReportsThatNothingFlips) {
    RowExplanation why = explain_row(model_of("age < 3 & age > 5"), people(), 0);
    EXPECT_FALSE(why.flip);
    EXPECT_TRUE(why.tried_all);
    ExplainOptions few;
    few.max_changes = 1;
    why = explain_row(model_of("job = \"nurse\" & debt > 20"), people(), 0, few);
    EXPECT_FALSE(why.flip);
    EXPECT_FALSE(why.tried_all);
    EXPECT_EQ(why.tried_columns, 1U);
    few = {};
    few.max_tried = 1;
    why = explain_row(model_of("job = \"nurse\" & debt > 20 | age = 1 & income > 99"), people(), 0, few);
    EXPECT_FALSE(why.flip);
    EXPECT_EQ(why.tried_columns, 0U);
    EXPECT_LE(why.tried, 1U);
}

TEST(ExplainRow, RejectsARowOutOfRange) {
    Model model = model_of("age > 30");
    Diagnostic error = error_from([&] { explain_row(model, people(), 6); });
    EXPECT_EQ(error.message, "people.csv has no row 7");
    EXPECT_EQ(error.hint, "its rows are 1 to 6; the header is not counted");
}

TEST(ExplainRow, FlipsTruthValuesInTheirSpelling) {
    Table table = Table::parse_csv("a,b,y\ntrue,0,yes\nfalse,1,no\n");
    Model model = model_of("a & !b", table);
    EXPECT_EQ(flip_of(explain_row(model, table, 0)), "no; a: true -> false");
    EXPECT_EQ(flip_of(explain_row(model, table, 1)), "yes; a: false -> true; b: 1 -> 0");
}

TEST(ExplainRow, RespectsTheOrderOfAList) {
    Table table = Table::parse_csv("a,b,y\n1,1,low\n0,1,mid\n0,0,high\n");
    Model model = model_of("output low := a & b; output mid := b | a", table);
    RowExplanation why = explain_row(model, table, 0);
    EXPECT_EQ(why.prediction, "low");
    EXPECT_EQ(why.fired.size(), 3U);  // includes the rules of mid
    EXPECT_EQ(flip_of(why), "mid; a: 1 -> 0");
    EXPECT_EQ(flip_of(explain_row(model, table, 1)), "low; a: 0 -> 1");
    why = explain_row(model, table, 2);
    EXPECT_EQ(why.nearest.size(), 2U);
    EXPECT_EQ(flip_of(why), "mid; a: 0 -> 1");
}

// The smallest number of columns, by trying every combination of regions.
std::size_t fewest_columns(const ChangedRows& rows, const std::string& prediction) {
    std::vector<Changes> all = {{}};
    for (std::uint32_t column = 0; column < rows.columns().size(); ++column) {
        std::vector<Changes> longer = all;
        for (const Changes& changes : all) {
            for (std::uint32_t r = 0; r < rows.columns()[column].regions.size(); ++r) {
                if (r == rows.columns()[column].current || rows.columns()[column].is_missing(r)) continue;
                longer.push_back(changes);
                longer.back().emplace_back(column, r);
            }
        }
        all = std::move(longer);
    }
    std::vector<std::uint32_t> predictions = rows.predict(all);
    std::size_t fewest = SIZE_MAX;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (rows.decision().classes()[predictions[i]] != prediction) fewest = std::min(fewest, all[i].size());
    }
    return fewest;
}

// Random rules over random literals, nested, with any head: flips are minimal and change the prediction.
TEST(ExplainRow, FindsTheSmallestFlip) {
    const std::vector<std::string> literals = {
        "age >= 30",      "age < 40",        "20 <= age < 60",
        "!(age < 45)",    "age is missing",  "income > 25",
        "income >= 55",   "debt < 20",       "debt = 30",
        "income > debt",  "debt != 5",       "job in {\"admin\", \"poet\"}",
        "job = \"tech\"", "job != \"tech\"", "(job = \"nurse\" | income < 30)"};
    Table table = people();
    std::size_t flips = 0;
    for (std::uint64_t seed = 0; seed < repeats(150); ++seed) {
        Random random(seed);
        auto rule = [&] {
            std::string text = random.pick(literals);
            for (std::size_t more = random.below(3); more-- > 0;) text += " & " + random.pick(literals);
            return text;
        };
        auto formula = [&] {
            std::string text = rule();
            for (std::size_t more = random.below(3); more-- > 0;) text += " | " + rule();
            return text;
        };
        Head head = std::vector{Head::single, Head::list, Head::paper}[seed % 3];
        std::string program =
            head == Head::single ? formula() : "output yes := " + formula() + "\noutput no := " + formula();
        SCOPED_TRACE(program);
        Model model = model_of(program, table, head);
        for (std::size_t row = 0; row < table.rows(); ++row) {
            RowExplanation why = explain_row(model, table, row);
            ASSERT_EQ(why.prediction, model.predict(table)[row]);
            std::size_t fewest = fewest_columns(ChangedRows(model, table, row), why.prediction);
            ASSERT_EQ(why.flip ? why.flip->changes.size() : SIZE_MAX, fewest) << "row " << row;
            ASSERT_TRUE(why.flip || why.tried_all);
            flips += why.flip ? 1 : 0;
        }
    }
    EXPECT_GT(flips, repeats(150));
}

}  // namespace
}  // namespace loh::testing
