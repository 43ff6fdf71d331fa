#include "loh/compile.hpp"
#include "network/compile.hpp"
#include "network/layers.hpp"

namespace loh {

std::string compiled_listing(const Elaboration& elaboration) {
    CompiledProgram program = recognise_layers(compile(elaboration.formulas()));
    std::vector<std::string> names;
    for (const Output& output : elaboration.outputs) names.push_back(output.name);
    std::string head = "# " + std::to_string(program.inputs.size()) + " inputs, " +
                       std::to_string(program.choices.size()) + " choices, " +
                       std::to_string(program.weight_count) + " weights from " +
                       std::to_string(program.logit_count) + " logits\n";
    return head + to_string(program, names, [&](std::size_t choice) {
               return elaboration.origin(program.choices[choice].id).to_string();
           });
}

}  // namespace loh
