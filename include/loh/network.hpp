// Networks: a program with choices as a differentiable function that any optimiser can train, alone or on top of other layers.
//
//     #include <iostream>
//     #include <vector>
//
//     #include <loh/network.hpp>
//
//     int main() {
//         loh::Program program = loh::Program::parse("output alarm := [heat, smoke, true] & [drill, !drill, true]");
//         loh::Network network = loh::Network::compile(loh::elaborate(program));  // inputs: heat, smoke, drill
//         std::vector<float> x = {0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1};
//         std::vector<float> fire = {0, 0, 1, 0, 0, 0, 1, 0};
//         std::vector<float> y(8), dy(8), gradient(network.logit_count());
//
//         std::vector<double> logits = network.initial_logits(1, 0.5);
//         std::vector<float> factors = network.step_factors();
//         loh::Network::Workspace workspace(network);
//         for (std::uint32_t step = 0; step < 200; ++step) {
//             loh::Network::Pass pass{.temperature = 1, .noise = loh::Network::Noise{.seed = 1, .step = step}};
//             network.forward(loh::row_major(x, 8, 3), logits, pass, workspace, loh::row_major(y, 8, 1));
//             for (std::size_t row = 0; row < 8; ++row) {
//                 float error = y[row] - fire[row];
//                 dy[row] = (error > 0 ? 5.0F : 1.0F) * error;
//             }
//             network.backward(loh::row_major(dy, 8, 1), workspace, {}, gradient);
//             for (std::size_t i = 0; i < logits.size(); ++i) logits[i] -= 0.1 * factors[i] * gradient[i];
//         }
//         std::cout << network.hypothesis(logits, loh::Simplify::yes)[0].formula << '\n';  // smoke & !drill
//     }
//
// What a network computes. The inputs of a row are truth values in [0, 1], and so are its outputs. Each choice has one weight
// for each alternative and becomes a disjunction of `w_i & f_i` or a conjunction of `!w_i | f_i` (its mode, see choices()). The
// semantics defines `and` and `or` (loh/semantics.hpp). Under Gödel semantics and without noise, the rounded outputs equal the
// formulas of hypothesis() on the rounded inputs, at any moment of training; exactly one half is rounded to false.
//
// Weights from logits, in three steps, for the logits z_1, ..., z_n of one choice:
//
//     noise   z'_i  = z_i + scale * g_i         g_i ~ Gumbel(0, 1), a function of seed, step and place; optional
//     shift   z''_i = z'_i - m                  m: the mean of the two largest z'
//     squash  w_i   = 1 / (1 + exp(-z''_i / T))
//
// Exactly one z'' is positive, so exactly one weight exceeds one half: that alternative is chosen. Ties: of two equal values,
// the first counts as larger. A weight that would round to one half becomes the next float on its side of one half. The
// arithmetic is in float, so logits of one choice that differ by less than one part in 10^6 may tie.
//
// Gradients. Under Gödel semantics each row sends its gradient down one path: a minimum or maximum passes it to the first
// operand, in program order, that equals the result. Under Łukasiewicz semantics a clipped result passes no gradient. The
// derivative of the shift is that of the two largest logits; the noise is a constant.
//
// Logits are one array, [logit], in the order of choices(). Each choice has a range of it:
//
//     one alternative      no logit
//     two alternatives     one logit, the difference d = z_1 - z_2: the first is chosen if d >= 0. Its noise is logistic, like
//                          the difference of two Gumbel variables
//     n > 2 alternatives   n logits, in program order
//
// One logit for two alternatives: dL/dd equals dL/dz_1 of the form with two logits, and -dL/dz_2. There an optimiser would move
// z_1 by s and z_2 by -s, that is, d by 2s. So the step of such a logit must be doubled, for Adam and for gradient descent:
// step_factors() is 2 for these logits. Doubling the gradient instead has no effect with Adam, which divides by its size.
//
// Choices are in the order in which the compiled program computes them (printed by compiled_listing() in loh/compile.hpp): a
// choice after those inside its alternatives. The choices of one neuron, a conjunction or disjunction of choices, are
// consecutive and in program order. The order is a function of the program alone. Choices without logits come last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "loh/formula.hpp"
#include "loh/matrix.hpp"
#include "loh/program.hpp"
#include "loh/semantics.hpp"

namespace loh {

struct NetworkData;   // the compiled program of a Network
class WorkspaceData;  // the memory of a Workspace

// A view of logits of the caller: doubles, which preserve small steps of an optimiser, or floats.
class Logits {
public:
    Logits(std::span<const double> values) : doubles_(values) {}
    Logits(std::span<const float> values) : floats_(values) {}
    Logits(const std::vector<double>& values) : doubles_(values) {}
    Logits(const std::vector<float>& values) : floats_(values) {}

    [[nodiscard]] std::size_t size() const { return doubles_.size() + floats_.size(); }
    [[nodiscard]] std::span<const double> doubles() const { return doubles_; }  // one of the two is empty
    [[nodiscard]] std::span<const float> floats() const { return floats_; }

private:
    std::span<const double> doubles_;
    std::span<const float> floats_;
};

enum class Simplify : std::uint8_t { no, yes };

// Immutable: any number of threads may use one network, each with its own workspace. Cheap to copy.
class Network {
public:
    // Throws Error (meaning) for an open hole, and Error (name) for a variable that is not in `inputs`. `inputs` names the
    // columns of the inputs, in order; it may have more columns than the program uses. Without it, the columns are the inputs
    // that the program declares with `input`, then all other variables and atoms, such as `age >= 40`, in the order of their
    // first use.
    static Network compile(const Elaboration& elaboration, Semantics semantics = Semantics::goedel,
                           const std::vector<std::string>& inputs = {});

