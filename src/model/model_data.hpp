// The data of a Model in addition to its decision: the record of how it was learned.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decision/decided_rows.hpp"
#include "decision/decision_data.hpp"
#include "loh/model.hpp"

namespace loh {

// One step of the path as a model. Its options and the rest of its record are those of the chosen step.
struct PathModel {
    std::shared_ptr<const DecisionData> decision;
    std::vector<Model::Part> parts;
    std::vector<Rule> rules;
};

struct ModelData {
    std::string written_by;  // the version of loh
    std::string learner;     // gradient, search, distil or blend
    LearnOptions options;    // the head is never `automatic`

    // For gradient descent.
    struct RunSummary {
        std::uint32_t epochs = 0;
        double macro_f1 = 0;
        double loss = 0;
    };
    std::vector<RunSummary> runs;
    std::size_t best_run = 0;

    std::vector<Model::Part> parts;
    std::vector<Rule> rules;
    std::string rules_part = "training";  // the rows of their statistics
    std::vector<PathStep> path;           // for the default learner
    std::vector<PathModel> path_models;   // [step of the path]; empty in files of earlier versions

    // With the head `vote` and validation rows: the log loss of its scores there (learn/scorecard/calibration.hpp), before the
    // base is adjusted for macro F1. Not in the file.
    std::optional<double> validation_log_loss;

    // The training rows by the rule that decides them: for probabilities that are fitted later. Not in the file.
    DecidedRows decided;
};

}  // namespace loh
