// Outputs of the command: they never destroy an input, another output, a pipe or a link, they are complete or absent, and a
// model that cannot be saved is not lost.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "loh/loh.hpp"
#include "support/command.hpp"

namespace loh::testing {
namespace {

namespace fs = std::filesystem;

const std::string kDescent = "loh learn t.csv --target y -q --formula p.loh --epochs 3 --restarts 1";

class Outputs : public ::testing::Test {
protected:
    void SetUp() override {
        std::string rows = "age,job,y\n";
        for (int i = 0; i < 40; ++i)
            rows +=
                std::to_string(20 + i) + (i % 3 == 0 ? ",nurse," : ",clerk,") + (i >= 20 ? "yes\n" : "no\n");
        write_text(file("t.csv"), rows);
        write_text(file("p.loh"), "[age >= 40, job = \"nurse\"]\n");
        write_text(file("s.json"), "{\"missing\": [\"none\"]}\n");
        fs::create_directory(file("tmp"));
        ASSERT_EQ(run(kDescent + " -o m.json").exit, 0);
    }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }
    [[nodiscard]] std::string text(const std::string& name) const { return read_text(file(name)); }
    [[nodiscard]] CommandResult run(const std::string& line) const {
        return run_command(folder_, "export TMPDIR=\"$PWD/tmp\"; " + line);
    }
    // The names in the folder, with the two files of run_command, in order.
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const fs::directory_entry& entry : fs::directory_iterator(file(".")))
            result.push_back(entry.path().filename().string());
        std::sort(result.begin(), result.end());
        return result;
    }
    // The command ends with status 2 and the message, and no file changes.
    void expect_refused(const std::string& line, const std::string& message) const {
        SCOPED_TRACE(line);
        std::vector<std::string> before = names();
        std::vector<std::string> contents;
        for (const char* name : {"t.csv", "p.loh", "s.json", "m.json"}) contents.push_back(text(name));
        CommandResult result = run(line);
        EXPECT_EQ(result.exit, 2) << result.err;
        EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
        EXPECT_EQ(names(), before);
        for (const char* name : {"m.json", "s.json", "p.loh", "t.csv"}) {
            EXPECT_EQ(text(name), contents.back()) << name;
            contents.pop_back();
        }
    }

private:
    ScratchFolder folder_;
};

TEST_F(Outputs, LinkToStandardOutputIsWrittenToAndStays) {
    CommandResult result = run("ln -s /proc/self/fd/1 s; loh predict m.json t.csv -o s | wc -l");
    EXPECT_EQ(result.out, "41\n") << result.err;
    EXPECT_TRUE(fs::is_symlink(file("s")));
}

TEST_F(Outputs, NamedPipeIsWrittenToAndStays) {
    CommandResult result =
        run("mkfifo pipe; cat pipe > got & loh predict m.json t.csv -o pipe; s=$?; wait; exit $s");
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_TRUE(fs::is_fifo(file("pipe")));
    EXPECT_EQ(text("got"), run("loh predict m.json t.csv").out);
}

TEST_F(Outputs, ProcessSubstitutionWorks) {
    if (run("command -v bash").exit != 0) GTEST_SKIP() << "there is no bash";
    CommandResult result = run("bash -c 'loh predict m.json t.csv -o >(cat > got); wait $!'");
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_EQ(text("got"), run("loh predict m.json t.csv").out);
}

// Through a link in the folder of the test: if the output were replaced, only the link would be lost.
TEST_F(Outputs, LinkToStandardOutputAppendsToItsFile) {
    CommandResult result =
        run("ln -s /proc/self/fd/1 s; { echo first; loh predict m.json t.csv -o s; echo last; } > all");
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_TRUE(fs::is_symlink(file("s")));
    EXPECT_EQ(text("all"), "first\n" + run("loh predict m.json t.csv").out + "last\n");
}

TEST_F(Outputs, DanglingLinkCreatesTheFileItNames) {
    ASSERT_EQ(run("ln -s new.json link; " + kDescent + " -o link").exit, 0);
    EXPECT_TRUE(fs::is_symlink(file("link")));
    EXPECT_EQ(text("new.json"), text("m.json"));
}

TEST_F(Outputs, InputsAndOtherFilesNamedPartStay) {
    std::string table = text("t.csv");
    ASSERT_EQ(
        run("cp t.csv d.csv.part; echo mine > other.csv.part; loh predict m.json d.csv.part -o d.csv && "
            "loh predict m.json t.csv -o other.csv")
            .exit,
        0);
    EXPECT_EQ(text("d.csv.part"), table);
    EXPECT_EQ(text("other.csv.part"), "mine\n");
}

