// Runs the built command by a shell in its own folder: output, exit status and resources.
#pragma once

#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/golden.hpp"
#include "support/learning.hpp"

namespace loh::testing {

struct CommandResult {
    int exit = 0;  // the exit status, or minus the signal
    std::string out;
    std::string err;
    std::size_t peak_bytes = 0;  // peak of the largest process
    double seconds = 0;          // processor time of all processes
};

// `line` is for sh; `loh` is the built command. Standard input is empty.
inline CommandResult run_command(const ScratchFolder& folder, const std::string& line) {
    std::string out = folder.file(".stdout");
    std::string err = folder.file(".stderr");
    pid_t child = ::fork();
    if (child == 0) {
        auto connect = [](const char* path, int flags, int to) {
            if (::dup2(::open(path, flags, 0600), to) < 0) ::_exit(126);
        };
        connect("/dev/null", O_RDONLY, STDIN_FILENO);
        connect(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
        connect(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        if (::chdir(folder.file(".").c_str()) != 0) ::_exit(126);
        std::string path = std::filesystem::path(LOH_COMMAND).parent_path().string();
        ::setenv("PATH", (path + ":" + std::getenv("PATH")).c_str(), 1);
        ::setenv("LC_ALL", "C.UTF-8", 1);
        ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
        ::_exit(127);
    }
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), read_text(out), read_text(err),
            static_cast<std::size_t>(usage.ru_maxrss) * 1024,
            seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

}  // namespace loh::testing
