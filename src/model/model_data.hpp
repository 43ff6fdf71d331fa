// What is behind a Model: the program, its logits, and what they stand for.
#pragma once

#include <string>
#include <vector>

#include "compile/compiled_program.hpp"
#include "data/examples.hpp"
#include "loh/learn.hpp"
#include "loh/model.hpp"
#include "rules/bit_rows.hpp"

namespace loh {

struct ModelData {
    explicit ModelData(Program given) : program(std::move(given)) {}

    std::string written_by;  // the version of loh

    // What was given.
    Program program;
    ElaborateOptions elaborate;
    LearnOptions options;
    std::string target;
    Head head = Head::single;          // never automatic
    std::vector<std::string> classes;  // as in ClassSchema

    // What follows from it (prepare).
    Elaboration elaboration;
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
    std::vector<double> logits;  // [logit]
    std::vector<ClassFormula> formulas;
    std::vector<Model::Part> parts;
    std::vector<Rule> rules;
};

// Elaborates and compiles the program of a model whose given part is complete.
void prepare(ModelData& model);

// The formulas that these logits of the model's network stand for, simplified; one for each class that has one.
std::vector<ClassFormula> formulas_of_logits(const ModelData& model, const std::vector<double>& logits,
                                             double temperature);

// The columns that the formulas use, each once.
std::vector<std::string> formula_columns(const ModelData& model);

// Columns of a table: for the network, and rounded for the formulas.
struct ModelInputs {
    std::vector<std::vector<float>> columns;  // [input of the network][row]
    std::size_t rows = 0;
};
ModelInputs network_inputs(const ModelData& model, const Table& table);
BitRows rounded(const std::vector<std::string>& names, const std::vector<std::vector<float>>& columns,
                std::size_t rows);
BitRows formula_inputs(const ModelData& model, const Table& table);

// Outputs of the network without noise: [output][row].
std::vector<std::vector<float>> network_outputs(const ModelData& model, const ModelInputs& inputs);

// Classes, by the network and by the formulas: [row]. For `paper` the formulas name the first class that holds, and
// classes.size() where none does.
std::vector<std::uint32_t> classes_by_network(const ModelData& model,
                                              const std::vector<std::vector<float>>& outputs);
std::vector<std::uint32_t> classes_by_formulas(const ModelData& model, const BitRows& rows);

// How predictions agree with labels on some rows. For `paper` the network predicts, for the others the formulas.
Report report_on(const ModelData& model, const std::vector<std::uint32_t>& labels,
                 const std::vector<std::uint32_t>& by_formulas, const std::vector<std::uint32_t>* by_network,
                 const RowList& rows);

// The clauses of the formulas, with their statistics on some rows.
std::vector<Rule> rules_on(const ModelData& model, const BitRows& columns,
                           const std::vector<std::uint32_t>& labels, const RowList& rows);

}  // namespace loh
