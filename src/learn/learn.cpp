// The entry point of learning. The effort of the task chooses the learner:
//
//     brief                     rule search, its size cross-validated (search/rule_path.cpp); with the head `vote`, a short
//                               scorecard (scorecard/scorecard_path.cpp)
//     quick, balanced, thorough a scorecard by gradient descent, or formulas distilled from it (effort.cpp)
//     none                      one gradient descent with the options as they are (gradient/gradient_learner.cpp)
#include "loh/learn.hpp"

#include <algorithm>

#include "learn/class_schema.hpp"
#include "learn/effort.hpp"
#include "learn/gradient/gradient_learner.hpp"
#include "loh/propose.hpp"

namespace loh {

namespace {

// Warns if --positive is given and there are more than two classes.
void warn_about_positive(const LearnTask& task, const LearnHooks& hooks) {
    if (task.positive.empty() || task.data.classes().size() <= 2 || !hooks.warning) return;
    check_occurs(task.positive, task.data.classes(), task.data.target());
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.kind = ErrorKind::usage;
    warning.message = "--positive has no effect: '" + task.data.target() + "' has " +
                      std::to_string(task.data.classes().size()) + " classes, and each is learned";
    warning.hint = "--positive is for targets with two classes";
    hooks.warning(warning);
}

}  // namespace

Effort default_effort(const LearnTask& task, const LearnHooks& hooks) {
    bool one_run = task.program || !hooks.trace_path.empty() || !hooks.checkpoint_path.empty();
    const LearnOptions& options = task.options;
    if (one_run || options.head == Head::paper || options.network != NormalForm::dnf) return Effort::none;
    bool votes = options.head == Head::vote;
    bool all_fit = std::all_of(task.given.begin(), task.given.end(), [&](const std::string& flag) {
        return is_read_by_search(flag) || (votes && (flag == "votes" || flag == "points"));
    });
    if (!all_fit) return Effort::none;
    bool only_descent = std::any_of(task.given.begin(), task.given.end(), [](const std::string& flag) {
        return flag == "votes" || flag == "prune" || flag == "network";
    });
    return votes && only_descent ? Effort::quick : Effort::brief;
}

Model learn(const LearnTask& task, const LearnHooks& hooks) {
    check_options(task.options);
    warn_about_positive(task, hooks);
    Effort effort = task.effort.value_or(default_effort(task, hooks));
    if (effort != Effort::none) return learn_with_effort(task, effort, hooks);
    if (task.program) return learn_by_gradient(task, hooks);
    LearnTask proposed = task;
    proposed.program = propose(task);
    return learn_by_gradient(proposed, hooks);
}

}  // namespace loh
