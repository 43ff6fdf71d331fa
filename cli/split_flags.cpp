#include "split_flags.hpp"

#include <ostream>

#include "aligned.hpp"
#include "usage.hpp"

namespace loh::cli {

void SplitFlags::add_options(CLI::App& command) {
    CLI::Option* folds = command.add_option("--folds", plan.folds,
                                            "also measure learning by cross-validation with this many folds: "
                                            "each row is predicted by a model that "
                                            "was learned without it");
    accept_whole_numbers(*folds, "--folds", 2, 100);
    CLI::Option* repeats = command.add_option(
        "--repeats", plan.repeats,
        "with --folds: how often, each time with other folds; by default 4 times below 300 rows, twice below "
        "1000, otherwise once");
    accept_whole_numbers(*repeats, "--repeats", 1, 100);
    repeats->needs(folds);
    command
        .add_option("--group", group,
                    "column of groups, such as patients: rows of one group are never split between training "
                    "and held-out rows, validation rows or folds. Rules do not use it")
        ->type_name("COLUMN");
    command
        .add_option("--time", time,
                    "column of numbers or dates: the latest rows are held out, and folds are predicted from "
                    "the rows before them. Rules do not use it")
        ->type_name("COLUMN");
}

Dataset SplitFlags::apply(Dataset data) const {
    if (!group.empty()) data = data.with_groups_from(group);
    if (!time.empty()) data = data.with_times_from(time);
    return data;
}

namespace {

struct Line {
    const char* name;
    const char* key;  // in JSON
    double FoldFigures::*figure;
    int digits;
};

constexpr Line kFoldLines[] = {{"accuracy", "accuracy", &FoldFigures::accuracy, 4},
                               {"macro F1", "macro_f1", &FoldFigures::macro_f1, 4},
                               {"balanced accuracy", "balanced_accuracy", &FoldFigures::balanced_accuracy, 4},
                               {"ROC AUC", "roc_auc", &FoldFigures::auc, 4},
                               {"log loss", "log_loss", &FoldFigures::log_loss, 4},
                               {"calibration error", "calibration_error", &FoldFigures::calibration_error, 4},
                               {"baseline accuracy", "baseline_accuracy", &FoldFigures::baseline_accuracy, 4},
                               {"baseline macro F1", "baseline_macro_f1", &FoldFigures::baseline_f1, 4},
                               {"rules", "rules", &FoldFigures::rules, 1},
                               {"literals", "literals", &FoldFigures::literals, 1}};

}  // namespace

void print_folds(std::ostream& out, const CrossValidation& folds) {
    FoldFigures mean = folds.mean();
    FoldFigures error = folds.error();
    out << '\n' << folds.folds << "-fold cross-validation";
    if (folds.repeats > 1) out << ", " << folds.repeats << " times";
    out << ": " << folds.parts.size() << " models, each measured on rows it was learned without\n";
    for (const Line& line : kFoldLines)
        out << left(line.name, 20) << fixed(mean.*line.figure, line.digits) << " +- "
            << fixed(error.*line.figure, line.digits) << '\n';
}

Json to_json(const CrossValidation& folds) {
    FoldFigures mean = folds.mean();
    FoldFigures error = folds.error();
    Json json = {{"folds", folds.folds}, {"repeats", folds.repeats}, {"models", folds.parts.size()}};
    for (const Line& line : kFoldLines)
        json[line.key] = {{"mean", mean.*line.figure}, {"error", error.*line.figure}};
    return json;
}

}  // namespace loh::cli
