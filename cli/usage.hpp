// Help pages and messages about the command line: short and complete help, unknown options, words of a closed list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loh::cli {

// Prints only the group `Options` for --help; --help-all prints all groups.
class ShortHelp : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;

private:
    [[nodiscard]] std::string shown_groups(const CLI::App& app, bool all) const;
};

// Moves options of a command to another group, which only --help-all prints. Options that the command lacks are skipped.
void move_to_group(CLI::App& command, const std::string& group, const std::vector<std::string>& flags);

// Adds --help-all to a command that has options outside of the group `Options`.
void offer_all_help(CLI::App& command);

// Throws Error (usage) with a suggestion if the parsed command was given an option that it lacks.
void refuse_unknown_options(const CLI::App& app);

// Throws Error (usage), with a suggestion if possible, unless the value of the flag is one of the words.
void require_one_of(const std::string& flag, const std::string& value, const std::vector<std::string>& words);

// The value of an option is one of these words: checks it, and shows them in the help.
void accept_words(CLI::Option& option, const std::string& flag, const std::vector<std::string>& words);

// The value of an option is a number from `least` to `most`: rejects others, such as nan, -1 for a count, or a number with too
// many digits.
void accept_numbers(CLI::Option& option, const std::string& flag, double least, double most);
void accept_whole_numbers(CLI::Option& option, const std::string& flag, std::uint64_t least,
                          std::uint64_t most);

inline constexpr std::uint64_t kMostCount = 1'000'000'000'000'000;  // of anything: exact also as a double

}  // namespace loh::cli
