// Probabilities of classes: they hold on new rows, follow from the deciding rule or the points, and survive the model file.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "learn/probability_fit.hpp"
#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

void expect_distributions(const Model& model, const Table& table) {
    std::size_t classes = model.classes().size();
    std::vector<double> probabilities = model.probabilities(table);
    ASSERT_EQ(probabilities.size(), table.rows() * classes);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        auto first = probabilities.begin() + static_cast<std::ptrdiff_t>(row * classes);
        auto last = first + static_cast<std::ptrdiff_t>(classes);
        EXPECT_NEAR(std::accumulate(first, last, 0.0), 1, 1e-9);
        EXPECT_GT(*std::min_element(first, last), 0) << "nothing is impossible";
    }
}

// A fifth of the labels are random, so the probability of the predicted class is at most 0.9.
TEST(Probabilities, HoldOnNewRows) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    Table fresh = scored_table(99, 4000, 20);
    LearnTask rules{Dataset(scored_table(1, 600, 20), "y")};
    LearnTask card = card_task(scored_table(1, 600, 20));
    LearnTask quick = rules;
    quick.effort = Effort::quick;
    quick.options.threads = 1;
    for (const Model& model : {learn(rules), find_scorecard_path(card), learn(quick)}) {
        ProbabilityFigures figures = probability_figures(model, fresh);
        // The true probability jumps at three points; a softmax of points cannot follow.
        EXPECT_LT(figures.calibration_error(), model.head() == Head::vote ? 0.1 : 0.05) << model.learner();
        EXPECT_LT(figures.log_loss(), 0.6) << model.learner();
        expect_distributions(model, fresh);
    }
}

TEST(Probabilities, SayOnWhichRowsTheyWereFitted) {
    LearnTask task = path_task(noisy_table(2, 300, 10));
    EXPECT_EQ(find_rule_path(task).probabilities().fitted_on, "cross-validation");
    EXPECT_EQ(find_scorecard_path(card_task(scored_table(2, 300, 10))).probabilities().fitted_on,
              "cross-validation");
    task.options.validation = 0.3;
    EXPECT_EQ(find_rule_path(task).probabilities().fitted_on, "validation");
    LearnTask tiny = path_task(Table::parse_csv("x,y\na,yes\nb,no\na,yes\nb,no\n"));
    EXPECT_EQ(find_rule_path(tiny).probabilities().fitted_on, "training");
    LearnTask quick{Dataset(noisy_table(3, 200, 10), "y")};
    quick.effort = Effort::quick;
    EXPECT_EQ(learn(quick).probabilities().fitted_on, "validation") << "of a smaller scorecard";
}

TEST(Probabilities, AreThoseOfTheFirstRuleThatHolds) {
    LearnTask task = path_task(noisy_table(4, 300, 10));
    Model model = find_rule_path(task);
    ASSERT_EQ(model.head(), Head::single);
    std::vector<Rule> rules = model.rules();
    std::vector<double> shares = model.probabilities().shares;
    ASSERT_EQ(shares.size(), (rules.size() + 1) * 2);
    std::string header = "a,b,c,n1,n2,n3,n4,n5\n";
    std::vector<double> none = model.probabilities(Table::parse_csv(header + "f,f,f,0k,0k,0k,0k,0k\n"));
    EXPECT_EQ(none, (std::vector<double>{shares[rules.size() * 2], shares[rules.size() * 2 + 1]}));
    EXPECT_GT(none[0], 0.5) << "no";
}

TEST(Probabilities, SurviveTheModelFile) {
    Table table = scored_table(5, 300, 10);
    for (const Model& model : {find_rule_path(path_task(table)), find_scorecard_path(card_task(table))}) {
        Model read = again(model);
        EXPECT_EQ(read.probabilities(), model.probabilities());
        EXPECT_EQ(read.probabilities(table), model.probabilities(table));
    }
}

