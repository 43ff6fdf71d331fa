// The files that a command writes: checks before the work begins, and what happens to a model that cannot be saved.
#pragma once

#include <string>
#include <vector>

#include <loh/loh.hpp>

namespace loh::cli {

// A file of the command line.
struct NamedFile {
    std::string flag;  // as in messages: --trace, DATA
    std::string path;  // empty: not given; for an input, "-" is standard input
};

// Throws Error (usage) if an output would replace an input or another output, also through links or if standard output or
// input is the same file. Throws Error (io) if an output cannot be written.
void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// Writes the model. If that fails, keeps it in the folder for temporary files, or else prints it, and throws Error (io) that
// says where it is.
void save_model(const Model& model, const std::string& path);

// Removes the file that was written to `path`. A link, a pipe or a device stays.
void remove_output(const std::string& path);

// Removes unfinished outputs when SIGINT, SIGTERM or SIGHUP ends the process. A file larger than allowed (ulimit -f) is an error of
// the write instead of a signal.
void handle_signals();

// Restores this behaviour for a signal.
extern "C" void end_by_signal(int signal);

}  // namespace loh::cli
