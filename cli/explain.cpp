// loh explain: the rules of a model with their statistics, or the explanation of one row.
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "explain_markdown.hpp"
#include "explain_path.hpp"
#include "model_report.hpp"
#include "row_report.hpp"
#include "size_choice.hpp"
#include "table_source.hpp"
#include "usage.hpp"

namespace loh::cli {

namespace {

struct ExplainOptions {
    std::string model;
    ModelLimits limits;
    SizeChoice size;
    TableSource data;
    bool path = false;
    std::optional<std::size_t> row;  // from 1
    std::vector<std::string> fixed;
    bool all_rules = false;
    std::string format = "text";
    bool json = false;
};

int explain_one(const ExplainOptions& options, const Model& model) {
    if (options.data.path.empty())
        throw Error(ErrorKind::usage, "--row needs a table",
                    "loh explain MODEL DATA --row " + std::to_string(*options.row));
    Table table = options.data.read();
    loh::ExplainOptions search;
    search.fixed = options.fixed;
    RowExplanation explanation = explain_row(model, table, *options.row - 1, search);
    ExplainedRow row{model, table.source(), std::move(explanation), options.fixed, options.all_rules};
    if (options.format == "json") {
        std::cout << to_json(row).dump(2) << '\n';
    } else if (options.format == "markdown") {
        print_row_markdown(std::cout, row);
    } else {
        print_row(std::cout, row);
    }
    return kSuccess;
}

void print_json(const Model& model, const std::vector<Rule>& rules) {
    Json json = {{"target", model.target()},
                 {"classes", model.classes()},
                 {"formulas", formulas_to_json(model)},
                 {"rules", to_json(rules)}};
    if (model.head() == Head::vote) json["base"] = model.scorecard().base;
    for (const Model::Part& part : model.parts()) json[part.name] = to_json(part.report);
    std::cout << json.dump(2) << '\n';
}

int explain_path(const ExplainOptions& options, const Model& model) {
    if (options.row || !options.fixed.empty() || options.all_rules)
        throw Error(ErrorKind::usage, "--path is a table of all sizes, not of one row",
                    "leave out --path or --row");
    std::optional<Table> table;
    if (!options.data.path.empty()) table = options.data.read();
    print_sizes(std::cout, model, table, options.format);
    return kSuccess;
}

int explain(ExplainOptions& options) {
    if (options.json) options.format = "json";
    Model model = options.size.apply(read_model(options.model, options.limits), options.model);
    if (options.path) return explain_path(options, model);
    if (options.row) return explain_one(options, model);
    if (!options.fixed.empty() || options.all_rules)
        throw Error(ErrorKind::usage,
                    std::string(options.all_rules ? "--all-rules" : "--fixed") + " is for one row",
                    "add --row N");
    std::vector<Rule> rules = model.rules();
    if (!options.data.path.empty()) rules = model.rules_on(options.data.read());
    std::string where =
        options.data.path.empty() ? "the " + part_words(model.rules_part()) : options.data.path;
    if (options.format == "json") {
        print_json(model, rules);
        return kSuccess;
    }
    if (options.format == "markdown") {
        print_markdown(std::cout, model, rules, where);
        return kSuccess;
    }
    model.print(std::cout);
    std::string among = model.words().statistics;
    std::cout << "\nOn " << where << (among.empty() ? "" : ", ") << among << ":\n";
    print_rules(std::cout, rules);
    std::cout << '\n';
    print_parts(std::cout, model.parts());
    return kSuccess;
}

}  // namespace

void add_explain(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ExplainOptions>();
    CLI::App* command =
        app.add_subcommand("explain", "show the rules of a model with their statistics, or explain one row");
    command->footer(
        R"(A rule is a clause of the learned formula. support: rows that satisfy it; precision: share of these that have its class,
with its 95 % interval; recall: share of its class that it finds; lift: precision over the share of the class among all rows.

With --row: the rules that hold in the row, the nearest rules of other classes, and a counterfactual: a change of as few
columns as possible, at most 4, that changes the prediction. Every counterfactual is checked with the model. It makes no cell
missing and leaves the columns of --fixed as they are. Of a scorecard, the ten rules that matter most for the prediction are shown;
--all-rules shows the others too.

Rule lists and short scorecards that `loh learn` finds by default keep all sizes of their path from simple to accurate. --path
shows them: rules, literals, cross-validated score with its standard error, and the score on the rows of learning and of DATA.
--pick N and --literals-at-most N use another size; figures, statistics and probabilities are then those of that size.

Examples:
  loh explain risk.json                       statistics on the held-out rows, or on the training rows
  loh explain risk.json test.csv              statistics on other rows
  loh explain risk.json --format markdown     a report
  loh explain risk.json --path                the sizes of its path
  loh explain risk.json --pick 3              the rules of the third size
  loh explain risk.json test.csv --row 17     explain the prediction of row 17
  loh explain risk.json test.csv --row 17 --fixed age,sex     what the person can change
  loh explain risk.json --json)");
    add_model_option(*command, options->model, options->limits);
    options->data.add_options(*command, "table for the statistics, with the target column");
    options->size.add_options(*command);
    command->add_flag("--path", options->path, "show the sizes of the model's path, with their scores");
    CLI::Option* row = command->add_option(
        "--row", options->row,
        "explain the prediction of this row of DATA; the first row below the header is 1");
    accept_whole_numbers(*row, "--row", 1, kMostCount);
    command
        ->add_option("--fixed", options->fixed, "with --row: columns that the counterfactual does not change")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("COLUMN,...");
    command->add_flag("--all-rules", options->all_rules,
                      "with --row: show all rules of a scorecard that hold");
    CLI::Option* format =
        command->add_option("--format", options->format, "format of the output")->capture_default_str();
    accept_words(*format, "--format", {"text", "markdown", "json"});
    command->add_flag("--json", options->json, "print JSON, like --format json")->excludes(format);
    command->callback([options, &exit_code] { exit_code = explain(*options); });
}

}  // namespace loh::cli
