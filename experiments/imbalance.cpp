// What makes rule selection hard (the paper's appendix "Further Experiments with Artificial Data"): the share of true
// labels, the number of ground-truth clauses, or the number of additional ones? Looks at the runs of the study of
// compilations, each model in the compilation that the paper recommends.
#include <array>
#include <cstdlib>
#include <map>

#include "study.hpp"

namespace loh::study {
namespace {

struct Model {
    const char* name;
    const char* text;
    const char* compilation;
};
constexpr std::array<Model, 3> kModels = {{{"select-rules", "and [r, true]", "conjunctive"},
                                           {"select-conditions", "or [c, false]", "disjunctive"},
                                           {"one-rule-per-set", "and [r1, r2, ...]", "conjunctive"}}};

// Columns of the runs of one model, [run].
struct Runs {
    std::vector<double> true_share;
    std::vector<double> ground_truth;
    std::vector<double> additional;
    std::vector<double> f1;
    std::vector<double> steps;
};

Runs read_runs(const Table& table, const Model& model) {
    Runs runs;
    auto value = [&](const char* column, std::size_t row) {
        return std::strtod(std::string(table.cell(table.at(column), row)).c_str(), nullptr);
    };
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (table.cell(table.at("model"), row) != model.name) continue;
        if (table.cell(table.at("compilation"), row) != model.compilation) continue;
        runs.true_share.push_back(value("true_share", row));
        runs.ground_truth.push_back(value("ground_truth", row));
        runs.additional.push_back(value("additional", row));
        runs.f1.push_back(value("f1", row));
        runs.steps.push_back(value("steps", row));
    }
    return runs;
}

// Rank correlation among runs with as many ground-truth clauses, which else hide what the share does on its own: the mean
// over the numbers of clauses.
double within_equal_clauses(const Runs& runs, const std::vector<double>& x, const std::vector<double>& y) {
    std::map<double, std::array<std::vector<double>, 2>> groups;
    for (std::size_t i = 0; i < x.size(); ++i) {
        groups[runs.ground_truth[i]][0].push_back(x[i]);
        groups[runs.ground_truth[i]][1].push_back(y[i]);
    }
    std::vector<double> correlations;
    for (const auto& [clauses, values] : groups) correlations.push_back(spearman(values[0], values[1]));
    return mean(correlations);
}

void write_runs(const Settings& settings, const std::array<Runs, 3>& runs) {
    std::vector<Cells> rows = {{"model", "true_share", "ground_truth", "additional", "f1", "steps"}};
    for (std::size_t m = 0; m < kModels.size(); ++m) {
        for (std::size_t i = 0; i < runs[m].f1.size(); ++i) {
            rows.push_back({kModels[m].name, number(runs[m].true_share[i], 6),
                            number(runs[m].ground_truth[i], 0), number(runs[m].additional[i], 0),
                            number(runs[m].f1[i], 6), number(runs[m].steps[i], 0)});
        }
    }
    write_csv(settings.folder / "imbalance.csv", rows);
}

void print_results(const std::array<Runs, 3>& runs) {
    std::vector<Cells> table = {
        {"model", "", "true share", "the same, clauses equal", "ground-truth clauses", "additional clauses"}};
    for (std::size_t m = 0; m < kModels.size(); ++m) {
        const Runs& own = runs[m];
        for (bool of_f1 : {true, false}) {
            const std::vector<double>& y = of_f1 ? own.f1 : own.steps;
            table.push_back({kModels[m].text, of_f1 ? "F1" : "steps", number(spearman(own.true_share, y), 2),
                             number(within_equal_clauses(own, own.true_share, y), 2),
                             number(spearman(own.ground_truth, y), 2),
                             number(spearman(own.additional, y), 2)});
        }
    }
    std::cout << "Rank correlation (Spearman) of F1 and of steps with\n\n";
    print_table(table);
}

void print_verdicts(const std::array<Runs, 3>& runs) {
    std::cout << "\nThe paper: more ground-truth clauses lower F1 and speed; few true labels hurt "
                 "conjunctions, few false "
                 "ones\ndisjunctions; additional clauses matter less than those of the ground truth.\n";
    for (std::size_t m = 0; m < kModels.size(); ++m) {
        const Runs& own = runs[m];
        bool conjunction = std::string_view(kModels[m].compilation) == "conjunctive";
        auto says = [](bool holds) { return holds ? "holds" : "does not hold"; };
        double clauses_f1 = spearman(own.ground_truth, own.f1);
        double clauses_steps = spearman(own.ground_truth, own.steps);
        double share_f1 = spearman(own.true_share, own.f1);
        bool additional = std::abs(spearman(own.additional, own.f1)) < std::abs(clauses_f1) &&
                          std::abs(spearman(own.additional, own.steps)) < std::abs(clauses_steps);
        std::cout << kModels[m].text << ": clauses " << says(clauses_f1 < 0 && clauses_steps > 0)
                  << "; imbalance " << says(conjunction ? share_f1 > 0 : share_f1 < 0) << "; additional "
                  << says(additional) << '\n';
    }
}

void study(const Settings& settings) {
    Table table = Table::read_csv((settings.folder / "compilation.csv").string());
    std::array<Runs, 3> runs;
    for (std::size_t m = 0; m < kModels.size(); ++m) runs[m] = read_runs(table, kModels[m]);
    write_runs(settings, runs);
    print_results(runs);
    print_verdicts(runs);
}

}  // namespace
}  // namespace loh::study

int main(int argc, char** argv) { return loh::study::run_study(argc, argv, loh::study::study); }
