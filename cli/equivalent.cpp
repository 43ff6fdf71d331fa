// loh equivalent: checks whether two formulas are equivalent.
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "json.hpp"
#include "standard_input.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

struct EquivalentOptions {
    std::vector<std::string> files;
    std::vector<std::string> texts;
    bool json = false;
};

Formula only_output(const Program& program) {
    Elaboration elaboration = elaborate(program);
    if (elaboration.outputs.size() != 1)
        throw Error(ErrorKind::usage, "a program with " + std::to_string(elaboration.outputs.size()) +
                                          " outputs; only programs with one output can be compared");
    return elaboration.outputs[0].formula;
}

Program read_program(const std::string& path) {
    if (path != "-") return Program::read(path);
    return Program::parse(read_standard_input(Limits().max_source_bytes), kStandardInput);
}

std::vector<Formula> formulas_of(const EquivalentOptions& options) {
    if (options.files.size() + options.texts.size() != 2)
        throw Error(ErrorKind::usage, "this command compares two formulas: give FILE or -e TEXT twice");
    std::vector<Formula> result;
    for (const std::string& path : options.files) result.push_back(only_output(read_program(path)));
    for (const std::string& text : options.texts) {
        const char* name = result.empty() ? "<first formula>" : "<second formula>";
        result.push_back(only_output(Program::parse(text, name)));
    }
    return result;
}

// The variables of both formulas in the order of their first use.
std::vector<std::string> all_variables(const std::vector<Formula>& formulas) {
    std::vector<std::string> result;
    for (const Formula& formula : formulas) {
        for (const std::string& name : variables(formula)) {
            if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(name);
        }
    }
    return result;
}

const char* truth(bool value) { return value ? "true" : "false"; }

void print_difference(const std::vector<Formula>& formulas, const Assignment& where, bool json) {
    const std::array values = {evaluate(formulas[0], where), evaluate(formulas[1], where)};
    if (json) {
        Json result = {
            {"equivalent", false}, {"first", values[0]}, {"second", values[1]}, {"where", Json::object()}};
        for (const std::string& name : all_variables(formulas)) result["where"][name] = where.at(name);
        std::cout << result.dump(2) << '\n';
        return;
    }
    std::cout << "different: the first is " << truth(values[0]) << " and the second is " << truth(values[1])
              << (where.empty() ? "" : " for") << '\n';
    for (const std::string& name : all_variables(formulas))
        std::cout << "  " << name << ": " << truth(where.at(name)) << '\n';
}

int compare_formulas(const EquivalentOptions& options) {
    std::vector<Formula> formulas = formulas_of(options);
    std::optional<Assignment> where = difference(formulas[0], formulas[1]);
    if (where) {
        print_difference(formulas, *where, options.json);
        return kFailure;
    }
    std::cout << (options.json ? Json{{"equivalent", true}}.dump(2) : "equivalent") << '\n';
    return kSuccess;
}

}  // namespace

void add_equivalent(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<EquivalentOptions>();
    CLI::App* command = app.add_subcommand("equivalent", "check whether two formulas are equivalent");
    command->footer(
        R"(Atoms over one table column are compared by their meaning: age >= 40 implies age >= 30. A missing cell satisfies
neither age < 40 nor age >= 40.

Exit status: 0 equivalent, 1 different (with an assignment on which they differ), 2 any error.

Examples:
  loh equivalent -e '!(a & b)' -e '!a | !b'
  loh equivalent -e 'age >= 20 & age < 40' -e 'age in [20, 40)'
  loh equivalent old.loh new.loh)");
    command->add_option("FILE", options->files, "program with one output; - is standard input");
    command
        ->add_option("-e,--expression", options->texts,
                     "program given as text instead of a file (repeatable)")
        ->allow_extra_args(false);
    command->add_flag("--json", options->json, "print the result as JSON");
    command->callback([options, &exit_code] {
        try {
            exit_code = compare_formulas(*options);
        } catch (const Error& error) {  // exit code 1 means that the formulas differ
            std::cerr << error.what() << '\n';
            exit_code = kBadUsage;
        }
    });
}

}  // namespace loh::cli