    // The same for formulas that were built in C++: their choices have no place in a text.
    static Network compile(const std::vector<Output>& outputs, Semantics semantics = Semantics::goedel,
                           const std::vector<std::string>& inputs = {});

    [[nodiscard]] const std::vector<std::string>& inputs()
        const;  // [input column]: name, in the spelling of the language
    [[nodiscard]] const std::vector<std::string>& outputs()
        const;  // [output column]: name; empty for a bare formula
    [[nodiscard]] Semantics semantics() const;

    // --- Choices and their logits ---

    struct Choice {
        ChoiceMode mode;           // disjunctive or conjunctive, never by_context
        std::size_t alternatives;  // number of alternatives in the program
        std::size_t first_logit;   // its logits are [first_logit, first_logit + logits)
        std::size_t logits;        // 0, 1 or `alternatives`; 0 also if constants leave one alternative
    };
    [[nodiscard]] const std::vector<Choice>& choices() const;

    // The place of choices()[choice] in the text. Empty for a formula that was built in C++.
    [[nodiscard]] ChoiceOrigin origin(std::size_t choice) const;

    // Its alternatives as text; placeholders by their names. Each call creates the texts.
    [[nodiscard]] std::vector<std::string> alternatives(std::size_t choice) const;

    [[nodiscard]] std::size_t logit_count() const;
    [[nodiscard]] std::vector<float> step_factors()
        const;  // [logit]: 2 for the single logit of two alternatives, otherwise 1

    // Initial logits, a function of the seed: drawn from deviation x standard normal for each alternative; all zero for deviation
    // 0. Zero logits choose the first alternatives.
    [[nodiscard]] std::vector<double> initial_logits(std::uint64_t seed, double deviation) const;

    // --- Forward and backward passes ---

    struct Noise {
        std::uint64_t seed = 0;
        std::uint32_t step = 0;  // the same seed and step give the same noise
        double scale = 1;        // beta of Gumbel(0, beta)
    };

    // The gradients that backward() may be asked for. Fewer are faster: without gradients of the inputs, rows of 0 and 1 are
    // packed into bits, with the same results.
    enum class Gradients : std::uint8_t { none, logits, logits_and_inputs };

    struct Pass {
        double temperature = 1;  // in (0, 10^6]; values below 10^-12 are treated as 10^-12
        std::optional<Noise> noise = {};
        Gradients gradients = Gradients::logits_and_inputs;

        // Whether an input outside [0, 1], or NaN, is an Error that names it. Unchecked, such a value affects only the outputs
        // of its own row and the gradients of the logits.
        bool check_inputs = true;
    };

    // The state between a forward and a backward pass, with reusable memory. One call at a time.
    class Workspace;

    // inputs: [row][input], any number of rows, including 0. logits: [logit]. Sets outputs: [row][output].
    // Throws Error (usage) if a size does not fit, a logit is not finite or beyond 10^20, or a value is out of range. The
    // workspace is then reset, and outputs may have been written.
    void forward(ConstMatrix inputs, Logits logits, const Pass& pass, Workspace& workspace,
                 Matrix outputs) const;

    // The gradients of a loss at the last forward pass of the workspace. d_outputs, [row][output], is its gradient with respect
    // to the outputs. May be called several times. Sets d_logits: [logit], summed over the rows, and d_inputs: [row][input]; pass
    // an empty matrix {} for gradients that are not needed. Later changes of inputs and logits by the caller have no effect.
    // Buffers must not overlap.
    void backward(ConstMatrix d_outputs, Workspace& workspace, Matrix d_inputs,
                  std::span<float> d_logits) const;

    // --- Formulas ---

    // The current formulas, one for each output: choice-free, in a new graph. The temperature matters only for logits that
    // almost tie.
    [[nodiscard]] std::vector<Output> hypothesis(Logits logits, Simplify simplify = Simplify::no,
                                                 double temperature = 1) const;

    // The chosen alternative of each choice, from 0: [choice].
    [[nodiscard]] std::vector<std::uint32_t> selection(Logits logits, double temperature = 1) const;

    // The changes between two selections.
    struct Change {
        std::size_t choice;  // index in choices()
        std::uint32_t before;
        std::uint32_t after;
        std::string text;  // `rules.loh:2:10: a became !a`, or without a place `choice 3: a became !a`
    };
    [[nodiscard]] std::vector<Change> difference(Logits before, Logits after, double temperature = 1) const;
    [[nodiscard]] std::vector<Change> difference(const std::vector<std::uint32_t>& before,
                                                 const std::vector<std::uint32_t>& after) const;

    // For code that reads the compiled program.
    [[nodiscard]] const std::shared_ptr<const NetworkData>& data() const noexcept { return data_; }

private:
    explicit Network(std::shared_ptr<const NetworkData> data) : data_(std::move(data)) {}
    std::shared_ptr<const NetworkData> data_;
};

// Belongs to one network. Large batches are divided into blocks of rows, which the threads share; the results are the same
// bytes for any number of threads.
class Network::Workspace {
public:
    explicit Workspace(const Network& network, std::size_t threads = 1);  // 0: one for each core
    ~Workspace();
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;

private:
    friend class Network;
    std::unique_ptr<WorkspaceData> data_;
};

}  // namespace loh
