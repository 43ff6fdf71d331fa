// loh diff: what changed between two models, and on which rows they decide differently.
#include <iostream>
#include <map>
#include <memory>
#include <optional>

#include "aligned.hpp"
#include "commands.hpp"
#include "prove_report.hpp"
#include "table_source.hpp"
#include "usage.hpp"

namespace loh::cli {

namespace {

struct DiffCommand {
    std::string before;
    std::string after;
    ModelLimits limits;
    TableSource data;
    std::size_t examples = 5;
    bool json = false;
};

const char* word_for(RuleChange::Kind kind) {
    switch (kind) {
        case RuleChange::Kind::same: return "unchanged";
        case RuleChange::Kind::rewritten: return "rewritten";
        case RuleChange::Kind::widened: return "widened";
        case RuleChange::Kind::narrowed: return "narrowed";
        case RuleChange::Kind::removed: return "removed";
        case RuleChange::Kind::added: return "added";
    }
    return "";
}

bool is_change(const RuleChange& change) {
    return change.kind != RuleChange::Kind::same || change.points_before != change.points_after;
}

// The class of a rule, or the points of its classes.
std::string effect(const std::string& name, const std::vector<std::string>& classes,
                   const std::vector<std::int64_t>& points) {
    return points.empty() ? name : points_text(classes, points);
}

void print_rule_changes(const DecisionDiff& diff, const Model& before, const Model& after) {
    std::size_t widest = 9;
    for (const RuleChange& change : diff.rules) {
        if (!is_change(change)) continue;
        bool points = change.kind == RuleChange::Kind::same;
        std::string old_effect = effect(change.name, before.classes(), change.points_before);
        std::string new_effect = effect(change.name, after.classes(), change.points_after);
        std::string word = points ? "points" : word_for(change.kind);
        bool added = change.kind == RuleChange::Kind::added;
        std::cout << left(word, widest) << "  " << (added ? new_effect : old_effect) << "  "
                  << (added ? change.after : change.before) << '\n';
        if (!added && change.kind != RuleChange::Kind::removed)
            std::cout << left("  now", widest) << "  " << new_effect << "  " << change.after << '\n';
    }
}

void print_change_counts(const DecisionDiff& diff) {
    std::string text;
    for (RuleChange::Kind kind :
         {RuleChange::Kind::added, RuleChange::Kind::removed, RuleChange::Kind::widened,
          RuleChange::Kind::narrowed, RuleChange::Kind::rewritten, RuleChange::Kind::same})
        text += (text.empty() ? "" : ", ") + std::to_string(diff.count(kind)) + " " + word_for(kind);
    std::cout << "Rules: " << text << '\n';
}

void print_agreement(const DecisionDiff& diff, const Model& model) {
    switch (diff.agreement) {
        case Agreement::proved: std::cout << "\nBoth decide every row alike.\n"; return;
        case Agreement::undecided:
            std::cout << "\nWhether both decide every row alike was not decided.\n";
            return;
        case Agreement::refuted: break;
    }
    const ProofRow& row = diff.difference.rows[0];
    std::cout << "\nNow " << model.target() << " is " << row.other << " instead of " << row.decided
              << " where\n";
    print_cells(std::cout, diff.difference);
}

void print_changed_rows(const std::vector<ChangedDecision>& changes, const Table& table,
                        std::size_t examples) {
    std::cout << "\nOn " << table.source() << ": " << changes.size() << " of " << counted(table.rows(), "row")
              << " decided differently\n";
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> by_change;
    for (const ChangedDecision& change : changes)
        by_change[{change.before, change.after}].push_back(change.row + 1);
    for (const auto& [classes, rows] : by_change) {
        std::cout << "  " << classes.first << " -> " << classes.second << ": " << counted(rows.size(), "row")
                  << ": ";
        for (std::size_t i = 0; i < std::min(examples, rows.size()); ++i)
            std::cout << (i > 0 ? ", " : "") << rows[i];
        std::cout << (rows.size() > examples ? ", ...\n" : "\n");
    }
}

Json diff_to_json(const DecisionDiff& diff, const std::vector<ChangedDecision>& changes,
                  const std::optional<Table>& table) {
    Json json = {{"rules", Json::array()}};
    for (const RuleChange& change : diff.rules) {
        Json one = {{"change", word_for(change.kind)}, {"class", change.name}};
        if (!change.before.empty()) one["before"] = change.before;
        if (!change.after.empty()) one["after"] = change.after;
        if (!change.points_before.empty()) one["points_before"] = change.points_before;
        if (!change.points_after.empty()) one["points_after"] = change.points_after;
        json["rules"].push_back(std::move(one));
    }
    json["equivalent"] =
        diff.agreement == Agreement::undecided ? Json(nullptr) : Json(diff.agreement == Agreement::proved);
    if (diff.agreement == Agreement::refuted) json["difference"] = to_json(diff.difference)["rows"][0];
    if (!table) return json;
    json["rows"] = table->rows();
    json["changed"] = Json::array();
    for (const ChangedDecision& change : changes)
        json["changed"].push_back(
            {{"row", change.row + 1}, {"before", change.before}, {"after", change.after}});
    return json;
}

int compare_models(const DiffCommand& options) {
    Model before = read_model(options.before, options.limits);
    Model after = read_model(options.after, options.limits);
    if (before.target() != after.target())
        throw Error(ErrorKind::usage,
                    "the models predict different targets: " + before.target() + " and " + after.target());
    std::optional<Table> table;
    std::vector<ChangedDecision> changes;
    if (!options.data.path.empty()) {
        table = options.data.read();
        changes = changed_decisions(before, after, *table);
    }
    DecisionDiff diff = compare_decisions(before, after);
    if (options.json) {
        std::cout << diff_to_json(diff, changes, table).dump(2) << '\n';
    } else {
        print_change_counts(diff);
        print_rule_changes(diff, before, after);
        if (before.head() == Head::vote && after.head() == Head::vote &&
            before.scorecard().base != after.scorecard().base)
            std::cout << "The points to begin with changed: "
                      << points_text(before.classes(), before.scorecard().base, true) << ", now "
                      << points_text(after.classes(), after.scorecard().base, true) << '\n';
        print_agreement(diff, after);
        if (table) print_changed_rows(changes, *table, options.examples);
    }
    return diff.agreement == Agreement::proved ? kSuccess : kFailure;
}

}  // namespace

void add_diff(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<DiffCommand>();
    CLI::App* command = app.add_subcommand("diff", "show what changed between two models");
    command->footer(
        R"(Old and new rules of a class are compared for every possible row, not by their text: a rule is widened if it holds wherever it
did and somewhere else, narrowed the other way round, and rewritten if it only reads differently. Then a row that the models decide
differently, or that there is none. With DATA: the rows that are decided differently, by their numbers from 1.

Exit status: 0 both models decide every row alike, 1 they do not, or it was not decided, 2 any error.

Examples:
  loh diff old.json new.json
  loh diff old.json new.json customers.csv
  loh diff old.json new.json customers.csv --json)");
    add_model_option(*command, options->before, options->limits);
    command->get_option("MODEL")->description("the old model, a file that `loh learn` wrote");
    command->add_option("NEW", options->after, "the new model")->required();
    options->data.add_options(*command, "a table to decide with both");
    CLI::Option* examples =
        command->add_option("--examples", options->examples, "row numbers to show for each change")
            ->capture_default_str();
    accept_whole_numbers(*examples, "--examples", 0, kMostCount);
    command->add_flag("--json", options->json, "print JSON, with all changed rows");
    command->callback([options, &exit_code] {
        try {
            exit_code = compare_models(*options);
        } catch (const Error& error) {  // exit code 1 means that the models differ
            std::cerr << error.what() << '\n';
            exit_code = kBadUsage;
        }
    });
}

}  // namespace loh::cli
