// A formula with choices on top of a perceptron, trained end to end.
//
// Three machines have two sensors each. A machine is on if its readings are outside a circle. This is not in the data: the labels
// only tell whether there was an alarm, and a part of the rule for it is known. The perceptron learns to recognise `on[i]` in
// the readings of machine i, with the same parameters for all three, while the formula learns the rule. Apart from
// loh/network.hpp, everything is implemented here: layers, loss and optimiser.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <loh/network.hpp>

namespace {

constexpr std::size_t kMachines = 3;
constexpr std::size_t kBatch = 64;
constexpr const char* kProgram =
    "input on[1..3]\n"
    "output alarm := [on[1], on[2], on[3], true] & [on[2], !on[2], true] | [on[1], on[2], on[3], false]";

// --- Data ---

struct Data {
    std::vector<float> readings;  // [row][machine][2]
    std::vector<bool> on;         // [row][machine]: not used in training
    std::vector<bool> alarm;      // [row]
    [[nodiscard]] std::size_t rows() const { return alarm.size(); }
};

// The true rule: on[1] & !on[2] | on[3].
Data draw(std::size_t rows, std::mt19937& random) {
    auto uniform = [&] { return static_cast<float>(random()) * 0x1p-32F; };
    Data data;
    for (std::size_t row = 0; row < rows; ++row) {
        bool on[kMachines];
        for (bool& machine : on) {
            machine = uniform() < 0.4F;
            float angle = 6.2831853F * uniform();
            float radius = (machine ? 2.0F : 0.7F) + 0.8F * (uniform() + uniform() - 1);
            data.readings.push_back(radius * std::cos(angle));
            data.readings.push_back(radius * std::sin(angle));
            data.on.push_back(machine);
        }
        data.alarm.push_back((on[0] && !on[1]) || on[2]);
    }
    return data;
}

// --- Adam for any parameters ---

class Adam {
public:
    Adam(std::size_t parameters, double rate) : rate_(rate), mean_(parameters), square_(parameters) {}

    // factors: of the steps; all 1 if empty.
    template <class Parameters>
    void step(Parameters& parameters, const std::vector<float>& gradient,
              const std::vector<float>& factors = {}) {
        ++steps_;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            double g = gradient[i];
            mean_[i] += 0.1 * (g - mean_[i]);
            square_[i] += 0.001 * (g * g - square_[i]);
            double mean = mean_[i] / (1 - std::pow(0.9, steps_));
            double square = square_[i] / (1 - std::pow(0.999, steps_));
            double moved = rate_ * mean / (std::sqrt(square) + 1e-8) * (factors.empty() ? 1.0 : factors[i]);
            parameters[i] -= static_cast<typename Parameters::value_type>(moved);
        }
    }

private:
    double rate_;
    int steps_ = 0;
    std::vector<double> mean_, square_;
};

// --- The perceptron: two readings, hidden units, one truth value ---

class Perceptron {
public:
    explicit Perceptron(std::mt19937& random) : parameters_(4 * kHidden + 1), gradient_(4 * kHidden + 1) {
        for (float& p : parameters_) p = static_cast<float>(random()) * 0x1p-31F - 1;
    }

    // readings: [case][2]. Returns the truth values: [case].
    std::vector<float> forward(const float* readings, std::size_t cases) {
        readings_.assign(readings, readings + 2 * cases);
        hidden_.resize(cases * kHidden);
        std::vector<float> result(cases);
        for (std::size_t c = 0; c < cases; ++c) {
            float sum = parameters_[4 * kHidden];
            for (std::size_t h = 0; h < kHidden; ++h) {
                const float* own = &parameters_[4 * h];  // two weights, a bias, and the weight of the unit
                float unit = std::tanh(own[0] * readings[2 * c] + own[1] * readings[2 * c + 1] + own[2]);
                hidden_[c * kHidden + h] = unit;
                sum += own[3] * unit;
            }
            result[c] = 1 / (1 + std::exp(-sum));
        }
        outputs_ = result;
        return result;
    }

