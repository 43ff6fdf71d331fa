// Scorecards: formulas and points agree with the network, and model files round-trip.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "loh/explain.hpp"
#include "loh/propose.hpp"
#include "support/golden.hpp"
#include "support/voting_tables.hpp"

namespace loh::testing {
namespace {

using VoteJson = nlohmann::ordered_json;

std::vector<std::int64_t> points_by_hand(const Model& model, const Table& table, std::size_t row) {
    const Scorecard& card = model.scorecard();
    std::vector<std::int64_t> scores = card.base;
    std::vector<ClassFormula> formulas = model.formulas();
    for (std::size_t r = 0; r < formulas.size(); ++r) {
        Assignment assignment;
        for (const std::string& name : variables(formulas[r].formula))
            assignment[name] = table.cell(TableColumns(table).find_input(name).value(), row) == "1";
        for (std::size_t c = 0; evaluate(formulas[r].formula, assignment) && c < card.classes; ++c)
            scores[c] += card.at(r, c);
    }
    return scores;
}

std::int64_t largest_point(const Scorecard& card) {
    std::int64_t largest = 0;
    for (std::int64_t points : card.points) largest = std::max(largest, std::abs(points));
    return largest;
}

struct VoteKind {
    std::size_t classes;
    Votes votes;
};

void PrintTo(const VoteKind& kind, std::ostream* out) {
    *out << kind.classes << (kind.votes == Votes::count ? " counted" : " with points");
}

class VoteModels : public ::testing::TestWithParam<VoteKind> {
protected:
    static std::size_t classes() { return GetParam().classes; }
    static LearnOptions options(std::size_t rules = 16, std::size_t epochs = 40) {
        LearnOptions result = vote_options(rules, epochs);
        result.votes = GetParam().votes;
        return result;
    }
};

TEST_P(VoteModels, FormulasAgreeWithTheNetworkOnEveryRow) {
    LearnOptions chosen = options();
    chosen.validation = 0.2;
    chosen.holdout = 0.2;
    Model model = voted(voting_table(classes(), 10), chosen);
    EXPECT_EQ(model.head(), Head::vote);
    EXPECT_EQ(model.classes().size(), classes());
    ASSERT_EQ(model.parts().size(), 3U);
    std::size_t rows = 0;
    for (const Model::Part& part : model.parts()) {
        EXPECT_TRUE(part.report.fidelity_known);
        EXPECT_EQ(part.report.faithful, part.report.rows) << part.name;
        rows += part.report.rows;
    }
    EXPECT_EQ(rows, 120U);
    EXPECT_EQ(model.evaluate(voting_table(classes(), 30, 500)).faithful, 500U);
}

TEST_P(VoteModels, PredictTheClassWithTheMostPoints) {
    Table table = voting_table(classes());
    Model model = voted(table, options());
    EXPECT_EQ(model.scorecard().rules(), model.formulas().size());
    EXPECT_LE(model.formulas().size(), 16U);
    EXPECT_EQ(model.rule_count(), model.formulas().size());
    EXPECT_GT(model.parts()[0].report.macro_f1, 0.8);
    std::vector<std::string> predicted = model.predict(table);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        std::vector<std::int64_t> scores = points_by_hand(model, table, row);
        auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
        ASSERT_EQ(predicted[row], model.classes()[static_cast<std::size_t>(best)]) << "row " << row;
    }
}

TEST_P(VoteModels, ListTheirRulesWithPoints) {
    Model model = voted(voting_table(classes()), options());
    std::vector<ClassFormula> formulas = model.formulas();
    ASSERT_EQ(model.rules().size(), formulas.size());
    for (std::size_t r = 0; r < formulas.size(); ++r) {
        const Rule& rule = model.rules()[r];
        EXPECT_EQ(rule.name, formulas[r].name);
        EXPECT_EQ(rule.text, formulas[r].formula.to_string());
        ASSERT_EQ(rule.points.size(), classes());
        for (std::size_t c = 0; c < classes(); ++c) {
            EXPECT_EQ(rule.points[c], model.scorecard().at(r, c));
            if (model.classes()[c] == rule.name) {
                EXPECT_EQ(rule.points[c], *std::max_element(rule.points.begin(), rule.points.end()));
            }
        }
    }
}

TEST_P(VoteModels, AreReadBackUnchanged) {
    Table table = voting_table(classes());
    for (std::size_t committees : {1U, 2U}) {
        LearnOptions chosen = options();
        chosen.holdout = 0.2;
        chosen.committees = committees;
        Model model = voted(table, chosen);
        EXPECT_EQ(again(model).to_json(), model.to_json());
        EXPECT_EQ(again(model).predict(table), model.predict(table));
        EXPECT_EQ(again(model).scorecard(), model.scorecard());
        EXPECT_EQ(again(model).evaluate(table).faithful, table.rows());
    }
}

TEST_P(VoteModels, RejectEditedFiles) {
    VoteJson document = VoteJson::parse(voted(voting_table(classes()), options()).to_json());
    auto expect_refused = [](const VoteJson& changed, const std::string& what) {
        Diagnostic error = error_from([&] { static_cast<void>(Model::parse(changed.dump(), "m.json")); });
        EXPECT_TRUE(error.message.starts_with("m.json: ")) << what << ": " << error.message;
    };
    for (const char* place : {"/vote/points", "/vote/base", "/network/points"}) {
        VoteJson::json_pointer list(place);
        VoteJson changed = document;
        changed[list].back() = changed[list].back().get<std::int64_t>() + 1000;
        expect_refused(changed, place);
        changed = document;
        changed[list].push_back(3);
        expect_refused(changed, place);
        changed[list] = VoteJson::array();
        expect_refused(changed, place);
    }
    for (const char* formula : {"a & b & c & d & !e", "true", "b | d"}) {
        VoteJson changed = document;
        changed["formulas"][1]["formula"] = formula;
        expect_refused(changed, formula);
    }
    VoteJson changed = document;
    changed["formulas"].erase(0);
    expect_refused(changed, "a formula less");
    changed = document;
    changed["rules"][0]["points"][0] = changed["rules"][0]["points"][0].get<std::int64_t>() + 1;
    expect_refused(changed, "points of a rule");
    changed["rules"].erase(0);
    expect_refused(changed, "a rule less");
    changed = document;
    changed.erase("vote");
    EXPECT_NE(error_from([&] { static_cast<void>(Model::parse(changed.dump(), "m.json")); }).message, "");
}

TEST_P(VoteModels, RespectTheLimitOfPoints) {
    if (GetParam().votes == Votes::count) return;  // see CountVotesOfZeroOrOne
    for (std::size_t most : {1U, 5U}) {
        LearnOptions chosen = options();
        ASSERT_GT(largest_point(voted(voting_table(classes()), chosen).scorecard()), 5);
        chosen.points = most;
        Model model = voted(voting_table(classes()), chosen);
        EXPECT_LE(largest_point(model.scorecard()), static_cast<std::int64_t>(most));
        EXPECT_GT(model.scorecard().rules(), 0U);
        EXPECT_EQ(model.parts()[0].report.faithful, 120U);
        EXPECT_EQ(again(model).to_json(), model.to_json());
    }
}

TEST_P(VoteModels, CountVotesOfZeroOrOne) {
    if (GetParam().votes != Votes::count) return;
    for (std::size_t committees : {1U, 3U}) {
        LearnOptions chosen = options(24);
        chosen.committees = committees;
        Model model = voted(voting_table(classes(), 10), chosen);
        const Scorecard& card = model.scorecard();
        ASSERT_GT(card.rules(), 0U);
        for (std::size_t r = 0; r < card.rules(); ++r) {
            std::int64_t votes = 0;
            for (std::size_t c = 0; c < card.classes; ++c) {
                ASSERT_TRUE(card.at(r, c) == 0 || card.at(r, c) == 1);
                votes += card.at(r, c);
            }
            EXPECT_GT(votes, 0);
            EXPECT_LT(votes, static_cast<std::int64_t>(card.classes))
                << "a vote for every class has no effect";
        }
        EXPECT_EQ(model.parts()[0].report.faithful, 120U);
    }
    LearnOptions chosen = options();
    chosen.points = 3;
    EXPECT_EQ(error_from([&] { voted(voting_table(classes()), chosen); }).message,
              "--points cannot be combined with --votes count");
}

// A rule can gain points on some rows and then change, so that no training row satisfies it.
TEST_P(VoteModels, PruningRemovesRulesWithoutTrainingRows) {
    Table table = voting_table(classes(), 20, 20);
    std::size_t left_out = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        LearnOptions chosen = options(40, 15);
        chosen.noise = 1;
        chosen.initial_literals = 4;
        chosen.seed = seed;
        Model plain = voted(table, chosen);
        std::size_t without_rows = 0;
        for (const Rule& rule : plain.rules()) without_rows += rule.statistics.support == 0 ? 1 : 0;
        chosen.prune = Prune::unsatisfied;
        Model pruned = voted(table, chosen);
        ASSERT_EQ(pruned.rule_count(), plain.rule_count() - without_rows);
        for (const Rule& rule : pruned.rules()) ASSERT_GT(rule.statistics.support, 0U) << rule.text;
        ASSERT_EQ(pruned.predict(table), plain.predict(table));
        ASSERT_EQ(again(pruned).to_json(), pruned.to_json());
        VoteJson edited = VoteJson::parse(pruned.to_json());
        edited["vote"]["points"][0] = edited["vote"]["points"][0].get<std::int64_t>() + 1;
        ASSERT_NE(error_from([&] { static_cast<void>(Model::parse(edited.dump(), "m.json")); }).message, "");
        left_out += without_rows;
    }
    EXPECT_GT(left_out, 0U);
}

