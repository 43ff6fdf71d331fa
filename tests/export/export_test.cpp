// The walk of a decision, and what the library refuses to export.
#include "loh/export.hpp"

#include <string>

#include <gtest/gtest.h>

#include "export/export_model.hpp"
#include "export/writing.hpp"
#include "support/export_cases.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

Decision decision_of_head(Head kind) {
    Graph graph;
    DecisionData data;
    data.target = "y";
    std::vector<std::string> classes = {"no", "yes"};
    data.head = DecisionHead::make(kind, classes, kind == Head::paper ? 2 : 1);
    for (std::size_t f = 0; f < (kind == Head::paper ? 2U : 1U); ++f)
        data.formulas.push_back({"yes", graph.var("a")});
    return Decision(std::make_shared<DecisionData>(std::move(data)));
}

std::string message_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.diagnostic().message + "\n" + error.diagnostic().hint;
    }
    return "no error";
}

TEST(ExportText, SuggestsTheTargetOfAMisspelling) {
    Decision decision = decision_of_head(Head::single);
    std::string message = message_of([&] { export_text(decision, "pyton"); });
    EXPECT_NE(message.find("there is no target 'pyton'; did you mean 'python'?"), std::string::npos)
        << message;
    EXPECT_NE(message.find("the targets are: sql, c, python"), std::string::npos) << message;
}

TEST(ExportText, SuggestsTheDialectOfAMisspelling) {
    Decision decision = decision_of_head(Head::single);
    ExportOptions options;
    options.dialect = "sqllite";
    std::string message = message_of([&] { export_text(decision, "sql", options); });
    EXPECT_NE(message.find("did you mean 'sqlite'?"), std::string::npos) << message;
}

TEST(ExportText, RefusesOptionsThatTheTargetDoesNotTake) {
    Decision decision = decision_of_head(Head::single);
    ExportOptions options;
    options.table = "loans";
    EXPECT_NE(
        message_of([&] { export_text(decision, "c", options); }).find("the target c does not take a table"),
        std::string::npos);
    ExportOptions dialect;
    dialect.dialect = "sqlite";
    EXPECT_NE(message_of([&] { export_text(decision, "python", dialect); }).find("does not take a dialect"),
              std::string::npos);
    ExportOptions proba;
    proba.proba = true;
    EXPECT_NE(message_of([&] { export_text(decision, "python", proba); }).find("no probabilities"),
              std::string::npos);
}

TEST(ExportText, RefusesTheHeadPaper) {
    Decision decision = decision_of_head(Head::paper);
    for (const ExportTarget& target : export_targets())
        EXPECT_NE(message_of([&] { export_text(decision, target.name); }).find("its head is `paper`"),
                  std::string::npos)
            << target.name;
}

TEST(ExportText, IsTheSameForTheSameModel) {
    Decision decision = random_export_case(7, 10).decision;
    for (const ExportTarget& target : export_targets())
        EXPECT_EQ(export_text(decision, target.name), export_text(decision, target.name)) << target.name;
}

TEST(ExportModel, HasOperandsBeforeUsersAndEachLiteralOnce) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        ExportModel model = export_model(random_export_case(seed, 1).decision.decision_data());
        std::set<std::string> texts;
        for (const ExportLiteral& literal : model.literals) {
            EXPECT_TRUE(texts.insert(literal.text).second) << literal.text;
            EXPECT_LT(literal.value.column, model.columns.size());
        }
        for (std::uint32_t node = 0; node < model.nodes.size(); ++node) {
            for (std::uint32_t operand : model.nodes[node].operands) {
                EXPECT_LT(operand, node);
                EXPECT_FALSE(model.nodes[operand].is_constant());
            }
        }
    }
}

TEST(ExportModel, LeavesTextsThatMeanMissingOutOfTheCategories) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        ExportModel model = export_model(random_export_case(seed, 1).decision.decision_data());
        for (const ExportColumn& column : model.columns) {
            EXPECT_TRUE(std::is_sorted(column.categories.begin(), column.categories.end()));
            for (const std::string& text : column.missing)
                EXPECT_EQ(std::count(column.categories.begin(), column.categories.end(), text), 0) << text;
        }
    }
}

TEST(CommentText, HasNothingThatEndsACommentOrALine) {
    std::string text = comment_text("a*/b\nc\x01--</script>?\?/\\ \xE2\x80\xA8${x}]]>\xFF");
    for (const char* part : {"*/", "\n", "--", "</", "?\?/", "${", "\xE2\x80\xA8", "\xFF"})
        EXPECT_EQ(text.find(part), std::string::npos) << text;
    EXPECT_FALSE(comment_text("ends with \\").ends_with("\\"));
    EXPECT_EQ(comment_text("größe ∧ x"), "größe ∧ x");
}

TEST(Balanced, NestsLongSums) {
    std::vector<std::string> operands(10, "x");
    EXPECT_EQ(balanced(operands, "+", 4), "(x + x + x + x) + (x + x + x + x) + (x + x)");
    EXPECT_EQ(balanced({"x"}, "+", 4), "x");
}

}  // namespace
}  // namespace loh::testing
