// Conjunctive against disjunctive compilation (the paper's appendix "Disjunctive vs Conjunctive Compilations").
//
// Ground-truth clauses are hidden among additional ones, and a model is to find them:
//
//     select-rules         and_i [r_i, true]            any of the disjunctive clauses r_i
//     select-conditions    or_i  [c_i, false]           any of the conjunctive clauses c_i
//     one-rule-per-set     and_i [r_i1, ..., r_i(k+1)]  one of each set, which has one clause of the ground truth
//
// Each problem is solved twice, with all choices conjunctive and with all choices disjunctive, everything else equal. A
// control, which the paper does not have, solves the problems of one-rule-per-set once more with both labels counting
// the same in the loss.
#include <array>

#include "study.hpp"

namespace loh::study {
namespace {

constexpr std::size_t kVariables = 10;
constexpr std::size_t kLeastWidth = 2;
constexpr std::size_t kMostWidth = 5;
constexpr std::size_t kUnchangedSteps = 64;  // so many steps without a change of accuracy end a run
constexpr std::size_t kEpochs = 64;

struct Model {
    const char* name;
    const char* text;
    std::size_t problems;  // models with the same number here get the same problems
    bool conjunction;      // of choices; else a disjunction
    bool sets;             // one clause of each set; else any of the clauses
    bool balanced;         // both labels count the same in the loss
};
constexpr std::array<Model, 4> kModels = {
    {{"select-rules", "and [r, true]", 0, true, false, false},
     {"select-conditions", "or [c, false]", 1, false, false, false},
     {"one-rule-per-set", "and [r1, r2, ...]", 2, true, true, false},
     {"one-rule-per-set-balanced", "same, balanced", 2, true, true, true}}};

constexpr std::array<ChoiceMode, 2> kModes = {ChoiceMode::conjunctive, ChoiceMode::disjunctive};
constexpr std::array<const char*, 2> kModeNames = {"conjunctive", "disjunctive"};

// ---- problems

struct Case {
    std::size_t model = 0;
    std::size_t clauses = 0;     // of the ground truth
    std::size_t additional = 0;  // clauses; for one-rule-per-set, in each set
    std::size_t repeat = 0;
};

std::vector<Case> all_cases(bool quick) {
    std::vector<std::size_t> clauses = {5, 10, 15, 20};
    std::vector<std::size_t> additional = {10, 17, 24, 31};
    std::size_t repeats = 10;
    if (quick) {
        clauses = {2};
        additional = {3};
        repeats = 1;
    }
    std::vector<Case> cases;
    for (std::size_t model = 0; model < kModels.size(); ++model) {
        for (std::size_t c : clauses) {
            for (std::size_t a : additional) {
                for (std::size_t repeat = 0; repeat < repeats; ++repeat)
                    cases.push_back({model, c, a, repeat});
            }
        }
    }
    return cases;
}

struct Problem {
    std::vector<std::string> names;  // of the variables
    Formula truth = true;
    std::vector<std::vector<Formula>> choices;  // the alternatives of each
};

// Clauses are drawn independently of each other, so one may occur twice.
Problem draw_problem(const Case& drawn, Draws draws) {
    const Model& model = kModels[drawn.model];
    Graph graph;
    Problem problem;
    std::vector<Formula> variables;
    for (std::size_t v = 1; v <= kVariables; ++v)
        variables.push_back(graph.var(problem.names.emplace_back("v" + std::to_string(v))));
    auto clauses = [&](std::size_t count) {
        std::vector<Formula> result;
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<Formula> literals = random_literals(draws, variables, kLeastWidth, kMostWidth);
            result.push_back(model.conjunction ? any_of(literals) : all_of(literals));
        }
        return result;
    };
    std::vector<Formula> truth = clauses(drawn.clauses);
    problem.truth = model.conjunction ? all_of(truth) : any_of(truth);
    for (std::size_t i = 0; model.sets && i < truth.size(); ++i) {
        std::vector<Formula>& set = problem.choices.emplace_back(clauses(drawn.additional));
        set.push_back(truth[i]);
        draws.shuffle(set);  // an undecided choice takes its first alternative
    }
    if (model.sets) return problem;
    std::vector<Formula> candidates = clauses(drawn.additional);
    candidates.insert(candidates.end(), truth.begin(), truth.end());
    draws.shuffle(candidates);
    for (const Formula& candidate : candidates) problem.choices.push_back({candidate, model.conjunction});
    return problem;
}

// ---- runs

struct Outcome {
    double f1 = 0;                 // of the label true, on the test rows
    double accuracy = 0;           // on the test rows
    double predicted_share = 0;    // of the test rows, as true
    double training_accuracy = 0;  // at the end
    std::size_t steps = 0;
    const char* ended_by = "";
};

// Noise-free accuracy on the training rows, after each step, decides: the paper does not say which accuracy does.
Outcome train(const Network& network, const Examples& data, const Split& split,
              const TrainingOptions& options, std::uint64_t seed) {
    Training training(network, data, split.training, options, seed);
    Outcome outcome;
    outcome.training_accuracy = -1;
    for (std::size_t unchanged = 0; *outcome.ended_by == '\0';) {
        training.step();
        double accuracy = training.evaluate_training().accuracy();
        unchanged = accuracy == outcome.training_accuracy ? unchanged + 1 : 0;
        outcome.training_accuracy = accuracy;
        if (accuracy == 1) {
            outcome.ended_by = "accuracy";
        } else if (unchanged == kUnchangedSteps) {
            outcome.ended_by = "no-change";
        } else if (training.epochs() == kEpochs) {
            outcome.ended_by = "limit";
        }
    }
    outcome.steps = training.steps();
    Confusion test = training.evaluate(split.test);
    outcome.f1 = test.f1();
    outcome.accuracy = test.accuracy();
    outcome.predicted_share = test.predicted_share();
    return outcome;
}

struct Result {
    double true_share = 0;            // of all 2^10 rows
    std::array<Outcome, 2> outcomes;  // [mode]
};

Result solve(const Case& solved, const Settings& settings) {
    const Model& model = kModels[solved.model];
    std::uint64_t seed =
        seed_of({settings.seed, model.problems, solved.clauses, solved.additional, solved.repeat});
    Problem problem = draw_problem(solved, Draws(seed_of({seed, 0})));
    Split split = split_rows(std::size_t{1} << kVariables, seed_of({seed, 1}));
    TrainingOptions options = paper_options(settings.initial_deviation);
    options.balanced = model.balanced;
    Result result;
    for (std::size_t m = 0; m < kModes.size(); ++m) {
        std::vector<Formula> choices;
        for (const std::vector<Formula>& alternatives : problem.choices)
            choices.push_back(choice(alternatives, kModes[m]));
        Formula formula = model.conjunction ? all_of(choices) : any_of(choices);
        Network network = Network::compile({Output{"", formula}});
        Examples data = all_interpretations(network.inputs(), problem.names, problem.truth);
        result.true_share = static_cast<double>(std::count(data.labels.begin(), data.labels.end(), 1)) /
                            static_cast<double>(data.rows());
        result.outcomes[m] = train(network, data, split, options, seed);
    }
    return result;
}

// ---- report

struct Runs {
    std::vector<Case> cases;
    std::vector<Result> results;  // [case]
};

void write_runs(const Settings& settings, const Runs& runs) {
    std::vector<Cells> rows = {{"model", "ground_truth", "additional", "repeat", "true_share", "compilation",
                                "f1", "steps", "accuracy", "predicted_share", "training_accuracy",
                                "ended_by"}};
    for (std::size_t i = 0; i < runs.cases.size(); ++i) {
        const Case& c = runs.cases[i];
        for (std::size_t m = 0; m < kModes.size(); ++m) {
            const Outcome& outcome = runs.results[i].outcomes[m];
            rows.push_back({kModels[c.model].name, std::to_string(c.clauses), std::to_string(c.additional),
                            std::to_string(c.repeat), number(runs.results[i].true_share, 6), kModeNames[m],
                            number(outcome.f1, 6), std::to_string(outcome.steps), number(outcome.accuracy, 6),
                            number(outcome.predicted_share, 6), number(outcome.training_accuracy, 6),
                            outcome.ended_by});
        }
    }
    write_csv(settings.folder / "compilation.csv", rows);
}

// Of one model and one number of ground-truth clauses (0: all), [mode][case].
struct Cell {
    std::array<std::vector<double>, 2> f1;
    std::array<std::vector<double>, 2> accuracy;
    std::array<std::vector<double>, 2> steps;
};

Cell gather(const Runs& runs, std::size_t model, std::size_t clauses) {
    Cell cell;
    for (std::size_t i = 0; i < runs.cases.size(); ++i) {
        if (runs.cases[i].model != model || (clauses != 0 && runs.cases[i].clauses != clauses)) continue;
        for (std::size_t m = 0; m < kModes.size(); ++m) {
            cell.f1[m].push_back(runs.results[i].outcomes[m].f1);
            cell.accuracy[m].push_back(runs.results[i].outcomes[m].accuracy);
            cell.steps[m].push_back(static_cast<double>(runs.results[i].outcomes[m].steps));
        }
    }
    return cell;
}

std::vector<std::size_t> numbers_of_clauses(const Runs& runs) {
    std::vector<std::size_t> result;
    for (const Case& c : runs.cases) {
        if (std::find(result.begin(), result.end(), c.clauses) == result.end()) result.push_back(c.clauses);
    }
    return result;
}

// For the plot.
void write_summary(const Settings& settings, const Runs& runs) {
    std::vector<Cells> rows = {
        {"model", "ground_truth", "compilation", "f1_mean", "f1_deviation", "steps_mean", "steps_deviation"}};
    for (std::size_t model = 0; model < kModels.size(); ++model) {
        for (std::size_t clauses : numbers_of_clauses(runs)) {
            Cell cell = gather(runs, model, clauses);
            for (std::size_t m = 0; m < kModes.size(); ++m) {
                rows.push_back({kModels[model].name, std::to_string(clauses), kModeNames[m],
                                number(mean(cell.f1[m]), 6), number(deviation(cell.f1[m]), 6),
                                number(mean(cell.steps[m]), 3), number(deviation(cell.steps[m]), 3)});
            }
        }
    }
    write_csv(settings.folder / "compilation-summary.csv", rows);
}

std::string pairs_text(std::size_t first, std::size_t second) {
    return std::to_string(first) + ":" + std::to_string(second);
}

void print_results(const Runs& runs) {
    std::vector<Cells> table = {{"model", "clauses", "F1 conj.", "F1 disj.", "pairs", "p", "steps conj.",
                                 "steps disj.", "pairs", "p"}};
    std::vector<std::size_t> groups = numbers_of_clauses(runs);
    groups.push_back(0);
    for (std::size_t model = 0; model < kModels.size(); ++model) {
        table.push_back({""});
        for (std::size_t clauses : groups) {
            Cell cell = gather(runs, model, clauses);
            Signs f1 = compare(cell.f1[0], cell.f1[1]);
            Signs steps = compare(cell.steps[0], cell.steps[1]);
            table.push_back({kModels[model].text, clauses == 0 ? "all" : std::to_string(clauses),
                             mean_and_deviation(cell.f1[0], 3), mean_and_deviation(cell.f1[1], 3),
                             pairs_text(f1.larger, f1.smaller), p_text(f1.p_value()),
                             mean_and_deviation(cell.steps[0], 0), mean_and_deviation(cell.steps[1], 0),
                             pairs_text(steps.smaller, steps.larger), p_text(steps.p_value())});
        }
    }
    print_table(table);
    std::cout << "\npairs: problems on which the conjunctive : the disjunctive compilation is better (higher "
                 "F1, fewer "
                 "steps),\nequal ones left out; p: sign test of the pairs, two-sided\n\n";
}

// The one model where the paper's claim fails in some cells: it does where few rows are true.
void print_by_true_share(const Runs& runs, std::size_t model) {
    constexpr std::array<double, 7> kBounds = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 1};
    std::vector<Cells> table = {
        {"rows that are true", "problems", "F1 conj.", "F1 disj.", "pairs", "predicted true conj.", "disj."}};
    for (std::size_t b = 0; b + 1 < kBounds.size(); ++b) {
        std::array<std::vector<double>, 2> f1;
        std::array<std::vector<double>, 2> predicted;  // divided by the share that is true
        for (std::size_t i = 0; i < runs.cases.size(); ++i) {
            const Result& result = runs.results[i];
            bool inside = result.true_share >= kBounds[b] && result.true_share < kBounds[b + 1];
            for (std::size_t m = 0; m < kModes.size() && inside && runs.cases[i].model == model; ++m) {
                f1[m].push_back(result.outcomes[m].f1);
                predicted[m].push_back(result.outcomes[m].predicted_share / result.true_share);
            }
        }
        if (f1[0].empty()) continue;
        Signs signs = compare(f1[0], f1[1]);
        table.push_back({number(100 * kBounds[b], 0) + " to " + number(100 * kBounds[b + 1], 0) + " %",
                         std::to_string(f1[0].size()), number(mean(f1[0]), 3), number(mean(f1[1]), 3),
                         pairs_text(signs.larger, signs.smaller), number(mean(predicted[0]), 2),
                         number(mean(predicted[1]), 2)});
    }
    std::cout << kModels[model].text << " by the share of rows that are true:\n\n";
    print_table(table);
    std::cout
        << "\npredicted true: the share of the test rows, divided by the share of all rows that are true\n\n";
}

