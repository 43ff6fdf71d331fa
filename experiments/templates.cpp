// Templates (the paper's appendix "Comparison of Different Templates"): one ground truth of five definite clauses, and five
// programs that could find it, from clauses of any shape to clauses of which a part is given.
//
// Run r of every template has the same training rows, so templates are compared run by run. The paper has 20 runs; that
// leaves the order of templates that are close to chance, so there are 180 more, and the table shows both.
#include <array>

#include "study.hpp"

namespace loh::study {
namespace {

constexpr std::size_t kVariables = 10;
constexpr std::size_t kPaperRuns = 20;

const std::string kExamples = LOH_SOURCE_DIR "/examples/template-";

struct Template {
    const char* file;
    const char* text;
};
constexpr std::array<Template, 5> kTemplates = {{{"5-clauses", "5 clauses"},
                                                 {"5-definite-clauses", "5 definite clauses"},
                                                 {"5-definite-clauses-of-width-3", "... of width 3"},
                                                 {"5-definite-clauses-heads-given", "... with heads given"},
                                                 {"5-definite-clauses-first-given", "... with first given"}}};

struct Size {
    std::size_t runs = 200;
    std::uint32_t epochs = 128;
};

struct Run {
    std::vector<double> f1;         // [epoch]: on the test rows, at its end
    std::size_t perfect_after = 0;  // steps until all training rows were right; 0: never
    bool correct = false;           // at the end: the truth table of the ground truth

    [[nodiscard]] double curve() const { return mean(f1); }  // high and early both count
};

struct Truth {
    std::vector<std::string> names;  // of the variables
    Formula formula = elaborate(Program::read(kExamples + "ground-truth.loh")).outputs[0].formula;