TEST(Probabilities, OfADamagedFileAreRefused) {
    std::string text = find_rule_path(path_task(noisy_table(6, 200, 10))).to_json();
    auto with = [&](const std::string& from, const std::string& to) {
        std::size_t place = text.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        std::string changed = text;
        return changed.replace(place, from.size(), to);
    };
    EXPECT_THROW(static_cast<void>(Model::parse(with("\"cross-validation\"", "\"hearsay\""))), Error);
    EXPECT_THROW(
        static_cast<void>(Model::parse(with("\"shares\": [\n      [", "\"shares\": [\n      [0.5, "))),
        Error);
    EXPECT_THROW(
        static_cast<void>(Model::parse(with("\"shares\": [\n      [0.", "\"shares\": [\n      [7."))), Error);
}

TEST(Probabilities, WarnsIfTheScorecardIsNoBetterThanChance) {
    if (!judges_quality()) GTEST_SKIP() << "quality is judged in fast builds";
    auto warnings = [](int flipped_percent) {
        LearnTask task{Dataset(noisy_table(8, 100, flipped_percent), "y")};
        task.effort = Effort::quick;
        std::string text;
        LearnHooks hooks;
        hooks.warning = [&](const Diagnostic& warning) { text += warning.message; };
        static_cast<void>(learn(task, hooks));
        return text;
    };
    EXPECT_NE(warnings(50).find("not clearly better than chance"), std::string::npos);
    EXPECT_EQ(warnings(5), "");
}

TEST(Probabilities, OfASoftmaxAreFound) {
    Random random(7);
    std::vector<double> scores;
    std::vector<std::uint32_t> labels;
    std::vector<double> shift = {0.5, 0, -0.5};
    for (int row = 0; row < 20000; ++row) {
        std::vector<double> logits;
        for (std::size_t c = 0; c < 3; ++c) {
            scores.push_back(static_cast<double>(random.below(21)) - 10);
            logits.push_back(0.3 * scores.back() + shift[c]);
        }
        double sum = 0;
        for (double logit : logits) sum += std::exp(logit);
        double draw = static_cast<double>(random.below(1'000'000)) / 1e6 * sum;
        std::uint32_t label = 0;
        while (label < 2 && draw >= std::exp(logits[label])) draw -= std::exp(logits[label++]);
        labels.push_back(label);
    }
    Probabilities found = fit_softmax(scores, labels, 3, "training");
    EXPECT_NEAR(found.unit, 0.3, 0.015);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(found.shift[c], shift[c], 0.06);
}

TEST(Probabilities, StayFiniteWhereNoRowIsWrong) {
    std::vector<double> scores;
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row = 0; row < 50; ++row) {
        scores.insert(scores.end(), {row % 2 == 0 ? 10.0 : -10.0, 0.0});
        labels.push_back(row % 2);
    }
    Probabilities found = fit_softmax(scores, labels, 2, "training");
    double p = 1 / (1 + std::exp(-10 * found.unit - found.shift[0] + found.shift[1]));
    EXPECT_GT(p, 0.9);
    EXPECT_LT(p, 0.999);
}

// With few rows for each rule, its own share counts little.
TEST(Probabilities, OfRulesThatOverfitAreMixedWithOthers) {
    DecidedRows fold;
    fold.start({1, 1, 0}, 2);
    fold.training = {0, 4, 4, 8, 20, 4};  // the first rule is right on all its training rows
    for (std::uint32_t i = 0; i < 40; ++i)
        fold.others.emplace_back(i % 2, i % 4 < 2 ? 1 : 0);  // on others no better
    Probabilities found = fit_shares(fold, std::span(&fold, 1), 2, "validation");
    EXPECT_LT(found.shares[1], 0.7) << "yes, if the first rule holds";
    Probabilities unaware = fit_shares(fold, {}, 2, "training");
    EXPECT_GT(unaware.shares[1], found.shares[1]);
}

}  // namespace
}  // namespace loh::testing
