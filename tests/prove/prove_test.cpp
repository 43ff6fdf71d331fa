// Proofs: the theory of numbers, sums of points, certificates, dates and limits. Answers: brute_force_test.cpp.
#include "loh/prove.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include "prove/number_line.hpp"
#include "prove/number_system.hpp"
#include "prove/point_sums.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

const std::string kLoans =
    "income,debt,since,y\n50,10,2020-01-01,yes\n20,30,2021-05-01,no\n80,5,2022-01-01,yes\n30,30,2023-01-01,"
    "no\n"
    "55,60,2020-06-01,no\n10,2,2021-01-01,no\n";

Model model_of(const std::string& program, const std::string& table = kLoans) {
    return learn(task_of(program, Table::parse_csv(table, "loans.csv"), "y", quick_options(1, 1)));
}

std::string cell(const ProofAnswer& answer, const std::string& column) {
    for (const ProofCell& one : answer.rows.at(0).cells)
        if (one.column == column) return one.text;
    return "none";
}

TEST(NumberLine, FindsTheFirstDoubleOfATest) {
    for (double bound : {-1e300, -1.5, -0.0, 0.0, 5e-324, 1.0, 37.5, 1e300})
        EXPECT_EQ(first_where([&](double x) { return x >= bound; }), bound);
    EXPECT_EQ(first_where([](double x) { return x > 1; }), std::nextafter(1.0, 2.0));
    EXPECT_FALSE(first_where([](double) { return false; }));
    EXPECT_EQ(first_where([](double) { return true; }), -std::numeric_limits<double>::max());
}

TEST(NumberSystem, FindsNumbersOrAConflict) {
    NumberSystem chain(3);  // x0 < x1 < x2 and x2 - x0 < 1
    chain.below_difference(0, 1, 0, 1);
    chain.below_difference(1, 2, 0, 2);
    chain.below_difference(2, 0, 1, 3);
    NumberSystem::Outcome found = chain.solve();
    ASSERT_EQ(found.numbers.size(), 3U);
    EXPECT_LT(found.numbers[0], found.numbers[1]);
    EXPECT_LT(found.numbers[1], found.numbers[2]);
    EXPECT_LT(found.numbers[2] - found.numbers[0], 1);
    chain.below_difference(2, 0, 0, 4);
    std::vector<int> conflict = chain.solve().conflict;
    EXPECT_NE(std::find(conflict.begin(), conflict.end(), 4), conflict.end());
}

// Real numbers would do, doubles do not: x - y >= 1.5, computed, needs x = 4 if y = 2.5.
TEST(NumberSystem, KnowsHowDifferencesAreRounded) {
    NumberSystem system(2);
    system.below(0, 4, 1);
    system.at_least(1, 2.5, 2);
    system.at_least_difference(0, 1, 1.5, 3);
    EXPECT_EQ(system.solve().conflict.size(), 3U);
    NumberSystem tiny(2);  // 1 - y rounds to 1
    tiny.at_least(0, 1, 1);
    tiny.below(0, number_after(1), 2);
    tiny.at_least(1, 5e-324, 3);
    tiny.at_least_difference(0, 1, 1, 4);
    ASSERT_EQ(tiny.solve().numbers.size(), 2U);
    EXPECT_GT(tiny.solve().numbers[1], 0);
}

// Both encodings, against all assignments.
TEST(PointSums, CountExactlyInBothEncodings) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        std::size_t count = random.between(1, 7);
        std::vector<std::int64_t> points;
        for (std::size_t i = 0; i < count; ++i)
            points.push_back(static_cast<std::int64_t>(random.below(13)) - 6);
        auto least = static_cast<std::int64_t>(random.below(21)) - 10;
        for (std::size_t nodes : {0U, 1000U}) {
            CircuitSolver solver;
            int always = solver.fresh();
            solver.clause({always});
            std::vector<PointTerm> terms;
            std::vector<int> variables;
            for (std::int64_t value : points) {
                variables.push_back(solver.fresh());
                terms.push_back({value, random.chance(30) ? -variables.back() : variables.back()});
            }
            int reached = at_least_points(solver, always, terms, least, nodes);
            for (std::size_t row = 0; row < (std::size_t{1} << count); ++row) {
                std::vector<int> assumed;
                std::int64_t sum = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    bool holds = (row >> i & 1U) != 0;
                    assumed.push_back(holds ? variables[i] : -variables[i]);
                    if (holds == (terms[i].literal > 0)) sum += points[i];
                }
                assumed.push_back(sum >= least ? -reached : reached);
                EXPECT_EQ(solver.solve(assumed), CircuitSolver::Answer::unsatisfiable);
            }
        }
    }
}

