// Models: what learning gives, and what predicts. A model is the program, the logits of its choices and the ordinary
// formula they stand for; its file is JSON that a person can read (docs/learning.md).
//
//     loh::Model model = loh::Model::read("risk.json");
//     for (const loh::ClassFormula& rule : model.formulas()) std::cout << rule.name << ": " << rule.formula << '\n';
//
//     loh::Table table = loh::Table::read_csv("new.csv");
//     std::vector<std::string> classes = model.predict(table);      // needs only the columns that the formula uses
//     loh::Report report = model.evaluate(table);                   // needs the target column as well
//     std::cout << report.macro_f1 << '\n';
//
// Under Gödel semantics the formula says on every row what the network says when it is rounded: `fidelity` counts it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "loh/formula.hpp"
#include "loh/learn_options.hpp"
#include "loh/program.hpp"
#include "loh/scorecard.hpp"
#include "loh/table.hpp"

namespace loh {

struct ModelData;  // what is behind a Model

// The formula of one class. With the head `list` it counts only where no class before it holds; with the head `vote` it is a
// rule, and the class is the one it gives the most points to.
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
    bool fidelity_known = false;                      // whether the network could be asked
    std::size_t faithful = 0;                         // rows on which network and formula agree

    [[nodiscard]] double fidelity() const {
        return rows == 0 ? 1 : static_cast<double>(faithful) / static_cast<double>(rows);
    }

    // Adds other rows, predicted by the same model: the figures become those of all of them together.
    void add(const Report& other);
};

// One clause of a formula, with what it did on some rows. With the head `list`, on those that no class before claims.
struct RuleStatistics {
    std::size_t support = 0;  // rows that satisfy it
    std::size_t right = 0;    // of these, rows of its class
    double precision = 0;     // right / support
    double recall = 0;        // right / rows of its class
    double lift = 0;          // precision / share of its class among all rows
};

struct Rule {
    std::string name;  // the class it speaks for
    std::string text;
    std::size_t literals = 0;
    RuleStatistics statistics;
    std::vector<std::int64_t> points = {};  // with the head `vote`: [class]
};

// Fuzzy outputs of the network.
struct SoftOutputs {
    std::vector<std::string> names;           // of the outputs, or `output`
    std::vector<std::vector<float>> columns;  // [output][row]
};

// Cheap to copy.
class Model {
public:
    // The file. `write` replaces it as a whole or not at all. `read` throws Error when it is not a model, from a later
    // version, or when formula and logits do not belong together.
    static Model read(const std::string& path);
    static Model parse(const std::string& json, const std::string& name = "<text>");
    void write(const std::string& path) const;
    [[nodiscard]] std::string to_json() const;

    // What was learned.
    [[nodiscard]] std::vector<ClassFormula> formulas() const;  // for `single` one, of the positive class
    [[nodiscard]] const std::vector<std::string>& classes() const;
    [[nodiscard]] const std::string& target() const;  // its column
    [[nodiscard]] Head head() const;
    [[nodiscard]] const LearnOptions& options() const;       // it was learned with; the head is decided
    [[nodiscard]] std::vector<std::string> columns() const;  // that the formulas use
    [[nodiscard]] const Scorecard& scorecard() const;        // with the head `vote`: rule i is formulas()[i]
    [[nodiscard]] std::size_t rule_count() const;            // clauses of all formulas
    [[nodiscard]] std::size_t literal_count() const;

    // The figures of learning: on training rows, and on validation and holdout rows where there are some.
    struct Part {
        std::string name;  // training, validation, holdout
        Report report;
    };
    [[nodiscard]] const std::vector<Part>& parts() const;
    [[nodiscard]] const std::vector<Rule>& rules() const;  // with their statistics on the training rows

    // The class of each row, by the formulas.
    [[nodiscard]] std::vector<std::string> predict(const Table& table) const;

    // What the network says, between 0 and 1. Needs every column that the program reads.
    [[nodiscard]] SoftOutputs soft(const Table& table) const;

    // Predictions against the target column. Fidelity is measured where the table has all columns the program reads.
    [[nodiscard]] Report evaluate(const Table& table) const;

    // The rules with their statistics on another table.
    [[nodiscard]] std::vector<Rule> rules_on(const Table& table) const;

    explicit Model(std::shared_ptr<const ModelData> data) : data_(std::move(data)) {}
    [[nodiscard]] const ModelData& data() const { return *data_; }

private:
    std::shared_ptr<const ModelData> data_;
};

}  // namespace loh
