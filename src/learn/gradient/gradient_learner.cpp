#include "learn/gradient/gradient_learner.hpp"

#include <set>

#include "decision/scorecard.hpp"
#include "formula/measure.hpp"
#include "formula/walk.hpp"
#include "learn/class_schema.hpp"
#include "learn/fitted_candidates.hpp"
#include "learn/gradient/checkpoint.hpp"
#include "learn/gradient/committees.hpp"
#include "learn/gradient/points.hpp"
#include "learn/gradient/search.hpp"
#include "learn/gradient/trace_file.hpp"
#include "learn/gradient/vote_head.hpp"
#include "learn/learned_model.hpp"
#include "network/extract.hpp"
#include "network/layers.hpp"

namespace loh {

namespace {

// The source position and the alternatives of each choice as text, for the trace.
class ChoiceWords {
public:
    explicit ChoiceWords(const TrainedNetwork& network) : network_(network) {
        std::vector<Formula> formulas = network.elaboration.formulas();
        Roots roots = roots_of(formulas);
        choices_.resize(roots.graph->choice_count());
        for (NodeId id : below(*roots.graph, roots.ids)) {
            if (roots.graph->kind(id) == Kind::choice) choices_[roots.graph->choice_id(id).value] = id;
        }
        graph_ = roots.graph;
    }

    [[nodiscard]] std::string place(std::size_t choice) const {
        return network_.elaboration.origin(network_.compiled.choices[choice].id).to_string();
    }
    [[nodiscard]] std::string alternative(std::size_t choice, std::uint32_t alternative) const {
        NodeId id = choices_[network_.compiled.choices[choice].id.value];
        return Formula(graph_, graph_->operands(id)[alternative]).to_string();
    }

private:
    const TrainedNetwork& network_;
    std::shared_ptr<GraphData> graph_;
    std::vector<NodeId> choices_;  // by ChoiceId
};

class GradientLearner {
public:
    GradientLearner(const LearnTask& task, const LearnHooks& hooks)
        : task_(task), hooks_(hooks), data_(task.data.data()), network_(*task.program) {
        prepare_network();
        prepare_rows();
    }

    Model run() {
        std::vector<RunState> runs = train();
        if (options_.committees > 1) {
            join(runs);
        } else {
            keep_best(runs);
        }
        if (network_.head == Head::vote) {
            PointTuning tuning(network_, meanings_, data_, examples_, split_, options_);
            record_.validation_log_loss = tuning.run(network_.points);
        }
        DecisionData decision = decision_at(network_.logits, network_.temperature, network_.points);
        decision.network = std::make_shared<const TrainedNetwork>(network_);
        record_.learner = "gradient";
        record_.options = options_;
        return learned_model(std::move(decision), std::move(record_), data_, examples_.labels, split_);
    }

private:
    // Elaborates the program once and decides head and classes. The holes get candidates from the training rows.
    void prepare_network() {
        auto candidates = std::make_shared<FittedCandidates>(task_);
        network_.elaborate = {task_.elaborate.limits, task_.elaborate.constants, nullptr};
        network_.elaboration =
            elaborate(*task_.program, {task_.elaborate.limits, task_.elaborate.constants, candidates});
        warn(network_.elaboration.warnings);
        ClassSchema schema = decide_classes(task_, network_.elaboration, hooks_.warning);
        options_ = task_.options;
        options_.head = schema.head;
        classes_ = std::move(schema.classes);
        network_.candidates = candidates->kept();
        network_.head = options_.head;
        network_.classes = static_cast<std::uint32_t>(classes_.size());
        network_.semantics = options_.semantics;
        network_.votes = options_.votes;
        network_.prepare();
        std::vector<Diagnostic> mistakes;
        meanings_ = find_meanings(network_.atoms, data_, mistakes);
        for (const std::string& text : meanings_.plain) network_.atoms.erase(text);
        warn(mistakes);
    }

    void prepare_rows() {
        DatasetColumns columns(data_);
        examples_.inputs =
            truth_rows(network_.compiled.inputs, network_.atoms, meanings_, columns, data_.target);
        pack(examples_.inputs);
        examples_.labels = labels_in(classes_, data_.classes, columns, columns.at(data_.target));
        examples_.classes = network_.classes;
        examples_.weights = data_.weights;
        examples_.plan = data_.plan;
        split_ = split_for_learning(examples_, options_);
    }

    void warn(const std::vector<Diagnostic>& warnings) const {
        for (const Diagnostic& warning : warnings) {
            if (hooks_.warning) hooks_.warning(warning);
        }
    }

    // The points of the head `vote`; empty for other heads.
    [[nodiscard]] std::vector<std::int32_t> points_of(const Snapshot& snapshot) const {
        if (network_.head != Head::vote) return {};
        return VoteLayout{options_.votes, network_.elaboration.outputs.size(), classes_.size()}.round(
            snapshot.votes);
    }

    [[nodiscard]] DecisionData decision_at(std::span<const double> logits, double temperature,
                                           std::span<const std::int32_t> points) const {
        return decision_of(network_.head, classes_, data_.target,
                           simple_outputs(network_, meanings_, logits, temperature), points, options_.votes,
                           meanings_);
    }

    [[nodiscard]] LearnProgress::Size size_of(std::size_t run, const Snapshot& snapshot) const {
        WholeNetwork whole = options_.committees > 1 ? committee_network(network_, options_, run, snapshot)
                                                     : WholeNetwork{snapshot.logits, points_of(snapshot)};
        DecisionData decision = decision_at(whole.logits, snapshot.temperature, whole.points);
        LearnProgress::Size size;
        for (const ClassFormula& part : decision.formulas) {
            size.rules += decision.head->rules_of(part.formula).size();
            size.literals += count_literals(part.formula);
        }
        return size;
    }

