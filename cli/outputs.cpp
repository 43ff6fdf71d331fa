#include "outputs.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace loh::cli {

namespace {

namespace fs = std::filesystem;

// Identifies a regular file: by device and inode if it exists, otherwise by its path.
struct FileIdentity {
    std::optional<std::pair<dev_t, ino_t>> inode;
    std::string path;

    [[nodiscard]] bool is_same(const FileIdentity& other) const {
        if (inode || other.inode) return inode == other.inode;
        return !path.empty() && path == other.path;
    }
};

FileIdentity identity_of(const struct stat& status) {
    if (!S_ISREG(status.st_mode)) return {};
    return {{{status.st_dev, status.st_ino}}, ""};
}

FileIdentity input_identity(const std::string& path) {
    struct stat status {};
    int failed = path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status);
    return failed != 0 ? FileIdentity{} : identity_of(status);
}

FileIdentity output_identity(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return identity_of(status);
    std::error_code none;
    fs::path target = output_target(path);
    fs::path folder = fs::weakly_canonical(fs::absolute(target, none).parent_path(), none);
    return {{}, (folder / target.filename()).string()};
}

std::string shown(const NamedFile& file) {
    return file.path == "-" ? "standard input" : "'" + file.path + "'";
}

[[noreturn]] void refuse_input(const std::string& output, const NamedFile& input) {
    throw Error(ErrorKind::usage,
                output + " would change the input " + shown(input) + " (" + input.flag + ")",
                "give another file");
}

[[noreturn]] void refuse_same(const std::string& first, const NamedFile& second) {
    throw Error(ErrorKind::usage, first + " and " + second.flag + " are the same file, " + shown(second),
                "give another file");
}

// `loh predict model.json t.csv >> t.csv` would read what it writes.
void check_standard_output(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
    struct stat status {};
    if (::fstat(STDOUT_FILENO, &status) != 0) return;
    FileIdentity printed = identity_of(status);
    for (const NamedFile& input : inputs) {
        if (!input.path.empty() && printed.is_same(input_identity(input.path)))
            refuse_input("standard output", input);
    }
    for (const NamedFile& output : outputs) {
        bool replaces = !output.path.empty() && !output_target(output.path).empty();
        if (replaces && printed.is_same(output_identity(output.path))) refuse_same("standard output", output);
    }
}

// A file for which no other user can have prepared anything: a new name, readable only by the owner.
std::string keep_in_temporary_folder(const std::string& text) {
    const std::string kEnding = ".json";
    const std::string kRandom(6, 'X');  // mkstemps replaces these letters
    std::error_code failure;
    std::string name = (fs::temp_directory_path(failure) / ("loh-model-" + kRandom + kEnding)).string();
    if (failure) return "";
    int file = ::mkstemps(name.data(), static_cast<int>(kEnding.size()));
    if (file < 0) return "";
    ::close(file);
    try {
        write_file_atomically(name, text);
        return name;
    } catch (const Error&) {
        ::unlink(name.c_str());
        return "";
    }
}

}  // namespace

void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        if (outputs[o].path.empty()) continue;
        FileIdentity identity = output_identity(outputs[o].path);
        for (const NamedFile& input : inputs) {
            if (!input.path.empty() && identity.is_same(input_identity(input.path)))
                refuse_input(outputs[o].flag, input);
        }
        for (std::size_t other = 0; other < o; ++other) {
            if (!outputs[other].path.empty() && identity.is_same(output_identity(outputs[other].path)))
                refuse_same(outputs[o].flag, outputs[other]);
        }
    }
    check_standard_output(inputs, outputs);
    for (const NamedFile& output : outputs) {
        if (!output.path.empty()) check_writable(output.path);
    }
}

void save_model(const Model& model, const std::string& path) {
    try {
        model.write(path);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::io) throw;
        std::string text = model.to_json();
        std::string kept = keep_in_temporary_folder(text);
        if (!kept.empty())
            throw Error(ErrorKind::io, error.diagnostic().message, "the model is kept in '" + kept + "'");
        std::cout << text << std::flush;
        throw Error(ErrorKind::io, error.diagnostic().message,
                    std::cout ? "the model is printed to standard output"
                              : "it could neither be kept in the folder for temporary files nor printed");
    }
}

void remove_output(const std::string& path) {
    std::string target = output_target(path);
    std::error_code failure;
    if (target.empty() || !fs::exists(target, failure)) return;
    if (!fs::remove(target, failure))
        throw Error(ErrorKind::io, "cannot remove '" + path + "': " + failure.message());
}

extern "C" void end_by_signal(int signal) {
    remove_scratch_files();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void handle_signals() {
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (std::signal(signal, end_by_signal) == SIG_IGN) std::signal(signal, SIG_IGN);  // nohup
    }
    std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace loh::cli
