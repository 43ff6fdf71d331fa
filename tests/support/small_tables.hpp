// Tables and programs for tests of learning: two classes, three classes, and options for fast learning.
#pragma once

#include <string>
#include <vector>

#include "data/dataset_data.hpp"
#include "data/truth_columns.hpp"
#include "loh/loh.hpp"
#include "support/learning.hpp"
#include "support/programs.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {

inline LearnOptions quick_options(std::size_t epochs = 40, std::size_t restarts = 3) {
    LearnOptions options;
    options.epochs = epochs;
    options.restarts = restarts;
    options.batch = 16;
    options.threads = 1;
    return options;
}

inline TableTask task_of(const std::string& program, const Table& table, const std::string& target = "y",
                         const LearnOptions& options = quick_options()) {
    return {Program::parse(program, "test.loh"), table, target, {}, options, {}};
}

inline const std::vector<std::string> kNames = {"a", "b", "c", "d"};
inline const std::string kProgram = "[a, b, c] & [!b, d, true] | [c, !a] & d";
inline const std::string kTruth = "a & !b | c & d";

// Rows of kNames, labelled by kTruth.
inline Columns labelled(std::uint32_t rows, const std::string& no, const std::string& yes,
                        bool fuzzy = false) {
    Formula truth = elaborated(kTruth).formulas()[0];
    return random_columns(
        kNames, rows, 5, "y",
        [&](const Assignment& assignment, std::uint32_t) { return evaluate(truth, assignment) ? yes : no; },
        fuzzy);
}

inline const std::string kListProgram = "output low := [a, b] & [c, !d]; output mid := [b, c, d] & [d, true]";

// Three classes: `low` if a & c, otherwise `mid` if b & d, otherwise `high`.
inline Columns graded(std::uint32_t rows, bool fuzzy = false) {
    return random_columns(
        kNames, rows, 6, "y",
        [](const Assignment& v, std::uint32_t) {
            return v.at("a") && v.at("c") ? "low" : v.at("b") && v.at("d") ? "mid" : "high";
        },
        fuzzy);
}

inline Model again(const Model& model) { return Model::parse(model.to_json(), "again.json"); }

// The class of a row by the formulas of a model, one variable at a time.
inline std::string class_by_hand(const Model& model, const Table& table, std::size_t row) {
    for (const ClassFormula& part : model.formulas()) {
        Assignment assignment;
        for (const std::string& name : variables(part.formula))
            assignment[name] = truth_column(table, TableColumns(table).find_input(name).value())[row] > 0.5F;
        if (evaluate(part.formula, assignment)) return part.name;
    }
    return model.head() == Head::single ? model.classes()[0] : model.classes().back();
}

}  // namespace loh::testing
