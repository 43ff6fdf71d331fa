// The loh side of bench/versus: a trainer behind a C interface, so that one Python process can run loh and PyTorch alternately.
// In addition to the timed steps there is a probe: one forward and backward pass with all inputs and outputs, which are compared
// before the timing.
#include <memory>
#include <string>

#include "base/random.hpp"
#include "layer_text.hpp"
#include "learn/gradient/trainer.hpp"
#include "loh/loh.hpp"
#include "network/compile.hpp"

using namespace loh;

namespace {

struct Versus {
    Elaboration elaboration;
    CompiledProgram program;
    Examples examples;
    std::vector<std::uint32_t> labels;  // [row]
    LearnOptions options;
    std::unique_ptr<Trainer> trainer;
};

}  // namespace

extern "C" {

struct VersusConfig {
    int inputs, hidden, classes, hidden_width, output_width, first_conjunctive, batch, rows;
    double learning_rate, noise, temperature;
};

// data: [row][input], 0 or 1; labels: [row].
Versus* versus_new(const VersusConfig* config, const unsigned char* data, const unsigned* labels) {
    auto versus = std::make_unique<Versus>();
    bool first = config->first_conjunctive != 0;
    auto size = [](int number) { return static_cast<std::size_t>(number); };
    std::string text =
        layer_text("h", size(config->hidden), "x", size(config->inputs), size(config->hidden_width), first) +
        "output " +
        layer_text("o", size(config->classes), "h", size(config->hidden), size(config->output_width), !first);
    versus->elaboration = elaborate(Program::parse(text));
    versus->program = trainable(compile(versus->elaboration.formulas()), Semantics::goedel);
    auto rows = static_cast<std::size_t>(config->rows);
    auto inputs = static_cast<std::size_t>(config->inputs);
    Examples& examples = versus->examples;
    examples.classes = static_cast<std::uint32_t>(config->classes);
    versus->labels.assign(labels, labels + rows);
    examples.labels = versus->labels;
    examples.inputs.columns.assign(inputs, std::vector<float>(rows));
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < inputs; ++i) examples.inputs.columns[i][row] = data[row * inputs + i];
    }
    pack(examples.inputs);
    LearnOptions& options = versus->options;
    options.batch = static_cast<std::size_t>(config->batch);
    options.learning_rate = config->learning_rate;
    options.noise = config->noise;
    options.temperature = config->temperature;
    versus->trainer =
        std::make_unique<Trainer>(versus->program, Head::paper, examples, Rows::all(rows), options, 1);
    return versus.release();
}

void versus_delete(Versus* versus) { delete versus; }

unsigned versus_logits(const Versus* versus) { return versus->program.logit_count; }

void versus_steps(Versus* versus, int steps) {
    for (int i = 0; i < steps; ++i) versus->trainer->step();
}

// One pass on the first `batch` rows with the current logits of the trainer, the noise of step 0 and no noise in the head.
// logits, noise, gradient: [logit]; outputs: [class][row]. Returns the loss.
double versus_probe(Versus* versus, double* logits, double* noise, float* outputs, double* gradient) {
    const CompiledProgram& program = versus->program;
    std::size_t rows = std::min(versus->options.batch, versus->examples.rows());
    std::copy(versus->trainer->logits().begin(), versus->trainer->logits().end(), logits);
    Random random(5, Stream::noise);
    for (const CompiledChoice& choice : program.choices) {
        for (std::uint32_t i = choice.first_logit; i < choice.first_logit + choice.logit_count(); ++i)
            noise[i] =
                versus->options.noise * (choice.arity == 2 ? random.logistic(0, i) : random.gumbel(0, i));
    }
    Weights weights(program);
    weights.compute({logits, program.logit_count}, versus->options.temperature,
                    Noise{random, 0, versus->options.noise});
    Batch batch(program, Semantics::goedel, rows);
    for (std::size_t i = 0; i < program.inputs.size(); ++i) {
        for (std::size_t r = 0; r < rows; ++r) batch.input(i)[r] = versus->examples.inputs.value(i, r);
    }
    batch.forward(weights.values());
    std::vector<float> ones(rows, 1);
    HeadLoss head(Head::paper, Loss::binary_cross_entropy, program.outputs.size());
    double loss = head.compute({{versus->labels.data(), rows},
                                ones,
                                1.0 / static_cast<double>(rows),
                                versus->options.temperature,
                                nullptr,
                                0},
                               batch, true);
    batch.backward();
    for (std::size_t o = 0; o < program.outputs.size(); ++o)
        std::copy(batch.output(o).begin(), batch.output(o).end(), outputs + o * rows);
    std::vector<float> by_logit(program.logit_count);
    weights.backward(batch.weight_gradient(), by_logit);
    std::copy(by_logit.begin(), by_logit.end(), gradient);
    return loss;
}

}  // extern "C"
