#include "loh/learn.hpp"

#include "compile/compile.hpp"
#include "formula/walk.hpp"
#include "loh/version.hpp"
#include "model/checkpoint.hpp"
#include "model/model_data.hpp"
#include "model/purposes.hpp"
#include "model/schema.hpp"
#include "model/trace_file.hpp"
#include "rules/measure.hpp"
#include "rules/prune.hpp"
#include "train/search.hpp"

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

// Takes over the best run: the highest F1, then the shortest formula, then the first.
void keep_best(const std::vector<RunState>& runs, ModelData& model) {
    std::size_t fewest = 0;
    double highest = -1;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const Snapshot& best = runs[run].best;
        model.runs.push_back({runs[run].trainer.epoch, best.macro_f1, best.loss});
        if (best.macro_f1 < highest) continue;
        std::vector<ClassFormula> formulas = formulas_of_logits(model, best.logits, best.temperature);
        std::size_t literals = 0;
        for (const ClassFormula& part : formulas) literals += count_literals(part.formula);
        if (best.macro_f1 == highest && literals >= fewest) continue;
        highest = best.macro_f1;
        fewest = literals;
        model.best_run = run;
        model.logits = best.logits;
        model.temperature = best.temperature;
        model.formulas = std::move(formulas);
    }
}

void measure(const LearningRows& learning, const Table& table, ModelData& model) {
    const auto& [examples, rows] = learning;
    ModelRows all{model.network.inputs, examples.inputs, examples.rows(), {merged_rows(model, table)}};
    if (model.options.prune != Prune::none) {
        BitRows training = rounded(model, all, rows.training.list());
        for (ClassFormula& part : model.formulas)
            part.formula = prune(part.formula, model.options.prune, training);
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
    if (!hooks.trace_path.empty()) {
        training.choice_place = [&](std::size_t choice) { return words.place(choice); };
        training.alternative_text = [&](std::size_t choice, std::uint32_t alternative) {
            return words.alternative(choice, alternative);
        };
    }
    CheckpointFile checkpoint(hooks.checkpoint_path, hooks.checkpoint_seconds, fingerprint(training, model),
                              task.options.restarts);
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
            hooks.progress({progress.run, task.options.restarts, progress.epoch, task.options.epochs,
                            progress.loss, progress.best.macro_f1, progress.finished});
        };
    }
    return search(training, std::move(resumed), search_hooks);
}

}  // namespace

Model learn(const LearnTask& task, const LearnHooks& hooks) {
    check_options(task.options);
    auto model = std::make_shared<ModelData>(task.program);
    Elaboration elaboration = elaborate(task.program, task.elaborate);
    for (const Diagnostic& warning : elaboration.warnings) {
        if (hooks.warning) hooks.warning(warning);
    }
    if (task.table.rows() == 0)
        throw Error(ErrorKind::meaning, task.table.source() + " has no rows to learn from");
    ClassColumn column = class_column(task.table, task.table.at(task.target));
    ClassSchema schema = decide_classes(task, elaboration, column, hooks.warning);
    model->written_by = kVersion;
    model->elaborate = task.elaborate;
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
    keep_best(train(task, hooks, rows, *model), *model);
    measure(rows, task.table, *model);
    return Model(model);
}

}  // namespace loh
