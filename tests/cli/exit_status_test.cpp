// The exit status tells the truth: 1 for bad files, 2 for bad usage, and never 0 if the printed text is incomplete.
#include <string>

#include <gtest/gtest.h>

#include "support/command.hpp"

namespace loh::testing {
namespace {

class ExitStatus : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = new ScratchFolder;
        std::string rows = "age,y\n";
        for (int i = 0; i < 40; ++i) rows += std::to_string(20 + i) + (i >= 20 ? ",yes\n" : ",no\n");
        write_text(folder_->file("t.csv"), rows);
        ASSERT_EQ(run("loh learn t.csv --target y -q -e '[age >= 40, age < 30]' --epochs 3 -o m.json").exit,
                  0);
    }
    static void TearDownTestSuite() {
        delete folder_;
        folder_ = nullptr;
    }
    static CommandResult run(const std::string& line) { return run_command(*folder_, line); }
    static void expect_usage_error(const std::string& line, const std::string& message) {
        CommandResult result = run(line);
        EXPECT_EQ(result.exit, 2) << line << "\n" << result.err;
        EXPECT_EQ(result.err, "error: " + message + "\n") << line;
        EXPECT_EQ(result.out, "") << line;
    }

    static ScratchFolder* folder_;
};

ScratchFolder* ExitStatus::folder_ = nullptr;

TEST_F(ExitStatus, HelpToAFullDiskFails) {
    for (const char* line : {"loh --help", "loh --version", "loh learn --help", "loh learn --help-all"}) {
        CommandResult result = run(std::string(line) + " > /dev/full");
        EXPECT_EQ(result.exit, 1) << line;
        EXPECT_EQ(result.err, "error: cannot write to standard output\n") << line;
        EXPECT_EQ(run(line).exit, 0) << line;
    }
}

TEST_F(ExitStatus, DamagedModelNamesTheFile) {
    std::string model = read_text(folder_->file("m.json"));
    auto damaged = [&](const std::string& from, const std::string& to) {
        std::string text = model;
        std::size_t place = text.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        return text.replace(place, from.size(), to);
    };
    for (const std::string& text :
         {damaged("\"epochs\": \"3\"", "\"epochs\": \"many\""), damaged("\"head\": \"", "\"head\": \"x"),
          damaged("\"seed\": \"0\"", "\"seed\": \"-1\""), model.substr(0, model.size() / 2)}) {
        write_text(folder_->file("damaged.json"), text);
        for (const char* line : {"loh predict damaged.json t.csv", "loh evaluate damaged.json t.csv",
                                 "loh explain damaged.json"}) {
            CommandResult result = run(line);
            EXPECT_EQ(result.exit, 1) << line << "\n" << result.err;
            EXPECT_NE(result.err.find("damaged.json"), std::string::npos) << result.err;
        }
    }
}

TEST_F(ExitStatus, NumbersOutsideOfTheirRangeAreRefused) {
    const std::string learn = "loh learn t.csv --target y ";
    const std::string count = ": expected a whole number from ";
    expect_usage_error(learn + "--threads 20000", "--threads 20000" + count + "0 to 1024");
    expect_usage_error("loh predict m.json t.csv --threads 20000", "--threads 20000" + count + "0 to 1024");
    expect_usage_error("loh predict m.json t.csv --threads nan", "--threads nan" + count + "0 to 1024");
    for (const char* seconds : {"nan", "-nan", "-1", "inf", "1e9", "5s"})
        expect_usage_error(
            learn + "--effort none --checkpoint-seconds " + seconds,
            "--checkpoint-seconds " + std::string(seconds) + ": expected a number from 0 to 1e+08");
    for (const char* row : {"99999999999999999999", "0", "-1", "1.5"})
        expect_usage_error("loh explain m.json t.csv --row " + std::string(row),
                           "--row " + std::string(row) + count + "1 to 1000000000000000");
    for (const char* number : {"-1", "99999999999999999999", "x"}) {
        std::string text = number;
        expect_usage_error(learn + "--literals-at-most " + text,
                           "--literals-at-most " + text + count + "0 to 1000000000000000");
        expect_usage_error(learn + "--pick " + text, "--pick " + text + count + "1 to 1000");
        expect_usage_error("loh space -e '[a, b]' --limit " + text,
                           "--limit " + text + count + "0 to 1000000000000000");
        expect_usage_error("loh simplify -e a --dnf --limit " + text,
                           "--limit " + text + count + "1 to 1000000000000000");
        expect_usage_error("loh check -e a --max-depth " + text, "--max-depth " + text + count + "1 to 4000");
        expect_usage_error("loh check -e a --max-bytes " + text,
                           "--max-bytes " + text + count + "1 to 1000000000000000");
        expect_usage_error("loh check -e a --max-expansion " + text,
                           "--max-expansion " + text + count + "1 to 1000000000000000");
        expect_usage_error("loh fmt -e a --width " + text, "--width " + text + count + "20 to 1000");
    }
}

}  // namespace
}  // namespace loh::testing
