// Datasets from tables, from columns in memory and from Arrow have the same columns, without copies if the layout allows it.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "data/arrow.hpp"
#include "data/dataset_data.hpp"
#include "loh/loh.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string described(const TypedColumn& column) {
    std::string text = column.name + (column.type == ColumnType::number ? " numbers" : " categories");
    for (std::size_t row = 0; row < column.rows(); ++row) {
        text += column.is_missing(row)              ? " ?"
                : column.type == ColumnType::number ? " " + std::to_string(column.numbers[row])
                                                    : " " + column.categories[column.codes[row]];
    }
    for (const std::string& category : column.categories) text += " [" + category + "]";
    return text;
}

std::vector<std::string> described(const Dataset& data) {
    std::vector<std::string> result;
    for (const TypedColumn& column : data.data().used_columns()) result.push_back(described(column));
    result.push_back("target " + data.target());
    for (std::uint32_t label : data.labels()) result.back() += " " + data.classes()[label];
    return result;
}

const std::vector<double> kAge = {31, kNaN, 47.5, 18};
const std::vector<std::uint32_t> kJob = {1, 0, 1, 2};
const std::vector<std::uint32_t> kOk = {1, 1, 0, 1};

std::vector<MemoryColumn> people_in_memory() {
    return {{"age", NumberCells{kAge}},
            {"job", CategoryCells{kJob, {"clerk", "maid", "nurse"}}},
            {"ok", CategoryCells{kOk, {"no", "yes"}}}};
}

TEST(Dataset, ColumnsInMemoryEqualTheTable) {
    Table table = Table::parse_csv("age,job,ok\n31,maid,yes\n,clerk,yes\n47.5,maid,no\n18,nurse,yes\n");
    EXPECT_EQ(described(Dataset::from_columns(people_in_memory(), "ok")), described(Dataset(table, "ok")));
}

TEST(Dataset, UsesNumbersAndSortedCodesInPlace) {
    Dataset data = Dataset::from_columns(people_in_memory(), "ok");
    std::vector<TypedColumn> columns = data.data().used_columns();
    EXPECT_EQ(columns[0].numbers.data(), kAge.data());
    EXPECT_EQ(columns[1].codes.data(), kJob.data());
}

TEST(Dataset, CopiesColumnsWithValidityMaskOrUnsortedCategories) {
    const std::vector<std::uint8_t> valid = {0b1011};
    std::vector<MemoryColumn> columns = people_in_memory();
    columns[0].valid = valid;
    columns[1].cells = CategoryCells{kJob, {"nurse", "clerk", "maid"}};
    Dataset data = Dataset::from_columns(columns, "ok");
    EXPECT_EQ(described(data.data().used_columns()[0]), "age numbers 31.000000 ? ? 18.000000");
    EXPECT_EQ(described(data.data().used_columns()[1]),
              "job categories clerk nurse clerk maid [clerk] [maid] [nurse]");
}

TEST(Dataset, KeepsTheOwnerOfColumnsAlive) {
    auto numbers = std::make_shared<std::vector<double>>(kAge);
    std::weak_ptr<std::vector<double>> watched = numbers;
    {
        std::vector<MemoryColumn> columns = people_in_memory();
        columns[0] = {"age", NumberCells{*numbers}, {}, numbers};
        Dataset data = Dataset::from_columns(columns, "ok");
        columns.clear();
        numbers.reset();
        EXPECT_FALSE(watched.expired());
        EXPECT_EQ(data.data().used_columns()[0].numbers[3], 18);
    }
    EXPECT_TRUE(watched.expired());
}

TEST(Dataset, ConvertsBitsToNumbersAndDeclaredNumbersToCategories) {
    const std::vector<std::uint8_t> bits = {0b0101};
    std::vector<MemoryColumn> columns = people_in_memory();
    columns.push_back({"smoker", BitCells{bits, 4}});
    TableSchema schema;
    schema.columns["age"] = ColumnUse::category;
    schema.columns["job"] = ColumnUse::ignore;
    Dataset data = Dataset::from_columns(columns, "ok", schema);
    ASSERT_EQ(data.data().used_columns().size(), 2U);
    EXPECT_EQ(described(data.data().used_columns()[0]), "age categories 31 ? 47.5 18 [18] [31] [47.5]");
    EXPECT_EQ(described(data.data().used_columns()[1]), "smoker numbers 1.000000 0.000000 1.000000 0.000000");
}

