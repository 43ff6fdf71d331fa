// Reports about models, as text and as JSON.
#pragma once

#include <iosfwd>
#include <string>

#include "json.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

// One line for each part: rows, accuracy, macro F1, and fidelity if the model has a network.
void print_parts(std::ostream& out, const std::vector<Model::Part>& parts);

// The path from simple to accurate: one line for each size, with its cross-validated score. `metric` names the score.
void print_path(std::ostream& out, const std::vector<PathStep>& path, Metric metric);

// F1 of each class, and the confusion matrix.
void print_confusion(std::ostream& out, const Report& report);

// A table of the rules with their statistics.
void print_rules(std::ostream& out, const std::vector<Rule>& rules);

// For each rule, the number of rows in which it holds, the share of its class among these, and the 95 % interval of this share.
void print_rule_figures(std::ostream& out, const Model& model);

// What `loh learn` prints: the sizes that were compared, the rules, and their figures.
void print_learned(std::ostream& out, const Model& model);

// `held-out rows` for the part `holdout`.
std::string part_words(const std::string& part);

// Notes about categories that learning has not seen, at most a few lines.
void print_unseen(std::ostream& out, const UnseenCells& unseen, const Model& model);

Json to_json(const Report& report);
Json to_json(const std::vector<Rule>& rules);
Json to_json(const std::vector<PathStep>& path);
Json formulas_to_json(const Model& model);

}  // namespace loh::cli
