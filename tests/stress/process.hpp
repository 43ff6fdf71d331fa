// Runs the command in a folder, with faults and a time limit.
#pragma once

#include <string>
#include <vector>

namespace loh::stress {

struct ProcessResult {
    int exit = 0;  // the exit status, or minus the signal that ended the process
    bool timed_out = false;
    std::string out;
    std::string err;
};

// `library` is the path of the fault library, loaded if `faults` is not empty. Outputs are captured in `capture`.
struct Surroundings {
    std::string command;  // path of the executable
    std::string library;
    std::string folder;   // where it runs; temporary files are in its subfolder tmp
    std::string capture;  // folder for standard output and standard error
};

ProcessResult run_process(const Surroundings& surroundings, const std::vector<std::string>& arguments,
                          const std::string& faults);

std::string file_text(const std::string& path);

}  // namespace loh::stress
