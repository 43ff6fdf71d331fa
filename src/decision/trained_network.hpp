// The network that a decision was learned with: the program, its logits, and what they compute. Provenance: the formulas of a
// decision say the same under Gödel semantics. It is asked for truth values, for fidelity, and by the head `paper`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decision/column_meanings.hpp"
#include "lang/table_offer.hpp"
#include "loh/learn_options.hpp"
#include "loh/program.hpp"
#include "network/compiled_program.hpp"

namespace loh {

struct TrainedNetwork {
    explicit TrainedNetwork(Program given) : program(std::move(given)) {}

    // What was given.
    Program program;
    ElaborateOptions elaborate;        // limits and constants
    std::shared_ptr<KeptOffer> offer;  // what the table had for the program's holes; null when it has none
    Head head = Head::single;
    std::uint32_t classes = 2;
    Semantics semantics = Semantics::goedel;
    Votes votes = Votes::points;

    // What follows from it.
    Elaboration elaboration;
    Atoms atoms;               // among the variables; without those that are columns themselves
    CompiledProgram compiled;  // of the head's formulas, without layers

    // What was learned.
    double temperature = 1;
    std::vector<double> logits;        // [logit]
    std::vector<std::int32_t> points;  // with the head `vote`: [output][class], then the base [class]

    // Atoms and compiled, from the elaboration. Throws Error when its outputs do not fit head and classes.
    void prepare();
};

// Simplified formulas of the outputs that speak for a class, or with the head `vote` for themselves: [output].
std::vector<Formula> simple_outputs(const TrainedNetwork& network, const ColumnMeanings& meanings,
                                    std::span<const double> logits, double temperature);

std::vector<Formula> simple_outputs(const TrainedNetwork& network, const ColumnMeanings& meanings,
                                    std::span<const std::uint32_t> selection);

// The truth values of some variables on all rows. Throws Error when a column is missing, is the target, or has a cell without
// the meaning it should have.
TruthRows truth_rows(const std::vector<std::string>& variables, const Atoms& atoms,
                     const ColumnMeanings& meanings, const ColumnSource& columns, const std::string& target);

// Whether the columns have all that these variables need.
bool has_columns(const std::vector<std::string>& variables, const Atoms& atoms, const ColumnSource& columns);

// Outputs without noise: [output][row].
std::vector<std::vector<float>> network_outputs(const TrainedNetwork& network, const TruthRows& inputs,
                                                std::size_t rows);

// The class of each row by the network: [row].
std::vector<std::uint32_t> network_classes(const TrainedNetwork& network, const TruthRows& inputs,
                                           std::size_t rows);

}  // namespace loh
