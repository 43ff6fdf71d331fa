// loh simplify: simplifies a program, or computes its normal form.
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "program_source.hpp"
#include "usage.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

struct SimplifyOptions {
    ProgramSource source;
    bool dnf = false;
    bool cnf = false;
    std::size_t limit = kMostClauses;
};

int simplify_program(const SimplifyOptions& options) {
    require_one(options.source);
    Program program = options.source.parse(options.source.names()[0]);
    Elaboration elaboration = elaborate(program, options.source.elaborate_options());
    for (const Diagnostic& warning : elaboration.warnings) std::cerr << warning.to_string() << '\n';
    std::vector<Formula> simple = simplify(elaboration.formulas());
    for (std::size_t i = 0; i < simple.size(); ++i) {
        elaboration.outputs[i].formula = options.dnf   ? to_dnf(simple[i], options.limit)
                                         : options.cnf ? to_cnf(simple[i], options.limit)
                                                       : simple[i];
    }
    std::cout << elaboration.to_string();
    return kSuccess;
}

}  // namespace

void add_simplify(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<SimplifyOptions>();
    CLI::App* command = app.add_subcommand("simplify", "simplify a program, or compute its normal form");
    command->footer(
        R"(Prints the outputs without loops, templates and arrays. Literals of one table column are merged. Choices stay, and
their alternatives are simplified; normal forms are for programs without choices.

Examples:
  loh simplify -e 'a & (a | b) & !!c'
  loh simplify -e 'age >= 20 & age < 40 | false'
  loh simplify --dnf -e '(a | b) & !(c & d)'
  loh simplify --cnf --limit 5000 rules.loh)");
    options->source.add_options(*command, true);
    auto* dnf = command->add_flag("--dnf", options->dnf, "disjunctive normal form");
    auto* cnf = command->add_flag("--cnf", options->cnf, "conjunctive normal form")->excludes(dnf);
    auto* limit = command->add_option("--limit", options->limit,
                                      "with --dnf or --cnf: largest number of clauses of an output");
    limit->capture_default_str();
    accept_whole_numbers(*limit, "--limit", 1, kMostCount);
    command->callback([options, limit, dnf, cnf, &exit_code] {
        if (limit->count() > 0 && dnf->count() == 0 && cnf->count() == 0)
            throw Error(ErrorKind::usage, "--limit needs --dnf or --cnf");
        exit_code = simplify_program(*options);
    });
}

}  // namespace loh::cli
