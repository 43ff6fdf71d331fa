// Idea: a rule list says by itself which class follows; points have to be added up. So a scorecard is taken only if the list is
// clearly worse, by the rule that also chooses the size (model/path_choice.cpp). Both are found again without each fold, and
// predict its rows; the error of the difference is that of the same bootstrap samples.
//
// Rejected: one path of both forms, ordered by literals. Points count as nothing there, so a scorecard is nearly always chosen.
#include "learn/short_path.hpp"

#include <algorithm>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/thread_pool.hpp"
#include "data/dataset_data.hpp"
#include "decision/decision_data.hpp"
#include "learn/row_split.hpp"
#include "loh/rule_path.hpp"

namespace loh {

namespace {

PathScores::Gain gain_of_card(const LearnTask& task, const FoundPath& rules, const FoundPath& card) {
    const DatasetData& data = task.data.data();
    const std::vector<std::string>& classes = rules.model.classes();
    DatasetColumns source(data);
    Labels labels = labels_in(classes, data.classes, source, source.at(data.target));
    RowSplit split = split_for_learning(data.examples(), task.options);
    PathScores scores(task, split, labels, classes.size());
    scores.start(2);
    std::vector<std::uint32_t> in_rules;  // [class of the card]
    for (const std::string& name : card.model.classes())
        in_rules.push_back(
            static_cast<std::uint32_t>(std::find(classes.begin(), classes.end(), name) - classes.begin()));
    for (std::size_t f = 0; f < scores.folds().size(); ++f) {
        const PathFold& fold = scores.folds()[f];
        for (std::uint32_t row : fold.test) {
            scores.predictions(f, 0)[row] = rules.predicted[fold.repeat][row];
            scores.predictions(f, 1)[row] = in_rules[card.predicted[fold.repeat][row]];
        }
    }
    scores.finish(true);
    ThreadPool threads(task.options.threads);
    return scores.gain_of_second(threads);
}

Diagnostic note_on_form(const PathScores::Gain& gain) {
    std::ostringstream message;
    message << std::fixed << std::setprecision(3)
            << "a scorecard is clearly better than a rule list here: " << gain.score << " against "
            << gain.score - gain.gain << ", cross-validated";
    Diagnostic note;
    note.severity = Severity::note;
    note.kind = ErrorKind::meaning;
    note.message = message.str();
    note.hint = "--head list learns a rule list, --head vote a scorecard in any case";
    return note;
}

Model better_form(const LearnTask& task, const FoundPath& rules, const FoundPath& card,
                  const LearnHooks& hooks) {
    if (rules.predicted.empty() || card.predicted.empty()) return rules.model;
    PathScores::Gain gain = gain_of_card(task, rules, card);
    bool taken = is_clearly_worse(gain.gain, gain.error, gain.score);
    if (taken && hooks.warning) hooks.warning(note_on_form(gain));
    return taken ? card.model : rules.model;
}

// Then nothing can be better.
bool is_flawless(const Model& model) {
    const std::vector<PathStep>& path = model.path();
    return std::any_of(path.begin(), path.end(),
                       [](const PathStep& step) { return step.chosen && step.score >= 1; });
}

}  // namespace

Model find_short_path(ShortPathTask task, const LearnHooks& hooks) {
    if (!task.form_is_open) return find_rule_path(task.rules, task.rules_work, hooks);
    std::size_t pick = std::exchange(task.rules.path_choice.pick, 0);
    task.card.path_choice.pick = 0;
    FoundPath rules = found_rule_path(task.rules, task.rules_work, hooks);
    Model model = rules.model;
    bool stopped = hooks.stop && hooks.stop();
    if (!stopped && !is_flawless(model))
        model = better_form(task.card, rules, found_scorecard_path(task.card, task.card_work, hooks), hooks);
    return pick > 0 ? model.at_size(pick) : model;
}

}  // namespace loh
