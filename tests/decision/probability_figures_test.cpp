// ROC AUC, log loss and calibration error, against their definitions.
#include <cmath>

#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

struct Pairs {
    double won = 0;
    double all = 0;
};

// The share of pairs (row of the class, other row) that the values rank right, pair by pair.
Pairs pairs_won(const std::vector<double>& values, const std::vector<bool>& of_class) {
    Pairs result;
    for (std::size_t a = 0; a < values.size(); ++a) {
        for (std::size_t b = 0; b < values.size(); ++b) {
            if (!of_class[a] || of_class[b]) continue;
            result.all += 1;
            result.won += values[a] > values[b] ? 1 : values[a] == values[b] ? 0.5 : 0;
        }
    }
    return result;
}

Table random_classes(std::size_t classes) {
    std::string text = "a,b,c,y\n";
    Random random(classes);
    for (int row = 0; row < 80; ++row) {
        text += std::to_string(random.below(9)) + "," + std::to_string(random.below(9)) + "," +
                std::to_string(random.below(3)) + ",k" + std::to_string(random.below(classes)) + "\n";
    }
    return Table::parse_csv(text);
}

void expect_definitions(const Model& model, const Table& table) {
    std::size_t classes = model.classes().size();
    std::vector<double> probabilities = model.probabilities(table);
    std::vector<std::uint32_t> predicted = model.classify(table);
    double auc = 0;
    double loss = 0;
    for (std::size_t c = 0; c < classes; ++c) {
        std::vector<double> of_rows;
        std::vector<bool> of_class;
        for (std::size_t row = 0; row < table.rows(); ++row) {
            of_rows.push_back(std::round(1e9 * probabilities[row * classes + c]));
            of_class.push_back(table.cell(3, row) == model.classes()[c]);
            if (of_class.back()) loss -= std::log(probabilities[row * classes + c]);
        }
        Pairs pairs = pairs_won(of_rows, of_class);
        auc += pairs.won / pairs.all / static_cast<double>(classes);
    }
    double error = 0;
    for (int bin = 0; bin < 10; ++bin) {
        double difference = 0;
        for (std::size_t row = 0; row < table.rows(); ++row) {
            double p = probabilities[row * classes + predicted[row]];
            if (std::min(9, static_cast<int>(p * 10)) != bin) continue;
            difference += p - (table.cell(3, row) == model.classes()[predicted[row]] ? 1 : 0);
        }
        error += std::abs(difference);
    }
    auto rows = static_cast<double>(table.rows());
    ProbabilityFigures whole = probability_figures(model, table);
    EXPECT_NEAR(whole.auc(), auc, 1e-12);
    EXPECT_NEAR(whole.log_loss(), loss / rows, 1e-9);
    EXPECT_NEAR(whole.calibration_error(), error / rows, 1e-9);
    ProbabilityFigures twice = whole;
    twice.add(whole);
    EXPECT_NEAR(twice.auc(), auc, 1e-12);
    EXPECT_NEAR(twice.calibration_error(), error / rows, 1e-9);
}

TEST(ProbabilityFigures, EqualTheirDefinitions) {
    for (std::size_t classes : {2U, 3U}) {
        Table table = random_classes(classes);
        TableTask task(Program::parse("output r := a >= 4; output s := b >= 3 & c = 1; output t := a > b"),
                       table, "y");
        task.options = quick_options(5, 1);
        task.options.head = Head::vote;
        expect_definitions(learn(task), table);
        expect_definitions(learn({Dataset(table, "y")}), table);
    }
}

TEST(ProbabilityFigures, OfNoRowsAreThoseOfChance) {
    ProbabilityFigures none;
    EXPECT_EQ(none.auc(), 0.5);
    EXPECT_EQ(none.log_loss(), 0);
    EXPECT_EQ(none.calibration_error(), 0);
}

}  // namespace
}  // namespace loh::testing
