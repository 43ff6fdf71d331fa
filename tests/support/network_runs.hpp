// One forward and backward pass of a network on new buffers, through the public header.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "loh/loh.hpp"

namespace loh::testing {

inline Network network_of(std::string_view text, Semantics semantics = Semantics::goedel) {
    return Network::compile(elaborate(Program::parse(text, "test.loh")), semantics);
}

// Random numbers in (0, 1), a function of the seed.
class TestNumbers {
public:
    explicit TestNumbers(std::uint64_t seed) : engine_(seed) {}
    float uniform() { return static_cast<float>(static_cast<double>(engine_() >> 11U) * 0x1p-53); }
    std::vector<float> uniform(std::size_t count) { return made<float>(count, 0, 1); }
    std::vector<float> zeros_and_ones(std::size_t count) {
        std::vector<float> result = uniform(count);
        for (float& value : result) value = value < 0.4F ? 1.0F : 0.0F;
        return result;
    }
    std::vector<float> signed_numbers(std::size_t count) { return made<float>(count, -1, 2); }
    std::vector<double> logits(std::size_t count) { return made<double>(count, -3, 6); }

private:
    template <class Value>
    std::vector<Value> made(std::size_t count, double low, double width) {
        std::vector<Value> result(count);
        for (Value& value : result) value = static_cast<Value>(low + width * double{uniform()});
        return result;
    }
    std::mt19937_64 engine_;
};

// The input of a pass, row-major.
struct PassInputs {
    std::size_t rows = 0;
    std::vector<float> inputs;     // [row][input]
    std::vector<float> d_outputs;  // [row][output]
    std::vector<double> logits;
};

inline PassInputs random_pass(const Network& network, std::size_t rows, std::uint64_t seed,
                              bool binary = false) {
    TestNumbers numbers(seed);
    std::size_t values = rows * network.inputs().size();
    return {rows, binary ? numbers.zeros_and_ones(values) : numbers.uniform(values),
            numbers.signed_numbers(rows * network.outputs().size()), numbers.logits(network.logit_count())};
}

// The output of a pass, row-major. Compared byte by byte.
struct PassOutputs {
    std::vector<float> outputs;   // [row][output]
    std::vector<float> d_inputs;  // [row][input]; empty if not requested
    std::vector<float> d_logits;  // [logit]
    friend bool operator==(const PassOutputs&, const PassOutputs&) = default;
};

inline PassOutputs run_pass(const Network& network, const PassInputs& given, const Network::Pass& pass,
                            Network::Workspace& workspace) {
    bool by_inputs = pass.gradients == Network::Gradients::logits_and_inputs;
    std::size_t columns = network.inputs().size();
    PassOutputs result;
    result.outputs.assign(given.d_outputs.size(), 7);
    result.d_inputs.assign(by_inputs ? given.inputs.size() : 0, 7);
    result.d_logits.assign(given.logits.size(), 7);
    network.forward(row_major(given.inputs, given.rows, columns), given.logits, pass, workspace,
                    row_major(result.outputs, given.rows, network.outputs().size()));
    Matrix d_inputs;
    if (by_inputs) d_inputs = row_major(result.d_inputs, given.rows, columns);
    network.backward(row_major(given.d_outputs, given.rows, network.outputs().size()), workspace, d_inputs,
                     result.d_logits);
    return result;
}

inline PassOutputs run_pass(const Network& network, const PassInputs& given, const Network::Pass& pass = {}) {
    Network::Workspace workspace(network);
    return run_pass(network, given, pass, workspace);
}

}  // namespace loh::testing
