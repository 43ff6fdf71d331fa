// loh space: lists or counts the hypotheses of a program.
#include <iostream>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "json.hpp"
#include "program_source.hpp"
#include "usage.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

constexpr std::size_t kListed = 1000;
constexpr std::size_t kLookedAt = 1'000'000;

struct SpaceCommandOptions {
    ProgramSource source;
    std::optional<std::size_t> limit;
    bool count = false;
    bool equivalent = false;
    bool json = false;
};

std::string output_name(const Output& output) { return output.name.empty() ? "output" : output.name; }

// A hypothesis on one line: the formula, or with several outputs a small program.
std::string one_line(const std::vector<Output>& outputs, const std::vector<Formula>& hypothesis) {
    if (outputs.size() == 1) return hypothesis[0].to_string();
    std::string line;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        line += (i > 0 ? "; " : "") + output_name(outputs[i]) + " := " + hypothesis[i].to_string();
    return line;
}

Json size_json(const SpaceSize& size) {
    Json result = {{"count", size.to_string()}, {"exact", size.exact}, {"log10", size.log10}};
    if (!size.digits.empty()) result["digits"] = size.digits;
    return result;
}

int count(const SpaceCommandOptions& options, const Elaboration& elaboration) {
    SpaceOptions space;
    space.max_selections = options.limit.value_or(kLookedAt);
    space.up_to_equivalence = options.equivalent;
    SpaceSize size = count_hypotheses(elaboration.formulas(), space);
    if (options.json) {
        std::cout << size_json(size).dump(2) << '\n';
    } else {
        std::cout << size << '\n';
    }
    return kSuccess;
}

int list(const SpaceCommandOptions& options, const Elaboration& elaboration) {
    std::size_t limit = options.limit.value_or(kListed);
    std::size_t listed = 0;
    bool more = false;
    Json hypotheses = Json::array();
    auto show = [&](const std::vector<Formula>& hypothesis) {
        more = listed == limit;
        if (more) return false;
        ++listed;
        if (!options.json) {
            std::cout << one_line(elaboration.outputs, hypothesis) << '\n';
            return true;
        }
        Json entry = Json::object();
        for (std::size_t i = 0; i < hypothesis.size(); ++i)
            entry[output_name(elaboration.outputs[i])] = hypothesis[i].to_string();
        hypotheses.push_back(std::move(entry));
        return true;
    };
    SpaceOptions space;
    space.max_selections = std::max(kLookedAt, limit);
    bool all = for_each_hypothesis(elaboration.formulas(), show, space);
    if (options.json)
        std::cout << Json{{"complete", all}, {"hypotheses", std::move(hypotheses)}}.dump(2) << '\n';
    if (!all) {
        SpaceSize bound = bound_hypotheses(elaboration.formulas());
        bound.exact = true;  // prints the number without `<=`
        std::cout.flush();
        std::cerr << "note: the first " << listed << " of at most " << bound << " hypotheses"
                  << " (--limit N shows more, --count only counts)\n";
    }
    return kSuccess;
}

int space(const SpaceCommandOptions& options) {
    require_one(options.source);
    if (options.equivalent && !options.count) throw Error(ErrorKind::usage, "--equivalent needs --count");
    Program program = options.source.parse(options.source.names()[0]);
    Elaboration elaboration = elaborate(program, options.source.elaborate_options());
    for (const Diagnostic& warning : elaboration.warnings) std::cerr << warning.to_string() << '\n';
    std::size_t holes = take_census(elaboration.formulas()).holes;
    if (holes > 0) std::cerr << "note: holes (?) are kept: only learning gives them candidates\n";
    return options.count ? count(options, elaboration) : list(options, elaboration);
}

}  // namespace

void add_space(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<SpaceCommandOptions>();
    CLI::App* command = app.add_subcommand("space", "list or count the hypotheses of a program");
    command->footer(
        R"(Hypotheses are compared as written: [a, b] & [a, b] has four. A count is exact if all hypotheses could be
visited; otherwise it is an upper bound, marked `<=`. With --equivalent and more than 16 variables it is also one if too many
pairs of formulas need the SAT solver.

Examples:
  loh space -e '[a, [b, c]] & ![c, d]'
  loh space --count layers.loh
  loh space --count --equivalent -e '[a, b] & [a, b]'
  loh space --limit 20 --json rules.loh)");
    options->source.add_options(*command, true);
    command->add_flag("--count", options->count, "count the hypotheses instead of listing them");
    CLI::Option* limit = command->add_option(
        "--limit", options->limit,
        "hypotheses to list (default 1000); with --count, selections to visit (default 1000000)");
    accept_whole_numbers(*limit, "--limit", 0, kMostCount);
    command->add_flag("--equivalent", options->equivalent, "with --count: count equivalent formulas once");
    command->add_flag("--json", options->json, "print the result as JSON");
    command->callback([options, &exit_code] { exit_code = space(*options); });
}

}  // namespace loh::cli
