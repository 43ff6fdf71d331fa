// The `loh` command. Results go to standard output, everything else to standard error; exit code 0, 1 (bad data or a
// failed check) or 2 (bad usage).
#include <array>
#include <atomic>
#include <iostream>
#include <memory>
#include <new>
#include <string_view>

#include <unistd.h>

#include "commands.hpp"
#include "outputs.hpp"
#include "usage.hpp"
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
  loh prove risk.json --fair sex             prove that a column alone never changes the decision
  loh export risk.json --to sql              write the rules as SQL
  loh demo                                   learn tic-tac-toe

`loh COMMAND --help` shows the options. docs/language.md describes the language.)";

// Reports an unknown command by name; CLI11 would only report that a command is missing.
void check_command_name(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::string listed;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_name() == argv[1]) return;
        names.push_back(command->get_name());
        listed += (listed.empty() ? "" : ", ") + command->get_name();
    }
    std::optional<std::string> meant = loh::closest(argv[1], names);
    throw loh::Error(loh::ErrorKind::usage,
                     "there is no command '" + std::string(argv[1]) + "'" +
                         (meant ? "; did you mean '" + *meant + "'?" : ""),
                     "the commands are: " + listed);
}

// Memory for the way out: destructors and messages may need some after an allocation has failed. The first failure frees a
// part of it and tries again, because it may be in a destructor, which cannot throw; the second one is reported.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::array<std::atomic<char*>, 2> reserves{};

void on_missing_memory() {  // any thread
    if (char* first = reserves[0].exchange(nullptr)) {
        delete[] first;
        return;
    }
    delete[] reserves[1].exchange(nullptr);
    throw std::bad_alloc();
}

void reserve_memory() {
    constexpr std::size_t kBytes = std::size_t{1} << 20U;
    for (std::atomic<char*>& reserve : reserves) reserve = new char[kBytes];  // untouched pages cost nothing
    std::set_new_handler(on_missing_memory);
}

int run(int argc, char** argv) {
    CLI::App app{
        "LoH, the Logic of Hypotheses: learns rules from data and from programs with choices [f, g]."};
    app.name("loh");
    app.footer(kExamples);
    app.set_version_flag("--version", std::string("loh ") + loh::kVersion);
    app.require_subcommand(1);
    auto formatter = std::make_shared<loh::cli::ShortHelp>();
    formatter->column_width(32);
    app.formatter(formatter);

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
    loh::cli::add_prove(app, exit_code);
    loh::cli::add_diff(app, exit_code);
    loh::cli::add_export(app, exit_code);
    loh::cli::add_demo(app, exit_code);
    for (CLI::App* command : app.get_subcommands({})) {
        if (command->get_name() != "learn")  // which has groups of its own
            loh::cli::move_to_group(*command, "Limits", {"--max-depth", "--max-bytes", "--max-expansion"});
        loh::cli::offer_all_help(*command);
    }
    check_command_name(app, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) loh::cli::refuse_unknown_options(app);
        exit_code = app.exit(error) == 0 ? loh::cli::kSuccess : loh::cli::kBadUsage;
    }
    std::cout.flush();  // also after --help
    if (!std::cout) throw loh::Error(loh::ErrorKind::io, "cannot write to standard output");
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape): writing the message itself may fail
    try {
        std::ios::sync_with_stdio(false);
        loh::cli::handle_signals();
        reserve_memory();
        return run(argc, argv);
    } catch (const loh::Error& error) {
        std::cout.flush();
        std::cerr << error.what() << '\n';
        return error.kind() == loh::ErrorKind::usage ? loh::cli::kBadUsage : loh::cli::kFailure;
    } catch (const std::bad_alloc&) {
        constexpr std::string_view kMessage = "error: out of memory\n";  // written without more memory
        static_cast<void>(!::write(STDERR_FILENO, kMessage.data(), kMessage.size()));
        return loh::cli::kFailure;
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return loh::cli::kFailure;
    }
}
