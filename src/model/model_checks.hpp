// Checks of a model file that has been read: its parts must agree. A file may come from anyone, and everything that is printed
// from it is recomputed here, or follows from the formulas: texts and points of the rules from the formulas, all figures from
// the confusion matrices and the counts of the rules. What cannot be recomputed without the training data, such as the counts
// themselves, must be possible.
//
// Each function throws Error (syntax) that names the file and the member.
#pragma once

#include <memory>
#include <string>

#include "model/json.hpp"
#include "model/model_data.hpp"

namespace loh {

// Classes are distinct, and those of cut points if the target has some.
void check_classes(const DecisionData& decision, const JsonReader& reader);

// The sum of all points of a class is small enough that no score overflows.
void check_points(const Scorecard& card, const std::string& member, const JsonReader& reader);

// The columns are those that the atoms of formulas and network compare, with fitting types.
void check_columns(const DecisionData& decision, const JsonReader& reader);

// The formulas are those that the logits give.
void check_network(const DecisionData& decision, const ModelData& record, const JsonReader& reader);

// The runs of the network, the reports, the rules with their statistics.
void check_runs(const ModelData& record, const JsonReader& reader);
void check_reports(const ModelData& record, const JsonReader& reader);
void check_rules(const DecisionData& decision, const ModelData& record, const JsonReader& reader);

// Whether the confusion matrix of a report has a row and a column for each class, and counts that add up to its rows.
bool is_confusion(const Report& report);

// The report with the figures that its confusion matrix gives.
Report recomputed(const Report& report);

// Reads and checks the sizes of the path, and their models if the file has them. `chosen`: the decision of the file; `limits`: of a
// formula.
void read_path(const Json& path, const std::string& name, const std::shared_ptr<const DecisionData>& chosen,
               const Limits& limits, ModelData& record);

// The limits of a formula in a model file: an expanded formula, as models have it, is about as long as its text.
Limits formula_limits(Limits limits, std::size_t bytes);

}  // namespace loh
