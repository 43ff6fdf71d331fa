// Row weights: in every learner, a row of weight n counts like n equal rows.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "loh/short_rules.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

struct WeightedRows {
    std::vector<std::string> lines;
    std::vector<double> weights;

    [[nodiscard]] Dataset weighted() const {
        std::string text = "a,b,c,y\n";
        for (const std::string& line : lines) text += line + "\n";
        return Dataset(Table::parse_csv(text), "y").with_weights(weights);
    }
    // Without weights: each row repeated as often as its weight.
    [[nodiscard]] Dataset repeated() const {
        std::string text = "a,b,c,y\n";
        for (std::size_t row = 0; row < lines.size(); ++row)
            for (int time = 0; time < weights[row]; ++time) text += lines[row] + "\n";
        return Dataset(Table::parse_csv(text), "y");
    }
};

// Noisy labels of a & b | c, with weights 1 to 4.
WeightedRows weighted_rows(std::uint64_t seed, std::size_t rows) {
    Random random(seed);
    WeightedRows result;
    for (std::size_t row = 0; row < rows; ++row) {
        bool a = random.chance(50);
        bool b = random.chance(50);
        bool c = random.chance(30);
        bool label = (a && b) || c;
        if (random.chance(20)) label = !label;
        auto bit = [](bool value) { return value ? std::string("t") : std::string("f"); };
        result.lines.push_back(bit(a) + "," + bit(b) + "," + bit(c) + (label ? ",yes" : ",no"));
        result.weights.push_back(static_cast<double>(1 + random.below(4)));
    }
    return result;
}

std::string formula_of(const Model& model) { return model.formulas()[0].formula.to_string(); }

TEST(RowWeights, EqualRepeatedRowsInRuleSearch) {
    std::size_t different = 0;  // from the formula without weights
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        WeightedRows rows = weighted_rows(seed, 60);
        LearnTask task{rows.weighted()};
        task.positive = "yes";
        task.options.max_rules = 4;
        task.options.threads = 1;
        std::string weighted = formula_of(find_short_rules(task, {}));
        task.data = rows.repeated();
        EXPECT_EQ(weighted, formula_of(find_short_rules(task, {}))) << "seed " << seed;
        task.data = rows.weighted().with_weights(std::vector<double>(60, 1));
        different += weighted != formula_of(find_short_rules(task, {})) ? 1 : 0;
    }
    EXPECT_GT(different, 0U);
}

// The penalty for a literal is in rows of mean weight, so that the unit of fractional weights does not matter.
TEST(RowWeights, ThatAreFractionalAreRelativeInRuleSearch) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        WeightedRows rows = weighted_rows(seed, 60);
        rows.weights.assign(60, 1);
        LearnTask task{rows.weighted()};
        task.positive = "yes";
        task.options.threads = 1;
        std::string plain = formula_of(find_short_rules(task, {}));
        for (double weight : {0.5, 1.0 / 64}) {
            task.data = rows.weighted().with_weights(std::vector<double>(60, weight));
            EXPECT_EQ(formula_of(find_short_rules(task, {})), plain)
                << "seed " << seed << ", weight " << weight;
        }
    }
}

// The rows contradict each other, and only the weights decide the class.
TEST(RowWeights, ResolveContradictoryRows) {
    Table table = Table::parse_csv("a,y\n1,yes\n1,no\n0,yes\n0,no\n1,yes\n1,no\n0,yes\n0,no\n");
    std::vector<double> weights = {1, 5, 5, 1, 1, 5, 5, 1};  // yes where a is 0
    for (bool flipped : {false, true}) {
        if (flipped) std::rotate(weights.begin(), weights.begin() + 2, weights.end());
        for (Head head : {Head::single, Head::vote}) {
            LearnTask task{Dataset(table, "y").with_weights(weights)};
            bool single = head == Head::single;
            task.program = Program::parse(single ? "output yes := [a, !a]" : "output r := a");
            task.options = quick_options(60, 2);
            task.options.head = head;
            Model model = learn(task);
            std::vector<std::string> predicted = model.predict(table);
            EXPECT_EQ(predicted[0], flipped ? "yes" : "no");
            EXPECT_EQ(predicted[2], flipped ? "no" : "yes");
        }
        LearnTask search{Dataset(table, "y").with_weights(weights)};
        search.options.threads = 1;
        search.options.cuts = Cuts::quantiles;
        EXPECT_EQ(find_short_rules(search, {}).predict(table)[0], flipped ? "yes" : "no");
    }
}

TEST(RowWeights, EqualWeightsChangeNothing) {
    Table table = labelled(100, "no", "yes").table();
    for (double weight : {1.0, 4.0}) {
        LearnTask task = task_of(kProgram, table);
        Model plain = learn(task);
        task.data = task.data.with_weights(std::vector<double>(100, weight));
        EXPECT_EQ(learn(task).to_json(), plain.to_json()) << weight;
    }
}

TEST(RowWeights, ComeFromAColumnThatIsNotAnInput) {
    Dataset data(Table::parse_csv("a,w,y\n1,2,yes\n0,0.5,no\n1,0,yes\n0,1,no\n"), "y");
    Dataset weighted = data.with_weights_from("w");
    EXPECT_EQ(std::vector<float>(weighted.weights().begin(), weighted.weights().end()),
              (std::vector<float>{2, 0.5F, 0, 1}));
    LearnTask task{weighted};
    task.options.threads = 1;
    EXPECT_EQ(propose(task).format().find('w'), std::string::npos);
    EXPECT_TRUE(data.weights().empty());
}

TEST(RowWeights, RejectInvalidWeights) {
    auto message = [](const std::string& cell) {
        Table table = Table::parse_csv("a,w,y\n1,2,yes\n0," + cell + ",no\n", "t.csv");
        try {
            static_cast<void>(Dataset(table, "y").with_weights_from("w"));
        } catch (const Error& error) {
            return error.diagnostic().to_string();
        }
        return std::string("no error");
    };
    EXPECT_NE(message("-1").find("t.csv:3"), std::string::npos) << message("-1");
    EXPECT_NE(message("").find("the weight is missing"), std::string::npos) << message("");
    EXPECT_NE(message("heavy").find("is not a weight"), std::string::npos) << message("heavy");
    Dataset data(Table::parse_csv("a,y\n1,yes\n0,no\n"), "y");
    EXPECT_THROW(static_cast<void>(data.with_weights(std::vector<double>{1})), Error);
    EXPECT_THROW(static_cast<void>(data.with_weights(std::vector<double>{0, 0})), Error);
    EXPECT_THROW(static_cast<void>(data.with_weights(std::vector<double>{1, HUGE_VAL})), Error);
    EXPECT_THROW(static_cast<void>(data.with_weights_from("y")), Error);
    EXPECT_THROW(static_cast<void>(data.with_weights_from("z")), Error);
}

}  // namespace
}  // namespace loh::testing
