// The data of a Decision, and its evaluation on rows.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/columns_like.hpp"
#include "decision/bit_rows.hpp"
#include "decision/column_meanings.hpp"
#include "decision/heads.hpp"
#include "decision/trained_network.hpp"
#include "loh/decision.hpp"
#include "loh/probabilities.hpp"

namespace loh {

struct DecisionData {
    std::string target;
    std::shared_ptr<const DecisionHead> head;
    std::vector<ClassFormula> formulas;
    ColumnMeanings meanings;                        // meanings of the columns that formulas and network read
    std::shared_ptr<const TrainedNetwork> network;  // null: no network was trained
    Probabilities probabilities = {};               // empty in models of earlier versions

    [[nodiscard]] const std::vector<std::string>& classes() const { return head->classes(); }
    [[nodiscard]] std::vector<Formula> plain_formulas() const;

    // The distinct variables of the formulas, and the atoms among them. Simplification merges literals, so the formulas may
    // have atoms that the program lacks.
    [[nodiscard]] std::vector<std::string> variables() const;
    [[nodiscard]] Atoms atoms() const;
};

// Makes a decision of simplified formulas of a program. points: for the head `vote`, as in TrainedNetwork.
DecisionData decision_of(Head head, const std::vector<std::string>& classes, const std::string& target,
                         const std::vector<Formula>& simple, std::span<const std::int32_t> points,
                         Votes votes, ColumnMeanings meanings);

// Rows prepared for the formulas of a decision. Keeps the columns that it needs.
class DecisionRows {
public:
    // Throws Error if a column is missing, is the target, or has an invalid cell.
    DecisionRows(const DecisionData& decision, const ColumnSource& columns);

    [[nodiscard]] std::size_t rows() const { return inputs_.rows; }
    [[nodiscard]] std::vector<std::uint32_t> classify(ThreadPool& pool) const;  // by the formulas
    [[nodiscard]] std::vector<std::int64_t> scores(
        ThreadPool& pool) const;  // [row][class], for the head `vote`

private:
    const DecisionData& decision_;
    RuleProgram program_;
    RuleInputs inputs_;
};

// The literals of the formulas, bound to the columns of one header. It reads many blocks with these columns.
class LiteralReader {
public:
    LiteralReader(std::span<const RuleLiteral> literals, const DecisionData& decision, const Table& header);

    [[nodiscard]] const std::vector<RuleLiteral>& literals() const { return literals_; }
    [[nodiscard]] std::vector<TypedColumn> read(const Table& rows) const;
    [[nodiscard]] std::vector<TypedColumn> read_categories(const Table& rows) const;  // only these columns

private:
    std::vector<RuleLiteral> literals_;
    std::vector<std::pair<std::string, std::size_t>> truths_;  // names and indices of columns of truth values
    ColumnsLike compared_;
    ColumnsLike categories_;  // those of compared_ that have categories
};

// The columns for the literals of a rule program, and the literals with the names of these columns.
struct LiteralColumns {
    std::vector<RuleLiteral> literals;
    std::vector<TypedColumn> columns;
};
LiteralColumns literal_columns(std::span<const RuleLiteral> literals, const DecisionData& decision,
                               const ColumnSource& columns);

// The variables of the formulas on all rows, as bits.
BitRows variable_bits(const DecisionData& decision, const ColumnSource& columns);

// The classes of all rows, by the formulas and by the network. With the head `paper` the network predicts.
struct PredictedRows {
    std::vector<std::uint32_t> by_formulas;
    std::vector<std::uint32_t> by_network;  // empty if there is no network or its columns are missing
    bool network_predicts = false;

    [[nodiscard]] const std::vector<std::uint32_t>& classes() const {
        return network_predicts ? by_network : by_formulas;
    }
};
PredictedRows predict_rows(const DecisionData& decision, const ColumnSource& columns, bool with_network,
                           ThreadPool& pool);

// The agreement of predictions with labels on the given rows.
Report report_on(const DecisionData& decision, const PredictedRows& predicted, const Labels& labels,
                 const Rows& rows);

// The statistics of a rule from its counts: rows in which it holds, those of its class among them, all rows of its class, all
// rows.
RuleStatistics rule_statistics(std::size_t support, std::size_t right, std::size_t of_class,
                               std::size_t rows);

// The rules of a decision, with their statistics on rows that are added in blocks.
class RuleFigures {
public:
    explicit RuleFigures(const DecisionData& decision);  // keeps the reference
    void add(const ColumnSource& columns, const Labels& labels, const Rows& rows);
    [[nodiscard]] std::vector<Rule> rules() const;

private:
    const DecisionData& decision_;
    std::vector<Formula> clauses_;         // [rule]
    std::vector<std::size_t> formula_of_;  // [rule]
    std::vector<Rule> rules_;              // with counts only
    std::vector<std::size_t> of_class_;    // [class]: number of rows
    std::size_t row_count_ = 0;
};

// The rules of the formulas, with their statistics on the given rows.
std::vector<Rule> rules_on(const DecisionData& decision, const ColumnSource& columns, const Labels& labels,
                           const Rows& rows);

// The index of each row's class in `classes`. Throws Error for an unknown class. `target`: the index of the target column.
Labels labels_in(const std::vector<std::string>& classes, const ClassColumn& column,
                 const ColumnSource& source, std::size_t target);

// The rows of a source whose class is known, and the classes: [row of the source], by index in decision.classes(). Throws Error
// for an unknown class.
struct KnownRows {
    Labels labels;
    Rows rows;
    std::size_t without_class = 0;  // number of rows whose class is missing
    std::size_t first_without_class = 0;
};
KnownRows known_rows(const DecisionData& decision, const ColumnSource& source);

}  // namespace loh
