// The entry point of learning. The effort of the task chooses the learner:
//
//     brief                     rule search, its size cross-validated (search/rule_path.cpp); with the head `vote`, a short
//                               scorecard (scorecard/scorecard_path.cpp)
//     quick, balanced, thorough a scorecard by gradient descent, or formulas distilled from it (effort.cpp)
//     none                      one gradient descent with the options as they are (gradient/gradient_learner.cpp)
#include "loh/learn.hpp"

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

Effort default_effort(const LearnTask& task) { return task.program ? Effort::none : Effort::brief; }

Model learn(const LearnTask& task, const LearnHooks& hooks) {
    check_options(task.options);
    check_option_use(task, hooks);
    warn_about_positive(task, hooks);
    Effort effort = task.effort.value_or(default_effort(task));
    if (!task.constraints.empty() && (effort != Effort::brief || task.options.head == Head::vote))
        throw Error(ErrorKind::usage, "only rule search knows constraints (--monotone, --together)",
                    "use --effort brief, without a program and without --head vote");
    if (effort != Effort::none) return learn_with_effort(task, effort, hooks);
    if (task.program) return learn_by_gradient(task, hooks);
    LearnTask proposed = task;
    proposed.program = propose(task);
    return learn_by_gradient(proposed, hooks);
}

}  // namespace loh
