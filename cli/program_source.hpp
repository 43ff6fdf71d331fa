// The options of commands that read programs: file, standard input or command line; limits; constants.
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

    // Adds FILE, -e and the limits; for commands that elaborate the program, also --const.
    void add_options(CLI::App& command, bool elaborates);

    // Adds --formula FILE, -e, the limits and --const, for commands whose FILE is not a program.
    void add_flags(CLI::App& command);

    [[nodiscard]] bool is_given() const;

    // The names of the programs, in order: the files, or `<command line>`.
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] Program parse(const std::string& name) const;
    [[nodiscard]] ElaborateOptions elaborate_options() const;

private:
    void add_text_options(CLI::App& command, bool elaborates);

    const char* both_ = "give either FILE or -e TEXT, not both";
    const char* no_program_ = "no program: give FILE or -e TEXT";
    CLI::Option* text_option_ = nullptr;
};

// Throws a usage error if there is more than one program.
void require_one(const ProgramSource& source);

}  // namespace loh::cli
