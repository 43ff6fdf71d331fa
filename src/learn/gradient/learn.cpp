#include "loh/learn.hpp"

#include "decision/scorecard.hpp"
#include "formula/measure.hpp"
#include "formula/walk.hpp"
#include "learn/fitted_offer.hpp"
#include "learn/gradient/checkpoint.hpp"
#include "learn/gradient/committees.hpp"
#include "learn/gradient/search.hpp"
#include "learn/gradient/trace_file.hpp"
#include "learn/gradient/trainer.hpp"
#include "learn/gradient/vote_head.hpp"
#include "learn/prune.hpp"
#include "learn/purposes.hpp"
#include "learn/scorecard/calibration.hpp"
#include "learn/scorecard/scorecard_tuning.hpp"
#include "loh/version.hpp"
#include "model/model_data.hpp"
#include "model/schema.hpp"
#include "network/compile.hpp"

namespace loh {

namespace {

// The rows, and which of them are for what.
struct LearningRows {
    Examples examples;
    RowsByPurpose rows;
};

LearningRows load_rows(const LearnTask& task, const ModelData& model, ClassColumn column) {
    LearningRows result;
    Examples& examples = result.examples;
    examples.inputs = network_rows(model, task.table).inputs;
    pack(examples.inputs);
    examples.labels = labels_in(model.classes, std::move(column), task.table, task.table.at(task.target));
    examples.classes = static_cast<std::uint32_t>(model.classes.size());
    result.rows = split_for_learning(examples, task.options);
    return result;
}

// The place and the alternatives of each choice in words, for the trace.
class ChoiceWords {
public:
    explicit ChoiceWords(const ModelData& model) : model_(model) {
        std::vector<Formula> formulas = model.elaboration.formulas();
        Roots roots = roots_of(formulas);
        choices_.resize(roots.graph->choice_count());
        for (NodeId id : below(*roots.graph, roots.ids)) {
            if (roots.graph->kind(id) == Kind::choice) choices_[roots.graph->choice_id(id).value] = id;
        }
        graph_ = roots.graph;
    }

