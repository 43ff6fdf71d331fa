// Idea: each row of the option table says what a learner must be for the option to apply (needs). The learner of a task follows
// from program, effort and head alone, except with `quick` and above and the heads `single` and `list`: there the size of the
// table decides between rule search and distillation, so effort.cpp asks again (refuse_descent_options).
#include "learn/option_use.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "loh/error.hpp"

namespace loh {

namespace {

constexpr const char* kHowToDescend =
    "--effort none trains the proposed network by gradient descent; -e or --formula gives a program to train";

constexpr const char* kShortScorecards = "the search for short scorecards";

// The learner of a task, as far as the task alone decides it.
struct LearnerInUse {
    std::string name;
    unsigned is = 0;  // the needs that it fulfils
};

LearnerInUse learner_in_use(const LearnTask& task, Effort effort) {
    Head head = task.options.head;
    bool votes = head == Head::vote || (!task.program && head == Head::automatic && effort != Effort::brief &&
                                        effort != Effort::none);
    unsigned no_program = task.program ? 0 : needs::kNoProgram;
    if (votes && effort == Effort::brief && !task.program)
        return {kShortScorecards, needs::kVotes | needs::kNoProgram};
    if (votes) return {"a scorecard", needs::kDescent | needs::kVotes | no_program};
    if (task.program) return {"gradient descent of the given program", needs::kDescent};
    if (effort == Effort::brief) return {"rule search", needs::kNoProgram};
    std::string name = effort == Effort::none ? "gradient descent of the proposed network"
                                              : "formulas by rule search or distillation";
    return {name, needs::kDescent | needs::kNoProgram};
}

const OptionInfo& option_info(std::string_view flag) {
    const std::vector<OptionInfo>& table = learn_option_table();
    auto found =
        std::find_if(table.begin(), table.end(), [&](const OptionInfo& o) { return o.flag == flag; });
    if (found == table.end()) throw Error(ErrorKind::usage, "there is no option --" + std::string(flag));
    return *found;
}

// A value that asks for another learner: rule search finds rules, and no others than the heads `single` and `list` classify.
bool asks_for_descent(const LearnTask& task, std::string_view flag) {
    if (flag == "head") return task.options.head == Head::paper;
    return flag == "network" && task.options.network != NormalForm::dnf;
}

// Whether the learner reads the option, or satisfies its value in any case.
bool applies(const LearnTask& task, std::string_view flag, const LearnerInUse& learner) {
    if (learner.name == kShortScorecards && (flag == "votes" || flag == "prune")) return false;
    if (flag == "head") return (learner.is & needs::kDescent) != 0 || !asks_for_descent(task, flag);
    if (flag == "network" && !asks_for_descent(task, flag)) return true;
    return (option_info(flag).needed & ~learner.is) == 0;
}

// `--epochs`, `--epochs and --noise`, `--epochs, --noise and --points`
std::string listed_flags(const std::vector<std::string>& flags) {
    std::string text;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const char* before = i == 0 ? "" : i + 1 == flags.size() ? " and " : ", ";
        text.append(before).append("--").append(flags[i]);
    }
    return text;
}

// How to get a learner that reads these options.
std::string way_out(const std::vector<std::string>& flags, const LearnerInUse& learner, Effort effort) {
    if (learner.name == kShortScorecards) return "--effort quick learns a scorecard by gradient descent";
    unsigned lacks = 0;
    for (const std::string& flag : flags) lacks |= option_info(flag).needed & ~learner.is;
    if ((lacks & needs::kNoProgram) != 0)
        return "a program has its own rules: write rules(N) or clauses(N) in it, or leave it out";
    if ((lacks & needs::kVotes) != 0)
        return effort == Effort::none ? "--head vote learns a scorecard"
                                      : "--head vote or --effort quick learns a scorecard";
    return kHowToDescend;
}

void refuse(const LearnTask& task, const LearnerInUse& learner, Effort effort,
            const std::vector<std::string>& asked) {
    std::vector<std::string> unread;
    for (const std::string& flag : asked) {
        if (!applies(task, flag, learner)) unread.push_back(flag);
    }
    if (unread.empty()) return;
    std::string what = unread.size() == 1 && asks_for_descent(task, unread[0])
                           ? "--" + unread[0] + " " + get_option(task.options, unread[0])
                           : listed_flags(unread);
    throw Error(ErrorKind::usage,
                what + (unread.size() == 1 ? " does" : " do") + " not apply to " + learner.name +
                    ", the learner in use",
                way_out(unread, learner, effort));
}

}  // namespace

void check_option_use(const LearnTask& task, const LearnHooks& hooks) {
    Effort effort = task.effort.value_or(default_effort(task));
    LearnerInUse learner = learner_in_use(task, effort);
    std::vector<std::string> asked = task.given;
    for (const char* flag :
         {"head", "network"}) {  // of a task without an effort, their values count as given
        bool known = std::find(asked.begin(), asked.end(), flag) != asked.end();
        if (!task.effort && !task.program && !known && asks_for_descent(task, flag)) asked.emplace_back(flag);
    }
    refuse(task, learner, effort, asked);
    if (task.options.second_inputs > 0 && task.options.second_layer == 0)
        throw Error(ErrorKind::usage, "--second-inputs does not apply without a second layer",
                    "--second-layer N gives its size");
    bool searches = (learner.is & needs::kDescent) == 0;
    for (const auto& [flag, path] : {std::pair<const char*, const std::string&>{"--trace", hooks.trace_path},
                                     {"--checkpoint", hooks.checkpoint_path}}) {
        if (searches && !path.empty())
            throw Error(ErrorKind::usage,
                        std::string(flag) + " does not apply to " + learner.name + ", the learner in use",
                        kHowToDescend);
    }
}

void refuse_descent_options(const LearnTask& task) {
    refuse(task, {"rule search", needs::kNoProgram}, Effort::quick, task.given);
}

bool is_read_by_search(std::string_view flag) {
    return flag == "network" || (option_info(flag).needed & ~needs::kNoProgram) == 0;
}

}  // namespace loh
