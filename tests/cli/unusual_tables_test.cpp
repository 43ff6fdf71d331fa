// Tables that are valid but unusual: numbers above 2^53, columns named like classes or like names of the proposed program, very
// many classes.
#include <string>

#include <gtest/gtest.h>

#include "support/command.hpp"

namespace loh::testing {
namespace {

const std::string kNetwork =
    "loh learn t.csv --target y -q --effort none --cuts quantiles --epochs 3 --restarts 1 --max-rules 4 ";

// Learns a network, reads its model and predicts.
void expect_learned(const ScratchFolder& folder, const std::string& options) {
    CommandResult result = run_command(folder, kNetwork + options + " -o m.json && loh predict m.json t.csv");
    EXPECT_EQ(result.exit, 0) << result.err;
}

TEST(UnusualTables, CutsAboveTwoToThe53AreLearned) {
    ScratchFolder folder;
    for (std::uint64_t first : {9'007'199'254'740'992U, 1'700'000'000'512'345'600U}) {
        std::string text = "t,y\n";
        for (std::uint64_t row = 0; row < 60; ++row)
            text += std::to_string(first + row * 1'000'448) + (row < 30 ? ",no\n" : ",yes\n");
        write_text(folder.file("t.csv"), text);
        expect_learned(folder, "");
        CommandResult result = run_command(
            folder, "loh learn t.csv --target y -q -o m.json >/dev/null && loh evaluate m.json t.csv");
        EXPECT_EQ(result.exit, 0) << result.err;
        EXPECT_NE(result.out.find("1.0000"), std::string::npos) << result.out;
    }
}

TEST(UnusualTables, ColumnsMayHaveNamesOfClassesAndOfTheProposedProgram) {
    ScratchFolder folder;
    std::string text = "yes,no,x,rule,p1,output,i,`q\n";
    text.insert(text.size() - 1, ",y");
    for (int row = 0; row < 60; ++row)
        text += std::to_string(row % 2) + "," + std::to_string(row % 7) + "," + std::to_string(row % 5) +
                "," + std::to_string(row % 3) + ",1,0," + std::to_string(row % 11) + ",0," +
                (row % 2 == 1 ? "yes\n" : "no\n");
    write_text(folder.file("t.csv"), text);
    for (const char* head : {"single", "list", "paper", "vote"})
        expect_learned(folder, "--head " + std::string(head));
}

TEST(UnusualTables, TooManyClassesAreRejectedAtOnce) {
    ScratchFolder folder;
    std::string text = "a,b,y\n";
    for (int row = 0; row < 15'000; ++row)
        text += std::to_string(row % 97) + "," + std::to_string(row % 89) + ",c" +
                std::to_string(row % 5000) + "\n";
    write_text(folder.file("t.csv"), text);
    CommandResult result = run_command(folder, "loh learn t.csv --target y");
    EXPECT_EQ(result.exit, 1);
    EXPECT_NE(result.err.find("column 'y' of t.csv has 5000 classes; the maximum is 1000"), std::string::npos)
        << result.err;
    EXPECT_LT(result.seconds, 10);
}

}  // namespace
}  // namespace loh::testing
