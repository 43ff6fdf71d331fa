// Decisions: the result of learning, independent of the learner. A decision consists of one or more choice-free formulas, a
// head that turns their values into a class, and the meaning of the columns they read. Prediction, evaluation, explanation
// and the model file use only the decision.
//
//     loh::Decision decision = loh::learn({loh::Dataset::read_csv("patients.csv", "risk")});
//     decision.print(std::cout);                                        // risk is yes where ...
//
//     loh::Table table = loh::Table::read_csv("new.csv");
//     std::vector<std::string> classes = decision.predict(table);       // needs only the columns that the formulas read
//     loh::Report report = decision.evaluate(table);                    // needs the target column as well
//     std::cout << report.macro_f1 << '\n';
//
// A decision of gradient descent keeps its network: `soft` gives truth values between 0 and 1, and `fidelity` is the share of rows
// on which the formulas agree with the rounded network. Under Gödel semantics these are all rows. The head `paper` takes the
// class from the network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "loh/dataset.hpp"
#include "loh/formula.hpp"
#include "loh/learn_options.hpp"
#include "loh/probabilities.hpp"
#include "loh/scorecard.hpp"
#include "loh/table.hpp"
#include "loh/unseen_cells.hpp"

namespace loh {

struct DecisionData;  // the data of a Decision
struct TypedColumn;

// The formula of one class. With the head `list` it applies only if no earlier class holds. With the head `vote` it is a rule,
// and the class is the one to which it gives the most points.
struct ClassFormula {
    std::string name;  // the class
    Formula formula;   // choice-free, simplified
};

// Metrics of predictions against a target column.
struct Report {
    std::size_t rows = 0;
    double accuracy = 1;
    double macro_f1 = 1;  // mean over the classes that occur or are predicted
    std::vector<std::string> classes;
    std::vector<double> f1;                           // [class]
    std::vector<std::vector<std::size_t>> confusion;  // [true class][predicted class]
    bool has_network = false;                  // without a network the formulas are faithful by definition
    bool fidelity_known = false;               // whether the network could be evaluated
    std::size_t faithful = 0;                  // rows on which network and formulas agree
    std::size_t without_class = 0;             // further rows, left out because their class is missing
    std::size_t first_line_without_class = 0;  // line of the first one; 0 if there is none or it is unknown

    [[nodiscard]] double fidelity() const {
        return rows == 0 ? 1 : static_cast<double>(faithful) / static_cast<double>(rows);
    }

    [[nodiscard]] double balanced_accuracy() const;  // mean recall of the classes that occur

    // Always predicting the most frequent class.
    struct Baseline {
        std::string name = {};  // of the class; empty without rows
        double accuracy = 1;
        double macro_f1 = 1;
    };
    [[nodiscard]] Baseline baseline() const;

    // Adds the rows of another report of the same decision, such as that of the next block of a table.
    void add(const Report& more);
};

// Statistics of a rule on the given rows. With the head `list`, on the rows in which no earlier class holds.
struct RuleStatistics {
    std::size_t support = 0;  // rows in which it holds
    std::size_t right = 0;    // rows of its class among these
    double precision = 0;     // right / support
    double recall = 0;        // right / rows of its class
    double lift = 0;          // precision / share of its class among all rows
};

// The 95 % interval of the precision (Wilson's): where it may lie, given that few or many rows support it.
struct PrecisionInterval {
    double low = 0;
    double high = 1;
};
PrecisionInterval precision_interval(const RuleStatistics& statistics);

struct Rule {
    std::string name;  // its class
    std::string text;
    std::size_t literals = 0;
    RuleStatistics statistics;
    std::vector<std::int64_t> points = {};  // with the head `vote`: [class]
};

// Truth values of the outputs of the network.
struct SoftOutputs {
    std::vector<std::string> names;           // of the outputs
    std::vector<std::vector<float>> columns;  // [output][row]
};

// Phrases for reports about a head.
struct HeadWords {
    std::string title;      // after the name of the target: `is the first of these that holds`
    std::string note;       // a sentence above the rules; may be empty
    std::string otherwise;  // the class if no rule holds; empty: none
    std::string unit;       // what rules give to classes: points or votes; may be empty
    std::string
        statistics;   // the rows on which rules are measured, `where no class before holds`; empty: all
    std::string tie;  // how rules of several classes are resolved; may be empty
};

// Cheap to copy.
class Decision {
public:
    // Content.
    [[nodiscard]] const std::vector<ClassFormula>& formulas()
        const;  // with `single`: one, for the positive class
    [[nodiscard]] const std::vector<std::string>& classes() const;
    [[nodiscard]] const std::string& target() const;  // name of the target column
    [[nodiscard]] Head head() const;
    [[nodiscard]] HeadWords words() const;
    [[nodiscard]] const Scorecard& scorecard() const;        // with the head `vote`: rule i is formulas()[i]
    [[nodiscard]] std::vector<std::string> columns() const;  // columns that the formulas read
    [[nodiscard]] std::size_t rule_count() const;            // clauses of all formulas
    [[nodiscard]] std::size_t literal_count() const;
    [[nodiscard]] bool has_network() const;