// The table comes through a pipe that stays open, with enough rows for a block, so the command waits in the middle of its work.
// The fault library gives the scratch file a name from the beginning. Background processes of a shell ignore SIGINT, so the
// command is started by env, which restores it.
TEST_F(Outputs, SignalsLeaveNoScratchFile) {
    std::string library = LOH_FAULT_LIBRARY;
    std::string faults = library.empty() ? "" : "LOH_FAULTS=named LD_PRELOAD=" + library + " ";
    for (const char* signal : {"INT", "TERM", "HUP"}) {
        CommandResult result =
            run("mkfifo in; exec 3<> in; (echo age,job,y; yes 30,clerk,no | head -n 90000) >&3 & w=$!; env "
                "--default-signal=INT " +
                faults +
                "loh predict m.json in -o out.csv & p=$!; i=0; while [ $i -lt 300 ] && ! ls -A | grep -q "
                "'^.out.csv'; do "
                "i=$((i+1)); sleep 0.01; done; ls -A > seen; kill -" +
                std::string(signal) + " $p; wait $p; s=$?; kill $w; rm in; exit $s");
        EXPECT_GT(result.exit, 128) << result.err;
        if (!library.empty()) {
            EXPECT_NE(text("seen").find(".out.csv."), std::string::npos);
        }
        for (const std::string& name : names()) EXPECT_EQ(name.find("out.csv"), std::string::npos) << name;
    }
}

TEST_F(Outputs, RefusesToReplaceInputsAndOtherOutputs) {
    expect_refused(kDescent + " -o t.csv", "--output would change the input 't.csv' (DATA)");
    expect_refused(kDescent + " -o p.loh", "--output would change the input 'p.loh' (--formula)");
    expect_refused(kDescent + " --schema s.json -o ./s.json",
                   "--output would change the input 's.json' (--schema)");
    expect_refused(kDescent + " --trace p.loh", "--trace would change the input 'p.loh' (--formula)");
    expect_refused(kDescent + " --checkpoint t.csv", "--checkpoint would change the input 't.csv' (DATA)");
    expect_refused(kDescent + " --checkpoint f -o f", "--checkpoint and --output are the same file, 'f'");
    expect_refused(kDescent + " --trace ./f -o f", "--trace and --output are the same file, 'f'");
    expect_refused(kDescent + " --trace f --checkpoint tmp/../f",
                   "--checkpoint and --trace are the same file, 'f'");
    expect_refused("loh predict m.json t.csv -o m.json", "--output would change the input 'm.json' (MODEL)");
    expect_refused("loh predict m.json - -o t.csv < t.csv",
                   "--output would change the input standard input (DATA)");
    expect_refused("loh predict m.json t.csv >> t.csv",
                   "standard output would change the input 't.csv' (DATA)");
}

TEST_F(Outputs, RefusesInputsByAnotherName) {
    ASSERT_EQ(run("ln -s t.csv link; ln t.csv hard; ln -s f dangling").exit, 0);
    for (const char* name : {"link", "hard"})
        expect_refused("loh predict m.json t.csv -o " + std::string(name),
                       "--output would change the input 't.csv'");
    expect_refused(kDescent + " --trace dangling -o f", "--trace and --output are the same file, 'f'");
}

TEST_F(Outputs, UnwritableOutputIsFoundBeforeTheTableIsRead) {
    for (const std::string flag : {"-o", "--trace", "--checkpoint"}) {
        // The table is a pipe that nobody writes to: reading it would wait for ever.
        CommandResult result = run("mkfifo never; timeout 10 loh learn never --target y -q --formula p.loh " +
                                   flag + " none/f; s=$?; rm never; exit $s");
        EXPECT_EQ(result.exit, 1) << flag;
        EXPECT_EQ(result.err, "error: cannot write 'none/f': No such file or directory\n");
    }
    CommandResult result =
        run("mkfifo never; timeout 10 loh predict never t.csv -o none/f; s=$?; rm never; exit $s");
    EXPECT_EQ(result.exit, 1);
}

TEST_F(Outputs, ReadOnlyFileIsNotReplaced) {
    write_text(file("fixed"), "old");
    fs::permissions(file("fixed"), fs::perms::owner_read);
    for (const std::string& line : {kDescent + " -o fixed", kDescent + " --trace fixed",
                                    std::string("loh predict m.json t.csv -o fixed")}) {
        CommandResult result = run(line);
        EXPECT_EQ(result.exit, 1);
        EXPECT_NE(result.err.find("cannot write 'fixed': the file is read-only"), std::string::npos)
            << result.err;
    }
    EXPECT_EQ(text("fixed"), "old");
}

