// loh compile: prints the network of a program.
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "program_source.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

void add_compile(CLI::App& app, int& exit_code) {
    auto source = std::make_shared<ProgramSource>();
    CLI::App* command =
        app.add_subcommand("compile", "print the network of a program, one instruction a line");
    command->footer(
        R"(Slots s0, s1, ... hold truth values between 0 and 1; w0, w1, ... are the weights of the alternatives. Each choice is
followed by its position in the source text.

Examples:
  loh compile rules.loh
  loh compile -e '[a, true] & [b, !c]')");
    source->add_options(*command, true);
    command->callback([source, &exit_code] {
        require_one(*source);
        Elaboration elaboration = elaborate(source->parse(source->names()[0]), source->elaborate_options());
        for (const Diagnostic& warning : elaboration.warnings) std::cerr << warning.to_string() << '\n';
        std::cout << compiled_listing(elaboration);
        exit_code = kSuccess;
    });
}

}  // namespace loh::cli
