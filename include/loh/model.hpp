// Models: a decision with the record of its learning. The file is readable JSON (docs/learning.md).
//
//     loh::Model model = loh::Model::read("risk.json");
//     model.print(std::cout);                                         // a Model is a Decision
//     for (const loh::Model::Part& part : model.parts()) std::cout << part.name << ' ' << part.report.macro_f1 << '\n';
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loh/decision.hpp"
#include "loh/learn_options.hpp"
#include "loh/program.hpp"

namespace loh {

struct ModelData;  // the record: options, figures, runs

// One size of rule list or scorecard on the path from simple to accurate (loh/rule_path.hpp).
struct PathStep {
    std::size_t rules = 0;
    std::size_t literals = 0;
    double score = 0;             // cross-validated, by the metric of the options; -1: too few rows
    double error = 0;             // standard error of the score
    double below_best = 0;        // difference from the best score of the path
    double below_best_error = 0;  // standard error of the difference
    bool chosen = false;          // this is the model
    std::vector<std::pair<std::string, std::string>> formulas =
        {};  // class and formula, in the order of the list; of a scorecard, the class that the rule favours, and the rule
    Scorecard card = {};  // of a scorecard: the points of each rule
};

// Which step of the path becomes the model. Without a wish, the simplest that is not clearly worse than the best.
struct PathChoice {
    std::size_t pick = 0;                           // the number of the step, from 1; 0: none
    std::optional<std::size_t> most_literals = {};  // only steps with at most so many
};

// Whether a score is clearly worse than the best one, from the difference and its standard error.
bool is_clearly_worse(double difference, double error, double best_score);

// The index of that step. Throws Error (usage) if there is none.
std::size_t chosen_step(const std::vector<PathStep>& path, const PathChoice& choice);

// Limits of reading a model file, which may come from anyone. The limits that the file states are those of the learner, and
// have no effect on reading. Reaching a limit is an Error of kind `limit`.
struct ModelLimits {
    std::size_t max_bytes = std::size_t{256} << 20U;
    std::size_t max_values = 20'000'000;  // numbers, texts, lists and objects of the JSON
    Limits program = {};                  // of the program of a network, and of each formula
};

// Cheap to copy.
class Model : public Decision {
public:
    // The file. `write` replaces it atomically. `read` throws Error if the file is not a model, was written by a later version,
    // or is inconsistent: its formulas differ from its logits, its rules from its formulas, its figures from each other.
    static Model read(const std::string& path, const ModelLimits& limits = {});
    static Model parse(const std::string& text, const std::string& name = "<text>",
                       const ModelLimits& limits = {});
    void write(const std::string& path) const;
    [[nodiscard]] std::string to_json() const;

    [[nodiscard]] const LearnOptions& options() const;  // options of learning; the head is never `automatic`
    [[nodiscard]] const std::string& learner() const;   // gradient, search or distil

    // The figures of learning: on the training rows, and on validation and held-out rows if there are any.
    struct Part {
        std::string name;  // training, validation, holdout
        Report report;
    };
    [[nodiscard]] const std::vector<Part>& parts() const;
    [[nodiscard]] const std::vector<PathStep>& path() const;  // by increasing size; empty for other learners

    // The model of another step of its path, from 1, with its own figures, statistics and probabilities; without the training
    // data. The result has the same path, in which that step is chosen. Throws Error (usage) if there is no path or no such step,
    // or if the file was written by an earlier version, which kept only the formulas of the steps.
    //
    //     loh::Model shorter = model.at_size(2);
    //     loh::Model shortest = model.at_size(loh::PathChoice{0, 10});  // at most ten literals
    [[nodiscard]] Model at_size(std::size_t size) const;
    [[nodiscard]] Model at_size(const PathChoice& choice) const;
    [[nodiscard]] bool can_move() const;  // whether every step of the path can become the model

    [[nodiscard]] const std::vector<Rule>& rules()
        const;                                            // with their statistics on the rows of rules_part()
    [[nodiscard]] const std::string& rules_part() const;  // holdout, or training without held-out rows

    Model(Decision decision, std::shared_ptr<const ModelData> data)
        : Decision(std::move(decision)), data_(std::move(data)) {}
    [[nodiscard]] const ModelData& data() const { return *data_; }

private:
    std::shared_ptr<const ModelData> data_;
};

}  // namespace loh