    [[nodiscard]] std::string place(std::size_t choice) const {
        return model_.elaboration.origin(model_.network.choices[choice].id).to_string();
    }
    [[nodiscard]] std::string alternative(std::size_t choice, std::uint32_t alternative) const {
        NodeId id = choices_[model_.network.choices[choice].id.value];
        return Formula(graph_, graph_->operands(id)[alternative]).to_string();
    }

private:
    const ModelData& model_;
    std::shared_ptr<GraphData> graph_;
    std::vector<NodeId> choices_;  // by ChoiceId
};

// With the head `vote`.
std::vector<std::int32_t> points_of(const ModelData& model, const Snapshot& snapshot) {
    if (model.head != Head::vote) return {};
    return VoteShares{model.options.votes, model.elaboration.outputs.size(), model.classes.size()}.round(
        snapshot.votes);
}

Meaning meaning_of(const ModelData& model, const Snapshot& snapshot) {
    return meaning_of(model, snapshot.logits, snapshot.temperature, points_of(model, snapshot));
}

LearnProgress::Size size_of(const ModelData& model, std::size_t run, const Snapshot& snapshot) {
    LearnProgress::Size size;
    Meaning meaning = model.options.committees > 1 ? meaning_of_committee(model, run, snapshot)
                                                   : meaning_of(model, snapshot);
    for (const ClassFormula& part : meaning.formulas) {
        size.rules += rules_of_formula(model, part.formula).size();
        size.literals += count_literals(part.formula);
    }
    return size;
}

// Takes over the best run: the highest F1, then the shortest formula, then the first.
void keep_best(const std::vector<RunState>& runs, ModelData& model) {
    std::size_t fewest = 0;
    double highest = -1;
    Metric metric = model.options.metric;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const Snapshot& best = runs[run].best;
        model.runs.push_back({runs[run].trainer.epoch, best.macro_f1, best.loss});
        if (best.score(metric) < highest) continue;
        std::vector<std::int32_t> points = points_of(model, best);
        Meaning meaning = meaning_of(model, best.logits, best.temperature, points);
        std::size_t literals = 0;
        for (const ClassFormula& part : meaning.formulas) literals += count_literals(part.formula);
        if (best.score(metric) == highest && literals >= fewest) continue;
        highest = best.score(metric);
        fewest = literals;
        model.best_run = run;
        model.logits = best.logits;
        model.temperature = best.temperature;
        model.points = std::move(points);
        model.formulas = std::move(meaning.formulas);
        model.scorecard = std::move(meaning.scorecard);
    }
}

// The points of the network with equal rules joined: rounding them, and a limit on them, is then about the rules that remain.
std::vector<std::int32_t> points_of_joined_rules(const ModelData& model) {
    std::vector<Formula> rules = simple_outputs(model, model.logits, model.temperature);
    std::vector<std::int32_t> result;
    for (std::int64_t points : joined_points(rules, model.points, model.classes.size()))
        result.push_back(static_cast<std::int32_t>(points));
    return result;
}

// The same decisions between two classes with points for the second one only.
std::vector<std::int32_t> for_second_class(std::vector<std::int32_t> points, std::size_t classes) {
    if (classes != 2) return points;
    for (std::size_t i = 0; i < points.size(); i += 2) {
        points[i + 1] -= points[i];
        points[i] = 0;
    }
    return points;
}

// With the head `vote`: few points where asked for, and a base for macro F1.
void tune_points(const LearningRows& learning, const Table& table, ModelData& model) {
    const Examples& examples = learning.examples;
    const RowsByPurpose& purposes = learning.rows;
    // The classes' shares are what matters here, and few validation rows tell them badly: all rows that may be seen do.
    RowList rows = purposes.training.list();
    for (std::uint32_t row : purposes.validation) rows.push_back(row);
    ModelRows all{model.network.inputs, examples.inputs, examples.rows(), {merged_rows(model, table)}};
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row : rows) labels.push_back(examples.labels[row]);
    auto use = [&](std::vector<std::int32_t> points) {
        model.points = std::move(points);
        Meaning meaning = meaning_of(model, model.logits, model.temperature, model.points);
        model.formulas = std::move(meaning.formulas);
        model.scorecard = std::move(meaning.scorecard);
    };
    if (model.options.votes == Votes::count) {
        std::vector<std::int32_t> votes = points_of_joined_rules(model);
        for (std::size_t i = 0; i + model.classes.size() < votes.size(); ++i)
            votes[i] = std::min(votes[i], 1);
        use(std::move(votes));
    }
    if (model.options.points > 0) {
        auto quality = [&](std::span<const std::int32_t> points) {
            use({points.begin(), points.end()});
            Report report = report_on(model, all, examples.labels, rows, false);
            return model.options.metric == Metric::macro_f1 ? report.macro_f1 : report.accuracy;
        };
        auto most = static_cast<std::int32_t>(model.options.points);
        std::vector<std::int32_t> fine =
            for_second_class(points_of_joined_rules(model), model.classes.size());
        use(coarse_points(fine, model.classes.size(), most, quality));
    }
    if (!purposes.validation.empty()) {
        std::vector<std::uint32_t> validation_labels;
        for (std::uint32_t row : purposes.validation) validation_labels.push_back(examples.labels[row]);
        model.validation_cross_entropy =
            least_cross_entropy(scores_by_formulas(model, all, purposes.validation), validation_labels,
                                weights_of_classes(model.options.class_weights, examples, purposes.training));
    }
    if (model.options.metric != Metric::macro_f1) return;
    constexpr std::size_t kFewOfAClass = 10;
    std::vector<std::int64_t> more =
        base_for_macro_f1(scores_by_formulas(model, all, rows), labels, model.classes.size(), kFewOfAClass);
    std::vector<std::int32_t> points = model.points;
    std::size_t base = points.size() - more.size();
    for (std::size_t c = 0; c < more.size(); ++c) points[base + c] += static_cast<std::int32_t>(more[c]);
    use(std::move(points));
}

// With the head `vote`: leaves out rules that no training row satisfies.
void prune_scorecard(const BitRows& training, ModelData& model) {
    std::vector<Formula> rules;
    for (const ClassFormula& part : model.formulas) rules.push_back(part.formula);
    std::vector<Bits> holds = evaluate_rows(rules, training);
    std::vector<ClassFormula> formulas;
    Scorecard card{model.scorecard.classes, model.scorecard.base, {}};
    for (std::size_t r = 0; r < rules.size(); ++r) {
        if (count_ones(holds[r]) == 0) continue;
        formulas.push_back(model.formulas[r]);
        for (std::size_t c = 0; c < card.classes; ++c) card.points.push_back(model.scorecard.at(r, c));
    }
    model.formulas = std::move(formulas);
    model.scorecard = std::move(card);
}

