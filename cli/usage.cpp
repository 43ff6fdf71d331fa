#include "usage.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

#include <loh/loh.hpp>

namespace loh::cli {

namespace {

constexpr const char* kShownGroup = "Options";

// The flags of a command, `--max-rules`, `-q`.
std::vector<std::string> flags_of(const CLI::App& command) {
    std::vector<std::string> result;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) result.push_back("--" + name);
        for (const std::string& name : option->get_snames()) result.push_back("-" + name);
    }
    return result;
}

std::string joined_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : "|") + word;
    return text;
}

// "whole number from 0 to 1024"; without the upper bound if it is only there because numbers are finite.
template <class Number>
std::string range_text(const char* kind, Number least, Number most, bool all) {
    std::ostringstream text;
    text << kind << " from " << least;
    if (all || static_cast<double>(most) < static_cast<double>(kMostCount)) text << " to " << most;
    return text.str();
}

template <class Number>
void accept_range(CLI::Option& option, const std::string& flag, Number least, Number most, const char* kind) {
    option.type_name("(" + range_text(kind, least, most, false) + ")");
    option.check([=](const std::string& text) {
        Number value{};
        auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
        bool valid =
            failure == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
        if (valid) return std::string();
        throw Error(ErrorKind::usage,
                    flag + " " + text + ": expected a " + range_text(kind, least, most, true));
    });
}

}  // namespace

std::string ShortHelp::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
    if (mode == CLI::AppFormatMode::Sub) return make_expanded(app);
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
           shown_groups(*app, mode == CLI::AppFormatMode::All) + make_subcommands(app, mode) + "\n" +
           make_footer(app);
}

std::string ShortHelp::shown_groups(const CLI::App& app, bool all) const {
    std::string text;
    for (const std::string& group : app.get_groups()) {
        if (group.empty() || (!all && group != kShownGroup)) continue;
        std::vector<const CLI::Option*> options = app.get_options([&](const CLI::Option* option) {
            return option->get_group() == group && option->nonpositional();
        });
        if (!options.empty()) text += make_group(group, false, options);
    }
    return text;
}

void move_to_group(CLI::App& command, const std::string& group, const std::vector<std::string>& flags) {
    for (const std::string& flag : flags) {
        if (CLI::Option* option = command.get_option_no_throw(flag)) option->group(group);
    }
}

void offer_all_help(CLI::App& command) {
    std::vector<std::string> groups = command.get_groups();
    bool more = std::any_of(groups.begin(), groups.end(),
                            [](const std::string& group) { return !group.empty() && group != kShownGroup; });
    if (more) command.set_help_all_flag("--help-all", "Print all options and exit");
}

void refuse_unknown_options(const CLI::App& app) {
    std::vector<const CLI::App*> parsed = {&app};
    for (const CLI::App* command : app.get_subcommands()) parsed.push_back(command);
    for (const CLI::App* command : parsed) {
        for (const std::string& word : command->remaining()) {
            if (word.size() < 2 || word[0] != '-') continue;
            std::string flag = word.substr(0, word.find('='));
            std::optional<std::string> meant = closest(flag, flags_of(*command));
            throw Error(ErrorKind::usage,
                        "unknown option " + flag + (meant ? "; did you mean " + *meant + "?" : ""),
                        "`loh" + (command == &app ? "" : " " + command->get_name()) +
                            (command->get_help_all_ptr() != nullptr ? " --help-all" : " --help") +
                            "` lists the options");
        }
    }
}

void require_one_of(const std::string& flag, const std::string& value,
                    const std::vector<std::string>& words) {
    if (std::find(words.begin(), words.end(), value) != words.end()) return;
    std::optional<std::string> meant = closest(value, words);
    throw Error(ErrorKind::usage, flag + " " + value + ": expected one of " + joined_words(words),
                meant ? "did you mean " + *meant + "?" : "");
}

void accept_words(CLI::Option& option, const std::string& flag, const std::vector<std::string>& words) {
    option.type_name("(" + joined_words(words) + ")");
    option.check([flag, words](const std::string& value) {
        require_one_of(flag, value, words);
        return std::string();
    });
}

void accept_numbers(CLI::Option& option, const std::string& flag, double least, double most) {
    accept_range(option, flag, least, most, "number");
}

void accept_whole_numbers(CLI::Option& option, const std::string& flag, std::uint64_t least,
                          std::uint64_t most) {
    accept_range(option, flag, least, most, "whole number");
}

}  // namespace loh::cli
