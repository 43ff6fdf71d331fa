// Schema files: what is accepted, and the messages for what is not.
#include "loh/table_schema.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/learning.hpp"

namespace loh::testing {
namespace {

Diagnostic schema_error(const std::string& text) {
    return error_from([&] { TableSchema::parse(text, "s.json"); });
}

TEST(TableSchema, ReadsTypesAndMissingTexts) {
    TableSchema schema = TableSchema::parse(
        R"({"columns": {"age": "number", "rank": "category", "größe": "ignore"}, "missing": ["", "NA"]})");
    EXPECT_EQ(schema.columns,
              (std::map<std::string, ColumnUse>{
                  {"age", ColumnUse::number}, {"größe", ColumnUse::ignore}, {"rank", ColumnUse::category}}));
    EXPECT_EQ(schema.missing, (std::vector<std::string>{"", "NA"}));
}

TEST(TableSchema, AllMembersAreOptional) {
    TableSchema schema = TableSchema::parse("{}");
    EXPECT_TRUE(schema.columns.empty());
    EXPECT_EQ(schema.missing, (std::vector<std::string>{"", "?"}));
    EXPECT_TRUE(TableSchema::parse(R"({"missing": []})").missing.empty());
    EXPECT_EQ(TableSchema::parse(R"({"columns": {"a": "ignore"}})").columns.size(), 1U);
}

TEST(TableSchema, IsReadFromAFile) {
    ScratchFolder folder;
    std::ofstream(folder.file("s.json")) << R"({"missing": ["-"]})";
    EXPECT_EQ(TableSchema::read(folder.file("s.json")).missing, std::vector<std::string>{"-"});
    EXPECT_EQ(error_from([] { TableSchema::read("/no/such/file"); }).kind, ErrorKind::io);
}

TEST(TableSchema, SuggestsSimilarTypeName) {
    Diagnostic error = schema_error(R"({"columns": {"age": "numbr"}})");
    EXPECT_EQ(error.kind, ErrorKind::name);
    EXPECT_EQ(error.message, "s.json: column 'age': there is no type 'numbr'");
    EXPECT_EQ(error.hint, "did you mean 'number'?");
    EXPECT_EQ(schema_error(R"({"columns": {"age": "float"}})").hint,
              "the types are number, category and ignore");
    EXPECT_EQ(schema_error(R"({"columns": {"age": ""}})").message,
              "s.json: column 'age': there is no type ''");
}

TEST(TableSchema, SuggestsSimilarMemberName) {
    Diagnostic error = schema_error(R"({"colums": {}})");
    EXPECT_EQ(error.message, "s.json: unknown member 'colums'");
    EXPECT_EQ(error.hint, "did you mean 'columns'?");
    EXPECT_TRUE(schema_error(R"({"age": "number"})").hint.starts_with("a schema is {"));
}

TEST(TableSchema, RejectsMembersOfTheWrongType) {
    EXPECT_EQ(schema_error(R"({"columns": ["age"]})").message,
              "s.json: 'columns' is a list, not an object of names and types");
    EXPECT_EQ(schema_error(R"({"columns": null})").message,
              "s.json: 'columns' is null, not an object of names and types");
    EXPECT_EQ(schema_error(R"({"columns": {"age": 1}})").message,
              "s.json: column 'age': the type is a number, not a text");
    EXPECT_EQ(schema_error(R"({"columns": {"age": {"type": "number"}}})").message,
              "s.json: column 'age': the type is an object, not a text");
    EXPECT_EQ(schema_error(R"({"missing": "NA"})").message,
              "s.json: 'missing' is a text, not a list of texts");
    Diagnostic error = schema_error(R"({"missing": ["", -999]})");
    EXPECT_EQ(error.message, "s.json: 'missing' has a number among its texts");
    EXPECT_EQ(error.hint, R"(cells are texts: write "-999")");
    EXPECT_EQ(schema_error(R"({"missing": [true]})").message,
              "s.json: 'missing' has true or false among its texts");
}

TEST(TableSchema, RejectsDuplicateColumns) {
    EXPECT_EQ(schema_error(R"({"columns": {"age": "number", "b": "ignore", "age": "ignore"}})").message,
              R"(s.json has the member "age" twice in one object)");
}

TEST(TableSchema, RejectsInvalidJson) {
    EXPECT_EQ(schema_error("").message, "s.json is empty");
    EXPECT_EQ(schema_error("[]").message, "s.json is not a JSON object");
    EXPECT_EQ(schema_error("{\"columns\":\n {\"age\": number}}").message,
              "s.json is not JSON from line 2 on");
    EXPECT_EQ(schema_error(R"({"columns": {)").message, "s.json ends too early, in line 1");
    EXPECT_EQ(schema_error("{\"columns\": {\"\xFF\": \"number\"}}").kind, ErrorKind::syntax);
    EXPECT_TRUE(schema_error("{").hint.starts_with("a schema is {"));
    EXPECT_EQ(schema_error(R"({"missing": )" + std::string(300'000, '[')).kind, ErrorKind::limit);
    EXPECT_EQ(
        schema_error(R"({"missing": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}").message,
        "s.json is nested deeper than 100 levels");
    EXPECT_EQ(schema_error(R"({"missing": [[]]})").message, "s.json: 'missing' has a list among its texts");
}

TEST(ColumnUses, PrintAndParseAreInverse) {
    for (ColumnUse use : {ColumnUse::number, ColumnUse::category, ColumnUse::ignore})
        EXPECT_EQ(parse_column_use(to_string(use)), use);
}

}  // namespace
}  // namespace loh::testing
