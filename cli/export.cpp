// loh export: writes a model as a program or a document for another system.
#include <algorithm>
#include <iostream>
#include <memory>

#include <unistd.h>

#include "commands.hpp"
#include "outputs.hpp"
#include "size_choice.hpp"
#include "table_source.hpp"
#include "usage.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

struct ExportCommand {
    std::string model;
    ModelLimits limits;
    SizeChoice size;
    std::string target;
    ExportOptions options;
    std::string output;
};

int run_export(const ExportCommand& command) {
    check_outputs({{"MODEL", command.model}}, {{"--output", command.output}});
    Model model = command.size.apply(read_model(command.model, command.limits), command.model);
    std::string text = export_text(model, command.target, command.options);
    if (!command.output.empty()) {
        write_file_atomically(command.output, text);
        return kSuccess;
    }
    const std::vector<ExportTarget>& targets = export_targets();
    bool binary = std::any_of(targets.begin(), targets.end(), [&](const ExportTarget& target) {
        return target.name == command.target && target.is_binary;
    });
    if (binary && ::isatty(STDOUT_FILENO) == 1)
        throw Error(ErrorKind::usage, "the target " + command.target + " is not for a terminal",
                    "name a file: -o FILE");
    std::cout << text << std::flush;
    if (!std::cout) throw Error(ErrorKind::io, "cannot write to standard output");
    return kSuccess;
}

// The targets, one on a line, and the dialects of those that have some.
std::string list_of_targets() {
    std::size_t width = 0;
    for (const ExportTarget& target : export_targets()) width = std::max(width, target.name.size());
    std::string result;
    for (const ExportTarget& target : export_targets()) {
        result += "  " + target.name + std::string(width + 2 - target.name.size(), ' ') + target.what;
        std::string dialects;
        for (const std::string& dialect : target.dialects)
            dialects += (dialects.empty() ? "" : ", ") + dialect;
        result += (dialects.empty() ? "" : "; --dialect " + dialects) + "\n";
    }
    return result;
}

// The dialects of all targets.
std::string list_of_dialects() {
    std::string result;
    for (const ExportTarget& target : export_targets())
        for (const std::string& dialect : target.dialects) result += (result.empty() ? "" : "|") + dialect;
    return result;
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
    auto command = std::make_shared<ExportCommand>();
    CLI::App* added = app.add_subcommand("export", "write a model as SQL, C or another language");
    added->footer(
        "The export decides every row as `loh predict` does, missing and unseen cells included. "
        "docs/export.md describes\nhow each "
        "target takes its cells.\n\nTargets:\n" +
        list_of_targets() + R"(
Examples:
  loh export risk.json --to sql --dialect duckdb --table customers
  loh export risk.json --to sql --explain -o risk.sql         also the number of the rule that decides
  loh export risk.json --to sql --pick 3                      the third size of the model)");
    add_model_option(*added, command->model, command->limits);
    added->add_option("--to", command->target, "target, see below")->required()->type_name("TARGET");
    added->add_option("--output,-o", command->output, "file to write; standard output without it")
        ->type_name("FILE");
    added
        ->add_option("--dialect", command->options.dialect, "dialect of the target; the first one without it")
        ->type_name(list_of_dialects());
    added
        ->add_option("--table", command->options.table,
                     "name of the table to read, also SCHEMA.TABLE; `data` without it")
        ->type_name("NAME");
    added->add_flag("--explain", command->options.explain,
                    "add the rule that decides, or the rules that give points");
    added->add_flag("--proba", command->options.proba, "add the probability of each class");
    command->size.add_options(*added);
    added->callback([command, &exit_code] { exit_code = run_export(*command); });
}

}  // namespace loh::cli
