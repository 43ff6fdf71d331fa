#include "learn/gradient/run.hpp"

#include <cstdio>

namespace loh {

namespace {

// Each run has its own seed. The runs of different task seeds have unrelated seeds.
std::uint64_t seed_of_run(const Task& task, std::size_t index) {
    return Random(task.options.seed, Stream::restarts).bits(0, static_cast<std::uint32_t>(index));
}

std::string four_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", value);
    return text;
}

}  // namespace

Run::Run(const Task& task, std::size_t index, ThreadPool* pool)
    : task_(task),
      index_(index),
      trainer_(task.program_of(index), task.head, task.examples, task.training, task.options,
               seed_of_run(task, index), pool) {
    best_.macro_f1 = best_.accuracy = -1;
    compare_with_best();
    trace_changes();
    // The head `vote` learns points, also without any choice.
    bool nothing_to_learn = task.program_of(index).logit_count == 0 && task.head != Head::vote;
    if (nothing_to_learn || task.training.empty()) finished_ = true;
}

double Run::advance() {
    for (std::uint32_t current = trainer_.epochs(); trainer_.epochs() == current;) {
        trainer_.step();
        trace_changes();
    }
    compare_with_best();
    const LearnOptions& options = task_.options;
    bool stalled = options.patience > 0 && epochs_without_improvement_ >= options.patience;
    bool solved = flawless_ && options.when_flawless == WhenFlawless::end;
    finished_ = finished_ || solved || stalled || trainer_.epochs() >= options.epochs;
    return trainer_.finished_epoch_loss();
}

void Run::compare_with_best() {
    const Rows& rows = task_.validation.empty() ? task_.training : task_.validation;
    Evaluation evaluation = trainer_.evaluate(task_.examples, rows);
    Snapshot now{{},
                 trainer_.model_temperature(),
                 trainer_.epochs(),
                 trainer_.steps(),
                 {},
                 evaluation.confusion.macro_f1(),
                 evaluation.confusion.accuracy(),
                 evaluation.loss};
    bool without_mistake = evaluation.confusion.accuracy() == 1 &&
                           (task_.validation.empty() ||
                            trainer_.evaluate(task_.examples, task_.training).confusion.accuracy() == 1);
    ++epochs_without_improvement_;
    if (!now.better_than(best_, task_.options.metric) && !without_mistake) return;
    now.logits.assign(trainer_.logits().begin(), trainer_.logits().end());
    now.votes = trainer_.votes();
    best_ = std::move(now);
    flawless_ = without_mistake;
    epochs_without_improvement_ = 0;
}

// Appends a line for each choice of the current formula whose alternative differs from the last one in the trace. Choices
// outside the formula get no line. So the lines up to any step determine the formula of that step.
void Run::trace_changes() {
    if (!task_.choice_place) return;
    std::vector<std::uint32_t> selection = trainer_.selection();
    if (selection == last_selection_ && !traced_.empty()) return;
    last_selection_ = selection;
    if (task_.formula_text) {
        std::string formula = task_.formula_text(selection);
        if (formula == traced_formula_ && !traced_.empty()) return;
        traced_formula_ = std::move(formula);
    }
    traced_.resize(selection.size(), kNotTraced);
    std::vector<bool> active(selection.size(), true);
    if (task_.active_choices) active = task_.active_choices(selection);
    Evaluation evaluation = trainer_.evaluate(task_.examples, task_.training);
    double f1 = task_.head == Head::single ? evaluation.confusion.f1(1) : evaluation.confusion.macro_f1();
    for (std::size_t c = 0; c < selection.size(); ++c) {
        if (!active[c] || selection[c] == traced_[c]) continue;
        std::string before = traced_[c] == kNotTraced ? "" : task_.alternative_text(c, traced_[c]);
        trace_ += std::to_string(index_) + "\t" + std::to_string(trainer_.steps()) + "\t" +
                  task_.choice_place(c) + "\t" + before + "\t" + task_.alternative_text(c, selection[c]) +
                  "\t" + four_digits(evaluation.loss) + "\t" + four_digits(f1) + "\n";
        traced_[c] = selection[c];
    }
}

void Run::close_trace() {
    if (!task_.choice_place) return;
    trace_ += std::to_string(index_) + "\t" + std::to_string(best_.step) + "\tkept\t\t\t" +
              four_digits(best_.loss) + "\t" + four_digits(best_.macro_f1) + "\n";
}

RunState Run::state() const {
    return {trainer_.state(), best_, epochs_without_improvement_, finished_, flawless_, trace_, traced_};
}

void Run::restore(RunState state) {
    trainer_.restore(std::move(state.trainer));
    best_ = std::move(state.best);
    epochs_without_improvement_ = state.epochs_without_improvement;
    finished_ = state.finished;
    flawless_ = state.flawless;
    trace_ = std::move(state.trace);
    traced_ = std::move(state.traced);
    if (!task_.choice_place) return;
    last_selection_ = trainer_.selection();
    if (task_.formula_text) traced_formula_ = task_.formula_text(last_selection_);
}

}  // namespace loh
