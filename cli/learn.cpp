// loh learn: learns rules from a table.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include <unistd.h>

#include "aligned.hpp"
#include "column_remarks.hpp"
#include "commands.hpp"
#include "cut_target.hpp"
#include "learn_flags.hpp"
#include "model_report.hpp"
#include "outputs.hpp"
#include "program_source.hpp"
#include "progress_line.hpp"
#include "split_flags.hpp"
#include "standard_input.hpp"
#include "table_notes.hpp"
#include "table_source.hpp"
#include "usage.hpp"

namespace loh::cli {

namespace {

struct LearnCommandOptions {
    ProgramSource source;
    std::optional<Program> program;  // of the source, read once: it may be standard input
    TableSource data;
    SchemaSource schema;
    std::string target;
    CutTarget cut_target;
    std::string weights;
    std::vector<std::string> exclude;
    std::vector<std::string> only;
    std::string positive;
    std::string model_path;
    LearnHooks hooks;
    LearnOptions learn;
    std::string effort;              // empty: default_effort
    std::vector<std::string> given;  // flags of the options on the command line
    PathChoice path_choice;
    RuleConstraints constraints;
    SplitFlags splits;
    bool path_only = false;
    bool json = false;
    bool quiet = false;
};

const std::map<std::string, Effort> kEfforts = {{"brief", Effort::brief},
                                                {"quick", Effort::quick},
                                                {"balanced", Effort::balanced},
                                                {"thorough", Effort::thorough},
                                                {"none", Effort::none}};

volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t announces = 0;  // whether Ctrl-C prints a note: on a terminal, without --quiet

// The first Ctrl-C stops learning with the best model so far, the second terminates the program.
extern "C" void on_interrupt(int) {
    constexpr char kNote[] =
        "\nstopping after this epoch with the best model so far; Ctrl-C again stops immediately\n";
    interrupted = 1;
    std::signal(SIGINT, end_by_signal);
    if (announces != 0 && ::write(STDERR_FILENO, kNote, sizeof kNote - 1) < 0) announces = 0;
}

// `income=+`
RuleConstraints::Monotone monotone_of(const std::string& text) {
    std::size_t sign = text.rfind('=');
    bool valid = sign != std::string::npos && sign > 0 && sign + 2 == text.size() &&
                 (text.back() == '+' || text.back() == '-');
    if (!valid)
        throw Error(ErrorKind::usage, "--monotone: expected COLUMN=+ or COLUMN=-, not '" + text + "'",
                    "--monotone income=+");
    return {text.substr(0, sign), text.back() == '+'};
}

Json summary(const Model& model, const LearnCommandOptions& options, double seconds) {
    Json json = {{"model", options.model_path},       {"target", model.target()},
                 {"classes", model.classes()},        {"rules", model.rule_count()},
                 {"literals", model.literal_count()}, {"seconds", seconds},
                 {"interrupted", interrupted != 0}};
    for (const Model::Part& part : model.parts()) json[part.name] = to_json(part.report);
    json["formulas"] = formulas_to_json(model);
    if (model.head() == Head::vote) json["base"] = model.scorecard().base;
    if (!model.path().empty()) json["path"] = to_json(model.path());
    return json;
}

void print_summary(const Model& model, const LearnCommandOptions& options, Effort effort) {
    if (options.path_only) return print_path(std::cout, model.path(), model.options().metric);
    print_learned(std::cout, model);
    if (options.quiet) return;
    if (effort == Effort::brief && !model.path().empty()) {
        if (model.rule_count() == 0)
            std::cerr << "note: no rule is clearly better than always predicting the most frequent class; "
                         "--pick N takes "
                         "rules all the same\n";
        std::cerr
            << "note: chosen is the simplest size that is not clearly worse than the best; --pick N takes "
               "size N\n";
        std::cerr << "note: --effort quick learns a scorecard, which is often more accurate\n";
    } else if (model.parts().size() == 1) {
        std::cerr << "note: these figures are on the training rows; --holdout 0.2 adds figures on held-out "
                     "rows\n";
    }
    if (options.model_path.empty()) std::cerr << "note: the model is not saved; -o FILE saves it\n";
}

LearnTask task_of(const LearnCommandOptions& options, Dataset data) {
    LearnTask task{std::move(data)};
    task.program = options.program;
    task.positive = options.positive;
    task.options = options.learn;
    task.given = options.given;
    task.elaborate = options.source.elaborate_options();
    task.path_choice = options.path_choice;
    task.constraints = options.constraints;
    if (!options.effort.empty()) task.effort = kEfforts.at(options.effort);
    return task;
}

// Sizes are compared by rule search only.
void require_path(const LearnCommandOptions& options, const LearnTask& task) {
    const char* flag = options.path_choice.pick > 0        ? "--pick"
                       : options.path_choice.most_literals ? "--literals-at-most"
                       : options.path_only                 ? "--path-only"
                                                           : nullptr;
    if (flag == nullptr) return;
    if (options.path_only && !options.model_path.empty())
        throw Error(ErrorKind::usage, "--path-only writes no model", "leave out --path-only or -o");
    if (task.effort.value_or(default_effort(task)) == Effort::brief) return;
    throw Error(ErrorKind::usage, std::string(flag) + " has no effect: only rule search compares sizes",
                "leave it out, or leave out the program and use --effort brief");
}

// Before the table is read, which may take long.
void check_usage(const LearnCommandOptions& options) {
    LearnTask task = task_of(options, Dataset::from_columns({{"x", NumberCells{}}}, ""));
    check_option_use(task, options.hooks);
    require_path(options, task);
    if (!options.splits.cross_validates()) return;
    bool writes_runs = !options.hooks.trace_path.empty() || !options.hooks.checkpoint_path.empty();
    if (writes_runs || options.learn.holdout > 0)
        throw Error(
            ErrorKind::usage,
            "--folds learns several models, each without some rows: it is not for --trace, --checkpoint "
            "and --holdout",
            "leave out --folds or the other option");
}

// --exclude, --only
Dataset with_chosen_columns(Dataset data, const LearnCommandOptions& options) {
    data = data.without(options.exclude);
    if (options.only.empty()) return data;
    std::vector<std::string> others = data.names();
    for (const std::string& name : options.only) {
        static_cast<void>(data.without({name}));  // throws if there is no such column
        std::erase(others, name);
    }
    return data.without(others);
}

// Prints notes about the table. Without a program, leaves out columns that identify rows, unless they were asked for.
Dataset checked_columns(const Dataset& data, const LearnCommandOptions& options) {
    std::vector<ColumnProfile> columns = data.profile();
    std::vector<std::string> left_out;
    if (!options.source.is_given() && options.only.empty())
        left_out = identifier_columns(columns, options.target);
    Dataset result = data.without(left_out);
    if (options.quiet) return result;
    print_header_note(std::cerr, data);
    print_missing_texts(std::cerr, columns);
    print_rows_without_class(std::cerr, data.rows_without_class(), data.first_line_without_class());
    print_left_out(std::cerr, columns, left_out);
    std::erase_if(columns, [&](const ColumnProfile& column) {
        return std::find(left_out.begin(), left_out.end(), column.name) != left_out.end();
    });
    if (!options.source.is_given()) print_remarks(std::cerr, columns, options.target);
    return result;
}

// Without the notes of each model.
std::optional<CrossValidation> cross_validation_of(const LearnTask& task,
                                                   const LearnCommandOptions& options) {
    if (!options.splits.cross_validates()) return std::nullopt;
    LearnHooks hooks;
    hooks.stop = options.hooks.stop;
    hooks.progress = options.hooks.progress;
    return cross_validate(task, options.splits.plan, hooks);
}

Program only_program(const LearnCommandOptions& options) {
    require_one(options.source);
    std::string name = options.source.names()[0];
    if (name == kStandardInput && options.data.path == "-")
        throw Error(ErrorKind::usage, "DATA and --formula cannot both be standard input");
    return options.source.parse(name);
}

// Before any work: no output replaces an input or another output, and all can be written.
void check_files(const LearnCommandOptions& options) {
    std::vector<NamedFile> inputs = {{"DATA", options.data.path}, {"--schema", options.schema.path}};
    for (const std::string& file : options.source.files) inputs.push_back({"--formula", file});
    const std::string& checkpoint = options.hooks.checkpoint_path;
    std::string lock = checkpoint.empty() ? "" : output_target(checkpoint) + ".loh-lock";
    check_outputs(inputs, {{"--output", options.model_path},
                           {"--trace", options.hooks.trace_path},
                           {"--checkpoint", checkpoint},
                           {"the lock of --checkpoint", lock}});
    if (!checkpoint.empty() && output_target(checkpoint).empty())
        throw Error(ErrorKind::usage, "--checkpoint '" + checkpoint + "' is not a regular file",
                    "a checkpoint is read again when learning resumes; give another file");
}

int learn_command(LearnCommandOptions& options) {
    options.data.require_target(options.target);
    if (options.source.is_given()) options.program = only_program(options);
    check_usage(options);
    check_files(options);
    std::optional<FileLock> lock;
    if (!options.hooks.checkpoint_path.empty()) lock.emplace(options.hooks.checkpoint_path);
    auto start = std::chrono::steady_clock::now();
    Dataset data = options.data.read(options.target, options.schema.read());
    if (!options.weights.empty()) data = data.with_weights_from(options.weights);
    data = options.splits.apply(data);
    data = checked_columns(with_chosen_columns(data, options), options);
    data = options.cut_target.apply(data);
    ProgressLine line;
    options.hooks.stop = [] { return interrupted != 0; };
    int exit_code = kSuccess;
    options.hooks.warning = [&](const Diagnostic& warning) {
        if (warning.severity == Severity::error) exit_code = kFailure;
        if (!options.quiet || warning.severity != Severity::note) std::cerr << warning.to_string() << '\n';
    };
    if (!options.quiet) {
        options.hooks.progress = [&](const LearnProgress& progress) { line.show(progress); };
        options.hooks.tried = [](const EffortAttempt& attempt) {
            std::cerr << "tried " << attempt.what << ": " << fixed(attempt.score, 4)
                      << (attempt.taken ? ", taken\n" : "\n");
        };
    }
    announces = static_cast<int>(line.on_terminal() && !options.quiet);
    std::signal(SIGINT, on_interrupt);
    LearnTask task = task_of(options, std::move(data));
    std::optional<CrossValidation> folds = cross_validation_of(task, options);
    Model model = learn(task, options.hooks);
    line.clear();
    if (interrupted != 0) std::cerr << "note: interrupted; this is the best model so far\n";
    if (!options.model_path.empty()) save_model(model, options.model_path);
    if (!options.hooks.checkpoint_path.empty() && interrupted == 0)
        remove_output(options.hooks.checkpoint_path);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (options.json && options.path_only) {
        std::cout << to_json(model.path()).dump(2) << '\n';
    } else if (options.json) {
        Json json = summary(model, options, seconds.count());
        if (folds) json["cross_validation"] = to_json(*folds);
        std::cout << json.dump(2) << '\n';
    } else {
        print_summary(model, options, task.effort.value_or(default_effort(task)));
        if (folds) print_folds(std::cout, *folds);
    }
    return exit_code;
}

constexpr const char* kLearnFooter =
    R"(By default (--effort brief), rule lists of several sizes are found by search over all columns: cut points of numbers,
categories of 3 rows or more, missing cells. The size is chosen by cross-validation: the simplest list that is not clearly
worse than the best. A table shows all sizes; --pick N takes another. A short scorecard (few rules with small whole points) is
chosen where it is clearly better, or as good with less to read, and a note says so; --head list or vote decides it.
`loh inspect` shows the types of the columns.

--effort quick (about 20 s at most), balanced (about a minute) and thorough (some minutes) learn a scorecard, rules that give
points; with --head single or list they learn one formula for each class. --effort none trains the network that `loh propose`
prints by gradient descent, with the options as they are. Explicit options take precedence over those that an effort chooses.
An option that the learner in use does not read, such as --epochs with rule search, is an error.

With a program (--formula, -e), its inputs are columns by name, with cells 0, 1, true, false or numbers between, or comparisons
such as `age >= 40`. Holes are filled from the training rows: `age >= ?` by a cut point, `job = ?` by a category, `job in ?` by
several, `?` by any comparison; `rules(5)` is up to five rules learned from scratch, `clauses(5)` their dual. The cells of the
target column are the classes. One output distinguishes two classes; several outputs are named after the classes.

Prints the formulas and figures; progress goes to standard error. Ctrl-C ends after the current epoch with the best model so
far, which is written as usual, with exit status 0; a second Ctrl-C ends at once, with nothing written. Outputs are checked
before the table is read. If the model cannot be written at the end, it is kept in the folder for temporary files or printed.

Examples:
  loh learn churn.csv --target churn -o churn.json                                 # a few rules, within seconds
  loh learn churn.csv --target churn --pick 3 -o churn.json                        # the third size of the table
  loh learn churn.csv --target churn --literals-at-most 10 --holdout 0.2           # with figures on held-out rows
  loh learn churn.csv --target churn --folds 5 --group customer                    # figures by cross-validation
  loh learn churn.csv --target churn --head vote -o churn.json                     # a short scorecard, within seconds
  loh learn churn.csv --target churn --effort quick --holdout 0.2 -o churn.json    # an accurate scorecard of many rules
  loh learn churn.csv --target churn --effort quick --head single                  # formulas instead of points
  loh learn churn.csv --target churn --head vote --max-rules 8 --points 3          # at most 8 rules, points from -3 to 3
  loh learn churn.csv --target churn --effort none --restarts 20 --network cnf     # gradient descent
  loh learn fires.csv --target risk --formula wildfire.loh -o risk.json
  loh learn fires.csv --target risk -e '[a, true] & [b, !c]' --holdout 0.2
  loh learn loans.csv --target approved -e 'income > debt & (age >= ? | rules(5))'
  loh learn fires.csv --target risk --formula wildfire.loh --restarts 20 --trace search.tsv
  loh learn big.csv --target y --formula layers.loh --checkpoint big.part -o big.json    # run again to resume

Rows whose target cell is missing are left out. A target of many numbers needs --cut-target.

docs/learning.md explains every option and the model file, docs/tables.md how tables are read.)";

void add_column_flags(CLI::App& command, LearnCommandOptions& options) {
    command
        .add_option(
            "--weights", options.weights,
            "column with the weight of each row, a number of at least 0: a row of weight 2 counts like "
            "two in learning. The figures count every row once")
        ->type_name("COLUMN");
    command.add_option("--exclude", options.exclude, "columns that rules do not use, with commas")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("COLUMN,...");
    command.add_option("--only", options.only, "rules use only these columns, with commas")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("COLUMN,...");
}

void add_descent_flags(CLI::App& command, LearnHooks& hooks) {
    command
        .add_option("--trace", hooks.trace_path,
                    "write each change of a choice during training to FILE, one line each; the file is "
                    "replaced at the end")
        ->type_name("FILE");
    command
        .add_option("--checkpoint", hooks.checkpoint_path,
                    "resume from FILE if it exists, and save the state there until the model is written")
        ->type_name("FILE");
    CLI::Option* seconds = command
                               .add_option("--checkpoint-seconds", hooks.checkpoint_seconds,
                                           "seconds between checkpoints of a run")
                               ->capture_default_str();
    accept_numbers(*seconds, "--checkpoint-seconds", 0, 1e8);
}

void add_path_flags(CLI::App& command, LearnCommandOptions& options) {
    CLI::Option* pick = command.add_option(
        "--pick", options.path_choice.pick,
        "take this size from the table of sizes, instead of the simplest that is not clearly worse "
        "than the best");
    accept_whole_numbers(*pick, "--pick", 1, 1000);
    CLI::Option* literals = command.add_option("--literals-at-most", options.path_choice.most_literals,
                                               "choose among the sizes with at most N literals");
    accept_whole_numbers(*literals, "--literals-at-most", 0, kMostCount);
    command
        .add_option_function<std::vector<std::string>>(
            "--monotone",
            [&options](const std::vector<std::string>& texts) {
                for (const std::string& text : texts)
                    options.constraints.monotone.push_back(monotone_of(text));
            },
            "COLUMN=+: more of this number never turns the positive class into the negative one; COLUMN=-: "
            "less. Rules "
            "satisfy it by construction")
        ->type_name("COLUMN=+|-");
    command
        .add_option_function<std::vector<std::string>>(
            "--together",
            [&options](const std::vector<std::string>& texts) {
                for (const std::string& text : texts)
                    options.constraints.together.push_back(CLI::detail::split(text, ','));
            },
            "a group of columns, with commas; columns of different groups are never in one rule. Give it "
            "once for each group")
        ->type_name("COLUMNS");
    command.add_flag("--path-only", options.path_only, "print only the table of sizes; writes no model");
}

// --help prints the options that most users need, --help-all the others as well, by learner.
void group_options(CLI::App& command) {
    move_to_group(command, "Options", {"--holdout", "--max-rules", "--max-literals"});
    move_to_group(command, "Table", {"--separator", "--schema", "--weights", "--only", "--group", "--time"});
    move_to_group(command, "Rule search (--effort brief)",
                  {"--literals-at-most", "--path-only", "--monotone", "--together"});
    move_to_group(command, "Programs (--formula, -e)",
                  {"--const", "--max-depth", "--max-bytes", "--max-expansion"});
    move_to_group(command, kDescentGroup, {"--trace", "--checkpoint", "--checkpoint-seconds"});
}

}  // namespace

