// Why a model says what it says about one row, and what would have to change for it to say something else; and rules in
// words.
//
//     loh::RowExplanation why = loh::explain_row(model, table, 16);    // the row with index 16
//     std::cout << why.prediction << '\n';
//     for (const loh::RowRule& rule : why.fired) std::cout << rule.name << ": " << rule.text << '\n';
//     if (why.flip) {                                                  // age: 37 -> below 30
//         for (const loh::CellChange& change : why.flip->changes)
//             std::cout << change.column << ": " << change.from << " -> " << change.condition << '\n';
//     }
//
// A flip is found by asking the model about changed rows, so it is true of any head; nothing is inferred.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "loh/decision.hpp"
#include "loh/table.hpp"

namespace loh {

struct ExplainOptions {
    std::size_t max_changes = 4;      // columns that a flip may change
    std::size_t max_tried = 100'000;  // changed rows to ask the model about, at most
};

// A cell of the row, under the name of its column in the table.
struct RowCell {
    std::string column;
    std::string text;
};

// One condition of a rule: a literal, or where a program nests deeper, whatever stands between its ands.
struct RowCondition {
    std::string text;
    bool holds = false;
    std::vector<RowCell> cells;  // that it looks at
};

struct RowRule {
    std::string name;  // the class it speaks for
    std::string text;
    std::size_t number = 0;  // among all rules of the model, in the order of Model::rules, from 1
    std::vector<RowCondition> conditions;
    std::vector<std::int64_t> points = {};  // with the head `vote`: [class]

    [[nodiscard]] std::size_t failing() const;
};

struct CellChange {
    std::string column;
    std::string from;       // the cell as it is
    std::string condition;  // what is enough: below 30, one of tech, nurse, missing
    std::string to;         // a cell that fulfils it
};

// Other cells with which the model says something else. Whatever fulfils all conditions gives this prediction.
struct Flip {
    std::string prediction;
    std::vector<CellChange> changes;
};

struct RowExplanation {
    std::size_t row = 0;  // index in the table
    std::string prediction;
    std::vector<RowCell> cells;  // of the columns that the rules use
    std::vector<RowRule> fired;  // rules that hold
    std::vector<RowRule>
        nearest;  // of each class without one that holds: fewest failing conditions; none with `vote`
    std::vector<std::int64_t> scores;  // with the head `vote`: [class], the base included
    std::optional<Flip> flip;          // with the fewest columns, of these with the fewest literals
    std::size_t tried_columns = 0;     // no flip with so many columns or fewer was overlooked
    bool tried_all = false;            // nothing at all in these columns flips it
    std::size_t tried = 0;             // changed rows that the model was asked about
};

// Throws Error when the table has no such row (the message counts from 1, as a reader does) or lacks a column.
RowExplanation explain_row(const Decision& decision, const Table& table, std::size_t row,
                           const ExplainOptions& options = {});

// A choice-free formula as a sentence: `age is from 20 to below 40 and job is admin or tech`. A missing cell fulfils none of
// it, unless the sentence speaks of missing.
std::string in_words(const Formula& formula);

}  // namespace loh
