// The program that bench/instructions measures: each kernel runs once to warm up, and then `calls` times inside loh_measured(),
// where valgrind counts. It prints one line for each kernel, in the order of the measurements:
//
//     name,calls,elements of a call,what an element is
//
// The first line is the compiler, on which the counts depend.
#include <cstddef>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "decision/bit_rows.hpp"
#include "learn/gradient/trainer.hpp"
#include "network/extract.hpp"
#include "network/initial_logits.hpp"
#include "workloads.hpp"

// The name is an argument of valgrind.
extern "C" __attribute__((noinline)) void loh_measured(const std::function<void()>& work, std::size_t calls) {
    for (std::size_t call = 0; call < calls; ++call) work();
}

namespace loh::bench {
namespace {

struct Measured {
    std::string name;
    std::size_t calls;
    std::size_t elements;
    const char* element;
};

void measure(const Measured& measured, const std::function<void()>& work) {
    work();
    loh_measured(work, measured.calls);
    std::printf("%s,%zu,%zu,%s\n", measured.name.c_str(), measured.calls, measured.elements,
                measured.element);
    std::fflush(stdout);
}

// --- Training steps ---

struct Training {
    CompiledProgram program;
    Examples examples;
    LearnOptions options;
    std::optional<Trainer> trainer;

    Training(const CompiledProgram& compiled, Head head, std::uint32_t classes)
        : program(trainable(compiled, Semantics::goedel)),
          examples(one_hot_rows(4 * kBatch, program.inputs.size(), classes)) {
        options.batch = kBatch;
        trainer.emplace(program, head, examples, Rows::all(examples.rows()), options, 1);
    }
};

Elaboration elaborated(const NetworkSize& network) {
    return elaborate(Program::parse(layers(network.inputs, network.hidden, network.outputs, false)));
}

// Four steps are an epoch.
void measure_steps() {
    for (const NetworkSize& network : kNetworks) {
        Training training(compile(elaborated(network).formulas()), Head::paper,
                          static_cast<std::uint32_t>(network.outputs));
        measure({std::string("step ") + network.name, 4, kBatch, "row"}, [&] { training.trainer->step(); });
    }
    Training generic(generic_program(10'000), Head::single, 2);
    measure({"step generic", 4, generic.program.instructions.size() * kBatch, "node x row"},
            [&] { generic.trainer->step(); });
}

// --- Layers ---

// The first layer with few gradients, the second with all.
void measure_layers() {
    for (const NetworkSize& network : kNetworks) {
        LayerData first(network.inputs, network.hidden, 0.05);
        LayerData second(network.hidden, network.outputs);
        auto one = [&](const char* kernel, const LayerData& layer, const std::function<void()>& work) {
            std::size_t elements = layer.shape.neurons * layer.shape.terms * layer.shape.rows;
            measure({std::string(kernel) + " " + network.name, 1, elements, "neuron x term x row"}, work);
        };
        one("dense_forward", first, [&] { first.dense_forward(); });
        one("dense_forward recording", first, [&] { first.dense_forward_recording(); });
        one("dense_backward", first, [&] { first.dense_backward(); });
        one("dense_forward recording second", second, [&] { second.dense_forward_recording(); });
        one("dense_backward second", second, [&] { second.dense_backward(); });
        one("binary_forward", first, [&] { first.binary_forward(); });
        one("binary_backward", first, [&] { first.binary_backward(); });
    }
}

// --- Votes ---

void measure_votes() {
    VoteData votes(256, 26);
    measure({"votes forward", 1, votes.elements(), "rule x class x row"}, [&] { votes.forward(); });
    measure({"votes backward", 1, votes.elements(), "rule x class x row"}, [&] { votes.backward(); });
}

// --- Logits ---

// All choices of one program: with two alternatives, or with as many as there are inputs.
void measure_logits(const char* name, const std::string& text) {
    CompiledProgram program = compile(elaborate(Program::parse(text)).formulas());
    std::vector<double> logits = initial_logits(program, 1, 0.5);
    std::vector<float> weight_gradient(program.weight_count, 0.01F);
    std::vector<float> logit_gradient(logits.size(), 0);
    Weights weights(program);
    Adam adam(0.01, std::vector<float>(logits.size(), 1));
    Noise noise{Random(1, Stream::noise), 0, 1};
    auto one = [&](const char* kernel, const std::function<void()>& work) {
        measure({std::string(kernel) + " " + name, 1, logits.size(), "logit"}, work);
    };
    one("weights", [&] { weights.compute(logits, 1, std::nullopt); });
    one("weights with noise", [&] { weights.compute(logits, 1, noise); });
    one("weights backward", [&] { weights.backward(weight_gradient, logit_gradient); });
    one("adam", [&] { adam.step(logit_gradient, logits); });
}

// --- Rules ---

void measure_rules() {
    const NetworkSize& network = kNetworks[0];
    Elaboration elaboration = elaborated(network);
    Training training(compile(elaboration.formulas()), Head::paper,
                      static_cast<std::uint32_t>(network.outputs));
    std::vector<Formula> rules =
        extract(elaboration.formulas(), training.program, training.trainer->selection());
    BitRows rows;
    rows.rows = 16 * kBatch;
    Examples examples = one_hot_rows(rows.rows, network.inputs, 2);
    for (std::size_t i = 0; i < network.inputs; ++i) {
        Bits& column = rows.columns[training.program.inputs[i]];
        column.resize(bit_words(rows.rows));
        for (std::size_t row = 0; row < rows.rows; ++row) {
            if (examples.inputs.value(i, row) != 0) set_bit(column, row);
        }
    }
    measure({"rules adult", 1, rows.rows, "row"}, [&] { evaluate_rows(rules, rows); });
}

}  // namespace
}  // namespace loh::bench

int main() {
#if defined(__clang__)
    std::printf("compiler,%s\n", __VERSION__);
#else
    std::printf("compiler,g++ %s\n", __VERSION__);
#endif
    loh::bench::measure_steps();
    loh::bench::measure_layers();
    loh::bench::measure_votes();
    loh::bench::measure_logits("of two", loh::bench::layers(79, 192, 2, false));
    loh::bench::measure_logits("of many",
                               "h[j in 1..32] := and(k in 1..3: [i in 1..64: x[i]]); or(j in 1..32: h[j])");
    loh::bench::measure_rules();
}
