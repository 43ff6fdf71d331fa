#include "loh/cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "data/dataset_data.hpp"
#include "decision/probability_figures.hpp"
#include "model/model_data.hpp"

namespace loh {

namespace {

using Figure = double FoldFigures::*;
constexpr Figure kFigures[] = {&FoldFigures::accuracy,
                               &FoldFigures::macro_f1,
                               &FoldFigures::balanced_accuracy,
                               &FoldFigures::auc,
                               &FoldFigures::log_loss,
                               &FoldFigures::calibration_error,
                               &FoldFigures::baseline_accuracy,
                               &FoldFigures::baseline_f1,
                               &FoldFigures::rules,
                               &FoldFigures::literals};

FoldFigures figures_of(const Model& model, const DatasetData& data, const RowList& rows) {
    DatasetColumns columns(data);
    const DecisionData& decision = model.decision_data();
    ThreadPool pool(model.options().threads);
    Labels labels = labels_in(decision.classes(), data.classes, columns, columns.at(data.target));
    ProbabilityFigures probable = probability_figures(decision, columns, labels, rows, pool);
    const Report& report = model.parts().back().report;  // on the held-out rows
    FoldFigures result;
    result.accuracy = report.accuracy;
    result.macro_f1 = report.macro_f1;
    result.balanced_accuracy = report.balanced_accuracy();
    result.auc = probable.auc();
    result.log_loss = probable.log_loss();
    result.calibration_error = probable.calibration_error();
    Report::Baseline baseline = report.baseline();
    result.baseline_accuracy = baseline.accuracy;
    result.baseline_f1 = baseline.macro_f1;
    result.rules = static_cast<double>(model.rule_count());
    result.literals = static_cast<double>(model.literal_count());
    return result;
}

std::size_t usual_repeats(std::size_t rows) { return rows < 300 ? 4 : rows < 1000 ? 2 : 1; }

}  // namespace

FoldFigures CrossValidation::mean() const {
    FoldFigures result;
    for (Figure figure : kFigures) {
        for (const FoldFigures& part : parts)
            result.*figure += part.*figure / static_cast<double>(parts.size());
    }
    return result;
}

FoldFigures CrossValidation::error() const {
    FoldFigures middle = mean();
    FoldFigures result;
    if (parts.size() < 2) return result;
    for (Figure figure : kFigures) {
        double squares = 0;
        for (const FoldFigures& part : parts) squares += std::pow(part.*figure - middle.*figure, 2);
        double variance = squares / static_cast<double>(parts.size() - 1);
        result.*figure = std::sqrt(variance / static_cast<double>(std::min(folds, parts.size())));
    }
    return result;
}

CrossValidation cross_validate(const LearnTask& task, const FoldPlan& plan, const LearnHooks& hooks) {
    const DatasetData& data = task.data.data();
    if (plan.folds < 2) throw Error(ErrorKind::usage, "a cross-validation has at least two folds");
    bool holds_out = task.options.holdout > 0 || (data.plan && !data.plan->held_out.empty());
    if (holds_out)
        throw Error(ErrorKind::usage, "a cross-validation measures every row: rows are not held out as well",
                    "use folds or held-out rows, not both");
    if (data.rows < 2 * plan.folds)
        throw Error(ErrorKind::usage, std::to_string(plan.folds) + " folds need at least " +
                                          std::to_string(2 * plan.folds) + " rows, and there are " +
                                          std::to_string(data.rows));
    CrossValidation result;
    result.folds = plan.folds;
    bool by_time = data.plan && !data.plan->times.empty();
    result.repeats = by_time ? 1 : plan.repeats > 0 ? plan.repeats : usual_repeats(data.rows);
    for (std::size_t repeat = 0; repeat < result.repeats; ++repeat) {
        std::vector<RowFold> folds =
            row_folds(data.examples(), Rows::all(data.rows), static_cast<std::uint32_t>(plan.folds),
                      task.options.seed, static_cast<std::uint32_t>(repeat));
        for (const RowFold& fold : folds) {
            if (fold.test.empty()) continue;  // fewer groups than folds
            RowList known = fold.training;
            known.insert(known.end(), fold.test.begin(), fold.test.end());
            std::sort(known.begin(), known.end());
            LearnTask part = task;  // rows after the fold in time are neither learned nor measured
            part.data =
                task.data.with_held_out(fold.test, without_rows(Rows::all(data.rows), known).first.list());
            Model model = learn(part, hooks);
            if (hooks.stop && hooks.stop()) return result;
            result.parts.push_back(figures_of(model, part.data.data(), fold.test));
        }
    }
    return result;
}

}  // namespace loh
