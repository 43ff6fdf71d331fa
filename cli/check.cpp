// loh check: checks programs and prints their sizes.
#include <iostream>
#include <memory>

#include "aligned.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "program_source.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

struct CheckOptions {
    ProgramSource source;
    bool json = false;
};

Json diagnostic_to_json(const Diagnostic& diagnostic) {
    Json result = {{"message", diagnostic.message}, {"file", diagnostic.file}};
    if (diagnostic.line > 0) {
        result["line"] = diagnostic.line;
        result["column"] = diagnostic.column;
        result["length"] = diagnostic.length;
    }
    if (!diagnostic.hint.empty()) result["hint"] = diagnostic.hint;
    for (const Diagnostic& note : diagnostic.notes) result["notes"].push_back(diagnostic_to_json(note));
    return result;
}

Json program_to_json(const std::string& name, const Elaboration& elaboration, const Census& census,
                     const SpaceSize& size) {
    Json result = {{"file", name},
                   {"ok", true},
                   {"outputs", Json::array()},
                   {"inputs", census.variables},
                   {"holes", census.holes},
                   {"choices", census.choices},
                   {"alternatives", census.alternatives},
                   {"nodes", census.nodes},
                   {"hypotheses", size.to_string()},
                   {"warnings", Json::array()}};
    for (const Output& output : elaboration.outputs) result["outputs"].push_back(output.name);
    for (const Diagnostic& warning : elaboration.warnings)
        result["warnings"].push_back(diagnostic_to_json(warning));
    return result;
}

bool check_one(const CheckOptions& options, const std::string& name, Json& report) {
    try {
        Program program = options.source.parse(name);
        Elaboration elaboration = elaborate(program, options.source.elaborate_options());
        Census census = take_census(elaboration.formulas());
        SpaceOptions quick;
        quick.max_selections = 100'000;
        quick.max_steps = 2'000'000;
        SpaceSize size = count_hypotheses(elaboration.formulas(), quick);
        if (options.json) {
            report.push_back(program_to_json(name, elaboration, census, size));
            return true;
        }
        for (const Diagnostic& warning : elaboration.warnings) std::cerr << warning.to_string() << '\n';
        std::cout << name << ": ok: " << counted(elaboration.outputs.size(), "output") << ", "
                  << counted(census.variables, "input") << ", "
                  << (census.holes > 0 ? counted(census.holes, "hole") + ", " : "")
                  << counted(census.choices, "choice") << ", " << size
                  << (size.digits == "1" ? " hypothesis" : " hypotheses") << '\n';
        return true;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::usage) throw;
        if (options.json) {
            Diagnostic diagnostic = error.diagnostic();
            if (diagnostic.file.empty()) diagnostic.file = name;
            report.push_back({{"file", name}, {"ok", false}, {"error", diagnostic_to_json(diagnostic)}});
        } else {
            std::cerr << error.what() << '\n';
        }
        return false;
    }
}

int check(const CheckOptions& options) {
    Json report = Json::array();
    bool good = true;
    for (const std::string& name : options.source.names()) good = check_one(options, name, report) && good;
    if (options.json) std::cout << report.dump(2) << '\n';
    return good ? kSuccess : kFailure;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "parse and validate programs");
    command->footer(
        R"(Prints one line for each program. Errors and warnings go to standard error, with file, line and column.

Examples:
  loh check rules.loh more.loh
  loh check -e 'p := [a, b]; p & p'
  loh check --const n=100 layers.loh
  loh check --json rules.loh)");
    options->source.add_options(*command, true);
    command->add_flag("--json", options->json, "print JSON: one object for each program");
    command->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace loh::cli
