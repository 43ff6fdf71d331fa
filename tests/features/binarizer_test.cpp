// The literals of columns, their order and their spelling.
#include "features/binarizer.hpp"

#include <gtest/gtest.h>

#include "loh/program.hpp"
#include "support/learning.hpp"
#include "support/typed_tables.hpp"

namespace loh::testing {
namespace {

using Texts = std::vector<std::string>;

Texts texts(const std::vector<TypedColumn>& columns, const std::vector<std::uint32_t>& labels,
            const BinarizerOptions& options) {
    Texts result;
    for (const Atom& atom : literals(columns, labels, Rows::all(columns[0].rows()).list(), options))
        result.push_back(spell(atom));
    return result;
}

BinarizerOptions given(std::vector<double> cuts) {
    BinarizerOptions options;
    options.method = CutMethod::given;
    options.given["age"] = std::move(cuts);
    return options;
}

const TypedColumn kAge = number_column("age", {10, 25, 30, 50, kMissing, 12});
const TypedColumn kJob = category_column("job", {"maid", "admin", "admin", "?", "clerk", "admin"});
const TypedColumn kTeam = category_column("team", {"red", "blue", "red", "red", "blue", "red"});
const std::vector<std::uint32_t> kLabels = {0, 1, 1, 1, 0, 0};

TEST(Literals, NumbersGetThresholds) {
    EXPECT_EQ(texts({kAge}, kLabels, given({20, 40})), (Texts{"age >= 20", "age >= 40", "age is missing"}));
    EXPECT_EQ(texts({kAge}, kLabels, {}), (Texts{"age >= 20", "age is missing"}));
    BinarizerOptions both = given({20, 40});
    both.both_sides = true;
    EXPECT_EQ(texts({kAge}, kLabels, both),
              (Texts{"age < 20", "age >= 20", "age < 40", "age >= 40", "age is missing"}));
}

TEST(Literals, BinaryNumbersGetEqualities) {
    const std::vector<std::uint32_t> labels = {0, 1, 1, 0, 0, 1};
    auto flag = [&](std::vector<double> numbers, BinarizerOptions options) {
        return texts({number_column("age", numbers)}, labels, options);
    };
    BinarizerOptions both = given({0.5});
    both.both_sides = true;
    EXPECT_EQ(flag({0, 1, 1, 0, 0, 1}, given({0.5})), Texts{"age = 1"});
    EXPECT_EQ(flag({0, 1, 1, 0, 0, 1}, both), (Texts{"age = 0", "age = 1"}));
    EXPECT_EQ(flag({0, 1, kMissing, 0, 0, 1}, both), (Texts{"age = 0", "age = 1", "age is missing"}));
    // A column with another value, or with another cut, is treated like any other number.
    EXPECT_EQ(flag({0, 1, 2, 0, 0, 1}, given({0.5})), Texts{"age >= 0.5"});
    EXPECT_EQ(flag({0, 1, 0.5, 0, 0, 1}, given({0.75})), Texts{"age >= 0.75"});
    EXPECT_EQ(flag({0, 1, 1, 0, 0, 1}, given({1.5})), Texts{"age >= 1.5"});
    EXPECT_EQ(flag({0, 1, 1, 0, 0, 1}, given({0})), Texts{"age >= 0"});
}

TEST(Literals, NumbersGetIntervalsOnRequest) {
    BinarizerOptions options = given({20, 30, 40.5});
    options.numbers = NumberLiterals::intervals;
    options.missing_literals = false;
    EXPECT_EQ(texts({kAge}, kLabels, options),
              (Texts{"age < 20", "20 <= age < 30", "30 <= age < 40.5", "age >= 40.5"}));
    options.given["age"] = {20};
    EXPECT_EQ(texts({kAge}, kLabels, options), (Texts{"age < 20", "age >= 20"}));
    options.given["age"] = {};
    EXPECT_EQ(texts({kAge}, kLabels, options), Texts{});
    options.constants = true;
    EXPECT_EQ(texts({kAge}, kLabels, options), Texts{"age = age"});
}

TEST(Literals, NumbersGetQuantileCutsOnRequest) {
    BinarizerOptions options;
    options.method = CutMethod::quantiles;
    options.quantiles = 1;
    EXPECT_EQ(texts({kAge}, kLabels, options), (Texts{"age >= 20", "age is missing"}));
    options.given["age"] = {18};
    EXPECT_EQ(texts({kAge}, kLabels, options), (Texts{"age >= 18", "age is missing"}));
}

TEST(Literals, EachCategoryGetsALiteral) {
    Texts each = {R"(job = "admin")", R"(job = "clerk")", R"(job = "maid")", "job is missing"};
    EXPECT_EQ(texts({kJob}, kLabels, {}), each);
    BinarizerOptions options;
    options.negated_categories = true;
    EXPECT_EQ(texts({kJob}, kLabels, options),
              (Texts{R"(job = "admin")", R"(job != "admin")", R"(job = "clerk")", R"(job != "clerk")",
                     R"(job = "maid")", R"(job != "maid")", "job is missing"}));
    EXPECT_EQ(texts({kTeam}, kLabels, options), (Texts{R"(team = "blue")", R"(team = "red")"}));
}

TEST(Literals, RareCategoriesAreOmittedOrGrouped) {
    BinarizerOptions options;
    options.min_rows = 2;
    EXPECT_EQ(texts({kJob}, kLabels, options), (Texts{R"(job = "admin")", "job is missing"}));
    options.group_rare = true;
    EXPECT_EQ(texts({kJob}, kLabels, options),
              (Texts{R"(job = "admin")", R"(job in {"clerk", "maid"})", "job is missing"}));
    options.min_rows = 3;
    EXPECT_EQ(texts({kTeam}, kLabels, options), (Texts{R"(team = "red")", R"(team = "blue")"}));
}

TEST(Literals, RareCategoriesAreNegatedAsAGroup) {
    BinarizerOptions options;
    options.min_rows = 2;
    options.group_rare = options.negated_categories = true;
    TypedColumn job = category_column("job", {"a", "a", "b", "b", "c", "d"});
    EXPECT_EQ(texts({job}, kLabels, options),
              (Texts{R"(job = "a")", R"(job != "a")", R"(job = "b")", R"(job != "b")", R"(job in {"c", "d"})",
                     R"(job not in {"c", "d"})"}));
    EXPECT_EQ(
        texts({kJob}, kLabels, options),  // two literals are left, and each is the negation of the other
        (Texts{R"(job = "admin")", R"(job in {"clerk", "maid"})", "job is missing"}));
    options.min_rows = 7;  // all categories are rare: the literal holds in every row with a value
    EXPECT_EQ(texts({job}, kLabels, options), Texts{});
}

TEST(Literals, ConstantLiteralsAreOmitted) {
    std::vector<TypedColumn> columns = {category_column("veil", {"p", "p"}),
                                        category_column("none", {"?", "?"}), number_column("one", {1, 1})};
    EXPECT_EQ(texts(columns, {0, 1}, {}), Texts{});
    EXPECT_EQ(texts(columns, {0, 1}, BinarizerOptions::published()),
              (Texts{R"(veil = "p")", "none is missing", "one = one"}));
}

TEST(Literals, OnlyTheGivenRowsDecide) {
    std::vector<TypedColumn> columns = {kAge, kJob};
    Texts result;
    for (const Atom& atom : literals(columns, kLabels, {0, 1, 2, 5}, {})) result.push_back(spell(atom));
    EXPECT_EQ(result, (Texts{"age >= 20", R"(job = "admin")", R"(job = "maid")"}));
}

TEST(Literals, UnseenCategoriesGetNoLiteral) {
    TypedColumn job = kJob;
    std::vector<std::uint32_t> codes = job.codes.to_vector();
    codes[0] = TypedColumn::kUnseenCode;
    job.codes = std::move(codes);
    EXPECT_EQ(texts({job}, kLabels, {}), (Texts{R"(job = "admin")", R"(job = "clerk")", "job is missing"}));
}

TEST(Literals, SpellingParsesBack) {
    std::vector<TypedColumn> columns = {number_column("hours per week", {1e-7, 2e-7, 1e30, 2e30}),
                                        category_column("true", {"a \"b\"", "", "x\ny", "?"})};
    BinarizerOptions options = BinarizerOptions::published();
    options.negated_categories = true;
    Texts all = texts(columns, {0, 1, 0, 1}, options);
    EXPECT_EQ(all.size(), 3 * 2 + 1 + 1U);
    for (const std::string& text : all)
        EXPECT_EQ(elaborate(Program::parse(text)).formulas()[0].to_string(), text);
}

TEST(Literals, RejectsCutsThatFitNoColumn) {
    auto error = [](const std::string& name, std::vector<double> cuts) {
        BinarizerOptions options;
        options.given[name] = std::move(cuts);
        return error_from([&] { texts({kAge, kJob}, kLabels, options); });
    };
    EXPECT_EQ(error("aeg", {1}).message, "cuts are given for an unknown column 'aeg'");
    EXPECT_EQ(error("aeg", {1}).hint, "did you mean 'age'?");
    EXPECT_EQ(error("job", {1}).message, "cuts are given for column 'job', which has categories");
    EXPECT_EQ(error("age", {2, 1}).message, "the cuts of column 'age' must increase; 1 follows 2");
}

}  // namespace
}  // namespace loh::testing
