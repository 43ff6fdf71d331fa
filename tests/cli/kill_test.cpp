// The command is killed at random times and restarted until it is done. Its files are the same, byte for byte, as those of an
// uninterrupted run.
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

// `loh learn` in a child process.
class Learner {
public:
    explicit Learner(const ScratchFolder& folder) {
        std::vector<std::string> words = {LOH_COMMAND,
                                          "learn",
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
    ~Learner() {
        if (child_ > 0) send(SIGKILL);
        if (child_ > 0) wait();
    }
    Learner(const Learner&) = delete;
    Learner& operator=(const Learner&) = delete;

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

TEST(Kill, RepeatedlyKilledAndResumedRunWritesTheSameFiles) {
    ScratchFolder quiet;
    write_text(quiet.file("data.csv"), data());
    Clock::time_point start = Clock::now();
    ASSERT_EQ(Learner(quiet).wait(), 0);
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
        Learner learner(disturbed);
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
    Learner learner(folder);
    Clock::time_point end = Clock::now() + std::chrono::seconds(20);
    while (!fs::exists(folder.file("checkpoint")) && Clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    learner.send(SIGINT);
    EXPECT_EQ(learner.wait(), 0);
    Model model = Model::read(folder.file("model.json"));
    EXPECT_GT(model.parts()[0].report.accuracy, 0.3);
    EXPECT_EQ(model.parts()[0].report.faithful, 300U);
}

}  // namespace
}  // namespace loh::testing