// What the paper says of one model and measure: with its compilation, the measure is better than with the other.
struct Claim {
    std::vector<double> better;  // [problem], where more is better
    std::vector<double> worse;

    [[nodiscard]] Signs signs() const { return compare(better, worse); }
    [[nodiscard]] bool mean_agrees() const { return mean(better) > mean(worse); }
    [[nodiscard]] bool pairs_agree() const { return signs().larger > signs().smaller; }
};

Claim f1_claim(const Cell& cell, std::size_t best) { return {cell.f1[best], cell.f1[1 - best]}; }

Claim accuracy_claim(const Cell& cell, std::size_t best) {
    return {cell.accuracy[best], cell.accuracy[1 - best]};
}

Claim steps_claim(const Cell& cell, std::size_t best) {
    Claim claim{cell.steps[best], cell.steps[1 - best]};
    for (double& steps : claim.better) steps = -steps;
    for (double& steps : claim.worse) steps = -steps;
    return claim;
}

// "mean yes, pairs yes (62:3, p <.001), except for 20 clauses": an exception is where the two do not both say yes.
std::string verdict(const Runs& runs, std::size_t model, Claim (*claim_of)(const Cell&, std::size_t)) {
    std::size_t best = kModels[model].conjunction ? 0 : 1;
    Claim overall = claim_of(gather(runs, model, 0), best);
    Signs signs = overall.signs();
    std::string text = overall.mean_agrees() ? "mean yes, " : "mean no, ";
    text += overall.pairs_agree() ? "pairs yes (" : "pairs no (";
    text += pairs_text(signs.larger, signs.smaller) + ", p " + p_text(signs.p_value()) + ")";
    std::string exceptions;
    for (std::size_t clauses : numbers_of_clauses(runs)) {
        Claim claim = claim_of(gather(runs, model, clauses), best);
        if (claim.mean_agrees() && claim.pairs_agree()) continue;
        exceptions += (exceptions.empty() ? ", except for " : ", ") + std::to_string(clauses);
    }
    return text + (exceptions.empty() ? "" : exceptions + " clauses");
}

void print_verdicts(const Runs& runs) {
    std::cout << "Does it hold that the compilation of the paper (conjunctive inside conjunctions, "
                 "disjunctive inside "
                 "disjunctions) is better?\n";
    for (std::size_t model = 0; model < kModels.size(); ++model) {
        std::cout << kModels[model].text << "\n    F1:       " << verdict(runs, model, f1_claim)
                  << "\n    accuracy: " << verdict(runs, model, accuracy_claim)
                  << "\n    steps:    " << verdict(runs, model, steps_claim) << '\n';
    }
}

void study(const Settings& settings) {
    Runs runs{all_cases(settings.quick), {}};
    runs.results.resize(runs.cases.size());
    for_all(runs.cases.size(), settings.threads,
            [&](std::size_t i) { runs.results[i] = solve(runs.cases[i], settings); });
    write_runs(settings, runs);
    write_summary(settings, runs);
    print_results(runs);
    print_by_true_share(runs, 2);
    print_verdicts(runs);
}

}  // namespace
}  // namespace loh::study

int main(int argc, char** argv) { return loh::study::run_study(argc, argv, loh::study::study); }