    // Keeps the run with the highest score. Ties go to the shortest formula, then to the first run.
    void keep_best(const std::vector<RunState>& runs) {
        std::size_t fewest = 0;
        double highest = -1;
        for (std::size_t run = 0; run < runs.size(); ++run) {
            const Snapshot& best = runs[run].best;
            record_.runs.push_back({runs[run].trainer.epoch, best.macro_f1, best.loss});
            double score = best.score(options_.metric);
            if (score < highest) continue;
            std::vector<std::int32_t> points = points_of(best);
            DecisionData decision = decision_at(best.logits, best.temperature, points);
            std::size_t literals = 0;
            for (const ClassFormula& part : decision.formulas) literals += count_literals(part.formula);
            if (score == highest && literals >= fewest) continue;
            highest = score;
            fewest = literals;
            record_.best_run = run;
            network_.logits = best.logits;
            network_.temperature = best.temperature;
            network_.points = std::move(points);
        }
    }

    void join(const std::vector<RunState>& runs) {
        for (const RunState& run : runs)
            record_.runs.push_back({run.trainer.epoch, run.best.macro_f1, run.best.loss});
        WholeNetwork whole = join_committees(network_, options_, runs);
        network_.logits = std::move(whole.logits);
        network_.points = std::move(whole.points);
        network_.temperature = kAnyTemperature;
    }

    std::vector<RunState> train() {
        CompiledProgram program = trainable(network_.compiled, options_.semantics);
        ChoiceWords words(network_);
        Task training{program,           network_.head, examples_, split_.training,
                      split_.validation, options_,      {},        {}};
        if (options_.committees > 1) training.committees = committee_programs(network_, options_);
        if (!hooks_.trace_path.empty()) {
            training.choice_place = [&](std::size_t choice) { return words.place(choice); };
            training.alternative_text = [&](std::size_t choice, std::uint32_t alternative) {
                return words.alternative(choice, alternative);
            };
            training.active_choices = [&](std::span<const std::uint32_t> selection) {
                return active_choices(network_.elaboration.formulas(), network_.compiled, selection);
            };
            training.formula_text = [&](std::span<const std::uint32_t> selection) {
                std::string text;
                for (const Formula& formula : simple_outputs(network_, meanings_, selection))
                    text += formula.to_string() + "\n";
                return text;
            };
        }
        CheckpointFile checkpoint(hooks_.checkpoint_path, hooks_.checkpoint_seconds,
                                  fingerprint(training, network_), training.runs());
        std::vector<std::optional<RunState>> resumed = checkpoint.load();
        TraceFile trace(hooks_.trace_path);
        SearchHooks search_hooks;
        search_hooks.stop = hooks_.stop;
        search_hooks.checkpoint = [&](std::size_t run, const auto& state) {
            unless_it_fails([&] { checkpoint.save_if_due(run, state); }, Severity::warning,
                            "the last checkpoint is kept");
        };
        search_hooks.trace = [&](std::size_t run, const std::string& lines, bool finished, bool last) {
            if (!unless_it_fails([&] { trace.update(run, lines, finished, last); }, Severity::error,
                                 kNoTrace))
                trace.abandon();
        };
        if (hooks_.progress) {
            search_hooks.progress = [&](const RunProgress& progress) {
                hooks_.progress({progress.run, training.runs(), progress.epoch, options_.epochs,
                                 progress.loss, progress.best.macro_f1, progress.finished,
                                 [&] { return size_of(progress.run, progress.best); }, progress.step});
            };
        }
        std::vector<RunState> runs = search(training, std::move(resumed), search_hooks);
        unless_it_fails([&] { trace.finish(); }, Severity::error, kNoTrace);
        return runs;
    }

    // A file that cannot be written must not lose the work of hours: reports the error and continues. Each message is
    // reported once, because a full disk fails again at every epoch.
    template <class Action>
    bool unless_it_fails(const Action& action, Severity severity, const char* consequence) {
        try {
            action();
            return true;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::io || !hooks_.warning) throw;
            Diagnostic report = error.diagnostic();
            if (!reported_.insert(report.message).second) return false;
            report.severity = severity;
            report.hint = std::string("learning continues; ") + consequence;
            hooks_.warning(report);
            return false;
        }
    }

    static constexpr const char* kNoTrace = "there is no trace";

    const LearnTask& task_;
    const LearnHooks& hooks_;
    const DatasetData& data_;
    LearnOptions options_;
    std::vector<std::string> classes_;
    TrainedNetwork network_;
    ColumnMeanings meanings_;
    Examples examples_;
    RowSplit split_;
    ModelData record_;
    std::set<std::string> reported_;  // errors of files
};

}  // namespace

Model learn_by_gradient(const LearnTask& task, const LearnHooks& hooks) {
    check_options(task.options);
    if (task.options.committees > 1 && !hooks.trace_path.empty())
        throw Error(ErrorKind::usage, "--trace does not work with committees",
                    "leave out --trace or --committees");
    if (task.data.target().empty())
        throw Error(ErrorKind::usage, "the dataset has no target column to learn");
    if (task.data.rows() == 0)
        throw Error(ErrorKind::meaning, task.data.source() + " has no rows to learn from");
    return GradientLearner(task, hooks).run();
}

}  // namespace loh
