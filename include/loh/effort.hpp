// Learning without choosing options: how much time to spend is all there is to say.
//
//     loh::EffortTask task{table, "churn"};
//     task.options.holdout = 0.2;
//     task.given = {"holdout"};                                  // everything else is chosen
//     loh::Model model = loh::learn_with_effort(task, loh::Effort::thorough);
//     std::cout << loh::get_option(model.options(), "max-rules") << '\n';     // what was chosen
//
// `brief` finds a few rules that can be read at once, in seconds, and keeps a fifth of the rows aside to say how good they are.
// The others aim at accuracy: the head is `vote` unless another, or a program, is given. Numbers of rules and epochs follow from
// the size of the table and from a budget of work, which is counted and not timed: the same task gives the same model on any
// machine. On two cores of 2023 `quick` takes at most about 20 s, `balanced` a minute and `thorough` some minutes, for tables up
// to some tens of thousands of rows.
//
// With `brief`, or the head `single` or `list` given, formulas are found: a few rules by search (loh/short_rules.hpp), more of
// them from a scorecard that is learned as above (loh/distil.hpp).
//
// `balanced` and `thorough` compare a few settings on rows kept aside for that before they learn the final model.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loh/learn.hpp"

namespace loh {

enum class Effort : std::uint8_t { brief, quick, balanced, thorough };

// From so many rows on, `brief` keeps a share of them aside, unless a share is given.
inline constexpr std::size_t kRowsForBriefHoldout = 100;
inline constexpr double kBriefHoldout = 0.2;

struct EffortTask {
    Table table;
    std::string target;
    std::string positive = {};            // as in LearnTask
    LearnOptions options = {};            // of these, those are used
    std::vector<std::string> given = {};  // whose flags are here: `holdout`, `max-rules`
    TableSchema schema = {};
    ElaborateOptions elaborate = {};
    std::optional<Program> program = {};  // to learn; without one, rules over everything the table offers
};

// One setting that was tried.
struct EffortAttempt {
    std::string what;    // such as `cuts mdl`
    double score = 0;    // on the validation rows, by the metric of the options
    bool taken = false;  // in place of what was best before
};

// Whether an option, by its flag, matters to rules that are found by search, or is fulfilled by them as they are. The others
// are of gradient descent.
bool is_read_by_search(std::string_view flag);

// `tried` is told of each comparison. A checkpoint or trace file cannot be kept of several runs: Error (usage).
Model learn_with_effort(const EffortTask& task, Effort effort, const LearnHooks& hooks = {},
                        const std::function<void(const EffortAttempt&)>& tried = {});

}  // namespace loh