    // gradient: [case], with respect to the result of forward.
    void step(const std::vector<float>& gradient) {
        std::fill(gradient_.begin(), gradient_.end(), 0.0F);
        for (std::size_t c = 0; c < gradient.size(); ++c) {
            float by_sum = gradient[c] * outputs_[c] * (1 - outputs_[c]);
            gradient_[4 * kHidden] += by_sum;
            for (std::size_t h = 0; h < kHidden; ++h) {
                float unit = hidden_[c * kHidden + h];
                float by_unit = by_sum * parameters_[4 * h + 3] * (1 - unit * unit);
                gradient_[4 * h] += by_unit * readings_[2 * c];
                gradient_[4 * h + 1] += by_unit * readings_[2 * c + 1];
                gradient_[4 * h + 2] += by_unit;
                gradient_[4 * h + 3] += by_sum * unit;
            }
        }
        adam_.step(parameters_, gradient_);
    }

private:
    static constexpr std::size_t kHidden = 8;
    std::vector<float> parameters_, gradient_;        // [hidden][4], and a bias
    std::vector<float> readings_, hidden_, outputs_;  // of the last forward pass: [case][...]
    Adam adam_{4 * kHidden + 1, 0.02};
};

// --- Training ---

// Binary cross-entropy of one truth value, and its derivative.
struct Loss {
    double value;
    float slope;
};
Loss loss_of(float truth, bool label) {
    double right = std::max(1e-6, double{label ? truth : 1 - truth});
    return {-std::log(right), static_cast<float>((label ? -1 : 1) / right)};
}

struct Accuracy {
    double alarms;
    double machines;
};
Accuracy measure(const loh::Network& network, const std::vector<double>& logits, Perceptron& perceptron,
                 const Data& data) {
    std::vector<float> on = perceptron.forward(data.readings.data(), kMachines * data.rows());
    std::vector<float> alarm(data.rows());
    loh::Network::Workspace workspace(network);
    network.forward(loh::row_major(on, data.rows(), kMachines), logits, {}, workspace,
                    loh::row_major(alarm, data.rows(), 1));
    double alarms = 0;
    double machines = 0;
    for (std::size_t i = 0; i < alarm.size(); ++i) alarms += (alarm[i] > 0.5F) == data.alarm[i] ? 1 : 0;
    for (std::size_t i = 0; i < on.size(); ++i) machines += (on[i] > 0.5F) == data.on[i] ? 1 : 0;
    return {alarms / static_cast<double>(alarm.size()), machines / static_cast<double>(on.size())};
}

}  // namespace

int main() {
    std::mt19937 random(1);
    Data training = draw(2048, random);
    Data test = draw(1024, random);

    loh::Network network = loh::Network::compile(loh::elaborate(loh::Program::parse(kProgram)));
    loh::Network::Workspace workspace(network);
    std::vector<double> logits = network.initial_logits(1, 0.1);
    std::vector<float> by_logit(network.logit_count());
    Adam adam(logits.size(), 0.02);
    Perceptron perceptron(random);

    std::uint32_t step = 0;
    for (int epoch = 1; epoch <= 100; ++epoch) {
        double loss = 0;
        for (std::size_t first = 0; first < training.rows(); first += kBatch) {
            const float* readings = &training.readings[2 * kMachines * first];
            std::vector<float> on = perceptron.forward(readings, kMachines * kBatch);
            std::vector<float> alarm(kBatch), by_alarm(kBatch), by_on(on.size());
            loh::Network::Pass pass{.noise = loh::Network::Noise{.seed = 1, .step = step++, .scale = 1}};
            network.forward(loh::row_major(on, kBatch, kMachines), logits, pass, workspace,
                            loh::row_major(alarm, kBatch, 1));
            for (std::size_t row = 0; row < kBatch; ++row) {
                Loss own = loss_of(alarm[row], training.alarm[first + row]);
                loss += own.value / static_cast<double>(training.rows());
                by_alarm[row] = own.slope / kBatch;
            }
            network.backward(loh::row_major(by_alarm, kBatch, 1), workspace,
                             loh::row_major(by_on, kBatch, kMachines), by_logit);
            adam.step(logits, by_logit, network.step_factors());
            perceptron.step(by_on);
        }
        if (epoch % 20 != 0) continue;
        Accuracy accuracy = measure(network, logits, perceptron, test);
        std::string formula = network.hypothesis(logits, loh::Simplify::yes)[0].formula.to_string();
        std::printf("epoch %d: loss %.3f, alarms right %.3f, machines seen right %.3f, alarm = %s\n", epoch,
                    loss, accuracy.alarms, accuracy.machines, formula.c_str());
    }
}