TEST_P(VoteModels, ExplainRowsByTheirPoints) {
    Table table = voting_table(classes());
    Model model = voted(table, options());
    ExplainOptions options;
    options.max_changes = 1;
    for (std::size_t row = 0; row < 20; ++row) {
        RowExplanation why = explain_row(model, table, row, options);
        EXPECT_EQ(why.scores, points_by_hand(model, table, row)) << "row " << row;
        std::vector<std::int64_t> sum = model.scorecard().base;
        for (const RowRule& rule : why.fired) {
            EXPECT_EQ(rule.points, model.rules()[rule.number - 1].points);
            EXPECT_EQ(rule.text, model.rules()[rule.number - 1].text);
            for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += rule.points[c];
        }
        EXPECT_EQ(why.scores, sum);
        EXPECT_TRUE(why.nearest.empty());
        auto best = std::max_element(sum.begin(), sum.end()) - sum.begin();
        EXPECT_EQ(why.prediction, model.classes()[static_cast<std::size_t>(best)]);
    }
}

std::string vote_kind_name(const ::testing::TestParamInfo<VoteKind>& info) {
    return "Classes" + std::to_string(info.param.classes) +
           (info.param.votes == Votes::count ? "Counted" : "");
}

INSTANTIATE_TEST_SUITE_P(Of, VoteModels,
                         ::testing::Values(VoteKind{2, Votes::points}, VoteKind{4, Votes::points},
                                           VoteKind{2, Votes::count}, VoteKind{4, Votes::count}),
                         vote_kind_name);

