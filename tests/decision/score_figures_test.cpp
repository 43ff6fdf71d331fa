// ROC AUC and log loss of scorecards, against their definitions.

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

// The share of pairs (row of the class, other row) that the margin ranks right, pair by pair.
Pairs pairs_won(const std::vector<double>& margins, const std::vector<bool>& of_class) {
    Pairs result;
    for (std::size_t a = 0; a < margins.size(); ++a) {
        for (std::size_t b = 0; b < margins.size(); ++b) {
            if (!of_class[a] || of_class[b]) continue;
            result.all += 1;
            result.won += margins[a] > margins[b] ? 1 : margins[a] == margins[b] ? 0.5 : 0;
        }
    }
    return result;
}

TEST(ScoreFigures, EqualTheirDefinitions) {
    for (std::size_t classes : {2U, 3U}) {
        std::string text = "a,b,c,y\n";
        Random random(classes);
        for (int row = 0; row < 80; ++row) {
            text += std::to_string(random.below(9)) + "," + std::to_string(random.below(9)) + "," +
                    std::to_string(random.below(3)) + ",k" + std::to_string(random.below(classes)) + "\n";
        }
        Table table = Table::parse_csv(text);
        TableTask task(Program::parse("output r := a >= 4; output s := b >= 3 & c = 1; output t := a > b"),
                       table, "y");
        task.options = quick_options(5, 1);
        task.options.head = Head::vote;
        Model model = learn(task);
        std::vector<std::int64_t> scores = model.scores(table);
        double auc = 0;
        double loss = 0;
        for (std::size_t c = 0; c < classes; ++c) {
            std::vector<double> margins;
            std::vector<bool> of_class;
            for (std::size_t row = 0; row < table.rows(); ++row) {
                double own = static_cast<double>(scores[row * classes + c]);
                double best = -1e18;
                double sum = 0;
                for (std::size_t o = 0; o < classes; ++o) {
                    auto other = static_cast<double>(scores[row * classes + o]);
                    sum += std::exp(other / 100);
                    if (o != c) best = std::max(best, other);
                }
                margins.push_back(own - best);
                of_class.push_back(table.cell(3, row) == model.classes()[c]);
                if (of_class.back()) loss -= std::log(std::exp(own / 100) / sum);
            }
            Pairs pairs = pairs_won(margins, of_class);
            auc += pairs.won / pairs.all / static_cast<double>(classes);
        }
        ScoreFigures whole = score_figures(model, table);
        EXPECT_NEAR(whole.auc(), auc, 1e-12);
        EXPECT_NEAR(whole.log_loss(), loss / 80, 1e-9);
        ScoreFigures twice = whole;
        twice.add(whole);
        EXPECT_NEAR(twice.auc(), auc, 1e-12);
    }
}

TEST(ScoreFigures, OfNoRowsAreThoseOfChance) {
    ScoreFigures none;
    EXPECT_EQ(none.auc(), 0.5);
    EXPECT_EQ(none.log_loss(), 0);
}

}  // namespace
}  // namespace loh::testing
