// loh fmt: prints or writes programs in canonical form.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "commands.hpp"
#include "program_source.hpp"
#include "usage.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

struct FmtOptions {
    ProgramSource source;
    std::size_t width = 100;
    bool write = false;
    bool check = false;
};

std::string read_all(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

int format_programs(const FmtOptions& options) {
    bool in_files = options.write || options.check;
    std::vector<std::string> names = options.source.names();
    if (!in_files) require_one(options.source);
    bool clean = true;
    for (const std::string& name : names) {
        Program program = options.source.parse(name);
        std::string text = program.format(options.width);
        if (!in_files) {
            std::cout << text;
            continue;
        }
        if (!std::filesystem::exists(name)) throw Error(ErrorKind::usage, "--write and --check need a file");
        if (read_all(name) == text) continue;
        clean = false;
        if (options.write) {
            write_file_atomically(name, text);
        } else {
            std::cout << name << ": not in canonical form\n";
        }
    }
    return clean || options.write ? kSuccess : kFailure;
}

}  // namespace

void add_fmt(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<FmtOptions>();
    CLI::App* command = app.add_subcommand("fmt", "print or write the canonical form of programs");
    command->footer(R"(Examples:
  loh fmt rules.loh                 print the canonical form
  loh fmt --write *.loh             rewrite files in place
  loh fmt --check *.loh             exit with 1 if a file is not in canonical form
  loh fmt -e 'p:=a and not (b)')");
    options->source.add_options(*command, false);
    auto* write = command->add_flag("-w,--write", options->write, "rewrite the files");
    command
        ->add_flag("--check", options->check,
                   "list the files that would change; exit status 1 if there are any")
        ->excludes(write);
    CLI::Option* width =
        command->add_option("--width", options->width, "line width in characters, where possible")
            ->capture_default_str();
    accept_whole_numbers(*width, "--width", 20, 1000);
    command->callback([options, &exit_code] { exit_code = format_programs(*options); });
}

}  // namespace loh::cli