    Truth() {
        for (std::size_t v = 1; v <= kVariables; ++v) names.push_back("v[" + std::to_string(v) + "]");
    }
};

Run train(const Template& used, std::uint64_t seed, std::uint32_t epochs, const TrainingOptions& options) {
    Truth truth;
    Network network = Network::compile(elaborate(Program::read(kExamples + used.file + ".loh")));
    Examples data = all_interpretations(network.inputs(), truth.names, truth.formula);
    Split split = split_rows(data.rows(), seed_of({seed, 0}));
    Training training(network, data, split.training, options, seed_of({seed, 1}));
    Run run;
    while (training.epochs() < epochs) {
        for (std::size_t present = training.epochs(); training.epochs() == present;) {
            training.step();
            if (run.perfect_after == 0 && training.evaluate_training().accuracy() == 1)
                run.perfect_after = training.steps();
        }
        run.f1.push_back(training.evaluate(split.test).f1());
    }
    Formula learned = network.hypothesis(training.logits())[0].formula;
    run.correct = truth_table(learned, truth.names) == truth_table(truth.formula, truth.names);
    return run;
}

using Runs = std::array<std::vector<Run>, kTemplates.size()>;  // [template][run]

void write_results(const Settings& settings, const Runs& runs) {
    std::vector<Cells> rows = {{"template", "run", "f1", "curve", "correct", "perfect_after"}};
    std::vector<Cells> curves = {{"epoch"}};
    for (const Template& used : kTemplates) curves[0].emplace_back(used.text);
    for (std::size_t t = 0; t < kTemplates.size(); ++t) {
        for (std::size_t r = 0; r < runs[t].size(); ++r) {
            const Run& run = runs[t][r];
            rows.push_back({kTemplates[t].file, std::to_string(r), number(run.f1.back(), 6),
                            number(run.curve(), 6), run.correct ? "1" : "0",
                            std::to_string(run.perfect_after)});
        }
    }
    for (std::size_t epoch = 0; epoch < runs[0][0].f1.size(); ++epoch) {
        Cells& row = curves.emplace_back(Cells{std::to_string(epoch + 1)});
        for (const std::vector<Run>& own : runs) {
            std::vector<double> values;
            for (const Run& run : own) values.push_back(run.f1[epoch]);
            row.push_back(number(mean(values), 6));
        }
    }
    write_csv(settings.folder / "templates.csv", rows);
    write_csv(settings.folder / "templates-curves.csv", curves);
}

template <class Measure>
std::vector<double> measure(const std::vector<Run>& runs, std::size_t count, Measure measured) {
    std::vector<double> result;
    for (std::size_t r = 0; r < std::min(count, runs.size()); ++r) result.push_back(measured(runs[r]));
    return result;
}

double final_f1(const Run& run) { return run.f1.back(); }
double mean_f1(const Run& run) { return run.curve(); }

Cells table_row(const Template& used, const std::vector<Run>& runs, std::size_t count) {
    std::size_t correct = 0;
    std::vector<double> steps;
    for (std::size_t r = 0; r < count; ++r) {
        correct += runs[r].correct ? 1 : 0;
        if (runs[r].perfect_after > 0) steps.push_back(static_cast<double>(runs[r].perfect_after));
    }
    return {used.text,
            std::to_string(count),
            mean_and_deviation(measure(runs, count, final_f1), 3),
            mean_and_deviation(measure(runs, count, mean_f1), 3),
            std::to_string(correct),
            steps.empty() ? "-" : number(mean(steps), 0)};
}

void print_results(const Runs& runs) {
    std::size_t all = runs[0].size();
    std::vector<Cells> table = {{"template", "runs", "final F1", "F1 of the curve", "correct", "steps"}};
    for (std::size_t count : {std::min(kPaperRuns, all), all}) {
        table.push_back({""});
        for (std::size_t t = 0; t < kTemplates.size(); ++t)
            table.push_back(table_row(kTemplates[t], runs[t], count));
    }
    print_table(table);
    std::cout << "\nF1 of the curve: mean over the epochs; correct: runs whose formula is equivalent to the "
                 "ground truth; "
                 "steps: to the\nfirst formula without a mistake on the training rows, mean over the runs "
                 "that had one\n";
}

// The order that the paper describes, each step of it by all runs.
void print_verdicts(const Runs& runs) {
    constexpr std::array<std::array<std::size_t, 2>, 4> kOrder = {{{3, 1}, {4, 1}, {1, 0}, {0, 2}}};
    constexpr std::array<const char*, 4> kClaims = {
        "heads given better than definite clauses", "first given better than definite clauses",
        "definite clauses better than clauses", "clauses better than definite clauses of width 3"};
    std::size_t all = runs[0].size();
    std::cout << "\nThe paper, by all runs (p: sign test run by run, two-sided):\n";
    for (std::size_t claim = 0; claim < kOrder.size(); ++claim) {
        const std::vector<Run>& better = runs[kOrder[claim][0]];
        const std::vector<Run>& worse = runs[kOrder[claim][1]];
        auto says = [&](double (*measured)(const Run&)) {
            std::vector<double> first = measure(better, all, measured);
            std::vector<double> second = measure(worse, all, measured);
            Signs signs = compare(first, second);
            std::string holds = mean(first) > mean(second) ? "holds" : "does not hold";
            return holds + " (" + std::to_string(signs.larger) + ":" + std::to_string(signs.smaller) +
                   ", p " + p_text(signs.p_value()) + ")";
        };
        std::cout << kClaims[claim] << ": curve " << says(mean_f1) << ", final F1 " << says(final_f1) << '\n';
    }
}

void study(const Settings& settings) {
    Size size;
    if (settings.quick) size = {1, 2};
    Runs runs;
    for (std::vector<Run>& own : runs) own.resize(size.runs);
    TrainingOptions options = paper_options(settings.initial_deviation);
    for_all(kTemplates.size() * size.runs, settings.threads, [&](std::size_t i) {
        std::size_t t = i / size.runs;
        std::size_t r = i % size.runs;
        runs[t][r] = train(kTemplates[t], seed_of({settings.seed, r}), size.epochs, options);
    });
    write_results(settings, runs);
    print_results(runs);
    print_verdicts(runs);
}

}  // namespace
}  // namespace loh::study

int main(int argc, char** argv) { return loh::study::run_study(argc, argv, loh::study::study); }
