// What is behind a Network: the formulas, the compiled program, and which column of the caller's each of its inputs is.
//
// The formulas are a copy in a graph of their own. A graph that others may add to cannot be read by several threads; this one
// never changes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "loh/network.hpp"
#include "network/compiled_program.hpp"

namespace loh {

struct NetworkData {
    std::vector<Formula> formulas;  // [output], of the copied graph
    std::vector<std::string> output_names;
    std::vector<std::string> input_names;       // [column]
    std::vector<std::uint32_t> input_columns;   // [input of the program]: its column
    std::vector<std::uint32_t> unused_columns;  // those that the program does not read
    Semantics semantics = Semantics::goedel;
    CompiledProgram program;  // with layers, where the semantics allows them

    // Choices as the caller sees them: those of the program, in its order, then the others.
    std::vector<Network::Choice> choices;
    std::vector<NodeId> choice_nodes;                    // [choice]: in the copied graph
    std::vector<ChoiceId> written_ids;                   // [choice]: in the graph that was copied
    std::shared_ptr<const ElaborationData> elaboration;  // null for formulas that were built in C++
};

// Every alternative that is chosen: [choice of the program].
std::vector<std::uint32_t> program_selection(const NetworkData& data, Logits logits, double temperature);

// Throws Error (usage) for logits and temperatures that forward() refuses.
void check_logits(const NetworkData& data, Logits logits, double temperature);

}  // namespace loh