void add_learn(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<LearnCommandOptions>();
    CLI::App* command =
        app.add_subcommand("learn", "learn rules from a table, from scratch or from a program");
    command->footer(kLearnFooter);
    options->data.add_options(*command, "table to learn from, CSV with a header")->required();
    command->add_option("-t,--target", options->target, "column to predict; required")->type_name("COLUMN");
    options->cut_target.add_option(*command);
    add_column_flags(*command, *options);
    options->source.add_flags(*command);
    command->add_option("-o,--output", options->model_path, "write the model to FILE")->type_name("FILE");
    command
        ->add_option("--positive", options->positive,
                     "the positive class, if the target has two classes: rules describe it")
        ->type_name("CLASS");
    options->schema.add_options(*command);
    add_descent_flags(*command, options->hooks);
    add_path_flags(*command, *options);
    options->splits.add_options(*command);
    command->add_flag("--json", options->json, "print the result as JSON");
    command->add_flag("-q,--quiet", options->quiet, "print no progress and no notes");
    CLI::Option* effort = command->add_option(
        "--effort", options->effort,
        "brief, the default without a program: a few rules, within seconds; quick, balanced, thorough: a "
        "scorecard in about 20 s, a minute, some minutes; none: gradient descent with the options as they "
        "are");
    accept_words(*effort, "--effort", {"brief", "quick", "balanced", "thorough", "none"});
    add_learn_flags(*command, options->learn);
    group_options(*command);
    command->callback([options, command, &exit_code] {
        for (const OptionInfo& option : learn_option_table()) {
            if (command->count("--" + option.flag) > 0) options->given.push_back(option.flag);
        }
        exit_code = learn_command(*options);
    });
}

}  // namespace loh::cli
