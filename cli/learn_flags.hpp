// The flags for the options of learning, one for each row of the option table.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <loh/loh.hpp>

namespace loh::cli {

inline constexpr const char* kDescentGroup = "Gradient descent (--effort none, programs, scorecards)";

// The group of an option in `loh learn --help-all`.
inline std::string learner_group(const OptionInfo& option) {
    if ((option.needed & needs::kVotes) != 0 || option.flag == "committees")
        return "Scorecards (--head vote)";
    return (option.needed & needs::kDescent) != 0 ? kDescentGroup : "All learners";
}

inline CLI::Option* add_learn_flag(CLI::App& command, LearnOptions& learn, const OptionInfo& option) {
    return command
        .add_option_function<std::string>(
            "--" + option.flag,
            [&learn, flag = option.flag](const std::string& value) { set_option(learn, flag, value); },
            option.help)
        ->type_name("(" + option.values + ")")
        ->default_str(option.initial);
}

// The flags of `only`, with the defaults of gradient descent.
inline void add_learn_flags(CLI::App& command, LearnOptions& learn, const std::vector<std::string>& only) {
    for (const OptionInfo& option : learn_option_table()) {
        if (std::find(only.begin(), only.end(), option.flag) != only.end())
            add_learn_flag(command, learn, option);
    }
}

// All flags, grouped by learner, with the defaults of rule search; those of gradient descent are in the text.
inline void add_learn_flags(CLI::App& command, LearnOptions& learn) {
    for (const OptionInfo& option : learn_option_table()) {
        CLI::Option* flag = add_learn_flag(command, learn, option)->group(learner_group(option));
        if (option.by_search.empty()) continue;
        flag->default_str("");
        flag->description(option.help + " (default: " + option.by_search +
                          "; gradient descent: " + option.initial + ")");
    }
}

}  // namespace loh::cli
