#include "support/random_layers.hpp"

#include <vector>

#include "support/random.hpp"

namespace loh::testing {

namespace {

using Names = std::vector<std::string>;

std::string joined(const Names& parts, const std::string& separator) {
    std::string result;
    for (const std::string& part : parts) result += (result.empty() ? "" : separator) + part;
    return result;
}

// The gates of one neuron over `inputs`, as choices.
Names choices_of_neuron(Random& rng, int shape, const Names& inputs, bool conjunction) {
    std::string neutral = conjunction ? "true" : "false";
    Names result;
    switch (shape) {
        case 0:
            for (const std::string& x : inputs) result.push_back("[" + x + ", " + neutral + "]");
            break;
        case 1:
            for (const std::string& x : inputs) result.push_back("[" + x + ", !" + x + ", " + neutral + "]");
            break;
        case 2:
            for (int k = 0; k < 2; ++k) result.push_back("[" + joined(inputs, ", ") + "]");
            break;
        case 3:
            for (int k = 0; k < 3; ++k)
                result.push_back("[" + joined(inputs, ", ") + ", !" + joined(inputs, ", !") + "]");
            break;
        case 4:  // in another order, with the constant that leaves the bare weight
            for (const std::string& x : inputs)
                result.push_back("[" + neutral + ", !" + x + ", " + (conjunction ? "false" : "true") + ", " +
                                 x + "]");
            break;
        default:  // definite clauses: selections and one choice
            for (const std::string& x : inputs) result.push_back("[!" + x + ", " + neutral + "]");
            result.push_back("[" + joined(inputs, ", ") + "]");
    }
    if (result.size() == 1) result.push_back("[" + inputs[0] + ", " + neutral + "]");
    if (rng.below(8) == 0) result.push_back(inputs[0]);  // not gated, so not a neuron
    return result;
}

}  // namespace

std::string random_layered_program(std::uint64_t seed) {
    Random rng(seed);
    Names inputs;
    for (std::size_t i = 0; i < 1 + rng.below(5); ++i) inputs.push_back("x" + std::to_string(i));
    Names all = inputs;
    std::string program;
    bool conjunction = rng.below(2) == 0;
    std::size_t layers = 1 + rng.below(3);
    for (std::size_t layer = 0; layer < layers; ++layer, conjunction = !conjunction) {
        int shape = static_cast<int>(rng.below(6));
        Names outputs;
        for (std::size_t j = 0; j < 1 + rng.below(5); ++j) {
            outputs.push_back("h" + std::to_string(layer) + "_" + std::to_string(j));
            program +=
                outputs.back() + " := " +
                joined(choices_of_neuron(rng, shape, inputs, conjunction), conjunction ? " & " : " | ") +
                "\n";
        }
        all.insert(all.end(), outputs.begin(), outputs.end());
        inputs = outputs;
    }
    // Outputs that use layers directly, negated, and together with inputs of the layers.
    program += "output first := " + joined(inputs, " | ") + "\n";
    Names mixed;
    for (const std::string& name : all) {
        if (rng.below(3) == 0) mixed.push_back((rng.below(2) == 0 ? "!" : "") + name);
    }
    mixed.push_back("[" + all.front() + ", !" + all.back() + "]");
    program += "output second := " + joined(mixed, rng.below(2) == 0 ? " & " : " | ") + "\n";
    return program;
}

}  // namespace loh::testing
