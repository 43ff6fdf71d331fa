// `loh learn` on a terminal (a pty): the progress line, and Ctrl-C once and twice.
#include <chrono>
#include <csignal>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loh/loh.hpp"
#include "support/golden.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// The command in a new terminal.
class Terminal {
public:
    explicit Terminal(std::vector<std::string> words, unsigned short columns = 120) {
        winsize size{30, columns, 0, 0};
        child_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
        if (child_ != 0) return;
        std::signal(SIGINT, SIG_DFL);
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        ::execv(LOH_COMMAND, arguments.data());
        ::_exit(127);
    }
    ~Terminal() {
        ::close(terminal_);
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void press_control_c() const { ASSERT_EQ(::write(terminal_, "\x03", 1), 1); }

    // Reads until the command has printed the text or has ended.
    bool wait_for(const std::string& text) {
        while (printed_.find(text) == std::string::npos) {
            if (!read_some()) return false;
        }
        return true;
    }

    // The exit status, or minus the signal that ended the process.
    int wait() {
        while (read_some()) continue;
        int status = 0;
        ::waitpid(child_, &status, 0);
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

    [[nodiscard]] const std::string& printed() const { return printed_; }

private:
    bool read_some() {
        pollfd ready{terminal_, POLLIN, 0};
        if (::poll(&ready, 1, 60'000) <= 0) return false;
        char buffer[4096];
        ssize_t count = ::read(terminal_, buffer, sizeof buffer);  // fails when the other side is closed
        if (count <= 0) return false;
        printed_.append(buffer, static_cast<std::size_t>(count));
        return true;
    }

    int terminal_ = -1;
    pid_t child_ = -1;
    std::string printed_;
};

// One row in ten has a wrong label, so that no run ends early.
std::string data(std::uint32_t rows) {
    std::string text = "a,b,c,d,y\n";
    loh::Random random(1, Stream::testing);
    for (std::uint32_t row = 0; row < rows; ++row) {
        bool x[4] = {};
        for (std::uint32_t i = 0; i < 4; ++i) {
            x[i] = random.uniform(row, i) > 0.5;
            text += x[i] ? "1," : "0,";
        }
        bool right = random.uniform(row, 99) > 0.1;
        text += ((x[0] && !x[1]) || (x[2] && x[3])) == right ? "yes\n" : "no\n";
    }
    return text;
}

std::vector<std::string> learn(const ScratchFolder& folder, const std::vector<std::string>& more) {
    std::vector<std::string> words = {LOH_COMMAND,
                                      "learn",
                                      folder.file("t.csv"),
                                      "--target",
                                      "y",
                                      "-o",
                                      folder.file("model.json"),
                                      "--effort",
                                      "none",
                                      "--threads",
                                      "1",
                                      "--max-rules",
                                      "8"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(TerminalLine, ShowsEpochTimeLossScoreAndFormulaLength) {
    ScratchFolder folder;
    write_text(folder.file("t.csv"), data(300));
    Terminal terminal(learn(folder, {"--epochs", "60", "--restarts", "2", "--validation", "0.2"}));
    ASSERT_EQ(terminal.wait(), 0) << terminal.printed();
    const std::string& printed = terminal.printed();
    EXPECT_TRUE(std::regex_search(
        printed, std::regex("\rrun 1/2, epoch [0-9]+/60, [0-9]+:[0-9][0-9] left, loss 0\\.[0-9]{4}, best F1 "
                            "[01]\\.[0-9]{4}, [0-9]+ rules?, [0-9]+ literals?\x1b\\[K")))
        << printed;
    EXPECT_TRUE(std::regex_search(
        printed, std::regex("run 2/2, epoch 60/60, loss 0\\.[0-9]{4}, best F1 [^\n]*\x1b\\[K\r\n")))
        << printed;
}

TEST(TerminalLine, IsTruncatedToTheTerminalWidth) {
    ScratchFolder folder;
    write_text(folder.file("t.csv"), data(300));
    Terminal terminal(learn(folder, {"--epochs", "30", "--restarts", "1"}), 40);
    ASSERT_EQ(terminal.wait(), 0) << terminal.printed();
    EXPECT_TRUE(
        std::regex_search(terminal.printed(), std::regex("\rrun 1/1, epoch 30/30[^\r\x1b]{19}\x1b\\[K")))
        << terminal.printed();
}

TEST(ControlC, OnceWritesTheBestModel) {
    ScratchFolder folder;
    write_text(folder.file("t.csv"), data(300));
    Terminal terminal(learn(folder, {"--epochs", "1000000", "--restarts", "3", "--json"}));
    ASSERT_TRUE(terminal.wait_for("run 1/3, epoch")) << terminal.printed();
    terminal.press_control_c();
    EXPECT_EQ(terminal.wait(), 0);
    EXPECT_NE(terminal.printed().find("Ctrl-C again stops immediately"), std::string::npos)
        << terminal.printed();
    EXPECT_NE(terminal.printed().find("note: interrupted; this is the best model so far"), std::string::npos);
    EXPECT_NE(terminal.printed().find("\"interrupted\": true"), std::string::npos);
    Model model = Model::read(folder.file("model.json"));
    EXPECT_GT(model.parts()[0].report.accuracy, 0.3);
}

// An epoch with one row per step and a trace takes far longer than this test.
TEST(ControlC, TwiceStopsImmediatelyAndWritesNothing) {
    ScratchFolder folder;
    write_text(folder.file("t.csv"), data(20'000));
    // A pipe receives the trace as it arises: its first line shows that learning has begun.
    ASSERT_EQ(::mkfifo(folder.file("trace").c_str(), 0600), 0);
    int trace = ::open(folder.file("trace").c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_GE(trace, 0);
    Terminal terminal(learn(folder, {"--batch", "1", "--trace", folder.file("trace")}));
    pollfd arrived{trace, POLLIN, 0};
    EXPECT_EQ(::poll(&arrived, 1, 30'000), 1);
    terminal.press_control_c();
    ASSERT_TRUE(terminal.wait_for("Ctrl-C again stops immediately")) << terminal.printed();
    terminal.press_control_c();
    EXPECT_EQ(terminal.wait(), -SIGINT);
    EXPECT_FALSE(fs::exists(folder.file("model.json")));
    ::close(trace);
}

}  // namespace
}  // namespace loh::testing