TEST(Prove, TakesTheTargetAloneForTheClassThatSaysYes) {
    for (auto [one, other] : {std::pair("no", "yes"), std::pair("Yes", "No"), std::pair("1", "0")}) {
        std::string table =
            "x,y\n1," + std::string(one) + "\n2," + other + "\n3," + one + "\n4," + other + "\n";
        Model model = model_of("x >= 2", table);
        std::string yes = std::string(one) == "no" ? "yes" : one;
        EXPECT_TRUE(prove_implies(model, "(y -> `" + yes + "`) & (`" + yes + "` -> y)").holds);
        EXPECT_FALSE(prove_implies(model, "!y").holds);
    }
    Model model = model_of("output good := x >= 2", "x,y\n1,bad\n2,good\n3,bad\n4,good\n");
    EXPECT_EQ(error_from([&] { prove_implies(model, "!y"); }).kind, ErrorKind::meaning);
    EXPECT_EQ(error_from([&] { prove_monotone(model, "x"); }).kind, ErrorKind::usage);
    EXPECT_TRUE(prove_implies(model, "good ^ bad").holds);
    EXPECT_NE(prove_monotone(model, "x", true, "good").holds,
              prove_monotone(model, "x", false, "good").holds);
}

TEST(Prove, UnderstandsDates) {
    Model model = model_of("since >= 2022-01-01 | income >= 60");
    EXPECT_TRUE(prove_implies(model, "since >= 2022-06-01 -> yes").holds);
    ProofAnswer late = prove_implies(model, "since < 2022-01-01 & income < 60 | yes");
    EXPECT_FALSE(late.holds);  // a missing date
    ProofOptions present;
    present.missing = false;
    EXPECT_TRUE(prove_implies(model, "since < 2022-01-01 & income < 60 | yes", present).holds);
    ProofAnswer early = prove_implies(model, "since > 2021-12-31T23:59:59.5 -> yes", present);
    ASSERT_FALSE(early.holds);
    EXPECT_TRUE(cell(early, "since").starts_with("2021-12-31T23:59:59")) << cell(early, "since");
    EXPECT_TRUE(prove_monotone(model, "since").holds);
}

TEST(Prove, UnderstandsComparisonsOfColumns) {
    Model model = model_of("income > debt & income - debt >= 20");
    EXPECT_TRUE(prove_implies(model, "yes -> income >= debt").holds);
    EXPECT_TRUE(prove_implies(model, "yes & debt >= 10 -> income >= 30").holds);
    ProofAnswer answer = prove_implies(model, "yes & debt >= 10 -> income > 30");
    ASSERT_FALSE(answer.holds);
    EXPECT_GE(std::stod(cell(answer, "income")) - std::stod(cell(answer, "debt")), 20);
    EXPECT_TRUE(prove_monotone(model, "income").holds);
    EXPECT_TRUE(prove_monotone(model, "debt", false).holds);
    EXPECT_FALSE(prove_monotone(model, "debt").holds);
}

TEST(Prove, AddsAssumptionsToBothRows) {
    Model model = model_of("income >= 40");
    EXPECT_FALSE(prove_fair(model, "income").holds);
    ProofOptions rich;
    rich.assume = {"income >= 50"};
    EXPECT_TRUE(prove_fair(model, "income", rich).holds);
    rich.assume = {"income >= 30", "income < 45"};
    ProofAnswer answer = prove_fair(model, "income", rich);
    ASSERT_FALSE(answer.holds);
    for (const ProofRow& row : answer.rows) {
        EXPECT_GE(std::stod(row.cells[0].text), 30);
        EXPECT_LT(std::stod(row.cells[0].text), 45);
    }
}

