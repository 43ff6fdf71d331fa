// The data of a Network: the formulas, the compiled program, and the caller's column of each input.
//
// The formulas are a copy in a separate graph, because several threads cannot read a graph to which others may add nodes.
// This graph never changes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "loh/network.hpp"
#include "network/compiled_program.hpp"

namespace loh {

struct NetworkData {
    std::vector<Formula> formulas;  // [output], in the copied graph
    std::vector<std::string> output_names;
    std::vector<std::string> input_names;      // [column]
    std::vector<std::uint32_t> input_columns;  // [input of the program]: its column
    Semantics semantics = Semantics::goedel;
    CompiledProgram program;  // with layers if the semantics allows them

    // The choices of the public interface: those of the program, in its order, then the others.
    std::vector<Network::Choice> choices;
    std::vector<NodeId> choice_nodes;                    // [choice]: node in the copied graph
    std::vector<ChoiceId> written_ids;                   // [choice]: id in the original graph
    std::shared_ptr<const ElaborationData> elaboration;  // null for formulas that were built in C++
};

// The chosen alternatives: [choice of the program].
std::vector<std::uint32_t> program_selection(const NetworkData& data, Logits logits, double temperature);

// Throws Error (usage) for logits and temperatures that forward() does not accept.
void check_logits(const NetworkData& data, Logits logits, double temperature);

}  // namespace loh
