// Equivalence classes against truth tables, with and without the solver.
#include <set>

#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_program.hpp"

namespace loh::testing {
namespace {

std::string functions(const std::string& text) {
    SpaceOptions options;
    options.up_to_equivalence = true;
    return count_hypotheses(elaborated(text).formulas(), options).to_string();
}

TEST(Equivalence, ClassesAgreeWithTruthTablesOnRandomPrograms) {
    std::size_t checked = 0;
    std::size_t merged = 0;
    for (std::uint64_t seed = 0; seed < repeats(1500); ++seed) {
        Elaboration elaboration = elaborated(random_meaningful_program(seed));
        std::set<std::string> names;
        for (const Formula& formula : elaboration.formulas()) {
            for (const std::string& name : variables(formula)) names.insert(name);
        }
        if (names.size() > 12) continue;
        std::vector<std::string> columns(names.begin(), names.end());
        std::set<std::vector<std::vector<std::uint64_t>>> tables;
        std::size_t hypotheses = 0;
        for_each_hypothesis(elaboration.formulas(), [&](const std::vector<Formula>& hypothesis) {
            std::vector<std::vector<std::uint64_t>> tuple;
            for (const Formula& formula : hypothesis) tuple.push_back(truth_table(formula, columns));
            tables.insert(tuple);
            ++hypotheses;
            return true;
        });
        SpaceOptions options;
        options.up_to_equivalence = true;
        EXPECT_EQ(count_hypotheses(elaboration.formulas(), options).digits, std::to_string(tables.size()))
            << "seed " << seed;
        ++checked;
        merged += hypotheses - tables.size();
    }
    EXPECT_GT(checked, repeats(1500) / 3);
    EXPECT_GT(merged, repeats(1500) / 3);
}

TEST(Equivalence, HandlesManyVariables) {
    // x[1] | ... | x[40], grouped in two ways and once with a redundant clause.
    EXPECT_EQ(functions("all := or(i in 1..40: x[i])\n[all, or(i in 1..20: x[i]) | or(i in 21..40: x[i]), "
                        "all | x[3] & x[7], and(i in 1..40: x[i])]"),
              "2");
}

TEST(Equivalence, DistinguishesFunctionsThatDifferOnOneAssignment) {
    // Random simulation does not find a difference on one of 2^40 assignments; the solver does.
    EXPECT_EQ(
        functions(
            "[and(i in 1..40: x[i]), false, and(i in 1..39: x[i]) & x[40] & x[1], and(i in 2..40: x[i])]"),
        "3");
}

TEST(Equivalence, TreatsAtomsAsIndependent) {
    EXPECT_EQ(functions("[age > 30, age > 20 & age > 30, !(age <= 30)]"), "3");
}

TEST(Equivalence, HandlesConstants) { EXPECT_EQ(functions("[a | !a, true, b -> b, a & !a]"), "2"); }

}  // namespace
}  // namespace loh::testing