TEST(Prove, ReasonsOfARowMustFulfilTheAssumptions) {
    Model model = model_of("income >= 40");
    ProofOptions poor;
    poor.assume = {"income < 30"};
    Diagnostic error = error_from([&] { prove_reasons(model, Table::parse_csv(kLoans), 0, 1, poor); });
    EXPECT_EQ(error.message, "row 1 does not fulfil the assumption income < 30");
}

using Clauses = std::vector<std::vector<int>>;

Clauses clauses_in(const std::string& path) {
    Clauses result;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("p") || line.starts_with("d")) continue;
        std::istringstream words(line);
        result.emplace_back();
        for (int literal = 0; words >> literal && literal != 0;) result.back().push_back(literal);
    }
    return result;
}

// Whether unit propagation from the negation of the clause finds a conflict, so that the clauses imply it.
bool follows(const Clauses& clauses, const std::vector<int>& clause) {
    std::map<int, bool> value;  // of variables
    auto holds = [&](int literal) {
        auto found = value.find(std::abs(literal));
        return found == value.end() ? 0 : found->second == (literal > 0) ? 1 : -1;
    };
    for (int literal : clause) value[std::abs(literal)] = literal < 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (const std::vector<int>& one : clauses) {
            int open = 0;
            std::size_t count = 0;
            bool satisfied = false;
            for (int literal : one) {
                satisfied = satisfied || holds(literal) == 1;
                if (holds(literal) == 0) {
                    open = literal;
                    ++count;
                }
            }
            if (satisfied || count > 1) continue;
            if (count == 0) return true;
            value[std::abs(open)] = open > 0;
            changed = true;
        }
    }
    return false;
}

// Every added clause of the proof follows by unit propagation, and the last one is empty.
TEST(Prove, WritesAProofThatCanBeChecked) {
    ScratchFolder folder;
    Model model = model_of("income >= 40 & debt < 30 | income > debt & income >= 60 | debt < 3");
    ProofOptions options;
    options.certificate = true;
    ProofAnswer answer = prove_implies(model, "yes -> income >= 40 | debt < 3", options);
    ASSERT_TRUE(answer.holds);
    write_certificate(answer.clauses, folder.file("p.cnf"), folder.file("p.drat"));
    Clauses clauses = clauses_in(folder.file("p.cnf"));
    EXPECT_GT(clauses.size(), 10U);
    bool refuted = follows(clauses, {});
    for (const std::vector<int>& added : clauses_in(folder.file("p.drat"))) {
        ASSERT_TRUE(follows(clauses, added));
        clauses.push_back(added);
        refuted = refuted || added.empty();
    }
    EXPECT_TRUE(refuted);
}

TEST(Prove, WritesNoProofOfClausesThatCanBeFulfilled) {
    ScratchFolder folder;
    EXPECT_EQ(error_from([&] {
                  write_certificate({1, {1, 0}}, folder.file("p.cnf"), folder.file("p.drat"));
              }).kind,
              ErrorKind::usage);
    EXPECT_EQ(folder.files(), 0U);
}

TEST(Prove, EndsWithAnErrorAfterTooManyBoxes) {
    LearnOptions options = quick_options(1, 1);
    options.head = Head::vote;
    Model card = learn(task_of("output r := income >= 40; output s := debt < 30; output t := income >= 60",
                               Table::parse_csv(kLoans, "loans.csv"), "y", options));
    ProofOptions few;
    few.max_sum_rules = 0;
    few.max_boxes = 1;
    EXPECT_EQ(error_from([&] { prove_fair(card, card.columns().at(0), few); }).kind, ErrorKind::limit);
}

}  // namespace
}  // namespace loh::testing
