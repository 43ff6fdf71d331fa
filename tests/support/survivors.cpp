#include "support/survivors.hpp"

#include <cstdio>
#include <exception>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loh::testing {

namespace {

constexpr unsigned kSeconds = 60;  // time limit of one try, sufficient for a sanitizer on a busy machine
constexpr char kBegun = '\x01';    // written before each try; its result follows, if any

std::string guarded(const std::function<std::string(std::size_t)>& try_one, std::size_t index) {
    try {
        return try_one(index);
    } catch (const std::exception& error) {
        return std::string("threw ") + error.what();
    }
}

void write_all(int pipe, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        ssize_t written = ::write(pipe, text.data() + done, text.size() - done);
        if (written <= 0) ::_exit(1);
        done += static_cast<std::size_t>(written);
    }
}

// The output of a child process that tries from `first` on, and its exit status.
std::string listen(std::size_t first, std::size_t count,
                   const std::function<std::string(std::size_t)>& try_one, int& status) {
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) return "";
    pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        for (std::size_t index = first; index < count; ++index) {
            write_all(ends[1], std::string(1, kBegun));
            ::alarm(kSeconds);
            write_all(ends[1], guarded(try_one, index));
        }
        ::_exit(0);
    }
    ::close(ends[1]);
    std::string heard;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
        heard.append(buffer, static_cast<std::size_t>(got));
    ::close(ends[0]);
    ::waitpid(child, &status, 0);
    return heard;
}

std::string describe(int status) {
    return WIFSIGNALED(status) ? "killed by signal " + std::to_string(WTERMSIG(status))
                               : "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

std::vector<std::string> try_all(std::size_t count, const std::function<std::string(std::size_t)>& try_one) {
    std::vector<std::string> complaints;
    std::fflush(nullptr);
    for (std::size_t next = 0; next < count;) {
        int status = -1;
        std::string heard = listen(next, count, try_one, status);
        if (heard.empty()) return {"cannot start a process"};
        std::vector<std::string> said;
        for (char c : heard) {
            if (c == kBegun) {
                said.emplace_back();
            } else {
                said.back() += c;
            }
        }
        if (status != 0) said.back() += describe(status);
        for (std::size_t i = 0; i < said.size(); ++i) {
            if (!said[i].empty()) complaints.push_back(std::to_string(next + i) + ": " + said[i]);
        }
        next += said.size();
    }
    return complaints;
}

void expect_none(const std::vector<std::string>& complaints,
                 const std::function<std::string(std::size_t)>& name_of) {
    constexpr std::size_t kShown = 12;
    std::string text;
    for (std::size_t i = 0; i < complaints.size() && i < kShown; ++i) {
        std::string line = name_of(std::stoul(complaints[i])) + " -> " + complaints[i];
        text += "\n  " +
                (line.size() > 300 ? line.substr(0, 150) + " ... " + line.substr(line.size() - 150) : line);
    }
    EXPECT_TRUE(complaints.empty()) << complaints.size() << " complaints, of which the first are" << text;
}

}  // namespace loh::testing
