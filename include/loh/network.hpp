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
// for each alternative, and becomes a disjunction of `w_i & f_i` or a conjunction of `!w_i | f_i` (choices(), its mode). The
// semantics says what `and` and `or` do (loh/semantics.hpp). Under Gödel semantics and without noise, rounding the outputs gives
// what the formulas of hypothesis() say about the rounded inputs, at any moment of training; exactly one half counts as false.
//
// Weights from logits, in three steps, for the logits z_1, ..., z_n of one choice:
//
//     noise   z'_i  = z_i + scale * g_i         g_i ~ Gumbel(0, 1), a function of seed, step and place; none without noise
//     shift   z''_i = z'_i - m                  m: the mean of the two largest z'
//     squash  w_i   = 1 / (1 + exp(-z''_i / T))
//
// Exactly one z'' is positive, so exactly one weight exceeds one half: that alternative is chosen. Ties: where two values are
// equally large, the first counts as larger. A weight that would round to one half is moved to the next float on its side of
// it. The arithmetic is in float, so logits of one choice that differ by less than one part in 10^6 may tie.
//
// Gradients. Under Gödel semantics each row sends its gradient down one path: a minimum or maximum passes it to the first
// operand, as written, that equals the result. Under Łukasiewicz semantics nothing passes through a clipped result. The
// derivative of the shift is that of the two largest logits; the noise is a constant.
//
// Logits are one array, [logit], in the order of choices(), of which each has a range:
//
//     one alternative      no logit: there is nothing to choose
//     two alternatives     one logit, the difference d = z_1 - z_2: the first is chosen where d >= 0. Its noise is logistic, as
//                          the difference of two Gumbel variables is
//     n > 2 alternatives   n logits, as written
//
// The one-number convention for two alternatives: dL/dd equals dL/dz_1 of the form with two numbers, and -dL/dz_2. There an
// optimiser would move z_1 by s and z_2 by -s, that is, d by 2s. So what an optimiser does to a logit, it does twice as far to
// such a number: double the step of Adam, or of gradient descent, wherever step_factors() has a 2. Adam must not see doubled
// gradients instead: it divides by their size.
//
// Choices come in the order in which the compiled program computes them (loh/compile.hpp prints it): a choice after those
// inside its alternatives, and the choices of one conjunction or disjunction together, as written. The order is a function of
// the program alone. Choices without logits come last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "loh/formula.hpp"
#include "loh/matrix.hpp"
#include "loh/program.hpp"
#include "loh/semantics.hpp"

namespace loh {

struct NetworkData;   // the compiled program behind a Network
class WorkspaceData;  // the memory behind a Workspace

// A view of logits that the caller owns: doubles, which keep small steps of an optimiser, or floats.
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

// Immutable: any number of threads may use one network, each with a workspace of its own. Cheap to copy.
class Network {
public:
    // Throws Error: kind `meaning` for a hole that no table has filled; kind `name` for a variable that is not among `inputs`.
    // `inputs` names the columns of the inputs, in order; more than the program uses are allowed. Without it, the columns are
    // the truth values that the program declares with `input`, and after them, or without such a statement, its variables and
    // its atoms, such as `age >= 40`, in the order of their first use.
    static Network compile(const Elaboration& elaboration, Semantics semantics = Semantics::goedel,
                           const std::vector<std::string>& inputs = {});

    // The same for formulas that were built in C++: their choices have no place in a text.
    static Network compile(const std::vector<Output>& outputs, Semantics semantics = Semantics::goedel,
                           const std::vector<std::string>& inputs = {});

    [[nodiscard]] const std::vector<std::string>& inputs()
        const;  // [input column]: name, as the language spells it
    [[nodiscard]] const std::vector<std::string>& outputs()
        const;  // [output column]: name; empty for a bare formula
    [[nodiscard]] Semantics semantics() const;

    // ---- choices and their logits

    struct Choice {
        ChoiceMode mode;           // disjunctive or conjunctive, never by_context
        std::size_t alternatives;  // as written
        std::size_t first_logit;   // its logits are [first_logit, first_logit + logits)
        std::size_t logits;        // 0, 1 or `alternatives`; 0 also where constants leave nothing to choose
    };
    [[nodiscard]] const std::vector<Choice>& choices() const;