// A model is larger than the file size that is allowed here, so neither the file nor the temporary folder can have it.
TEST_F(Outputs, ModelThatCannotBeSavedIsPrinted) {
    CommandResult result = run("(ulimit -f 1; " + kDescent + " -o new.json) | cat");
    EXPECT_NE(result.err.find("cannot write 'new.json': File too large"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("the model is printed to standard output"), std::string::npos) << result.err;
    EXPECT_EQ(result.out, text("m.json"));
    EXPECT_FALSE(fs::exists(file("new.json")));
    EXPECT_TRUE(fs::is_empty(file("tmp")));
}

// The folder of the output disappears while the table is read.
TEST_F(Outputs, ModelThatCannotBeSavedIsKeptInTheTemporaryFolder) {
    CommandResult result =
        run("mkdir d; mkfifo in; (sleep 0.5; rmdir d; cat t.csv) > in & loh learn in --target y -q --formula "
            "p.loh "
            "--epochs 3 --restarts 1 -o d/m.json");
    EXPECT_EQ(result.exit, 1);
    EXPECT_NE(result.err.find("cannot write 'd/m.json'"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("the model is kept in '"), std::string::npos) << result.err;
    fs::directory_iterator kept(file("tmp"));
    ASSERT_NE(kept, fs::directory_iterator());
    EXPECT_EQ(read_text(kept->path().string()), text("m.json"));
}

// The trace fails in the middle of learning; the model is saved, and the status tells.
TEST_F(Outputs, FailedTraceDoesNotLoseTheModel) {
    CommandResult result =
        run("(ulimit -f 16; loh learn t.csv --target y -q -e '[age >= ?, job = ?] | [age < ?, "
            "!job = ?]' --epochs 300 --when-flawless go-on --restarts 40 --trace trace -o new.json)");
    EXPECT_EQ(result.exit, 1);
    EXPECT_NE(result.err.find("cannot write 'trace': File too large"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("learning continues; there is no trace"), std::string::npos) << result.err;
    EXPECT_FALSE(fs::exists(file("trace")));
    Model::read(file("new.json"));
}

TEST_F(Outputs, OfSeveralWritersOneWinsAndNoneIsTorn) {
    std::string wide =
        "head -n 1 t.csv > big.csv; for i in 1 2 3 4 5 6 7 8; do tail -n +2 t.csv > r; for j in 1 2 3 4 5 6 "
        "7 8; do cat r r > r2; mv r2 r; done; cat r >> big.csv; done; rm r";
    ASSERT_EQ(run(wide).exit, 0);
    CommandResult result =
        run("loh predict m.json big.csv -o one; loh predict m.json big.csv --keep age -o two; for i in 1 2 "
            "3; do loh "
            "predict m.json big.csv -o out & p=$!; loh predict m.json big.csv --keep age -o out && wait $p "
            "|| exit 9; cmp -s "
            "out one || cmp -s out two || exit 8; done");
    EXPECT_EQ(result.exit, 0) << result.err;
}

TEST_F(Outputs, CheckpointInUseIsRefused) {
    CommandResult result =
        run("mkfifo in; exec 3<> in; loh learn in --target y -q --formula p.loh --checkpoint c -o new.json & "
            "p=$!; i=0; "
            "while [ $i -lt 300 ] && [ ! -e c.loh-lock ]; do i=$((i+1)); sleep 0.01; done; " +
            kDescent + " --checkpoint c; s=$?; kill $p; wait $p; rm in; exit $s");
    EXPECT_EQ(result.exit, 1);
    EXPECT_NE(result.err.find("'c' is in use by another process"), std::string::npos) << result.err;
    EXPECT_FALSE(fs::exists(file("c.loh-lock")));
    EXPECT_EQ(run(kDescent + " --checkpoint c").exit, 0);
}

TEST_F(Outputs, LockOfACheckpointIsNoOtherFile) {
    expect_refused(kDescent + " --checkpoint c -o c.loh-lock",
                   "the lock of --checkpoint and --output are the same file, 'c.loh-lock'");
    CommandResult result =
        run("cp t.csv c.loh-lock; loh learn c.loh-lock --target y -q --formula p.loh --checkpoint c");
    EXPECT_EQ(result.exit, 2) << result.err;
    EXPECT_EQ(text("c.loh-lock"), text("t.csv"));
}

TEST_F(Outputs, CheckpointThroughALinkIsRemovedAndTheLinkStays) {
    ASSERT_EQ(run("ln -s c link; " + kDescent + " --checkpoint link --checkpoint-seconds 0").exit, 0);
    EXPECT_TRUE(fs::is_symlink(file("link")));
    EXPECT_FALSE(fs::exists(file("c")));
}

TEST_F(Outputs, CheckpointMustBeARegularFile) {
    expect_refused("mkfifo in; " + kDescent + " --checkpoint in; s=$?; rm in; exit $s",
                   "--checkpoint 'in' is not a regular file");
}

TEST_F(Outputs, ProgramComesFromStandardInput) {
    ASSERT_EQ(
        run("loh learn t.csv --target y -q --formula - --epochs 3 --restarts 1 -o new.json < p.loh").exit, 0);
    EXPECT_EQ(Model::read(file("new.json")).rule_count(), Model::read(file("m.json")).rule_count());
    EXPECT_EQ(run("loh learn - --target y -q --formula - < p.loh").err,
              "error: DATA and --formula cannot both be standard input\n");
}

}  // namespace
}  // namespace loh::testing
