// loh evaluate: the figures of a model on a table with known classes.
#include <algorithm>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>

#include "aligned.hpp"
#include "commands.hpp"
#include "costs.hpp"
#include "model_report.hpp"
#include "table_notes.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct EvaluateOptions {
    std::string model;
    ModelLimits limits;
    TableSource data;
    std::string cost;
    bool json = false;
    bool quiet = false;
    std::size_t threads = 0;
};

// The figures beyond the report.
struct MoreFigures {
    double balanced_accuracy = 1;  // mean recall of the classes that occur
    std::string majority;          // the most frequent class; always predicting it gives:
    double majority_accuracy = 1;
    double majority_f1 = 1;  // macro
    std::optional<double> auc;
    std::optional<double> log_loss;
    std::optional<double> cost;
};

MoreFigures more_figures(const Report& report) {
    MoreFigures result;
    double recall = 0;
    std::size_t classes = 0;
    std::size_t most = 0;
    for (std::size_t c = 0; c < report.classes.size(); ++c) {
        std::size_t rows =
            std::accumulate(report.confusion[c].begin(), report.confusion[c].end(), std::size_t{0});
        if (rows == 0) continue;
        ++classes;
        recall += static_cast<double>(report.confusion[c][c]) / static_cast<double>(rows);
        if (rows > most) result.majority = report.classes[c];
        most = std::max(most, rows);
    }
    if (classes == 0) return result;
    result.balanced_accuracy = recall / static_cast<double>(classes);
    result.majority_accuracy = static_cast<double>(most) / static_cast<double>(report.rows);
    result.majority_f1 = 2.0 * static_cast<double>(most) / static_cast<double>(most + report.rows) /
                         static_cast<double>(classes);
    return result;
}

void print_more(std::ostream& out, const MoreFigures& figures) {
    auto line = [&](const char* name, double value) { out << left(name, 20) << fixed(value, 4) << '\n'; };
    out << '\n';
    line("balanced accuracy", figures.balanced_accuracy);
    if (figures.auc) line("ROC AUC", *figures.auc);
    if (figures.log_loss) line("log loss", *figures.log_loss);
    if (figures.cost) line("mean cost", *figures.cost);
    if (!figures.majority.empty())
        out << left("baseline", 20) << fixed(figures.majority_accuracy, 4) << " accuracy, "
            << fixed(figures.majority_f1, 4) << " macro F1: always " << figures.majority << '\n';
}

Json all_figures(const Report& report, const MoreFigures& figures) {
    auto or_null = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
    Json json = to_json(report);
    json["balanced_accuracy"] = figures.balanced_accuracy;
    json["roc_auc"] = or_null(figures.auc);
    json["log_loss"] = or_null(figures.log_loss);
    if (figures.cost) json["mean_cost"] = *figures.cost;
    json["baseline"] = {{"class", figures.majority},
                        {"accuracy", figures.majority_accuracy},
                        {"macro_f1", figures.majority_f1}};
    return json;
}

// What is added up over the blocks of the table.
struct Sums {
    Report report;
    ScoreFigures scores;
    UnseenCells unseen;
};

Sums sums_of(const Model& model, TableReader& reader, std::size_t threads) {
    Sums sums{model.evaluate(reader.header()), {}, {}};
    Predictor predictor(model, reader.header());
    bool votes = model.head() == Head::vote;
    reader.for_each_block(threads, [&](const Table& rows) -> InOrder {
        Sums block{model.evaluate(rows), votes ? score_figures(model, rows) : ScoreFigures{}, {}};
        predictor.count_unseen(rows, block.unseen);
        return [&sums, block] {
            sums.report.add(block.report);
            sums.scores.add(block.scores);
            sums.unseen.add(block.unseen);
        };
    });
    return sums;
}

int evaluate_command(const EvaluateOptions& options) {
    Model model = Model::read(options.model, options.limits);
    std::vector<std::vector<double>> costs;
    if (!options.cost.empty()) costs = read_costs(options.cost, model.classes());
    TableReader reader = options.data.open();
    Sums sums = sums_of(model, reader, options.threads);
    const Report& report = sums.report;
    MoreFigures figures = more_figures(report);
    if (model.head() == Head::vote) figures.auc = sums.scores.auc();
    bool logits = model.options().points == 0 && model.options().votes == Votes::points;
    if (figures.auc && logits) figures.log_loss = sums.scores.log_loss();
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

Balanced accuracy is the mean recall of the classes. The baseline always predicts the most frequent class of the table. For
scorecards, ROC AUC is computed from the points (one class against the rest, mean over the classes) and, if points are
hundredths of a logit, log loss from their softmax; formulas decide without scores and have neither. --cost adds the mean cost
of a row: ACTUAL:PREDICTED=COST for each kind of mistake, or a CSV file with the columns actual, predicted and cost. Other
mistakes cost 1.

Categories that did not occur in learning are counted and reported on standard error.

Examples:
  loh evaluate risk.json test.csv
  loh evaluate risk.json test.csv --cost 'yes:no=5,no:yes=1'
  loh evaluate risk.json test.csv --json)");
    add_model_option(*command, options->model, options->limits);
    options->data.add_options(*command, "table with the target column, CSV with a header")->required();
    command->add_option("--cost", options->cost, "costs of mistakes; adds the mean cost of a row")
        ->type_name("ACTUAL:PREDICTED=COST,...|FILE");
    command->add_flag("--json", options->json, "print the result as JSON");
    command->add_flag("-q,--quiet", options->quiet, "print no notes");
    add_threads_option(*command, options->threads);
    command->callback([options, &exit_code] { exit_code = evaluate_command(*options); });
}

}  // namespace loh::cli
