// loh evaluate: the figures of a model on a table with known classes.
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "model_report.hpp"
#include "table_notes.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct EvaluateOptions {
    std::string model;
    TableSource data;
    bool json = false;
    std::size_t threads = 0;
};

int evaluate_command(const EvaluateOptions& options) {
    Model model = Model::read(options.model);
    TableReader reader = options.data.open();
    Report report = model.evaluate(reader.header());
    reader.for_each_block(options.threads, [&](const Table& rows) -> InOrder {
        return [&report, part = model.evaluate(rows)] { report.add(part); };
    });
    print_rows_without_class(std::cerr, report.without_class, report.first_line_without_class);
    if (options.json) {
        std::cout << to_json(report).dump(2) << '\n';
        return kSuccess;
    }
    print_parts(std::cout, {{options.data.path == "-" ? "input" : "table", report}});
    std::cout << '\n';
    print_confusion(std::cout, report);
    if (!report.fidelity_known)
        std::cerr << "note: fidelity is not measured, because the table lacks columns that only the network "
                     "reads\n";
    return kSuccess;
}

}  // namespace

void add_evaluate(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<EvaluateOptions>();
    CLI::App* command =
        app.add_subcommand("evaluate", "measure accuracy, F1 and fidelity of a model on a table");
    command->footer(
        R"(Fidelity is the number of rows on which the formulas and the network predict the same class. Under Goedel semantics these are
all rows, unless the formulas were pruned. Rules found by search have no network and no fidelity. Rows whose class is missing
are left out.

Examples:
  loh evaluate risk.json test.csv
  loh evaluate risk.json test.csv --json)");
    add_model_option(*command, options->model);
    options->data.add_options(*command, "table with the target column, CSV with a header")->required();
    command->add_flag("--json", options->json, "print the result as JSON");
    add_threads_option(*command, options->threads);
    command->callback([options, &exit_code] { exit_code = evaluate_command(*options); });
}

}  // namespace loh::cli