TEST(Dataset, AcceptsNumbersAsClasses) {
    Dataset data =
        Dataset::from_columns({{"x", NumberCells{kAge}}, {"y", CategoryCells{kOk, {"0", "1"}}}}, "y");
    EXPECT_EQ(data.classes(), (std::vector<std::string>{"1", "0"}));
    const std::vector<double> grades = {2, 1, 2, 3};
    EXPECT_EQ(Dataset::from_columns({{"x", NumberCells{kAge}}, {"y", NumberCells{grades}}}, "y").classes(),
              (std::vector<std::string>{"2", "1", "3"}));
}

TEST(Dataset, RejectsInconsistentColumns) {
    auto message = [](const std::vector<MemoryColumn>& columns, const std::string& target,
                      const TableSchema& schema = {}) {
        return error_from([&] { Dataset::from_columns(columns, target, schema); }).message;
    };
    std::vector<MemoryColumn> twice = people_in_memory();
    twice.push_back(twice[0]);
    EXPECT_EQ(message(twice, "ok"), "column 'age' is given twice");
    const std::vector<double> three = {1, 2, 3};
    std::vector<MemoryColumn> shorter = people_in_memory();
    shorter.push_back({"height", NumberCells{three}});
    EXPECT_EQ(message(shorter, "ok"), "column 'height' has 3 rows, but column 'age' has 4");
    EXPECT_EQ(message({}, ""), "a dataset needs at least one column");
    EXPECT_EQ(message(people_in_memory(), "okay"), "<columns> has no column 'okay'");
    std::vector<MemoryColumn> codes = people_in_memory();
    codes[1].cells = CategoryCells{kJob, {"clerk", "maid"}};
    EXPECT_EQ(message(codes, "ok"), "column 'job' has the code 2 in row 3, but 2 categories");
    TableSchema schema;
    schema.columns["job"] = ColumnUse::number;
    EXPECT_EQ(message(people_in_memory(), "ok", schema),
              "column 'job' is declared as numbers, but it has categories");
}

TEST(Dataset, ModelIsTheSameFromMemoryAndFromATable) {
    Random random(4);
    std::vector<double> x;
    std::vector<std::uint32_t> color;
    std::vector<std::uint32_t> y;
    std::string text = "x,color,y\n";
    const std::vector<std::string> colors = {"blue", "red", "white"};
    for (std::size_t row = 0; row < 300; ++row) {
        x.push_back(random.chance(10) ? kNaN : static_cast<double>(random.below(50)));
        color.push_back(static_cast<std::uint32_t>(random.below(3)));
        y.push_back(x.back() >= 20 && color.back() != 1 ? 1 : 0);
        text += (std::isnan(x.back()) ? "" : std::to_string(static_cast<int>(x.back()))) + "," +
                colors[color.back()] + "," + (y.back() == 1 ? "yes" : "no") + "\n";
    }
    LearnTask from_table{Dataset(Table::parse_csv(text), "y")};
    LearnTask from_memory{Dataset::from_columns({{"x", NumberCells{x}},
                                                 {"color", CategoryCells{color, colors}},
                                                 {"y", CategoryCells{y, {"no", "yes"}}}},
                                                "y")};
    Model model = learn(from_table);
    EXPECT_EQ(model.to_json(), learn(from_memory).to_json());
    EXPECT_EQ(model.classify(from_memory.data), model.classify(Table::parse_csv(text)));
}

// --- Arrow ---

// An array under construction, with all memory that its structs point to.
struct ArrowColumn {
    std::string name;
    std::string format;
    std::vector<const void*> buffers;
    std::int64_t length = 0;
    std::int64_t nulls = 0;
    std::int64_t offset = 0;
    ArrowColumn* dictionary = nullptr;

    ArrowSchema schema{};
    ArrowArray array{};

    void prepare() {
        if (dictionary != nullptr) dictionary->prepare();
        schema = {format.c_str(),
                  name.c_str(),
                  nullptr,
                  0,
                  0,
                  nullptr,
                  dictionary != nullptr ? &dictionary->schema : nullptr,
                  nullptr,
                  nullptr};
        array = {length,  nulls,          offset,  static_cast<std::int64_t>(buffers.size()),
                 0,       buffers.data(), nullptr, dictionary != nullptr ? &dictionary->array : nullptr,
                 nullptr, nullptr};
    }
};

struct ArrowBatch {
    std::vector<ArrowSchema*> schemas;
    std::vector<ArrowArray*> arrays;
    ArrowSchema schema{};
    ArrowArray array{};
    const void* no_buffer = nullptr;

