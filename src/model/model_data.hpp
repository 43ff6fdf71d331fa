// What is behind a Model: the program, its logits, and what they stand for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/examples.hpp"
#include "decision/bit_rows.hpp"
#include "lang/table_offer.hpp"
#include "loh/learn.hpp"
#include "loh/model.hpp"
#include "model/model_rows.hpp"
#include "network/compiled_program.hpp"

namespace loh {

struct ModelData {
    explicit ModelData(Program given) : program(std::move(given)) {}

    std::string written_by;  // the version of loh

    // What was given.
    Program program;
    ElaborateOptions elaborate;
    std::shared_ptr<KeptOffer> offer;  // what the table had for the program's holes; null when it has none
    LearnOptions options;
    std::string target;
    Head head = Head::single;          // never automatic
    std::vector<std::string> classes;  // as in ClassSchema
    ColumnMeanings meanings;           // of the columns that atoms speak about

    // What follows from it (prepare).
    Elaboration elaboration;
    Atoms atoms;              // among the variables; without those that are columns themselves
    CompiledProgram network;  // of the head's formulas, without layers

    // What was learned.
    struct RunSummary {
        std::uint32_t epochs = 0;
        double macro_f1 = 0;
        double loss = 0;
    };
    std::vector<RunSummary> runs;
    std::size_t best_run = 0;
    double temperature = 1;
    std::vector<double> logits;        // [logit]
    std::vector<std::int32_t> points;  // with the head `vote`: [output][class], then the base [class]
    std::vector<ClassFormula> formulas;
    Scorecard scorecard;  // with the head `vote`: of the formulas
    std::vector<Model::Part> parts;
    std::vector<Rule> rules;

    // With the head `vote` and validation rows: how well its scores tell probabilities there (rules/calibration.hpp), before
    // the base is moved for macro F1. Not in the file.
    std::optional<double> validation_cross_entropy;
};

// Elaborates and compiles the program of a model whose given part is complete.
void prepare(ModelData& model);

// From now on atoms mean what these meanings say.
void use_meanings(ModelData& model, ColumnMeanings meanings);

// What logits, and with the head `vote` points, of the model's network stand for: simplified formulas, one for each class
// that has one; with the head `vote`, one for each rule.
struct Meaning {
    std::vector<ClassFormula> formulas;
    Scorecard scorecard;
};
Meaning meaning_of(const ModelData& model, const std::vector<double>& logits, double temperature,
                   const std::vector<std::int32_t>& points);

// Simplified formulas of the network's outputs: [output], those that speak.
std::vector<Formula> simple_outputs(const ModelData& model, const std::vector<double>& logits,
                                    double temperature);

// The rules that a formula of the model counts as: its clauses; with the head `vote` it is one.
std::vector<Formula> rules_of_formula(const ModelData& model, const Formula& formula);

// The variables that the formulas use, each once, and those of them that are computed from columns. Simplification merges
// literals, so they may have some that the program has not.
std::vector<std::string> formula_variables(const ModelData& model);
Atoms formula_atoms(const ModelData& model);

// Rows of a table for a model: all that the network reads, in its order, with what only the formulas use beside it; what
// the formulas use; and what they use and the network does not read.
ModelRows network_rows(const ModelData& model, const Table& table);
ModelRows formula_rows(const ModelData& model, const Table& table);
ModelRows merged_rows(const ModelData& model, const Table& table);

// Some of the rows for the formulas: bits, rounded. A variable that has no column is false: it cannot matter.
BitRows rounded(const ModelData& model, const ModelRows& all, std::span<const std::uint32_t> rows);

// Outputs of the network without noise: [output][row].
std::vector<std::vector<float>> network_outputs(const ModelData& model, const ModelRows& rows);

// The class of each row: of the network for the head `paper`, of the formulas for all others.
std::vector<std::uint32_t> predicted_classes(const ModelData& model, const ModelRows& rows);

// How predictions agree with labels on some rows; `with_network` also counts where network and formulas agree, and needs
// the rows of the network.
Report report_on(const ModelData& model, const ModelRows& all, const std::vector<std::uint32_t>& labels,
                 const Rows& rows, bool with_network);

// With the head `vote`: the scores of some rows by the formulas, [row][class].
std::vector<std::int64_t> scores_by_formulas(const ModelData& model, const ModelRows& all, const Rows& rows);

// The clauses of the formulas, with their statistics on some rows.
std::vector<Rule> rules_on(const ModelData& model, const ModelRows& all,
                           const std::vector<std::uint32_t>& labels, const Rows& rows);

}  // namespace loh
