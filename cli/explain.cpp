// loh explain: the rules of a model with their statistics.
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "model_report.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct ExplainOptions {
    std::string model;
    TableSource data;
    bool json = false;
};

int explain(const ExplainOptions& options) {
    Model model = Model::read(options.model);
    std::vector<Rule> rules = model.rules();
    if (!options.data.path.empty()) rules = model.rules_on(options.data.read());
    if (options.json) {
        Json json = {{"target", model.target()},
                     {"classes", model.classes()},
                     {"formulas", formulas_to_json(model)},
                     {"rules", to_json(rules)}};
        for (const Model::Part& part : model.parts()) json[part.name] = to_json(part.report);
        std::cout << json.dump(2) << '\n';
        return kSuccess;
    }
    print_formulas(std::cout, model);
    std::cout << "\nOn " << (options.data.path.empty() ? "the training rows" : options.data.path)
              << (model.head() == Head::list ? ", where no class before holds:\n" : ":\n");
    print_rules(std::cout, rules);
    std::cout << '\n';
    print_parts(std::cout, model.parts());
    return kSuccess;
}

}  // namespace

void add_explain(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ExplainOptions>();
    CLI::App* command = app.add_subcommand("explain", "the rules of a model with their statistics");
    command->footer(
        R"(A rule is a clause of the learned formula. support: rows that satisfy it; precision: share of these that have its class;
recall: share of its class that it finds; lift: precision over the share of the class among all rows.

Examples:
  loh explain risk.json                 on the rows it was trained on
  loh explain risk.json test.csv        on other rows
  loh explain risk.json --json)");
    add_model_option(*command, options->model);
    options->data.add_options(*command, "table to take the statistics from, with the target column");
    command->add_flag("--json", options->json, "the result as JSON");
    command->callback([options, &exit_code] { exit_code = explain(*options); });
}

}  // namespace loh::cli
