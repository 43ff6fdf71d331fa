// What is behind a Decision, and what it says about rows.
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

namespace loh {

struct DecisionData {
    std::string target;
    std::shared_ptr<const DecisionHead> head;
    std::vector<ClassFormula> formulas;
    ColumnMeanings meanings;                        // of the columns that formulas and network read
    std::shared_ptr<const TrainedNetwork> network;  // null: no network was trained

    [[nodiscard]] const std::vector<std::string>& classes() const { return head->classes(); }
    [[nodiscard]] std::vector<Formula> plain_formulas() const;

    // The variables that the formulas use, each once, and those of them that are computed from columns. Simplification merges
    // literals, so they may have some that the program has not.
    [[nodiscard]] std::vector<std::string> variables() const;
    [[nodiscard]] Atoms atoms() const;
};

// Formulas of a program, simplified, as a decision. points: with the head `vote`, as in TrainedNetwork.
DecisionData decision_of(Head head, const std::vector<std::string>& classes, const std::string& target,
                         const std::vector<Formula>& simple, std::span<const std::int32_t> points,
                         Votes votes, ColumnMeanings meanings);

// The rows of some columns, ready for the formulas of a decision. Keeps what it needs of the columns.
class DecisionRows {
public:
    // Throws Error when a column is missing, is the target, or has a cell without the meaning it should have.
    DecisionRows(const DecisionData& decision, const ColumnSource& columns);

    [[nodiscard]] std::size_t rows() const { return inputs_.rows; }
    [[nodiscard]] std::vector<std::uint32_t> classify(ThreadPool& pool) const;  // by the formulas
    [[nodiscard]] std::vector<std::int64_t> scores(
        ThreadPool& pool) const;  // [row][class], of the head `vote`

private:
    const DecisionData& decision_;
    RuleProgram program_;
    RuleInputs inputs_;
};

// The literals of the formulas, bound to the columns of one header: columns of later blocks are read alike.
class LiteralReader {
public:
    LiteralReader(std::span<const RuleLiteral> literals, const DecisionData& decision, const Table& header);

    [[nodiscard]] const std::vector<RuleLiteral>& literals() const { return literals_; }
    [[nodiscard]] std::vector<TypedColumn> read(const Table& rows) const;

private:
    std::vector<RuleLiteral> literals_;
    std::vector<std::pair<std::string, std::size_t>> truths_;  // names, and columns of truth values
    ColumnsLike compared_;
};

// The columns for the literals of a rule program, and the literals by the names of these columns.
struct LiteralColumns {
    std::vector<RuleLiteral> literals;
    std::vector<TypedColumn> columns;
};
LiteralColumns literal_columns(std::span<const RuleLiteral> literals, const DecisionData& decision,
                               const ColumnSource& columns);

// The variables of the formulas on all rows, as bits.
BitRows variable_bits(const DecisionData& decision, const ColumnSource& columns);

// The classes of all rows, by formulas and network. With the head `paper` the network predicts.
struct PredictedRows {
    std::vector<std::uint32_t> by_formulas;
    std::vector<std::uint32_t> by_network;  // empty: there is no network, or it lacks columns
    bool network_predicts = false;

    [[nodiscard]] const std::vector<std::uint32_t>& classes() const {
        return network_predicts ? by_network : by_formulas;
    }
};
PredictedRows predict_rows(const DecisionData& decision, const ColumnSource& columns, bool with_network,
                           ThreadPool& pool);

// How predictions agree with labels on some rows.
Report report_on(const DecisionData& decision, const PredictedRows& predicted, const Labels& labels,
                 const Rows& rows);

// The rules of a decision with their statistics on some rows, which may come in blocks.
class RuleFigures {
public:
    explicit RuleFigures(const DecisionData& decision);  // which must stay
    void add(const ColumnSource& columns, const Labels& labels, const Rows& rows);
    [[nodiscard]] std::vector<Rule> rules() const;

private:
    const DecisionData& decision_;
    std::vector<Formula> clauses_;         // [rule]
    std::vector<std::size_t> formula_of_;  // [rule]
    std::vector<Rule> rules_;              // with counts only
    std::vector<std::size_t> of_class_;    // [class]: rows
    std::size_t row_count_ = 0;
};

// The rules of the formulas, with their statistics on some rows.
std::vector<Rule> rules_on(const DecisionData& decision, const ColumnSource& columns, const Labels& labels,
                           const Rows& rows);

// The index of each row's class in `classes`. Throws Error for a class that is not among them. `column` is that of the target.
Labels labels_in(const std::vector<std::string>& classes, const ClassColumn& column,
                 const ColumnSource& source, std::size_t target);

}  // namespace loh
