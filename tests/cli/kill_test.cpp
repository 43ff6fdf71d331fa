// The command is killed at random times. With a checkpoint it is restarted until it is done, and its files are the same, byte for
// byte, as those of an uninterrupted run. An output is complete or as it was before.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/golden.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

const std::string kProgram =
    "h[j in 1..8] := and(i in 1..8: [x[i], !x[i], true]); or(j in 1..8: [h[j], false])";

std::string data() {
    std::string text;
    for (int i = 1; i <= 8; ++i) text += "x[" + std::to_string(i) + "],";
    text += "y\n";
    loh::Random random(1, Stream::testing);
    for (std::uint32_t row = 0; row < 300; ++row) {
        bool x[9] = {};
        for (std::uint32_t i = 1; i <= 8; ++i) {
            x[i] = random.uniform(row, i) > 0.5;
            text += x[i] ? "1," : "0,";
        }
        bool right = random.uniform(row, 99) > 0.1;  // one row in ten is wrong, so that no run ends early
        text += ((x[1] && !x[2]) || (x[3] && x[4] && x[5])) == right ? "1\n" : "0\n";
    }
    return text;
}

// `loh` in a child process that prints nothing.
class Process {
public:
    explicit Process(std::vector<std::string> words) {
        words.insert(words.begin(), LOH_COMMAND);
        child_ = ::fork();
        if (child_ != 0) return;
        int nowhere = ::open("/dev/null", O_WRONLY);
        ::dup2(nowhere, STDOUT_FILENO);
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        ::execv(LOH_COMMAND, arguments.data());
        ::_exit(127);
    }
    ~Process() {
        if (child_ > 0) send(SIGKILL);
        if (child_ > 0) wait();
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void send(int signal) const { ::kill(child_, signal); }

    // The exit status, or minus the signal that ended the process.
    int wait() {
        int status = 0;
        ::waitpid(child_, &status, 0);
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

private:
    pid_t child_ = -1;
};

std::vector<std::string> learning(const ScratchFolder& folder) {
    return {"learn",
            folder.file("data.csv"),
            "--target",
            "y",
            "-e",
            kProgram,
            "-o",
            folder.file("model.json"),
            "--checkpoint",
            folder.file("checkpoint"),
            "--checkpoint-seconds",
            "0",
            "--trace",
            folder.file("trace"),
            "--restarts",
            "4",
            "--threads",
            "2",
            "--epochs",
            std::to_string(repeats(120)),
            "--quiet",
            "--json"};
}

TEST(Kill, RepeatedlyKilledAndResumedRunWritesTheSameFiles) {
    ScratchFolder quiet;
    write_text(quiet.file("data.csv"), data());
    Clock::time_point start = Clock::now();
    ASSERT_EQ(Process(learning(quiet)).wait(), 0);
    double whole_time = Seconds(Clock::now() - start).count();
    std::string model = read_text(quiet.file("model.json"));
    std::string trace = read_text(quiet.file("trace"));
    ASSERT_GT(trace.size(), 1000U);
    EXPECT_FALSE(fs::exists(quiet.file("checkpoint")));

    loh::Random random(static_cast<std::uint64_t>(::getpid()),
                       Stream::testing);  // different times in each test run
    int killed = 0;
    int from_checkpoint = 0;
    ScratchFolder disturbed;
    write_text(disturbed.file("data.csv"), data());
    for (std::uint32_t round = 0;; ++round) {
        ASSERT_LT(round, 200U);
        from_checkpoint += fs::exists(disturbed.file("checkpoint")) ? 1 : 0;
        Process learner(learning(disturbed));
        if (round < 30) {
            std::this_thread::sleep_for(Seconds(whole_time * random.uniform(0, round) / 4));
            learner.send(SIGKILL);
        }
        int end = learner.wait();
        if (end == 0) break;
        ASSERT_EQ(end, -SIGKILL);
        ++killed;
        if (fs::exists(disturbed.file("model.json"))) {  // a model file is always complete
            ASSERT_EQ(read_text(disturbed.file("model.json")), model);
        }
    }
    RecordProperty("killed", killed);
    RecordProperty("milliseconds", static_cast<int>(1000 * whole_time));
    EXPECT_GE(killed, 2);
    EXPECT_GE(from_checkpoint, 1);
    EXPECT_EQ(read_text(disturbed.file("model.json")), model);
    EXPECT_EQ(read_text(disturbed.file("trace")), trace);
    EXPECT_FALSE(fs::exists(disturbed.file("checkpoint")));
}

TEST(Kill, InterruptedRunWritesTheBestModel) {
    ScratchFolder folder;
    write_text(folder.file("data.csv"), data());
    Process learner(learning(folder));
    Clock::time_point end = Clock::now() + std::chrono::seconds(20);
    while (!fs::exists(folder.file("checkpoint")) && Clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    learner.send(SIGINT);
    EXPECT_EQ(learner.wait(), 0);
    Model model = Model::read(folder.file("model.json"));
    EXPECT_GT(model.parts()[0].report.accuracy, 0.3);
    EXPECT_EQ(model.parts()[0].report.faithful, 300U);
}

// A scratch file has a name only for an instant, between link and rename. Returns how many were left there.
std::size_t remove_scratch_files_in(const ScratchFolder& folder) {
    std::size_t removed = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.file("."))) {
        std::string name = entry.path().filename().string();
        if (name.starts_with(".") && name.ends_with(".part")) removed += fs::remove(entry.path()) ? 1 : 0;
    }
    return removed;
}

// Runs the command again and again, killed at a random time within its duration, in a folder where the output has old content.
// Afterwards the output is old or complete, the inputs are unchanged and nothing else has appeared.
void expect_nothing_lost(const std::vector<std::string>& words, const ScratchFolder& folder,
                         const std::vector<std::string>& inputs, const std::string& output,
                         std::size_t kills) {
    Clock::time_point start = Clock::now();
    ASSERT_EQ(Process(words).wait(), 0);
    double whole_time = Seconds(Clock::now() - start).count();
    std::string complete = read_text(output);
    std::vector<std::string> before;
    for (const std::string& input : inputs) before.push_back(read_text(input));
    std::size_t files = folder.files();
    loh::Random random(static_cast<std::uint64_t>(::getpid()) + 1, Stream::testing);
    int killed = 0;
    int replaced = 0;
    std::size_t left = 0;
    for (std::uint32_t round = 0; round < std::max<std::size_t>(kills, 10); ++round) {
        write_text(output, "old\n");
        Process process(words);
        std::this_thread::sleep_for(Seconds(whole_time * 1.1 * random.uniform(0, round)));
        process.send(SIGKILL);
        bool was_killed = process.wait() == -SIGKILL;
        killed += was_killed ? 1 : 0;
        if (!was_killed) whole_time *= 0.7;  // the first run took longer, because nothing was cached
        std::string now = read_text(output);
        replaced += now == complete ? 1 : 0;
        ASSERT_TRUE(now == "old\n" || now == complete) << "round " << round;
        left += remove_scratch_files_in(folder);
        ASSERT_EQ(folder.files(), files) << "round " << round;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) EXPECT_EQ(read_text(inputs[i]), before[i]) << inputs[i];
    ::testing::Test::RecordProperty("killed", killed);
    ::testing::Test::RecordProperty("replaced", replaced);
    EXPECT_GE(killed, 1);
    EXPECT_LE(left, 1U);
}

TEST(Kill, KilledPredictionLeavesTheOldFileOrTheNewOne) {
    ScratchFolder folder;
    std::string rows = data();
    std::string header = rows.substr(0, rows.find('\n') + 1);
    write_text(folder.file("data.csv"), rows);
    std::vector<std::string> learn = {"learn", folder.file("data.csv"),  "--target", "y", "-q",
                                      "-o",    folder.file("model.json")};
    ASSERT_EQ(Process(learn).wait(), 0);
    std::string big = header;
    for (std::uint64_t times = 0; times < repeats(2000); ++times) big += rows.substr(header.size());
    write_text(folder.file("big.csv"), big);
    std::string output = folder.file("out.csv");
    expect_nothing_lost({"predict", folder.file("model.json"), folder.file("big.csv"), "-o", output, "-q"},
                        folder, {folder.file("model.json"), folder.file("big.csv")}, output, repeats(40));
}

TEST(Kill, KilledLearningLeavesTheOldModelOrTheNewOne) {
    ScratchFolder folder;
    write_text(folder.file("data.csv"), data());
    std::string output = folder.file("model.json");
    expect_nothing_lost({"learn", folder.file("data.csv"), "--target", "y", "-q", "-o", output}, folder,
                        {folder.file("data.csv")}, output, repeats(40));
}

}  // namespace
}  // namespace loh::testing
