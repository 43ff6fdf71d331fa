#include "stress/process.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loh::stress {

namespace {

constexpr auto kMostTime = std::chrono::seconds(60);

[[noreturn]] void become(const Surroundings& surroundings, const std::vector<std::string>& arguments,
                         const std::string& faults) {
    auto connect = [](const std::string& path, int flags, int to) {
        if (::dup2(::open(path.c_str(), flags, 0600), to) < 0) ::_exit(126);
    };
    connect("/dev/null", O_RDONLY, STDIN_FILENO);
    connect(surroundings.capture + "/out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    connect(surroundings.capture + "/err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    if (::chdir(surroundings.folder.c_str()) != 0) ::_exit(126);
    ::setenv("TMPDIR", (surroundings.folder + "/tmp").c_str(), 1);
    if (!faults.empty()) {
        ::setenv("LD_PRELOAD", surroundings.library.c_str(), 1);
        ::setenv("LOH_FAULTS", faults.c_str(), 1);
    }
    std::vector<std::string> words = {surroundings.command};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(surroundings.command.c_str(), pointers.data());
    ::_exit(127);
}

}  // namespace

std::string file_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

ProcessResult run_process(const Surroundings& surroundings, const std::vector<std::string>& arguments,
                          const std::string& faults) {
    pid_t child = ::fork();
    if (child == 0) become(surroundings, arguments, faults);
    ProcessResult result;
    auto end = std::chrono::steady_clock::now() + kMostTime;
    auto pause = std::chrono::microseconds(200);
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (!result.timed_out && std::chrono::steady_clock::now() > end) {
            result.timed_out = true;
            ::kill(child, SIGKILL);
        }
        std::this_thread::sleep_for(pause);
        if (pause < std::chrono::milliseconds(5)) pause *= 2;
    }
    result.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    result.out = file_text(surroundings.capture + "/out");
    result.err = file_text(surroundings.capture + "/err");
    return result;
}

}  // namespace loh::stress
