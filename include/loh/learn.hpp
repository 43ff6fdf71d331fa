// Learning: from a dataset, and optionally a program with choices, to the hypothesis that fits best.
//
//     loh::Dataset churn = loh::Dataset::read_csv("churn.csv", "churn");
//     loh::Model rules = loh::learn({churn});                          // by default: a few rules, found by search
//
//     loh::LearnTask task{loh::Dataset::read_csv("patients.csv", "risk")};
//     task.program = loh::Program::parse("output risk := [smoker, true] & [age_over_60, !sports, false] | diabetic");
//     task.options.restarts = 10;
//     task.options.holdout = 0.2;                                      // held-out rows for the final figures
//     loh::Model model = loh::learn(task);
//
//     model.print(std::cout);                                          // an ordinary formula: smoker & !sports | ...
//     std::cout << model.parts().back().report.macro_f1 << '\n';       // on the held-out rows
//     model.write("risk.json");
//
// The inputs of a program are columns of the dataset, matched by name, whose cells are truth values; or atoms such as
// `age >= 40` and `job in {"clerk", "nurse"}` over columns of numbers and categories. Holes, as in `age >= ?` and `rules(5)`,
// are filled with candidates from the training rows (docs/language.md). One output learns two classes; several outputs, named
// after the classes, learn exclusive classes.
//
// The result is a function of the task: the same bytes for any number of threads, and for a run that was interrupted and
// resumed from its checkpoint.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loh/dataset.hpp"
#include "loh/learn_options.hpp"
#include "loh/model.hpp"
#include "loh/program.hpp"

namespace loh {

// The amount of computation. The numbers of rules and epochs depend on the size of the dataset and on a budget of operations,
// which are counted, not timed: the same task gives the same model on any machine. Explicit options take precedence.
enum class Effort : std::uint8_t {
    brief,     // a few rules (head `vote`: with points) by search, within seconds; cross-validated
    quick,     // a scorecard (or with the heads `single` and `list` formulas), at most about 20 s
    balanced,  // compares a few settings on validation rows first, about a minute
    thorough,  // the same with more work, several minutes
    none       // one gradient descent with the given options
};

// Constraints that the rules satisfy by construction. Only rule search knows them.
struct RuleConstraints {
    struct Monotone {
        std::string column;
        bool increasing =
            true;  // a larger number never turns the positive class into the negative one; otherwise a smaller one
    };
    std::vector<Monotone> monotone = {};                  // with two classes, for columns of numbers
    std::vector<std::vector<std::string>> together = {};  // columns of different groups are never in one rule

    [[nodiscard]] bool empty() const { return monotone.empty() && together.empty(); }
};

struct LearnTask {
    Dataset data;  // with a target
    std::optional<Program> program = {};
    std::string positive =
        {};  // with two classes, the class that the rules describe; empty: 1, true, yes, ..., the
             // output's name, or the rarer one; `brief` without a head may take the other one
    LearnOptions options = {};
    std::optional<Effort> effort = {};  // empty: see default_effort
    std::vector<std::string> given =
        {};  // flags of explicit options, which take precedence: `holdout`, `max-rules`
    ElaborateOptions elaborate = {};
    PathChoice path_choice = {};  // for `brief`
    RuleConstraints constraints = {};
};

struct LearnProgress {
    std::size_t run = 0;  // from 0
    std::size_t runs = 0;
    std::size_t epoch = 0;
    std::size_t epochs = 0;    // maximum; 0 for rule search, which has neither epochs nor a loss
    double loss = 0;           // mean of the epoch, with noise
    double best_macro_f1 = 0;  // so far, on the validation rows, or on the training rows without validation
    bool finished = false;     // the run has ended

    // The length of the formula with that F1, before pruning. Each call computes it, which takes time.
    struct Size {
        std::size_t rules = 0;
        std::size_t literals = 0;
    };
    std::function<Size()> size;

    std::size_t step = 0;  // of gradient descent: steps of the run so far, as in the trace
};

// One setting that an effort compared.
struct EffortAttempt {
    std::string what;    // the setting, such as `cuts mdl`
    double score = 0;    // on the validation rows, by the metric of the options
    bool taken = false;  // better than the best so far
};

// Callbacks and files of a learning process; all optional. Functions are called by one thread at a time.
struct LearnHooks {
    std::function<void(const LearnProgress&)> progress;  // after each epoch, or each search
    std::function<void(const EffortAttempt&)> tried;     // after each comparison of an effort
    // Likely mistakes, a checkpoint that could not be written, or, with severity `error`, a trace that could not: learning
    // continues. Without this function, a file that cannot be written is an exception.
    std::function<void(const Diagnostic&)> warning;
    std::function<bool()> stop;  // called after each epoch; true ends learning with the best model so far

    // A file of tab-separated lines, one for each change of a choice: run, step, place of the choice, alternative before and
    // after, then loss and F1 on the training rows. The last line has the step of the kept model. The file is replaced when
    // learning ends; a pipe is written to as the lines arrive.
    std::string trace_path;

    // A file with the state of the runs. If it exists, learning resumes from it; Error if it belongs to another task. It is
    // replaced atomically every checkpoint_seconds. The caller removes it after saving the model, and excludes other
    // processes that use the same file (FileLock in loh/file.hpp).
    std::string checkpoint_path;
    double checkpoint_seconds = 30;
};

// Throws Error if the dataset does not fit the program, and for a trace or checkpoint of an effort, which has several runs.
Model learn(const LearnTask& task, const LearnHooks& hooks = {});

// The effort of a task without one: `none` with a program, otherwise `brief`.
Effort default_effort(const LearnTask& task);

// Throws Error (usage) if an explicit option (`given`), a trace or a checkpoint does not apply to the learner of the task. The
// message names the learner and how to get the one that reads the option. learn() calls it.
void check_option_use(const LearnTask& task, const LearnHooks& hooks = {});

// Whether rule search uses the option with this flag, or always satisfies it.
bool is_read_by_search(std::string_view flag);

}  // namespace loh
