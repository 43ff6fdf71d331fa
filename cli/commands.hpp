// The subcommands of `loh`. Each function adds a subcommand to the application. The subcommand that runs sets the exit code.
#pragma once

#include <CLI/CLI.hpp>

namespace loh::cli {

// Exit codes of the command.
inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;  // bad data or a failed check
inline constexpr int kBadUsage = 2;

void add_check(CLI::App& app, int& exit_code);
void add_fmt(CLI::App& app, int& exit_code);
void add_space(CLI::App& app, int& exit_code);
void add_simplify(CLI::App& app, int& exit_code);
void add_equivalent(CLI::App& app, int& exit_code);
void add_compile(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);
void add_propose(CLI::App& app, int& exit_code);
void add_learn(CLI::App& app, int& exit_code);
void add_predict(CLI::App& app, int& exit_code);
void add_evaluate(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_prove(CLI::App& app, int& exit_code);
void add_diff(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_demo(CLI::App& app, int& exit_code);

}  // namespace loh::cli
