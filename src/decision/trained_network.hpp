// The network that a decision was learned with: the program, its logits and its outputs. It is kept as provenance: under Gödel
// semantics the formulas of the decision are equivalent. It is used for truth values, for fidelity and by the head `paper`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decision/column_meanings.hpp"
#include "lang/candidate_source.hpp"
#include "loh/learn_options.hpp"
#include "loh/program.hpp"
#include "network/compiled_program.hpp"

namespace loh {

struct TrainedNetwork {
    explicit TrainedNetwork(Program given) : program(std::move(given)) {}

    // Given.
    Program program;
    ElaborateOptions elaborate;  // limits and constants
    std::shared_ptr<StoredCandidates>
        candidates;  // candidates for the holes of the program; null if it has none
    Head head = Head::single;
    std::uint32_t classes = 2;
    Semantics semantics = Semantics::goedel;
    Votes votes = Votes::points;

    // Derived.
    Elaboration elaboration;
    Atoms atoms;               // atoms among the variables, without those that are names of columns
    CompiledProgram compiled;  // the formulas of the head, without layers

    // Learned.
    double temperature = 1;
    std::vector<double> logits;        // [logit]
    std::vector<std::int32_t> points;  // with the head `vote`: [output][class], then the base [class]

    // Sets atoms and compiled from the elaboration. Throws Error if its outputs do not fit head and classes.
    void prepare();
};

// The simplified formulas of the outputs, one for each class or, with the head `vote`, for each rule: [output].
std::vector<Formula> simple_outputs(const TrainedNetwork& network, const ColumnMeanings& meanings,
                                    std::span<const double> logits, double temperature);

std::vector<Formula> simple_outputs(const TrainedNetwork& network, const ColumnMeanings& meanings,
                                    std::span<const std::uint32_t> selection);

// The truth values of the variables on all rows. Throws Error if a column is missing, is the target, or has an invalid cell.
TruthRows truth_rows(const std::vector<std::string>& variables, const Atoms& atoms,
                     const ColumnMeanings& meanings, const ColumnSource& columns, const std::string& target);

// Whether all columns of these variables are available.
bool has_columns(const std::vector<std::string>& variables, const Atoms& atoms, const ColumnSource& columns);

// The outputs without noise: [output][row].
std::vector<std::vector<float>> network_outputs(const TrainedNetwork& network, const TruthRows& inputs,
                                                std::size_t rows);

// The class of each row by the network: [row].
std::vector<std::uint32_t> network_classes(const TrainedNetwork& network, const TruthRows& inputs,
                                           std::size_t rows);

}  // namespace loh