    // Where choices()[choice] was written. Empty for a formula that was built in C++.
    [[nodiscard]] ChoiceOrigin origin(std::size_t choice) const;

    // Its alternatives as text; those that are placeholders by their names. Made anew by every call.
    [[nodiscard]] std::vector<std::string> alternatives(std::size_t choice) const;

    [[nodiscard]] std::size_t logit_count() const;
    [[nodiscard]] std::vector<float> step_factors()
        const;  // [logit]: 2 for the one number of two alternatives, else 1

    // Logits to begin with, a function of the seed: those of an alternative are drawn from deviation x standard normal, all zero
    // for deviation 0. Zero logits choose the first alternatives.
    [[nodiscard]] std::vector<double> initial_logits(std::uint64_t seed, double deviation) const;

    // ---- forward and backward

    struct Noise {
        std::uint64_t seed = 0;
        std::uint32_t step = 0;  // the same seed and step give the same noise
        double scale = 1;        // beta of Gumbel(0, beta)
    };

    // What backward() will be asked for. Less is faster: without gradients by the inputs, rows of 0 and 1 are packed into bits,
    // to the same results.
    enum class Gradients : std::uint8_t { none, logits, logits_and_inputs };

    struct Pass {
        double temperature = 1;  // in (0, 10^6]; below 10^-12 it counts as that
        std::optional<Noise> noise = {};
        Gradients gradients = Gradients::logits_and_inputs;

        // Whether an input outside [0, 1], or NaN, is an Error that names it. Unchecked, such a value spoils the outputs of its
        // own row and the gradients by the logits, and nothing else.
        bool check_inputs = true;
    };

    // What lies between a forward and a backward pass, and memory that is used again by the next. One call at a time.
    class Workspace;

    // inputs: [row][input], any number of rows, also none. logits: [logit]. Sets outputs: [row][output].
    // Throws Error (usage) where a size does not fit, a logit is not finite or beyond 10^20, or a value is out of its range;
    // then the workspace is as if newly made, and outputs may have been written.
    void forward(ConstMatrix inputs, Logits logits, const Pass& pass, Workspace& workspace,
                 Matrix outputs) const;

    // The gradients of a loss whose gradient by the outputs is d_outputs, [row][output], at the last forward pass of the
    // workspace; may be called again. Sets d_logits: [logit], summed over the rows, and d_inputs: [row][input]; an empty matrix
    // {} where they are not wanted. What the caller did to inputs and logits since the forward pass has no effect. No buffer may
    // overlap another.
    void backward(ConstMatrix d_outputs, Workspace& workspace, Matrix d_inputs,
                  std::span<float> d_logits) const;

    // ---- the formulas of this moment

    // The formulas that the logits stand for, one for each output: choice-free, in a graph of their own. The temperature counts
    // only for logits that almost tie.
    [[nodiscard]] std::vector<Output> hypothesis(Logits logits, Simplify simplify = Simplify::no,
                                                 double temperature = 1) const;

    // The alternative that each choice takes, from 0: [choice].
    [[nodiscard]] std::vector<std::uint32_t> selection(Logits logits, double temperature = 1) const;

    // What has changed between two moments.
    struct Change {
        std::size_t choice;  // in choices()
        std::uint32_t before;
        std::uint32_t after;
        std::string text;  // `rules.loh:2:10: a became !a`, or without a place `choice 3: a became !a`
    };
    [[nodiscard]] std::vector<Change> difference(Logits before, Logits after, double temperature = 1) const;
    [[nodiscard]] std::vector<Change> difference(const std::vector<std::uint32_t>& before,
                                                 const std::vector<std::uint32_t>& after) const;

    // For code that reads the compiled program itself.
    [[nodiscard]] const std::shared_ptr<const NetworkData>& data() const noexcept { return data_; }

private:
    explicit Network(std::shared_ptr<const NetworkData> data) : data_(std::move(data)) {}
    std::shared_ptr<const NetworkData> data_;
};

// Belongs to one network. Large batches are cut into blocks of rows, which the threads share; the results are the same bytes
// for any number of threads.
class Network::Workspace {
public:
    explicit Workspace(const Network& network, std::size_t threads = 1);  // 0: one for each processor
    ~Workspace();
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;

private:
    friend class Network;
    std::unique_ptr<WorkspaceData> data_;
};

}  // namespace loh