// One in three rows with a & b has the class `rare`, at random.
TableTask rare_task(Metric metric) {
    Columns columns = random_columns(kVoteNames, 200, 5, "y", [](const Assignment& v, std::uint32_t row) {
        return v.at("a") && v.at("b") && row % 3 == 0 ? "rare" : "usual";
    });
    TableTask task{Program::parse("output both := a & b; output other := [a, true] & [!b, true]"),
                   columns.table(),
                   "y",
                   {},
                   vote_options(2, 30)};
    task.options.metric = metric;
    return task;
}

TEST(VoteBase, ChangesForMacroF1AndNotForAccuracy) {
    Model plain = learn(rare_task(Metric::accuracy));
    Model moved = learn(rare_task(Metric::macro_f1));
    const Report& by_accuracy = plain.parts()[0].report;
    const Report& by_f1 = moved.parts()[0].report;
    ASSERT_EQ(plain.classes()[1], "rare");
    EXPECT_EQ(by_accuracy.f1[1], 0);  // `rare` is never the more probable class
    EXPECT_GT(by_f1.f1[1], 0.3);
    EXPECT_GT(by_f1.macro_f1, by_accuracy.macro_f1 + 0.1);
    EXPECT_GT(by_accuracy.accuracy, by_f1.accuracy);
    for (const Report& report : {by_accuracy, by_f1}) EXPECT_EQ(report.faithful, report.rows);
}

TEST(VoteProgram, IsProposedForATable) {
    Table table = voting_table(4, 5);
    LearnOptions options = vote_options();
    options.cuts = Cuts::quantiles;
    options.holdout = 0.2;
    Model model = learn(TableTask(propose(table, "y", options), table, "y", {}, options));
    for (const Model::Part& part : model.parts()) EXPECT_EQ(part.report.faithful, part.report.rows);
    EXPECT_GT(model.parts()[0].report.macro_f1, 0.8);
    EXPECT_LE(model.rule_count(), options.max_rules);
    EXPECT_EQ(again(model).to_json(), model.to_json());
}

TEST(VoteProgram, AcceptsGivenProgramsWithFixedRules) {
    Table table = voting_table(4);
    TableTask task{
        Program::parse(
            "output both := a & b; output differ := c & !d | !c & d; output e_alone := e & [a, true]"),
        table,
        "y",
        {},
        vote_options(1, 150)};
    task.options.restarts = 3;
    Model model = learn(task);
    EXPECT_EQ(model.parts()[0].report.macro_f1, 1);
    EXPECT_EQ(model.parts()[0].report.faithful, 120U);
    EXPECT_EQ(again(model).predict(table), model.predict(table));
}

// Points are learned also without any choice.
TEST(VoteProgram, AcceptsProgramsWithoutChoices) {
    Table table = voting_table(2);
    TableTask task{Program::parse("output x := a & !b; output y := b & !a; output z := c"),
                   table,
                   "y",
                   {},
                   vote_options(1, 60)};
    Model model = learn(task);
    EXPECT_EQ(model.parts()[0].report.macro_f1, 1);
    EXPECT_EQ(model.parts()[0].report.faithful, 120U);
}

TEST(VoteClasses, AreOrderedByFrequencyWithThePositiveLast) {
    Table table = voting_table(4);
    TableTask task = vote_task(table, vote_options(4, 1));
    std::map<std::string, int> count;
    for (std::size_t row = 0; row < table.rows(); ++row) ++count[std::string(table.cell(5, row))];
    std::vector<std::string> classes = learn(task).classes();
    for (std::size_t c = 1; c < 4; ++c) EXPECT_GE(count[classes[c - 1]], count[classes[c]]);
    task.positive = classes[0];
    EXPECT_EQ(learn(task).classes().back(), classes[0]);
    task.positive = "up";
    EXPECT_EQ(error_from([&] { static_cast<void>(learn(task)); }).message, "no row has the class 'up'");
}

}  // namespace
}  // namespace loh::testing
