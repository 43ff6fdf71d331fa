// Where a program comes from: a file, standard input or the command line; and its limits and constants. The commands
// that read programs share these options.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <loh/loh.hpp>

namespace loh::cli {

struct ProgramSource {
    std::vector<std::string> files;  // "-" is standard input
    std::string text;                // of -e
    std::vector<std::string> constants;
    Limits limits;

    // Adds FILE and -e to a command, and for commands that elaborate also --const.
    void add_options(CLI::App& command, bool elaborates);

    // For commands whose files are something else: --formula FILE, -e and --const.
    void add_flags(CLI::App& command);

    [[nodiscard]] bool is_given() const;

    // The programs' names, in order: the files, or `<command line>`.
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] Program parse(const std::string& name) const;
    [[nodiscard]] ElaborateOptions elaborate_options() const;

private:
    void add_text_options(CLI::App& command, bool elaborates);

    const char* both_ = "give either FILE or -e TEXT, not both";
    const char* no_program_ = "no program: give FILE or -e TEXT";
    CLI::Option* text_option_ = nullptr;
};

// The usage error for a command that takes one program.
void require_one(const ProgramSource& source);

}  // namespace loh::cli
