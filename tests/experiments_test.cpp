// What the studies in experiments/ share. The studies themselves are run by `make experiments`.
#include <set>

#include <gtest/gtest.h>

#include "../experiments/study.hpp"

namespace loh::study {
namespace {

TEST(Statistics, EqualValuesShareTheirRank) {
    EXPECT_EQ(ranks({30, 10, 20, 10}), (std::vector<double>{4, 1.5, 3, 1.5}));
}

TEST(Statistics, RankCorrelationSeesOnlyTheOrder) {
    EXPECT_DOUBLE_EQ(spearman({1, 2, 3, 4}, {1, 10, 100, 1000}), 1);
    EXPECT_DOUBLE_EQ(spearman({1, 2, 3, 4}, {4, 3, 2, 1}), -1);
    EXPECT_DOUBLE_EQ(spearman({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}), 0.8);  // 1 - 6 * 4 / (5 * 24)
    EXPECT_DOUBLE_EQ(spearman({1, 2, 3}, {7, 7, 7}), 0);
}

TEST(Statistics, TheSignTestIsTheBinomialOne) {
    EXPECT_NEAR((Signs{8, 2, 5}.p_value()), 2 * (1 + 10 + 45) / 1024.0, 1e-12);
    EXPECT_NEAR((Signs{0, 5, 0}.p_value()), 2 / 32.0, 1e-12);
    EXPECT_DOUBLE_EQ((Signs{3, 3, 0}.p_value()), 1);
    EXPECT_DOUBLE_EQ((Signs{0, 0, 9}.p_value()), 1);
}

TEST(Study, RandomLiteralsAreOfDistinctVariables) {
    Graph graph;
    std::vector<Formula> variables;
    for (int i = 0; i < 6; ++i) variables.push_back(graph.var("v" + std::to_string(i)));
    Draws draws(1);
    std::set<std::size_t> widths;
    for (int i = 0; i < 200; ++i) {
        std::vector<Formula> literals = random_literals(draws, variables, 2, 5);
        std::set<std::string> names;
        for (const Formula& literal : literals)
            names.insert(literal.kind() == Kind::negation ? literal[0].name() : literal.name());
        EXPECT_EQ(names.size(), literals.size());
        widths.insert(literals.size());
    }
    EXPECT_EQ(widths, (std::set<std::size_t>{2, 3, 4, 5}));
}

TEST(Study, AllInterpretationsAreLabelledByTheTruth) {
    Graph graph;
    Formula a = graph.var("a");
    Formula b = graph.var("b");
    Examples data = all_interpretations({"a", "b"}, {"b", "a"}, b & !a);
    EXPECT_EQ(data.inputs, (std::vector<float>{0, 0, 0, 1, 1, 0, 1, 1}));  // row after row
    EXPECT_EQ(data.labels, (std::vector<std::uint8_t>{0, 1, 0, 0}));
}

TEST(Study, AQuarterOfTheRowsIsForTesting) {
    Split split = split_rows(1024, 5);
    EXPECT_EQ(split.training.size(), 768U);
    std::set<std::uint32_t> rows(split.training.begin(), split.training.end());
    rows.insert(split.test.begin(), split.test.end());
    EXPECT_EQ(rows.size(), 1024U);
    EXPECT_EQ(split.test, split_rows(1024, 5).test);
    EXPECT_NE(split.test, split_rows(1024, 6).test);
}

TEST(Study, F1IsThatOfTheLabelTrue) {
    Confusion confusion{{{5, 1}, {2, 4}}};
    EXPECT_DOUBLE_EQ(confusion.accuracy(), 9 / 12.0);
    EXPECT_DOUBLE_EQ(confusion.f1(), 2 * 4 / (2 * 4 + 3.0));
    EXPECT_DOUBLE_EQ(confusion.predicted_share(), 5 / 12.0);
    EXPECT_DOUBLE_EQ((Confusion{{{5, 0}, {0, 0}}}).f1(), 1);
}

TEST(Study, TrainingFindsAFormulaAndDependsOnTheSeedOnly) {
    Network network =
        Network::compile(elaborate(Program::parse("[a, !a, true] & [b, !b, true] | [c, false]")));
    Graph graph;
    Formula truth = graph.var("a") & !graph.var("b");
    Examples data = all_interpretations(network.inputs(), {"a", "b", "c"}, truth);
    RowList rows = {0, 1, 2, 3, 4, 5, 6, 7};
    TrainingOptions options = paper_options(0);
    options.batch = 3;
    auto trained = [&](std::uint64_t seed) {
        Training training(network, data, rows, options, seed);
        while (training.epochs() < 40) training.step();
        EXPECT_EQ(training.steps(), 120U);
        EXPECT_EQ(training.evaluate_training().accuracy(), 1);
        return training.logits();
    };
    std::vector<double> logits = trained(1);
    EXPECT_EQ(logits, trained(1));
    EXPECT_NE(logits, trained(2));
    EXPECT_EQ(truth_table(network.hypothesis(logits)[0].formula, {"a", "b", "c"}),
              truth_table(truth, {"a", "b", "c"}));
}

TEST(Study, EveryPieceOfWorkIsDoneOnce) {
    std::vector<int> done(100, 0);
    for_all(done.size(), 3, [&](std::size_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(100, 1));
    EXPECT_THROW(for_all(10, 2, [](std::size_t) { throw Error(ErrorKind::io, "no"); }), Error);
}

}  // namespace
}  // namespace loh::study