    ArrowBatch(const std::vector<ArrowColumn*>& columns, std::int64_t rows, int* released) {
        for (ArrowColumn* column : columns) {
            column->prepare();
            schemas.push_back(&column->schema);
            arrays.push_back(&column->array);
        }
        auto children = static_cast<std::int64_t>(columns.size());
        schema = {"+s", "", nullptr, 0, children, schemas.data(), nullptr, nullptr, nullptr};
        array = {rows,
                 0,
                 0,
                 1,
                 children,
                 &no_buffer,
                 arrays.data(),
                 nullptr,
                 [](ArrowArray* of) { ++*static_cast<int*>(of->private_data); },
                 released};
    }
};

TEST(ArrowDataset, ReadsNumbersBooleansStringsAndDictionaries) {
    const std::vector<double> doubles = {9, 1.5, 2.5, 3.5};
    const std::vector<std::int32_t> integers = {4, -5, 6};
    const std::vector<std::uint8_t> mask = {0b101};
    const std::vector<std::uint8_t> bits = {0b110};
    const std::vector<std::int32_t> offsets = {0, 2, 2, 5};
    const std::string bytes = "noyes";
    const std::vector<std::int64_t> long_offsets = {0, 3, 7};
    const std::string words = "redblue";
    const std::vector<std::int8_t> indices = {0, 1, 0};
    ArrowColumn d{"d", "g", {nullptr, doubles.data()}, 3, 0, 1};  // its first row is skipped by the offset
    ArrowColumn i{"i", "i", {mask.data(), integers.data()}, 3, 1};
    ArrowColumn b{"b", "b", {nullptr, bits.data()}, 3};
    ArrowColumn s{"s", "u", {mask.data(), offsets.data(), bytes.data()}, 3, 1};
    ArrowColumn values{"", "U", {nullptr, long_offsets.data(), words.data()}, 2};
    ArrowColumn c{"c", "c", {nullptr, indices.data()}, 3, 0, 0, &values};
    int released = 0;
    {
        ArrowBatch batch({&d, &i, &b, &s, &c}, 3, &released);
        Dataset data = Dataset::from_arrow(batch.schema, std::move(batch.array), "c");
        EXPECT_EQ(
            described(data),
            (std::vector<std::string>{"d numbers 1.500000 2.500000 3.500000", "i numbers 4.000000 ? 6.000000",
                                      "b numbers 0.000000 1.000000 1.000000",
                                      "s categories no ? yes [no] [yes]", "target c red blue red"}));
        EXPECT_EQ(data.data().used_columns()[0].numbers.data(), doubles.data() + 1);  // not copied
        EXPECT_EQ(batch.array.release, nullptr);                                      // moved from
        EXPECT_EQ(released, 0);
    }
    EXPECT_EQ(released, 1);
}

TEST(ArrowDataset, RejectsOtherFormatsAndReleasesTheArray) {
    const std::vector<std::int64_t> days = {1, 2};
    ArrowColumn date{"since", "tdD", {nullptr, days.data()}, 2};
    int released = 0;
    ArrowBatch batch({&date}, 2, &released);
    EXPECT_EQ(
        error_from([&] { Dataset::from_arrow(batch.schema, std::move(batch.array), ""); }).message,
        "Arrow column 'since' has the format 'tdD', which is not a number, boolean, string or dictionary of "
        "strings");
    EXPECT_EQ(released, 1);
    EXPECT_EQ(error_from([&] { Dataset::from_arrow(batch.schema, std::move(batch.array), ""); }).message,
              "the Arrow array has been released");
}

TEST(ArrowDataset, RejectsIndicesOutsideTheDictionary) {
    const std::vector<std::int32_t> offsets = {0, 1};
    const std::string bytes = "a";
    const std::vector<std::int8_t> indices = {0, 3};
    ArrowColumn values{"", "u", {nullptr, offsets.data(), bytes.data()}, 1};
    ArrowColumn c{"c", "c", {nullptr, indices.data()}, 2, 0, 0, &values};
    int released = 0;
    ArrowBatch batch({&c}, 2, &released);
    EXPECT_EQ(error_from([&] { Dataset::from_arrow(batch.schema, std::move(batch.array), ""); }).message,
              "Arrow column 'c' has an index outside its dictionary in row 1");
}

}  // namespace
}  // namespace loh::testing
