// Idea: the simpler form is taken unless it is clearly worse, by the rule that also chooses the size (model/path_choice.cpp). Simpler
// is what has less to read: its literals, and for a scorecard also the points of each rule. Both are found again without each fold,
// and predict its rows; the error of the difference is that of the same bootstrap samples. A scorecard of one rule is a rule in other
// words, so it is not taken.
//
// Rejected: a list unless it is clearly worse; with many classes it needs twice the literals of a scorecard for the same score.
// One path of both forms, ordered by literals: points count as nothing there, so a scorecard is nearly always chosen.
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

const PathStep& chosen(const Model& model) {
    return *std::find_if(model.path().begin(), model.path().end(),
                         [](const PathStep& step) { return step.chosen; });
}

// What there is to read: literals, and of a scorecard also the points of each rule.
std::size_t complexity(const Model& model) {
    const PathStep& step = chosen(model);
    return step.literals + (model.head() == Head::vote ? step.rules : 0);
}

enum class Form { rules, better_card, shorter_card };

Form form_of(const PathScores::Gain& gain, const Model& rules, const Model& card) {
    if (chosen(card).rules <= 1) return Form::rules;
    double best = std::max(gain.score, gain.score - gain.gain);
    if (is_clearly_worse(gain.gain, gain.error, best)) return Form::better_card;
    if (is_clearly_worse(-gain.gain, gain.error, best)) return Form::rules;
    return complexity(card) < complexity(rules) ? Form::shorter_card : Form::rules;
}

Diagnostic note_on_form(Form form, const PathScores::Gain& gain) {
    std::ostringstream message;
    message << "a scorecard is "
            << (form == Form::better_card ? "clearly better than a rule list here: "
                                          : "shorter than a rule list here and not clearly worse: ")
            << std::fixed << std::setprecision(3) << gain.score << " against " << gain.score - gain.gain
            << ", cross-validated";
    Diagnostic note;
    note.severity = Severity::note;
    note.kind = ErrorKind::meaning;
    note.message = message.str();
    note.hint = "--head list learns a rule list, --head vote a scorecard in any case";
    return note;
}

const FoundPath& better_form(const LearnTask& task, const FoundPath& rules, const FoundPath& card,
                             const LearnHooks& hooks) {
    if (rules.predicted.empty() || card.predicted.empty()) return rules;
    PathScores::Gain gain = gain_of_card(task, rules, card);
    Form form = form_of(gain, rules.model, card.model);
    if (form == Form::rules) return rules;
    if (hooks.warning) hooks.warning(note_on_form(form, gain));
    return card;
}

// Then nothing can be better.
bool is_flawless(const Model& model) { return chosen(model).score >= 1; }

}  // namespace

Model find_short_path(ShortPathTask task, const LearnHooks& hooks) {
    if (!task.form_is_open) return find_rule_path(task.rules, task.rules_work, hooks);
    std::size_t pick = std::exchange(task.rules.path_choice.pick, 0);
    task.card.path_choice.pick = 0;
    FoundPath found = found_rule_path(task.rules, task.rules_work, hooks);
    bool stopped = hooks.stop && hooks.stop();
    if (!stopped && !is_flawless(found.model))
        found = better_form(task.card, found, found_scorecard_path(task.card, task.card_work, hooks), hooks);
    warn_about_chance(found, hooks);
    return pick > 0 ? found.model.at_size(pick) : found.model;
}

}  // namespace loh