    // Prints the rules, one clause per line.
    void print(std::ostream& out) const;

    // The class of each row: its name, or its index in classes(). A dataset is predicted on `threads` threads; 0: one for each
    // core.
    [[nodiscard]] std::vector<std::string> predict(const Table& table) const;
    [[nodiscard]] std::vector<std::uint32_t> classify(const Table& table) const;
    [[nodiscard]] std::vector<std::uint32_t> classify(const Dataset& data, std::size_t threads = 0) const;

    // With the head `vote`: the points of each class, [row][class].
    [[nodiscard]] std::vector<std::int64_t> scores(const Table& table) const;
    [[nodiscard]] std::vector<std::int64_t> scores(const Dataset& data, std::size_t threads = 0) const;

    // The probability of each class, [row][class]. Throws Error (usage) for models of versions that did not fit them.
    [[nodiscard]] std::vector<double> probabilities(const Table& table) const;
    [[nodiscard]] std::vector<double> probabilities(const Dataset& data, std::size_t threads = 0) const;
    [[nodiscard]] const Probabilities& probabilities() const;  // how they are computed; empty: there are none

    // Truth values of the network's outputs. Requires a network and all columns that the program reads.
    [[nodiscard]] SoftOutputs soft(const Table& table) const;
    [[nodiscard]] SoftOutputs soft(const Dataset& data) const;

    // Metrics against the target column. Fidelity is measured if there is a network and the table has all columns of it.
    // The target of a dataset need not be declared: it is found by its name.
    [[nodiscard]] Report evaluate(const Table& table) const;
    [[nodiscard]] Report evaluate(const Dataset& data, std::size_t threads = 0) const;

    // The rules with their statistics on a table.
    [[nodiscard]] std::vector<Rule> rules_on(const Table& table) const;
    [[nodiscard]] std::vector<Rule> rules_on(const Dataset& data) const;

    // The categories that learning has not seen, in the columns that the formulas read. None with the head `paper`.
    [[nodiscard]] UnseenCells unseen_cells(const Dataset& data) const;

    explicit Decision(std::shared_ptr<const DecisionData> data) : decision_(std::move(data)) {}
    [[nodiscard]] const DecisionData& decision_data() const { return *decision_; }

private:
    std::shared_ptr<const DecisionData> decision_;
};

// A decision prepared for many blocks of one table: the work that depends on the header only is done once.
//
//     loh::TableReader reader = loh::TableReader::open("big.csv");
//     loh::Predictor predictor(model, reader.header());
//     while (std::optional<loh::Table> rows = reader.next()) use(predictor.classify(*rows));
//
// Several threads may call classify() at once.
class Predictor {
public:
    // Throws Error if the header lacks a column that the decision reads.
    Predictor(Decision decision, const Table& header);

    // The class of each row, as an index into Decision::classes. The rows must have the columns of the header.
    [[nodiscard]] std::vector<std::uint32_t> classify(const Table& rows) const;

    // The same, and counts the categories that learning has not seen. With the head `paper` nothing is counted.
    [[nodiscard]] std::vector<std::uint32_t> classify(const Table& rows, UnseenCells& unseen) const;
    void count_unseen(const Table& rows, UnseenCells& unseen) const;  // without classifying

    // With the head `vote`: the points of each class, [row][class]. Throws Error (usage) for other heads.
    [[nodiscard]] std::vector<std::int64_t> scores(const Table& rows) const;

    // The probability of each class, [row][class], as Decision::probabilities.
    [[nodiscard]] std::vector<double> probabilities(const Table& rows) const;

private:
    struct State;
    [[nodiscard]] std::vector<std::uint32_t> classify_typed(const Table& rows,
                                                            const std::vector<TypedColumn>& columns) const;

    Decision decision_;
    std::shared_ptr<const State> state_;
};

}  // namespace loh
