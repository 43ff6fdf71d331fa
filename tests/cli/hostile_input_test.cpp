// Invalid and extreme input for the command. Each case ends in bounded memory and time, either with a message that tells the
// position, the problem and the remedy, and exit status 1 (bad data) or 2 (bad usage), or with success (0).
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/command.hpp"
#include "support/gzip.hpp"

namespace loh::testing {
namespace {

using namespace std::string_literals;

struct Hostile {
    std::string about;
    std::string content;  // of the file t.csv
    std::string command;
    int exit;
    std::vector<std::string>
        says;  // parts of the message on standard error, in any order; with exit status 0, also of standard output
};

const std::string kInspect = "loh inspect t.csv";
const std::string kLearn =
    "loh learn t.csv --target y -q --effort none --epochs 3 --restarts 1 --max-rules 2";
const std::string kPredict = "loh predict model.json t.csv";
const std::string kHeader = "age,job,y\n";

std::string repeated(const std::string& text, std::size_t times) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
}

std::string numbered(std::size_t count, const std::string& before, const std::string& behind) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += before + std::to_string(i) + behind;
    return result;
}

// A row of 100 000 names or cells, and a class.
std::string wide(const std::string& before, const std::string& last) {
    return numbered(100'000, before, ",") + last + "\n";
}

class HostileInput : public ::testing::Test {
protected:
    // A model over a number and categories, and a model over truth values.
    static void SetUpTestSuite() {
        folder_ = new ScratchFolder;
        std::string rows = kHeader;
        for (int i = 0; i < 40; ++i)
            rows +=
                std::to_string(20 + i) + (i % 3 == 0 ? ",nurse," : ",clerk,") + (i >= 20 ? "yes\n" : "no\n");
        write_text(folder_->file("good.csv"), rows);
        CommandResult made = run_command(*folder_,
                                         "loh learn good.csv --target y --positive yes -e '[age >= 40, job = "
                                         "\"nurse\"]' -q -o model.json && "
                                         "printf 'a,y\\n1,yes\\n0,no\\n1,yes\\n0,no\\n' > truth.csv && "
                                         "loh learn truth.csv --target y -e '[a, !a]' -q -o truth.json");
        ASSERT_EQ(made.exit, 0) << made.err;
    }
    static void TearDownTestSuite() {
        delete folder_;
        folder_ = nullptr;
    }

    static void expect(const Hostile& hostile) {
        SCOPED_TRACE(hostile.about);
        write_text(folder_->file("t.csv"), hostile.content);
        CommandResult result = run_command(*folder_, hostile.command);
        EXPECT_EQ(result.exit, hostile.exit) << result.err;
        for (const std::string& part : hostile.says) {
            bool found = result.err.find(part) != std::string::npos ||
                         (hostile.exit == 0 && result.out.find(part) != std::string::npos);
            EXPECT_TRUE(found) << "not printed: " << part << "\n" << result.err << result.out;
        }
        EXPECT_LT(result.err.size(), 5000U);
#if !defined(__SANITIZE_ADDRESS__)
        EXPECT_LT(result.peak_bytes, std::size_t{600} << 20U);
        EXPECT_LT(result.seconds, 10);
#endif
    }
    static void expect_all(const std::vector<Hostile>& all) {
        for (const Hostile& hostile : all) expect(hostile);
    }

    static ScratchFolder* folder_;
};

ScratchFolder* HostileInput::folder_ = nullptr;

TEST_F(HostileInput, RejectsFilesThatAreNotTables) {
    std::string packed = gzipped(kHeader + repeated("39,clerk,no\n", 1000));
    std::string corrupt = packed;
    corrupt[packed.size() / 2] = static_cast<char>(corrupt[packed.size() / 2] ^ 0x55);
    for (const std::string& command : {kInspect, kLearn, kPredict}) {
        SCOPED_TRACE(command);
        expect_all({
            {"empty file",
             "",
             command,
             1,
             {"t.csv: error: the table is empty", "help: the first line must have the names"}},
            {"blank lines",
             "\n\n \n",
             command,
             1,
             {"t.csv: error: the table is empty: all its lines are blank"}},
            {"duplicate names",
             "age,job,y,age\n",
             command,
             1,
             {"t.csv:1:11: error: columns 1 and 4 are both named 'age'", "rename"}},
            {"too many cells",
             kHeader + "1,x,yes\n2,x,no,3\n",
             command,
             1,
             {"t.csv:3:8: error: 4 cells, but the header has 3", "must be in quotes"}},
            {"too few cells",
             kHeader + "1,x,yes\n2\n",
             command,
             1,
             {"t.csv:3:2: error: 1 cell, but the header has 3"}},
            {"an unterminated quote",
             kHeader + "1,\"x,yes\n2,x,no\n",
             command,
             1,
             {"t.csv:2:3: error: this quote is never closed", "ends with one"}},
            {"text after a quote",
             kHeader + "1,\"x\"z,yes\n",
             command,
             1,
             {"t.csv:2:6: error: text after the closing quote", "twice"}},
            {"not UTF-8",
             kHeader + "1,stra\xDF"
                       "e,yes\n",
             command,
             1,
             {"t.csv:2:7: error: the byte 0xDF is not valid UTF-8", "iconv"}},
            {"UTF-16",
             "\xFF\xFE"
             "a\0,\0"s,
             command,
             1,
             {"t.csv: error: the text is in UTF-16", "iconv -f UTF-16"}},
            {"NUL bytes",
             kHeader + "1,\0,yes\n"s,
             command,
             1,
             {"t.csv:2:3: error: a NUL byte", "export a CSV file"}},
            {"a spreadsheet",
             "PK\x03\x04 and so on",
             command,
             1,
             {"t.csv: error: the table is a zip archive or a spreadsheet", "export"}},
            {"truncated gzip",
             packed.substr(0, packed.size() / 2),
             command,
             1,
             {"t.csv: error: the gzip data is truncated", "gzip -t"}},
            {"corrupt gzip", corrupt, command, 1, {"t.csv: error: the gzip data is damaged", "gzip -t"}},
            {"data after gzip",
             packed + "x",
             command,
             1,
             {"t.csv: error: the gzip data is followed by data that is not gzip"}},
            {"gzip in gzip",
             gzipped(packed),
             command,
             1,
             {"t.csv: error: the table is compressed with gzip twice", "gzip -d"}},
            {"a model as data",
             "{\n  \"format\": \"loh-model\",\n  \"version\": 1\n}\n",
             command,
             1,
             {"t.csv"}},
        });
    }
}

TEST_F(HostileInput, RejectsEndlessLines) {
    const std::string endless = "head -c 2147483648 /dev/zero | tr '\\0' ";
    const std::string limit = "a cell of more than 16777215 bytes (max_cell_bytes)";
    expect_all({
        {"a cell of 2 GB",
         "",
         "(echo a,y; " + endless + "x) | loh inspect -",
         1,
         {"<standard input>:2:1: error: " + limit, "is this a text with lines"}},
        {"the same, predicted",
         "",
         "(echo age,job; " + endless + "x) | loh predict model.json -",
         1,
         {"<standard input>:2:1: error: " + limit}},
        {"a header of 2 GB",
         "",
         endless + "x | loh predict model.json -",
         1,
         {"<standard input>:1:1: error: a row of more than 134217728 bytes (max_row_bytes)"}},
        {"2 GB of separators",
         "",
         "(echo a,y; " + endless + ",) | loh learn - --target y",
         1,
         {"<standard input>:2:3: error: more than 1002 cells, but the header has 2"}},
        {"an open quote before 2 GB",
         "",
         "(echo age,job; printf '1,\"'; " + endless + "x) | loh predict model.json -",
         1,
         {"<standard input>:2:4: error: " + limit, "closing quote of this cell missing"}},
        {"a file of 2 GB without a byte",
         "",
         "truncate -s 2G t.csv; loh inspect t.csv",
         1,
         {"t.csv:1:1: error: a NUL byte"}},
        {"the same, predicted",
         "",
         "truncate -s 2G t.csv; loh predict model.json t.csv",
         1,
         {"t.csv:1:1: error: a NUL byte"}},
        {"a gzip bomb of one line",
         gzipped(kHeader + std::string(40'000'000, 'x')),
         kInspect,
         1,
         {"t.csv:2:1: error: " + limit}},
        {"the same, predicted",
         gzipped(kHeader + std::string(40'000'000, 'x')),
         kPredict,
         1,
         {"t.csv:2:1: error: " + limit}},
    });
}

TEST_F(HostileInput, RejectsTablesWithNothingToLearn) {
    const std::string rows = "1,x,yes\n2,x,no\n";
    expect_all({
        {"header only", kHeader, kLearn, 1, {"t.csv has no rows to learn from"}},
        {"header only, inspected", kHeader, kInspect, 0, {"t.csv: 0 rows, 3 columns"}},
        {"header only, predicted", kHeader, kPredict, 0, {"prediction\n"}},
        {"one column", "y\nyes\nno\n", kLearn, 1, {"t.csv", "column"}},
        {"one class",
         kHeader + "1,x,yes\n2,x,yes\n",
         kLearn,
         1,
         {"all rows have the class 'yes'", "column 'y' of t.csv"}},
        {"a class that is missing", kHeader + rows + "3,x,\n", kLearn, 0, {"training           2"}},
        {"classes that are all missing",
         kHeader + "1,x,\n2,x,NA\n",
         kLearn,
         1,
         {"t.csv: the class is missing in every row: column 'y' has no values"}},
        {"all missing", "a,b,y\n,?,yes\n?,,no\n", kLearn, 1, {"t.csv"}},
        {"as many classes as rows",
         "a,y\n" + numbered(2000, "1,k", "\n"),
         kLearn,
         1,
         {"each of the 2000 rows of t.csv has a different class in column 'y'", "another target"}},
        {"a wrong target",
         kHeader + rows,
         "loh learn t.csv --target agee",
         1,
         {"t.csv has no column 'agee'", "did you mean 'age'?"}},
        {"a type for no column",
         kHeader + rows,
         kLearn + " --type agee=number",
         1,
         {"t.csv has no column 'agee'", "did you mean 'age'?"}},
        {"a declared number that is none",
         kHeader + "1,x,yes\nold,x,no\n",
         kLearn + " --type age=number",
         1,
         {"t.csv:3:1: error: column 'age': is not a number: 'old'"}},
    });
}

TEST_F(HostileInput, AcceptsUnusualTables) {
    expect_all({
        {"10 000 categories",
         "k,y\n" + numbered(10'000, "k", ",yes\n") + "k1,no\nk1,no\n",
         kInspect,
         0,
         {"10000"}},
        {"10 000 categories, learned",
         "k,x,y\n" + numbered(10'000, "k", ",1,yes\n") + repeated("k1,0,no\n", 5000),
         kLearn + " --threads 1",
         0,
         {"y is yes where"}},
        {"nan and infinities",
         "a,b,y\nnan,1,yes\ninf,2,no\n-inf,1,yes\n1e999,2,no\n",
         kLearn,
         0,
         {"y is yes where"}},
        {"negative zero", "a,y\n-0,yes\n0,yes\n-0.0,yes\n1,no\n1,no\n2,no\n", kLearn, 0, {"y is yes where"}},
        {"100 000 columns",
         wide("c", "y") + wide("", "yes") + wide("", "no"),
         kInspect + " | head -n 1",
         0,
         {"t.csv: 2 rows, 100001 columns"}},
        {"100 000 columns, predicted",
         numbered(100'000, "c", ",") + "age,job\n" + repeated(numbered(100'000, "", ",") + "50,nurse\n", 3),
         kPredict,
         0,
         {"yes\nyes\nyes\n"}},
        {"unseen categories", kHeader + "?,?,\n50,pilot,\n", kPredict, 0, {"prediction\nno\nyes\n"}},
        {"gzip in 1000 members",
         gzipped("age,job\n") + repeated(gzipped("50,x\n"), 1000),
         kPredict + " | sort | uniq -c",
         0,
         {"1000 yes"}},
    });
}

TEST_F(HostileInput, RejectsUnusableFiles) {
    const std::string rows = kHeader + "50,x,yes\n";
    expect_all({
        {"a folder as table", "", "mkdir -p d; loh predict model.json d", 1, {"'d' is a folder, not a file"}},
        {"a folder as model", rows, "mkdir -p d; loh predict d t.csv", 1, {"'d' is a folder, not a file"}},
        {"a missing table",
         "",
         "loh predict model.json none.csv",
         1,
         {"cannot open 'none.csv': No such file"}},
        {"a missing model",
         rows,
         "loh predict none.json t.csv",
         1,
         {"cannot open 'none.json': No such file"}},
        {"a table as model",
         rows,
         "loh predict t.csv good.csv",
         1,
         {"t.csv is not JSON from line 1 on", "not written by loh"}},
        {"an empty file as model",
         "",
         "loh predict t.csv good.csv",
         1,
         {"t.csv is empty", "not written by loh"}},
        {"JSON that is no model", "{\"a\": 1}", "loh predict t.csv good.csv", 1, {"t.csv", "model"}},
        {"a cut-off model",
         "",
         "head -c 300 model.json > cut.json; loh predict cut.json good.csv",
         1,
         {"cut.json"}},
        {"a missing column",
         "ages,job\n50,x\n",
         kPredict,
         1,
         {"t.csv has no column for the input age", "did you mean 'ages'?"}},
        {"a missing column without rows", "job\n", kPredict, 1, {"t.csv has no column for the input age"}},
        {"another type",
         rows + "old,x,no\n",
         kPredict,
         1,
         {"t.csv:3:1: error: column 'age': is not a number: 'old'", "expected a number"}},
        {"no truth value",
         "a\n1\n0\nmaybe\n",
         "loh predict truth.json t.csv",
         1,
         {"t.csv:4:1: error: column 'a': is not a truth value: 'maybe'", "expected 0, 1"}},
        {"output to nowhere",
         rows,
         kPredict + " -o none/out.csv",
         1,
         {"cannot write 'none/out.csv': No such file"}},
        {"output to a folder",
         rows,
         "mkdir -p d; " + kPredict + " -o d",
         1,
         {"cannot write 'd': Is a directory"}},
        {"output to a full disk", rows, kPredict + " > /dev/full", 1, {"cannot write to standard output"}},
        {"output over the table",
         rows,
         kPredict + " -o ./t.csv",
         2,
         {"--output would change the input 't.csv' (DATA)", "another file"}},
        {"output over the model",
         rows,
         kPredict + " -o model.json",
         2,
         {"--output would change the input 'model.json' (MODEL)"}},
        {"a model over its table",
         rows,
         kLearn + " -o t.csv",
         2,
         {"--output would change the input 't.csv' (DATA)"}},
        {"a trace over the table",
         rows,
         kLearn + " --trace t.csv",
         2,
         {"--trace would change the input 't.csv' (DATA)"}},
        {"no target", rows, "loh learn t.csv", 2, {"--target is required"}},
        {"a separator of two characters",
         rows,
         kPredict + " --separator ab",
         2,
         {"expected one character, or tab"}},
        {"a quote as separator",
         rows,
         kPredict + " --separator '\"'",
         2,
         {"other than a quote or a line end"}},
    });
    EXPECT_EQ(read_text(folder_->file("t.csv")), rows);
}

TEST_F(HostileInput, ReportsMissingFilePermissions) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read and write everything";
    expect_all({
        {"unreadable",
         kHeader,
         "chmod 000 t.csv; loh inspect t.csv; s=$?; chmod 600 t.csv; exit $s",
         1,
         {"cannot open 't.csv': Permission denied"}},
        {"unwritable",
         kHeader,
         "mkdir -p r; chmod 500 r; " + kPredict + " -o r/out",
         1,
         {"cannot write 'r/out': Permission denied"}},
    });
}

// The invalid row is in the last of many blocks: the file must not have the predictions of the others.
TEST_F(HostileInput, KeepsTheOldOutputIfTheLastRowIsInvalid) {
    std::string rows = "age,job\n" + repeated("50,x\n20,\"a long category to fill blocks with\"\n", 200'000);
    write_text(folder_->file("out.csv"), "old\n");
    expect({"the last row",
            rows + "1,2,3\n",
            kPredict + " -o out.csv",
            1,
            {"t.csv:400002:5: error: 3 cells, but the header has 2"}});
    EXPECT_EQ(read_text(folder_->file("out.csv")), "old\n");
    EXPECT_FALSE(std::filesystem::exists(folder_->file("out.csv.part")));
    CommandResult streamed = run_command(*folder_, kPredict);
    EXPECT_EQ(streamed.exit, 1);
    EXPECT_TRUE(streamed.out.starts_with("prediction\nyes\nno\n"));
    EXPECT_TRUE(streamed.out.ends_with("\n"));
    EXPECT_GT(streamed.out.size(), 100'000U);
}

}  // namespace
}  // namespace loh::testing
