// Trains a formula under a loss of its own: a false alarm costs five times as much as a missed one.
#include <iostream>
#include <vector>

#include <loh/network.hpp>

int main() {
    loh::Program program = loh::Program::parse("output alarm := [heat, smoke, true] & [drill, !drill, true]");
    loh::Network network = loh::Network::compile(loh::elaborate(program));  // inputs: heat, smoke, drill
    std::vector<float> x = {0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1};
    std::vector<float> fire = {0, 0, 1, 0, 0, 0, 1, 0};
    std::vector<float> y(8), dy(8), gradient(network.logit_count());

    std::vector<double> logits = network.initial_logits(1, 0.5);
    std::vector<float> factors = network.step_factors();
    loh::Network::Workspace workspace(network);
    for (std::uint32_t step = 0; step < 200; ++step) {
        loh::Network::Pass pass{.temperature = 1, .noise = loh::Network::Noise{.seed = 1, .step = step}};
        network.forward(loh::row_major(x, 8, 3), logits, pass, workspace, loh::row_major(y, 8, 1));
        for (std::size_t row = 0; row < 8; ++row) {
            float error = y[row] - fire[row];
            dy[row] = (error > 0 ? 5.0F : 1.0F) * error;
        }
        network.backward(loh::row_major(dy, 8, 1), workspace, {}, gradient);
        for (std::size_t i = 0; i < logits.size(); ++i) logits[i] -= 0.1 * factors[i] * gradient[i];
    }
    std::cout << network.hypothesis(logits, loh::Simplify::yes)[0].formula << '\n';  // smoke & !drill
}
