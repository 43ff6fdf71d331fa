// A perceptron below a formula with choices, trained end to end with LibTorch.
//
// Two machines have two sensors each. A machine is on if its readings are outside a circle; the data do not say which machines
// are on, only whether there was an alarm. The perceptron learns to recognise `on[i]`, with the same parameters for both
// machines, while the layer learns the rule: on[1] & !on[2]. The program ends with an error if they were not found.
#include <cstdio>
#include <iostream>
#include <string>

#include <torch/torch.h>

#include <loh/torch/layer.hpp>

namespace {

constexpr int kMachines = 2;

struct Data {
    torch::Tensor readings;  // (row, machine, 2)
    torch::Tensor on;        // (row, machine), bool: not used in training
    torch::Tensor alarm;     // (row, 1)
};

Data draw(int rows) {
    Data data;
    data.on = torch::rand({rows, kMachines}) < 0.5;
    torch::Tensor angle = 6.2831853F * torch::rand({rows, kMachines});
    torch::Tensor radius = torch::where(data.on, 2.0, 0.7) + 0.3 * (torch::rand({rows, kMachines}) - 0.5);
    data.readings = torch::stack({radius * angle.cos(), radius * angle.sin()}, 2);
    data.alarm =
        data.on.select(1, 0).logical_and(data.on.select(1, 1).logical_not()).to(torch::kFloat).unsqueeze(1);
    return data;
}

// Trains with one seed. Returns the share of right alarms in new data and sets the formula.
double run(int seed, std::string& formula) {
    torch::manual_seed(seed);
    torch::nn::Sequential perceptron(torch::nn::Linear(2, 8), torch::nn::Tanh(), torch::nn::Linear(8, 1),
                                     torch::nn::Sigmoid());
    loh::torch::LayerOptions options;
    options.seed = static_cast<std::uint64_t>(seed);
    loh::torch::Layer layer("input on[1..2]\noutput alarm := [on[1], !on[1], true] & [on[2], !on[2], true]",
                            options);
    torch::optim::Adam below(perceptron->parameters(), 0.02);
    torch::optim::Adam above(layer->parameters(), 0.05);
    auto alarms = [&](const Data& data) {
        torch::Tensor on = perceptron->forward(data.readings.reshape({-1, 2})).reshape({-1, kMachines});
        return layer->forward(on);
    };
    for (int step = 0; step < 800; ++step) {
        Data batch = draw(128);
        torch::Tensor loss = torch::binary_cross_entropy(alarms(batch).clamp(1e-6, 1 - 1e-6), batch.alarm);
        below.zero_grad();
        above.zero_grad();
        loss.backward();
        below.step();
        above.step();
    }
    layer->eval();
    torch::NoGradGuard no_gradients;
    Data test = draw(2000);
    formula = layer->hypothesis(loh::Simplify::yes)[0].formula.to_string();
    return ((alarms(test) > 0.5) == (test.alarm > 0.5)).to(torch::kFloat).mean().item<double>();
}

}  // namespace

int main() {
    torch::set_num_threads(1);
    for (int seed = 1; seed <= 5; ++seed) {
        std::string formula;
        double right = run(seed, formula);
        std::printf("seed %d: %.3f of the alarms right, alarm = %s\n", seed, right, formula.c_str());
        // If the perceptron recognises machines that are off, the rule is !on[1] & on[2].
        bool found = formula == "on[1] & !on[2]" || formula == "!on[1] & on[2]";
        if (right > 0.97 && found) return 0;
    }
    std::puts("the rule was not found");
    return 1;
}
