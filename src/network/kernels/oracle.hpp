// The scalar oracle: a compiled program on one row, in double precision, written to be obviously right. Every fast kernel is
// tested against it.
//
// Gradient conventions. Gödel: a minimum or maximum passes its gradient to one operand, the first in program order among
// equals. Łukasiewicz: if the result is clipped to 0 or 1, or just reaches it, no operand gets a gradient.
#pragma once

#include <span>
#include <vector>

#include "network/compiled_program.hpp"
#include "network/kernels/semantics.hpp"

namespace loh {

struct OracleGradient {
    std::vector<double> weights;  // [weight]
    std::vector<double> inputs;   // [input]
};

class Oracle {
public:
    // The program must not have layers.
    Oracle(const CompiledProgram& program, Semantics semantics) : program_(program), semantics_(semantics) {}

    // weights: [weight], inputs: [input]; the result: [output].
    std::vector<double> forward(std::span<const double> weights, std::span<const double> inputs);

    // The gradient of sum_o output_gradient[o] * output[o] at the last forward point.
    OracleGradient backward(std::span<const double> output_gradient);

private:
    std::vector<double> term_values(const Instruction& instruction, bool conjunctive) const;
    void backward_instruction(const Instruction& instruction, double gradient);
    void backward_choice(const Instruction& instruction, double gradient);

    const CompiledProgram& program_;
    Semantics semantics_;
    std::vector<double> weights_;
    std::vector<double> slots_;           // [slot], of the last forward
    std::vector<double> slot_gradients_;  // [slot]
    OracleGradient gradient_;
};

}  // namespace loh
