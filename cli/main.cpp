// The `loh` command. Results go to standard output, everything else to standard error; exit code 0, 1 (bad data or a
// failed check) or 2 (bad usage).
#include <iostream>

#include "commands.hpp"
#include <loh/loh.hpp>

namespace {

constexpr const char* kExamples = R"(Examples:
  loh check rules.loh                        check a program
  loh space -e '[a, b] & [c, d] & !e'        list the four hypotheses
  loh space --count layers.loh               count the hypotheses
  loh fmt -w rules.loh                       rewrite a program in canonical form
  loh inspect fires.csv                      show the columns of a table
  loh learn fires.csv --target risk --formula rules.loh -o risk.json
  loh predict risk.json new.csv              predict the class of each row
  loh explain risk.json                      show the rules with their statistics
  loh demo                                   learn tic-tac-toe

`loh COMMAND --help` shows all options. docs/language.md describes the language.)";

// Reports an unknown command by name; CLI11 would only report that a command is missing.
void check_command_name(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::string names;
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_name() == argv[1]) return;
        names += (names.empty() ? "" : ", ") + command->get_name();
    }
    throw loh::Error(loh::ErrorKind::usage, "there is no command '" + std::string(argv[1]) + "'",
                     "the commands are: " + names);
}

int run(int argc, char** argv) {
    CLI::App app{
        "LoH, the Logic of Hypotheses: learns rules from data and from programs with choices [f, g]."};
    app.name("loh");
    app.footer(kExamples);
    app.set_version_flag("--version", std::string("loh ") + loh::kVersion);
    app.require_subcommand(1);
    app.get_formatter()->column_width(32);

    int exit_code = loh::cli::kSuccess;
    loh::cli::add_check(app, exit_code);
    loh::cli::add_fmt(app, exit_code);
    loh::cli::add_space(app, exit_code);
    loh::cli::add_simplify(app, exit_code);
    loh::cli::add_equivalent(app, exit_code);
    loh::cli::add_compile(app, exit_code);
    loh::cli::add_inspect(app, exit_code);
    loh::cli::add_propose(app, exit_code);
    loh::cli::add_learn(app, exit_code);
    loh::cli::add_predict(app, exit_code);
    loh::cli::add_evaluate(app, exit_code);
    loh::cli::add_explain(app, exit_code);
    loh::cli::add_demo(app, exit_code);
    check_command_name(app, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? loh::cli::kSuccess : loh::cli::kBadUsage;
    }
    std::cout.flush();
    if (!std::cout) throw loh::Error(loh::ErrorKind::io, "cannot write to standard output");
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape): writing the message itself may fail
    try {
        std::ios::sync_with_stdio(false);
        return run(argc, argv);
    } catch (const loh::Error& error) {
        std::cout.flush();
        std::cerr << error.what() << '\n';
        return error.kind() == loh::ErrorKind::usage ? loh::cli::kBadUsage : loh::cli::kFailure;
    } catch (const std::exception& error) {
        std::cerr << "error: "
                  << (dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "out of memory" : error.what())
                  << '\n';
        return loh::cli::kFailure;
    }
}
