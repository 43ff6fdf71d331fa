// Explanations of the prediction for one row, counterfactuals, and rules in words.
//
//     loh::RowExplanation why = loh::explain_row(model, table, 16);    // the row with index 16
//     std::cout << why.prediction << '\n';
//     for (const loh::RowRule& rule : why.fired) std::cout << rule.name << ": " << rule.text << '\n';
//     if (why.flip) {                                                  // age: 37 -> below 30
//         for (const loh::CellChange& change : why.flip->changes)
//             std::cout << change.column << ": " << change.from << " -> " << change.condition << '\n';
//     }
//
// A flip (counterfactual) is verified by the model on changed rows, so it is correct for any head.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "loh/decision.hpp"
#include "loh/table.hpp"

namespace loh {

struct ExplainOptions {
    std::size_t max_changes = 4;          // most columns that a flip changes
    std::size_t max_tried = 100'000;      // most changed rows to predict
    std::vector<std::string> fixed = {};  // columns that a flip leaves as they are
};

// A cell of the row, with the name of its column in the table.
struct RowCell {
    std::string column;
    std::string text;
};

// One condition of a rule: a literal, or a nested formula.
struct RowCondition {
    std::string text;
    bool holds = false;
    std::vector<RowCell> cells;  // cells that it reads
};

struct RowRule {
    std::string name;  // the class of the rule
    std::string text;
    std::size_t number = 0;  // from 1, in the order of Model::rules
    std::vector<RowCondition> conditions;
    std::vector<std::int64_t> points = {};  // with the head `vote`: [class]

    [[nodiscard]] std::size_t failing() const;
};

struct CellChange {
    std::string column;
    std::string from;       // the cell of the row
    std::string condition;  // a sufficient condition: below 30, one of tech, nurse, missing
    std::string to;         // an example cell that fulfils it
};

// A counterfactual: changed cells with another prediction. All cells that fulfil the conditions give this prediction.
struct Flip {
    std::string prediction;
    std::vector<CellChange> changes;
};

struct RowExplanation {
    std::size_t row = 0;  // index in the table
    std::string prediction;
    std::vector<RowCell> cells;  // cells of the columns that the rules use
    std::vector<RowRule>
        fired;  // rules that hold; of a scorecard, those that matter most for the prediction first
    std::vector<RowRule>
        nearest;  // for each class without a rule that holds: the rule with the fewest failing conditions; none with `vote`
    std::vector<std::int64_t> scores;  // with the head `vote`: [class], including the base
    std::optional<Flip> flip;  // with the fewest columns, and among these with the fewest changed literals
    std::size_t tried_columns = 0;  // no flip with so many columns or fewer was missed
    bool tried_all = false;         // no change of these columns changes the prediction
    std::size_t tried = 0;          // number of changed rows that were predicted
};

// Throws Error if the table has no such row (the message counts from 1) or lacks a column.
RowExplanation explain_row(const Decision& decision, const Table& table, std::size_t row,
                           const ExplainOptions& options = {});

// A choice-free formula as a sentence: `age is from 20 to below 40 and job is admin or tech`. A missing cell fulfils no
// condition, unless the sentence mentions missing cells.
std::string in_words(const Formula& formula);

}  // namespace loh
