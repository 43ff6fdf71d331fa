// loh evaluate: the figures of a model on a table with known classes.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "aligned.hpp"
#include "commands.hpp"
#include "costs.hpp"
#include "model_report.hpp"
#include "size_choice.hpp"
#include "table_notes.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct EvaluateOptions {
    std::string model;
    ModelLimits limits;
    SizeChoice size;
    TableSource data;
    std::string cost;
    bool json = false;
    bool quiet = false;
    std::size_t threads = 0;
};

// The figures beyond the report.
struct MoreFigures {
    double balanced_accuracy = 1;
    Report::Baseline baseline;
    std::optional<double> auc = {};
    std::optional<double> log_loss = {};
    std::optional<double> calibration_error = {};
    std::optional<double> cost = {};
};

void print_more(std::ostream& out, const MoreFigures& figures) {
    auto line = [&](const char* name, double value) { out << left(name, 20) << fixed(value, 4) << '\n'; };
    out << '\n';
    line("balanced accuracy", figures.balanced_accuracy);
    if (figures.auc) line("ROC AUC", *figures.auc);
    if (figures.log_loss) line("log loss", *figures.log_loss);
    if (figures.calibration_error) line("calibration error", *figures.calibration_error);
    if (figures.cost) line("mean cost", *figures.cost);
    if (!figures.baseline.name.empty())
        out << left("baseline", 20) << fixed(figures.baseline.accuracy, 4) << " accuracy, "
            << fixed(figures.baseline.macro_f1, 4) << " macro F1: always " << figures.baseline.name << '\n';
}

Json all_figures(const Report& report, const MoreFigures& figures) {
    auto or_null = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
    Json json = to_json(report);
    json["balanced_accuracy"] = figures.balanced_accuracy;
    json["roc_auc"] = or_null(figures.auc);
    json["log_loss"] = or_null(figures.log_loss);
    json["calibration_error"] = or_null(figures.calibration_error);
    if (figures.cost) json["mean_cost"] = *figures.cost;
    json["baseline"] = {{"class", figures.baseline.name},
                        {"accuracy", figures.baseline.accuracy},
                        {"macro_f1", figures.baseline.macro_f1}};
    return json;
}

// What is added up over the blocks of the table.
struct Sums {
    Report report;
    ProbabilityFigures probabilities;
    UnseenCells unseen;
};

Sums sums_of(const Model& model, TableReader& reader, std::size_t threads) {
    Sums sums{model.evaluate(reader.header()), {}, {}};
    Predictor predictor(model, reader.header());
    bool has_probabilities = !model.probabilities().empty();
    reader.for_each_block(threads, [&](const Table& rows) -> InOrder {
        Sums block{model.evaluate(rows),
                   has_probabilities ? probability_figures(model, rows) : ProbabilityFigures{},
                   {}};
        predictor.count_unseen(rows, block.unseen);
        return [&sums, block] {
            sums.report.add(block.report);
            sums.probabilities.add(block.probabilities);
            sums.unseen.add(block.unseen);
        };
    });
    return sums;
}

int evaluate_command(const EvaluateOptions& options) {
    Model model = options.size.apply(read_model(options.model, options.limits), options.model);
    std::vector<std::vector<double>> costs;
    if (!options.cost.empty()) costs = read_costs(options.cost, model.classes());
    TableReader reader = options.data.open();
    Sums sums = sums_of(model, reader, options.threads);
    const Report& report = sums.report;
    MoreFigures figures{report.balanced_accuracy(), report.baseline()};
    if (!model.probabilities().empty()) {
        figures.auc = sums.probabilities.auc();
        figures.log_loss = sums.probabilities.log_loss();
        figures.calibration_error = sums.probabilities.calibration_error();
    }
    if (!costs.empty()) figures.cost = mean_cost(report, costs);
    if (!options.quiet) print_unseen(std::cerr, sums.unseen, model);
    print_rows_without_class(std::cerr, report.without_class, report.first_line_without_class);
    if (options.json) {
        std::cout << all_figures(report, figures).dump(2) << '\n';
        return kSuccess;
    }
    print_parts(std::cout, {{options.data.path == "-" ? "input" : "table", report}});
    std::cout << '\n';
    print_confusion(std::cout, report);
    print_more(std::cout, figures);
    if (!report.fidelity_known && !options.quiet)
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

Balanced accuracy is the mean recall of the classes. The baseline always predicts the most frequent class of the table. ROC AUC
(one class against the rest, mean over the classes) and log loss are computed from the probabilities that predict --proba prints.
The calibration error is the difference between the probability of the predicted class and the share of rows where it is right,
in ten bins of equal width, weighted by their rows. --cost adds the mean cost of a row: ACTUAL:PREDICTED=COST for each kind of
mistake, or a CSV file with the columns actual, predicted and cost. Other mistakes cost 1.

Categories that did not occur in learning are counted and reported on standard error.

--pick and --literals-at-most measure another size of the model's path (`loh explain MODEL --path`).

Examples:
  loh evaluate risk.json test.csv
  loh evaluate risk.json test.csv --literals-at-most 10
  loh evaluate risk.json test.csv --cost 'yes:no=5,no:yes=1'
  loh evaluate risk.json test.csv --json)");
    add_model_option(*command, options->model, options->limits);
    options->data.add_options(*command, "table with the target column, CSV with a header")->required();
    options->size.add_options(*command);
    command->add_option("--cost", options->cost, "costs of mistakes; adds the mean cost of a row")
        ->type_name("ACTUAL:PREDICTED=COST,...|FILE");
    command->add_flag("--json", options->json, "print the result as JSON");
    command->add_flag("-q,--quiet", options->quiet, "print no notes");
    add_threads_option(*command, options->threads);
    command->callback([options, &exit_code] { exit_code = evaluate_command(*options); });
}

}  // namespace loh::cli