void measure(const LearningRows& learning, const Table& table, ModelData& model) {
    const auto& [examples, rows] = learning;
    ModelRows all{model.network.inputs, examples.inputs, examples.rows(), {merged_rows(model, table)}};
    if (model.options.prune != Prune::none) {
        BitRows training = rounded(model, all, rows.training.list());
        if (model.head == Head::vote) prune_scorecard(training, model);
        for (ClassFormula& part : model.formulas) {
            if (model.head != Head::vote) part.formula = prune(part.formula, model.options.prune, training);
        }
    }
    auto add = [&](const char* name, const Rows& part) {
        if (!part.empty())
            model.parts.push_back({name, report_on(model, all, learning.examples.labels, part, true)});
    };
    add("training", rows.training);
    add("validation", rows.validation);
    add("holdout", rows.holdout);
    model.rules = rules_on(model, all, learning.examples.labels, rows.training);
}

std::vector<RunState> train(const LearnTask& task, const LearnHooks& hooks, const LearningRows& learning,
                            const ModelData& model) {
    CompiledProgram program = trainable(model.network, task.options.semantics);
    ChoiceWords words(model);
    Task training{program,
                  model.head,
                  learning.examples,
                  learning.rows.training,
                  learning.rows.validation,
                  task.options,
                  {},
                  {}};
    if (model.options.committees > 1) training.committees = committee_programs(model);
    if (!hooks.trace_path.empty()) {
        training.choice_place = [&](std::size_t choice) { return words.place(choice); };
        training.alternative_text = [&](std::size_t choice, std::uint32_t alternative) {
            return words.alternative(choice, alternative);
        };
    }
    CheckpointFile checkpoint(hooks.checkpoint_path, hooks.checkpoint_seconds, fingerprint(training, model),
                              training.runs());
    std::vector<std::optional<RunState>> resumed = checkpoint.load();
    TraceFile trace(hooks.trace_path);
    SearchHooks search_hooks;
    search_hooks.stop = hooks.stop;
    search_hooks.checkpoint = [&](std::size_t run, const auto& state) { checkpoint.offer(run, state); };
    search_hooks.trace = [&](std::size_t run, const std::string& lines, bool finished, bool last) {
        trace.show(run, lines, finished, last);
    };
    if (hooks.progress) {
        search_hooks.progress = [&](const RunProgress& progress) {
            hooks.progress({progress.run, training.runs(), progress.epoch, task.options.epochs, progress.loss,
                            progress.best.macro_f1, progress.finished,
                            [&] { return size_of(model, progress.run, progress.best); }});
        };
    }
    return search(training, std::move(resumed), search_hooks);
}

}  // namespace

Model learn(const LearnTask& task, const LearnHooks& hooks) {
    check_options(task.options);
    if (task.options.committees > 1 && !hooks.trace_path.empty())
        throw Error(ErrorKind::usage, "the trace tells of one search, and committees are several",
                    "leave out --trace or --committees");
    if (task.table.rows() == 0)
        throw Error(ErrorKind::meaning, task.table.source() + " has no rows to learn from");
    ClassColumn column = class_column(task.table, task.table.at(task.target));
    auto model = std::make_shared<ModelData>(task.program);
    auto offer = std::make_shared<FittedOffer>(task);
    Elaboration elaboration =
        elaborate(task.program, {task.elaborate.limits, task.elaborate.constants, offer});
    for (const Diagnostic& warning : elaboration.warnings) {
        if (hooks.warning) hooks.warning(warning);
    }
    ClassSchema schema = decide_classes(task, elaboration, column, hooks.warning);
    model->written_by = kVersion;
    model->elaborate = task.elaborate;
    model->offer = offer->kept();
    model->options = task.options;
    model->options.head = schema.head;
    model->head = schema.head;
    model->target = task.target;
    model->classes = schema.classes;
    prepare(*model);
    std::vector<Diagnostic> slips;
    use_meanings(*model, find_meanings(model->atoms, task.table, task.schema, task.target, slips));
    for (const Diagnostic& slip : slips) {
        if (hooks.warning) hooks.warning(slip);
    }
    LearningRows rows = load_rows(task, *model, std::move(column));
    std::vector<RunState> runs = train(task, hooks, rows, *model);
    model->options.committees > 1 ? join_committees(runs, *model) : keep_best(runs, *model);
    if (model->head == Head::vote) tune_points(rows, task.table, *model);
    measure(rows, task.table, *model);
    return Model(model);
}

}  // namespace loh
