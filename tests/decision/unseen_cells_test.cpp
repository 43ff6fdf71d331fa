// Categories that learning has not seen are counted by column and text, the same for any division into blocks.
#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/small_tables.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {
namespace {

const std::string kPatients =
    "sex,job,age,y\nfemale,clerk,30,yes\nmale,nurse,40,no\nfemale,nurse,50,yes\nmale,clerk,20,no\n";

Model model_of_patients() {
    TableTask task(Program::parse("output yes := sex = \"female\" & age >= 10"), Table::parse_csv(kPatients),
                   "y");
    task.options = quick_options(1, 1);
    return learn(task);
}

UnseenCells unseen_in(const Model& model, const std::string& text, std::size_t block_bytes) {
    std::size_t at = 0;
    TableReader reader(
        [&](char* to, std::size_t most) {
            std::size_t count = std::min(most, text.size() - at);
            std::copy_n(text.data() + at, count, to);
            at += count;
            return count;
        },
        "<text>", {}, block_bytes);
    Predictor predictor(model, reader.header());
    UnseenCells unseen;
    UnseenCells counted;
    reader.for_each_block(3, [&](const Table& rows) -> InOrder {
        UnseenCells block;
        EXPECT_EQ(predictor.classify(rows, block), predictor.classify(rows));
        UnseenCells alone;
        predictor.count_unseen(rows, alone);
        return [&unseen, &counted, block, alone] {
            unseen.add(block);
            counted.add(alone);
        };
    });
    EXPECT_EQ(unseen.notes(model), counted.notes(model));
    return unseen;
}

TEST(UnseenCells, AreCountedByTextWithSuggestions) {
    Model model = model_of_patients();
    std::string text = "sex,job,age\n";
    for (int i = 0; i < 200; ++i) text += i % 2 == 0 ? "Female,poet,3\n" : "female,clerk,4\n";
    text +=
        "\" male\",clerk,3\nmale,clerk,2\n,clerk,1\n?,clerk,1\nfemals,clerk,2\nunknown,x,2\nunknown,x,2\n";
    for (std::size_t block_bytes : {16U, 100U, 1000000U}) {
        UnseenCells unseen = unseen_in(model, text, block_bytes);
        ASSERT_EQ(unseen.columns.size(), 1U);  // job is not read
        EXPECT_EQ(unseen.columns["sex"].cells, 104U);
        EXPECT_EQ(unseen.columns["sex"].texts.size(), 4U);
        EXPECT_EQ(unseen.notes(model),
                  std::vector<std::string>{
                      "column sex: 104 cells were not seen in learning: \"Female\" (100; did you mean "
                      "\"female\"?), "
                      "\"unknown\" (2), \" male\" (1; did you mean \"male\"?) and other texts"});
    }
}

TEST(UnseenCells, AreNoneInTheTrainingTable) {
    Model model = model_of_patients();
    EXPECT_TRUE(unseen_in(model, kPatients, 1000).notes(model).empty());
}

TEST(UnseenCells, KeepALimitedNumberOfTexts) {
    Model model = model_of_patients();
    std::string text = "sex,age\n";
    for (int i = 0; i < 3000; ++i) text += "s" + std::to_string(i) + ",1\n";
    UnseenCells unseen = unseen_in(model, text, 5000);
    EXPECT_EQ(unseen.columns["sex"].cells, 3000U);
    EXPECT_EQ(unseen.columns["sex"].texts.size(), UnseenCells::kMostTexts);
}

TEST(PredictorScores, EqualThoseOfTheDecision) {
    TableTask task(Program::parse("output r := [sex = \"female\", age >= 25]; output s := age >= 35"),
                   Table::parse_csv(kPatients), "y");
    task.options = quick_options(5, 1);
    task.options.head = Head::vote;
    Model model = learn(task);
    Predictor predictor(model, task.table);
    std::vector<std::int64_t> scores = predictor.scores(task.table);
    EXPECT_EQ(scores, model.scores(task.table));
    EXPECT_EQ(scores.size(), 8U);
    EXPECT_EQ(error_from([&] {
                  static_cast<void>(Predictor(model_of_patients(), task.table).scores(task.table));
              }).message,
              "this model has no points: its formulas decide, without scores");
}

}  // namespace
}  // namespace loh::testing
