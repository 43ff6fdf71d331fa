// One training run. It ends after the last epoch, without improvement for `patience` epochs, or when the hypothesis makes no
// mistake. It keeps the best hypothesis.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "learn/gradient/trainer.hpp"

namespace loh {

// The data that all runs of a search share.
struct Task {
    const CompiledProgram& program;  // as trainable() makes it
    Head head;
    const Examples& examples;
    Rows training;
    Rows validation;  // if empty, hypotheses are compared on the training rows
    LearnOptions options;

    // For the trace; without choice_place there is no trace. The source position of a choice, and an alternative as text; the
    // choices that are part of the formula of a selection (empty: all), and that formula, simplified (empty: the formulas of
    // different selections are taken as different).
    std::function<std::string(std::size_t choice)> choice_place;
    std::function<std::string(std::size_t choice, std::uint32_t alternative)> alternative_text;
    std::function<std::vector<bool>(std::span<const std::uint32_t> selection)> active_choices = {};
    std::function<std::string(std::span<const std::uint32_t> selection)> formula_text = {};

    // One part of the program for each run; empty: each run trains the whole program.
    std::vector<CompiledProgram> committees = {};

    [[nodiscard]] std::size_t runs() const {
        return committees.empty() ? options.restarts : committees.size();
    }
    [[nodiscard]] const CompiledProgram& program_of(std::size_t run) const {
        return committees.empty() ? program : committees[run];
    }
};

// A hypothesis with its scores.
struct Snapshot {
    std::vector<double> logits;  // [logit]
    double temperature = 1;
    std::uint32_t epoch = 0;
    std::uint32_t step = 0;
    std::vector<double> votes;  // of the head `vote`
    double macro_f1 = 0;        // on the validation rows, or on the training rows if there are none
    double accuracy = 0;        // on the same rows
    double loss = 0;            // on the same rows, without noise

    [[nodiscard]] double score(Metric metric) const {
        return metric == Metric::macro_f1 ? macro_f1 : accuracy;
    }
    [[nodiscard]] bool better_than(const Snapshot& other, Metric metric) const {
        double own = score(metric);
        double others = other.score(metric);
        return own != others ? own > others : loss < other.loss;
    }
};

struct RunState {
    TrainerState trainer;
    Snapshot best;
    std::uint32_t epochs_without_improvement = 0;
    bool finished = false;
    bool flawless = false;  // the best hypothesis makes no mistake on training and validation rows
    std::string trace;      // lines so far
    // [choice]: the last alternative in the trace; kNotTraced if there is none yet
    std::vector<std::uint32_t> traced = {};
};

inline constexpr std::uint32_t kNotTraced = UINT32_MAX;

// The header line of a trace.
inline constexpr const char* kTraceHeader = "run\tstep\tchoice\tfrom\tto\tloss\tf1\n";

class Run {
public:
    // `task` and `pool` must outlive the run.
    Run(const Task& task, std::size_t index, ThreadPool* pool = nullptr);

    // Trains for one epoch. Returns its mean loss.
    double advance();

    [[nodiscard]] bool finished() const { return finished_; }
    [[nodiscard]] bool flawless() const { return flawless_; }
    [[nodiscard]] std::uint32_t epochs() const { return trainer_.epochs(); }
    [[nodiscard]] std::uint32_t steps() const { return trainer_.steps(); }
    [[nodiscard]] const Snapshot& best() const { return best_; }
    [[nodiscard]] const std::string& trace() const { return trace_; }

    // Appends the last line of the trace: step, loss and F1 of the hypothesis that is kept.
    void close_trace();

    [[nodiscard]] RunState state() const;
    void restore(RunState state);

private:
    void compare_with_best();
    void trace_changes();

    const Task& task_;
    std::size_t index_;
    Trainer trainer_;
    Snapshot best_;
    std::uint32_t epochs_without_improvement_ = 0;
    bool finished_ = false;
    bool flawless_ = false;
    std::string trace_;
    std::vector<std::uint32_t> last_selection_;  // [choice]: when trace_changes was last called
    std::vector<std::uint32_t> traced_;          // as in RunState
    std::string traced_formula_;                 // the formula of the last line of the trace
};

}  // namespace loh
