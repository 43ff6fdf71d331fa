// Decisions: what was learned, whoever learned it. A decision is one or more choice-free formulas, a head that makes a class of
// their values, and the meaning of the columns they read. Everything after learning reads this and nothing else: predict,
// evaluate, explain, the model file.
//
//     loh::Decision decision = loh::learn({loh::Dataset::read_csv("patients.csv", "risk")});
//     decision.print(std::cout);                                        // risk is yes where ...
//
//     loh::Table table = loh::Table::read_csv("new.csv");
//     std::vector<std::string> classes = decision.predict(table);       // needs only the columns that the formulas read
//     loh::Report report = decision.evaluate(table);                    // needs the target column as well
//     std::cout << report.macro_f1 << '\n';
//
// A decision that gradient descent learned keeps its network: truth values between 0 and 1 (`soft`), and `fidelity`, the rows on
// which the formulas say what the network says when it is rounded. Under Gödel semantics these are all. The head `paper` asks
// the network for its class.
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
#include "loh/scorecard.hpp"
#include "loh/table.hpp"

namespace loh {

struct DecisionData;  // what is behind a Decision

// The formula of one class. With the head `list` it counts only where no class before it holds; with the head `vote` it is a
// rule, and the class is the one that it gives the most points.
struct ClassFormula {
    std::string name;  // the class
    Formula formula;   // choice-free, simplified
};

// How predictions agree with a target column.
struct Report {
    std::size_t rows = 0;
    double accuracy = 1;
    double macro_f1 = 1;  // mean over the classes that occur or are predicted
    std::vector<std::string> classes;
    std::vector<double> f1;                           // [class]
    std::vector<std::vector<std::size_t>> confusion;  // [true class][predicted class]
    bool has_network = false;     // otherwise the formulas are all there is, and faithful by definition
    bool fidelity_known = false;  // whether the network could be asked
    std::size_t faithful = 0;     // rows on which network and formulas agree

    [[nodiscard]] double fidelity() const {
        return rows == 0 ? 1 : static_cast<double>(faithful) / static_cast<double>(rows);
    }

    // Adds the rows of another report of the same decision, such as that of the next block of a table.
    void add(const Report& more);
};

// What a rule did on some rows. With the head `list`, on those that no class before claims.
struct RuleStatistics {
    std::size_t support = 0;  // rows that satisfy it
    std::size_t right = 0;    // of these, rows of its class
    double precision = 0;     // right / support
    double recall = 0;        // right / rows of its class
    double lift = 0;          // precision / share of its class among all rows
};

struct Rule {
    std::string name;  // its class
    std::string text;
    std::size_t literals = 0;
    RuleStatistics statistics;
    std::vector<std::int64_t> points = {};  // with the head `vote`: [class]
};

// Fuzzy outputs of the network.
struct SoftOutputs {
    std::vector<std::string> names;           // of the outputs
    std::vector<std::vector<float>> columns;  // [output][row]
};

// Words for reports about a head.
struct HeadWords {
    std::string title;       // behind the name of the target: `is the first of these that holds`
    std::string note;        // a sentence above the rules; may be empty
    std::string otherwise;   // the class where no rule holds; empty: there is none
    std::string unit;        // what a rule gives to classes: points or votes; empty: nothing
    std::string statistics;  // on which rows rules are measured, `where no class before holds`; empty: on all
    std::string tie;         // how rules of several classes are reconciled; may be empty
};

// Cheap to copy.
class Decision {
public:
    // What was learned.
    [[nodiscard]] const std::vector<ClassFormula>& formulas()
        const;  // with `single` one, of the positive class
    [[nodiscard]] const std::vector<std::string>& classes() const;
    [[nodiscard]] const std::string& target() const;  // its column
    [[nodiscard]] Head head() const;
    [[nodiscard]] HeadWords words() const;
    [[nodiscard]] const Scorecard& scorecard() const;        // with the head `vote`: rule i is formulas()[i]
    [[nodiscard]] std::vector<std::string> columns() const;  // that the formulas read
    [[nodiscard]] std::size_t rule_count() const;            // clauses of all formulas
    [[nodiscard]] std::size_t literal_count() const;
    [[nodiscard]] bool has_network() const;

    // The rules for a reader: one clause a line.
    void print(std::ostream& out) const;

    // The class of each row: its name, or its index in classes(). A dataset is shared out among so many threads; 0: as many as
    // there are cores.
    [[nodiscard]] std::vector<std::string> predict(const Table& table) const;
    [[nodiscard]] std::vector<std::uint32_t> classify(const Table& table) const;
    [[nodiscard]] std::vector<std::uint32_t> classify(const Dataset& data, std::size_t threads = 0) const;

    // With the head `vote`: the points of each class, [row][class].
    [[nodiscard]] std::vector<std::int64_t> scores(const Table& table) const;

    // Truth values of the network's outputs. Needs a network, and every column that the program reads.
    [[nodiscard]] SoftOutputs soft(const Table& table) const;

    // Predictions against the target column. Fidelity is measured where there is a network and the table has all columns that
    // it reads.
    [[nodiscard]] Report evaluate(const Table& table) const;

    // The rules with their statistics on a table.
    [[nodiscard]] std::vector<Rule> rules_on(const Table& table) const;

    explicit Decision(std::shared_ptr<const DecisionData> data) : decision_(std::move(data)) {}
    [[nodiscard]] const DecisionData& decision_data() const { return *decision_; }

private:
    std::shared_ptr<const DecisionData> decision_;
};

// A decision made ready for many blocks of one table: what depends on the header alone is done once.
//
//     loh::TableReader reader = loh::TableReader::open("big.csv");
//     loh::Predictor predictor(model, reader.header());
//     while (std::optional<loh::Table> rows = reader.next()) use(predictor.classify(*rows));
//
// Several threads may call it at once.
class Predictor {
public:
    // Throws Error when the header lacks a column that the decision reads.
    Predictor(Decision decision, const Table& header);

    // The class of each row, as an index into Decision::classes. The rows have the columns of the header.
    [[nodiscard]] std::vector<std::uint32_t> classify(const Table& rows) const;

private:
    struct State;
    Decision decision_;
    std::shared_ptr<const State> state_;
};

}  // namespace loh
