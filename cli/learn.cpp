// loh learn: the hypothesis of a program that fits a table.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>

#include <unistd.h>

#include "commands.hpp"
#include "learn_flags.hpp"
#include "model_report.hpp"
#include "program_source.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct LearnCommandOptions {
    ProgramSource source;
    TableSource data;
    SchemaSource schema;
    std::string target;
    std::string positive;
    std::string model_path;
    LearnHooks hooks;
    LearnOptions learn;
    bool json = false;
    bool quiet = false;
};

volatile std::sig_atomic_t interrupted = 0;

// The first Ctrl-C ends learning with the best model so far, the second ends the program.
extern "C" void on_interrupt(int) {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);
}

// On a terminal one line that is redrawn; elsewhere a line for each run that has ended.
class ProgressLine {
public:
    ProgressLine() : terminal_(::isatty(STDERR_FILENO) != 0) {}

    void show(const LearnProgress& progress) {
        using Clock = std::chrono::steady_clock;
        if (!terminal_) {
            if (progress.finished) std::cerr << text(progress) << '\n';
            return;
        }
        if (!progress.finished && Clock::now() < next_) return;
        next_ = Clock::now() + std::chrono::milliseconds(100);
        std::cerr << '\r' << text(progress) << "\x1b[K" << (progress.finished ? "\n" : "") << std::flush;
        drawn_ = !progress.finished;
    }
    void clear() const {
        if (drawn_) std::cerr << "\r\x1b[K" << std::flush;
    }

private:
    static std::string text(const LearnProgress& progress) {
        char line[160];
        std::snprintf(line, sizeof line, "run %zu of %zu: epoch %zu of %zu, loss %.4f, best macro F1 %.4f",
                      progress.run + 1, progress.runs, progress.epoch, progress.epochs, progress.loss,
                      progress.best_macro_f1);
        return line;
    }

    bool terminal_;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point next_;
};

Json summary(const Model& model, const LearnCommandOptions& options, double seconds) {
    Json json = {{"model", options.model_path},       {"target", model.target()},
                 {"classes", model.classes()},        {"rules", model.rule_count()},
                 {"literals", model.literal_count()}, {"seconds", seconds}};
    for (const Model::Part& part : model.parts()) json[part.name] = to_json(part.report);
    json["formulas"] = formulas_to_json(model);
    return json;
}

void print_summary(const Model& model, const LearnCommandOptions& options) {
    print_formulas(std::cout, model);
    std::cout << '\n'
              << model.rule_count() << (model.rule_count() == 1 ? " rule, " : " rules, ")
              << model.literal_count() << (model.literal_count() == 1 ? " literal\n" : " literals\n");
    print_parts(std::cout, model.parts());
    if (options.model_path.empty() && !options.quiet)
        std::cerr << "note: the model is not kept; -o FILE saves it\n";
}

int learn_command(LearnCommandOptions& options) {
    if (options.source.is_given()) require_one(options.source);
    auto start = std::chrono::steady_clock::now();
    Table table = options.data.read();
    TableSchema schema = options.schema.read();
    Program program = options.source.is_given()
                          ? options.source.parse(options.source.names()[0])
                          : propose(table, options.target, options.learn, schema, options.positive);
    LearnTask task{
        program, table, options.target, options.positive, options.learn, options.source.elaborate_options(),
        schema};
    ProgressLine line;
    options.hooks.stop = [] { return interrupted != 0; };
    options.hooks.warning = [](const Diagnostic& warning) { std::cerr << warning.to_string() << '\n'; };
    if (!options.quiet) options.hooks.progress = [&](const LearnProgress& progress) { line.show(progress); };
    std::signal(SIGINT, on_interrupt);
    Model model = learn(task, options.hooks);
    line.clear();
    if (interrupted != 0) std::cerr << "note: interrupted; this is the best model so far\n";
    if (!options.model_path.empty()) model.write(options.model_path);
    if (!options.hooks.checkpoint_path.empty() && interrupted == 0)
        std::filesystem::remove(options.hooks.checkpoint_path);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (options.json) {
        std::cout << summary(model, options, seconds.count()).dump(2) << '\n';
    } else {
        print_summary(model, options);
    }
    return kSuccess;
}

}  // namespace

void add_learn(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<LearnCommandOptions>();
    CLI::App* command = app.add_subcommand(
        "learn", "find rules that fit a table, from nothing or from a program of your own");
    command->footer(
        R"(Without a program, rules are learned over everything the columns offer: cut points of numbers, categories, missing
cells; `loh propose` shows that program and `loh inspect` what the columns are taken for. With one, its inputs are columns
by name, with cells 0, 1, true, false or numbers between, or comparisons such as `age >= 40`. The target is another column:
its cells are the classes. One output tells two classes apart; several outputs are named after the classes. Prints the
learned formula and its figures; progress goes to standard error. Ctrl-C ends with the best model so far.

Examples:
  loh learn loans.csv --target approved --holdout 0.2
  loh learn loans.csv --target approved --max-rules 5 --prune redundant -o loans.json
  loh learn fires.csv --target risk --formula wildfire.loh -o risk.json
  loh learn fires.csv --target risk -e '[a, true] & [b, !c]' --holdout 0.2
  loh learn fires.csv --target risk --formula wildfire.loh --restarts 20 --trace search.tsv
  loh learn big.csv --target y --formula layers.loh --checkpoint big.part -o big.json    # run again to resume

docs/learning.md explains every option and the model file.)");
    options->data.add_options(*command, "table to learn from, CSV with a header")->required();
    options->schema.add_options(*command);
    command->add_option("-t,--target", options->target, "column to predict")->type_name("COLUMN")->required();
    options->source.add_flags(*command);
    command->add_option("-o,--output", options->model_path, "file for the model")->type_name("FILE");
    command->add_option("--positive", options->positive, "for one output: the class it stands for")
        ->type_name("CLASS");
    command
        ->add_option("--trace", options->hooks.trace_path,
                     "file for the search in words: one line for each change of a choice")
        ->type_name("FILE");
    command
        ->add_option(
            "--checkpoint", options->hooks.checkpoint_path,
            "file to resume from, when it exists, and to keep the state in until the model is written")
        ->type_name("FILE");
    command
        ->add_option("--checkpoint-seconds", options->hooks.checkpoint_seconds,
                     "seconds between checkpoints of a run")
        ->check(CLI::Range(0.0, 1e8))
        ->capture_default_str();
    command->add_flag("--json", options->json, "the result as JSON");
    command->add_flag("-q,--quiet", options->quiet, "no progress and no notes");
    add_learn_flags(*command, options->learn);
    command->callback([options, &exit_code] { exit_code = learn_command(*options); });
}

}  // namespace loh::cli
