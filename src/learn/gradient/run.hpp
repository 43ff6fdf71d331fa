// One run of training: epochs until the time is up, nothing is left to learn or nothing improves, keeping the best
// hypothesis on the way.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "learn/gradient/trainer.hpp"

namespace loh {

// What all runs of one search share.
struct Task {
    const CompiledProgram& program;  // as trainable() makes it
    Head head;
    const Examples& examples;
    Rows training;
    Rows validation;  // may be empty: then hypotheses are compared on the training rows
    LearnOptions options;

    // For the trace; no trace when empty. The place of a choice, one of its alternatives as text; which choices are part of the
    // formula that a selection stands for (empty: all), and that formula, simplified (empty: every selection is another).
    std::function<std::string(std::size_t choice)> choice_place;
    std::function<std::string(std::size_t choice, std::uint32_t alternative)> alternative_text;
    std::function<std::vector<bool>(std::span<const std::uint32_t> selection)> active_choices = {};
    std::function<std::string(std::span<const std::uint32_t> selection)> formula_text = {};

    // Parts of the program that are learned apart, one by each run; empty: every run learns the whole.
    std::vector<CompiledProgram> committees = {};

    [[nodiscard]] std::size_t runs() const {
        return committees.empty() ? options.restarts : committees.size();
    }
    [[nodiscard]] const CompiledProgram& program_of(std::size_t run) const {
        return committees.empty() ? program : committees[run];
    }
};

// A hypothesis worth keeping.
struct Snapshot {
    std::vector<double> logits;  // [logit]
    double temperature = 1;
    std::uint32_t epoch = 0;
    std::uint32_t step = 0;
    std::vector<double> votes;  // of the head `vote`
    double macro_f1 = 0;        // on the validation rows, or the training rows when there are none
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
    bool flawless = false;  // the best makes no mistake on training and validation rows
    std::string trace;      // lines so far
    std::vector<std::uint32_t> traced =
        {};  // [choice]: the last alternative in the trace; kNotTraced: none yet
};

inline constexpr std::uint32_t kNotTraced = UINT32_MAX;

// The header line of a trace.
inline constexpr const char* kTraceHeader = "run\tstep\tchoice\tfrom\tto\tloss\tf1\n";

class Run {
public:
    // `task` and `pool` must outlive the run.
    Run(const Task& task, std::size_t index, ThreadPool* pool = nullptr);

    // One epoch more. Returns its mean loss.
    double advance();

    [[nodiscard]] bool finished() const { return finished_; }
    [[nodiscard]] bool flawless() const { return flawless_; }
    [[nodiscard]] std::uint32_t epochs() const { return trainer_.epochs(); }
    [[nodiscard]] const Snapshot& best() const { return best_; }
    [[nodiscard]] const std::string& trace() const { return trace_; }

    // The last line of the trace: the step of the hypothesis that is kept, with its figures.
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
    std::vector<std::uint32_t> seen_;    // [choice]: the selection at the last look
    std::vector<std::uint32_t> traced_;  // as in RunState
    std::string traced_formula_;         // that they stand for
};

}  // namespace loh
