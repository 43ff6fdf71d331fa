// Column profiles: the figures, and each remark in the right cases only.
#include "loh/table_profile.hpp"

#include <gtest/gtest.h>

#include "support/learning.hpp"

namespace loh::testing {
namespace {

using Cells = std::vector<std::string>;

ColumnProfile profile_of(const Cells& cells, const TableSchema& schema = {}) {
    return profile(Table::from_columns({"x"}, {cells}), schema).at(0);
}

std::vector<std::string> kinds_of(const ColumnProfile& column) {
    std::vector<std::string> result;
    for (const Remark& remark : column.remarks) result.emplace_back(to_string(remark.kind));
    return result;
}

std::vector<std::string> kinds_of(const Cells& cells, const TableSchema& schema = {}) {
    return kinds_of(profile_of(cells, schema));
}

TableSchema declared(ColumnUse use) {
    TableSchema schema;
    schema.columns["x"] = use;
    return schema;
}

// The values of `cell` for the rows 0, 1, ...
template <class Cell>
Cells repeated(std::size_t rows, const Cell& cell) {
    Cells result;
    for (std::size_t row = 0; row < rows; ++row) result.push_back(cell(row));
    return result;
}

using Kinds = std::vector<std::string>;

TEST(TableProfile, ReportsTheRangeOfNumbers) {
    ColumnProfile column = profile_of({"3", "-1.5", "?", "3.0", "1e2"});
    EXPECT_EQ(column.name, "x");
    EXPECT_EQ(column.use, ColumnUse::number);
    EXPECT_FALSE(column.declared);
    EXPECT_EQ(column.missing, 1U);
    EXPECT_EQ(column.distinct, 3U);
    EXPECT_EQ(column.min, -1.5);
    EXPECT_EQ(column.max, 100);
    EXPECT_TRUE(column.most_frequent.empty());
    EXPECT_EQ(kinds_of(column), Kinds{});
}

TEST(TableProfile, ReportsTheMostFrequentCategories) {
    ColumnProfile column = profile_of({"b", "a", "c", "b", "?", "g", "f", "e", "d", "g", "b"});
    EXPECT_EQ(column.use, ColumnUse::category);
    EXPECT_EQ(column.missing, 1U);
    EXPECT_EQ(column.distinct, 7U);
    std::string shown;
    for (const CategoryCount& count : column.most_frequent)
        shown += count.category + std::to_string(count.rows) + " ";
    EXPECT_EQ(shown, "b3 g2 a1 c1 d1 ");
}

TEST(TableProfile, ReportsDeclaredTypes) {
    EXPECT_TRUE(profile_of({"1", "2"}, declared(ColumnUse::category)).declared);
    EXPECT_EQ(profile_of({"1", "2"}, declared(ColumnUse::category)).use, ColumnUse::category);
    ColumnProfile ignored = profile_of({"1", "2"}, declared(ColumnUse::ignore));
    EXPECT_EQ(ignored.use, ColumnUse::ignore);
    EXPECT_TRUE(ignored.declared);
    EXPECT_TRUE(ignored.remarks.empty());
}

TEST(TableProfile, IgnoresColumnsWithoutValues) {
    ColumnProfile column = profile_of({"?", "", "?"});
    EXPECT_EQ(column.use, ColumnUse::ignore);
    EXPECT_FALSE(column.declared);
    EXPECT_EQ(column.missing, 3U);
    EXPECT_EQ(kinds_of(column), Kinds{"all_missing"});
    EXPECT_EQ(kinds_of({"?", "", "?"}, declared(ColumnUse::number)), Kinds{"all_missing"});
    EXPECT_TRUE(profile_of({}).remarks.empty());
}

TEST(TableProfile, RemarksConstantColumns) {
    EXPECT_EQ(kinds_of({"a", "a", "?"}), Kinds{"constant"});
    EXPECT_EQ(kinds_of({"1", "1.0", "+1"}), Kinds{"constant"});
}

TEST(TableProfile, RemarksDuplicateColumns) {
    Table table = Table::parse_csv("a,b,c,d,e\n1,1,1.0,x,x\n2,3,2,?,?\n?,?,,y,z\n");
    std::vector<ColumnProfile> columns = profile(table);
    EXPECT_EQ(kinds_of(columns[0]), Kinds{});
    EXPECT_EQ(kinds_of(columns[1]), Kinds{});
    ASSERT_EQ(kinds_of(columns[2]), Kinds{"duplicate"});
    EXPECT_EQ(columns[2].remarks[0].text, "the same as column 'a' in every row");
    EXPECT_EQ(columns[2].remarks[0].hint, "--type c=ignore");
    EXPECT_EQ(kinds_of(columns[4]), Kinds{}) << "equal codes of different categories";
}

TEST(TableProfile, RemarksIdentifiers) {
    auto text = [](std::size_t row) { return "id" + std::to_string(row); };
    EXPECT_EQ(kinds_of(repeated(100, text)), Kinds{"identifier"});
    EXPECT_EQ(kinds_of(repeated(100, [&](std::size_t row) { return text(row / 2); })), Kinds{});
    EXPECT_EQ(kinds_of(repeated(19, text)), Kinds{}) << "too few rows to tell";
    auto counted = [](std::size_t row) { return std::to_string(row * 7 % 100 + 1); };
    EXPECT_EQ(kinds_of(repeated(100, counted)), Kinds{"identifier"}) << "1 to 100 in any order";
    auto growing = [](std::size_t row) { return std::to_string(row * row + 5); };
    EXPECT_EQ(kinds_of(repeated(100, growing)), Kinds{"identifier"});
    auto different = [](std::size_t row) { return std::to_string(row * 7919 % 10007); };
    EXPECT_EQ(kinds_of(repeated(100, different)), Kinds{}) << "different, but neither counting nor growing";
    auto repeating = [&](std::size_t row) { return text(row * 6 / 10); };
    EXPECT_EQ(kinds_of(repeated(100, repeating)), Kinds{"identifier"})
        << "fewer than two rows for each value";
    auto percent = [](std::size_t row) { return std::to_string(row) + "%"; };
    EXPECT_EQ(kinds_of(repeated(100, percent)), Kinds{}) << "an identifier has no unit";
    auto fractions = [](std::size_t row) { return std::to_string(row) + ".5"; };
    EXPECT_EQ(kinds_of(repeated(100, fractions)), Kinds{});
}

TEST(TableProfile, FindsIdentifierColumns) {
    std::string text = "id,name,age,y\n";
    for (std::size_t row = 0; row < 40; ++row)
        text += std::to_string(row) + ",n" + std::to_string(row) + "," + std::to_string(row % 7) + ",a\n";
    Table table = Table::parse_csv(text);
    using Names = std::vector<std::string>;
    EXPECT_EQ(identifier_columns(profile(table), "y"), (Names{"id", "name"}));
    TableSchema schema;
    schema.columns["name"] = ColumnUse::category;
    EXPECT_EQ(identifier_columns(profile(table, schema), "y"), Names{"id"})
        << "declared columns are asked for";
    schema.columns["age"] = ColumnUse::ignore;
    schema.columns.erase("name");
    EXPECT_EQ(identifier_columns(profile(table, schema), "y"), Names{}) << "nothing else would be left";
    Dataset fewer = Dataset(table, "y").without({"id", "name"});
    EXPECT_EQ(identifier_columns(fewer.profile(), "y"), Names{});
    EXPECT_THROW(static_cast<void>(fewer.without({"nme"})), Error);
}

TEST(TableProfile, RemarksFewDistinctNumbers) {
    auto grade = [](std::size_t row) { return std::to_string(row % 4); };
    ColumnProfile column = profile_of(repeated(40, grade));
    ASSERT_EQ(kinds_of(column), Kinds{"few_numbers"});
    EXPECT_EQ(column.remarks[0].text, "only 4 different numbers, all whole: a category?");
    EXPECT_EQ(column.remarks[0].hint, "--type x=category");
    EXPECT_EQ(kinds_of(repeated(40, grade), declared(ColumnUse::number)), Kinds{});
    EXPECT_EQ(kinds_of(repeated(19, grade)), Kinds{}) << "too few rows to tell";
    EXPECT_EQ(kinds_of(repeated(40, [](std::size_t row) { return std::to_string(row % 2); })), Kinds{});
    EXPECT_EQ(kinds_of(repeated(90, [](std::size_t row) { return std::to_string(row % 11); })), Kinds{});
}

TEST(TableProfile, RemarksTextsInNearlyNumericColumns) {
    Table table = Table::parse_csv("x,y\n1,\"two\nlines\"\n2.5,\n\nn.a.,\nn.a.,\n7,\n", "t.csv");
    ColumnProfile column = profile(table)[0];
    ASSERT_EQ(kinds_of(column), Kinds{"nearly_numbers"});
    EXPECT_EQ(column.remarks[0].text,
              "a category because 2 of 5 values are not numbers, the first is 'n.a.' in line 6");
    EXPECT_EQ(column.remarks[0].hint, "--missing n.a.");
    EXPECT_EQ(column.remarks[0].line, 6U);
    EXPECT_EQ(profile_of({"1", "2", "it's"}).remarks[0].text,
              "a category because one of 3 values is not a number: 'it\\'s' in row 2");
    EXPECT_EQ(profile_of({"1", "2", "it's"}).remarks[0].hint, "") << "it does not mean missing";
    EXPECT_EQ(profile_of({"1", "2", "A/5 21171"}).remarks[0].hint, "");
    EXPECT_EQ(profile_of({"1", "2", "unknown", "3", "#N/A"}).remarks[0].hint,
              "--missing '#N/A' --missing unknown");
    EXPECT_EQ(profile_of({"1", "2", "\x1B[2J"}).remarks[0].hint, "") << "nothing to type";
    EXPECT_EQ(kinds_of({"n.a.", "n.a.", "n.a.", "n.a.", "1", "2", "3"}), Kinds{"nearly_numbers"});
    EXPECT_EQ(kinds_of({"low", "high", "low", "1"}), Kinds{});
    EXPECT_EQ(kinds_of({"1", "2", "NA"}, declared(ColumnUse::category)), Kinds{});
}

TEST(TableProfile, RemarksDecimalCommas) {
    ColumnProfile column = profile_of({"1,5", "-2,25", "?", "3", "4"});
    ASSERT_EQ(kinds_of(column), Kinds{"decimal_commas"});
    EXPECT_EQ(column.remarks[0].text, "a category because of commas: as a number, '-2,25' is written -2.25");
    EXPECT_EQ(kinds_of({"1,5,2", "1,5"}), Kinds{});
    EXPECT_EQ(kinds_of({"1,a", "1,5"}), Kinds{});
    EXPECT_EQ(kinds_of({"1,5", "2,5"}, declared(ColumnUse::category)), Kinds{});
}

TEST(TableProfile, RejectsInvalidSchema) {
    EXPECT_EQ(error_from([] {
                  profile_of({"1", "a"}, declared(ColumnUse::number));
              }).kind,
              ErrorKind::meaning);
    TableSchema other;
    other.columns["y"] = ColumnUse::ignore;
    EXPECT_EQ(error_from([&] { profile_of({"1"}, other); }).kind, ErrorKind::name);
}

}  // namespace
}  // namespace loh::testing
