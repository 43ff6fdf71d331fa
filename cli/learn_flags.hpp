// The flags for the options of learning, one for each row of the option table.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <loh/loh.hpp>

namespace loh::cli {

// `only`: the options to add; empty: all.
inline void add_learn_flags(CLI::App& command, LearnOptions& learn,
                            const std::vector<std::string>& only = {}) {
    for (const OptionInfo& option : learn_option_table()) {
        if (!only.empty() && std::find(only.begin(), only.end(), option.flag) == only.end()) continue;
        command
            .add_option_function<std::string>(
                "--" + option.flag,
                [&learn, flag = option.flag](const std::string& value) { set_option(learn, flag, value); },
                option.help)
            ->type_name("(" + option.values + ")")
            ->default_str(option.initial)
            ->group("Learning");
    }
}

}  // namespace loh::cli
