// The LibTorch module against numbers of the Python class, and the noise on its inputs.
#include <vector>

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <loh/torch/layer.hpp>

namespace {

torch::Tensor two_rows() { return torch::tensor({{0.2F, 0.7F}, {0.6F, 0.4F}}); }

loh::torch::Layer noisy_layer(double input_noise) {
    loh::torch::LayerOptions options;
    options.inputs = {"a", "b"};
    options.seed = 7;
    options.noise = 0.5;
    options.input_noise = input_noise;
    return loh::torch::Layer("output y := [a, !a, b] & [b, true]", options);
}

// python/tests/test_torch_layer.py has the same numbers.
TEST(TorchLayer, SameSeedGivesTheNumbersOfPython) {
    loh::torch::Layer layer = noisy_layer(0.7);
    const std::vector<float> of_python = {0.4745638F, 0.3607225F, 0.6060118F, 0.4543030F};
    std::vector<float> values;
    for (int pass = 0; pass < 2; ++pass) {
        torch::Tensor y = layer->forward(two_rows());
        for (int row = 0; row < 2; ++row) values.push_back(y[row][0].item<float>());
    }
    ASSERT_EQ(values.size(), of_python.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], of_python[i], 1e-6) << i;
}

TEST(TorchLayer, InputNoiseActsInTrainingOnly) {
    loh::torch::Layer noisy = noisy_layer(3);
    loh::torch::Layer plain = noisy_layer(0);
    EXPECT_FALSE(torch::equal(noisy->forward(two_rows()), plain->forward(two_rows())));
    noisy->eval();
    plain->eval();
    EXPECT_TRUE(torch::equal(noisy->forward(two_rows()), plain->forward(two_rows())));
}

// With scale 1, an input exceeds one half with its own value as probability.
TEST(TorchLayer, InputNoiseIsTheGoedelTrick) {
    loh::torch::LayerOptions options;
    options.input_noise = 1;
    loh::torch::Layer layer("output y := a", options);
    torch::Tensor x = torch::full({20000, 1}, 0.3F);
    EXPECT_NEAR((layer->forward(x) > 0.5).to(torch::kFloat).mean().item<double>(), 0.3, 0.015);
}

TEST(TorchLayer, GradientsReachInputsThroughTheNoise) {
    loh::torch::Layer layer = noisy_layer(0.7);
    torch::Tensor x = two_rows().requires_grad_();
    layer->forward(x).sum().backward();
    EXPECT_GT(x.grad().abs().sum().item<float>(), 0);
    EXPECT_TRUE(torch::isfinite(x.grad()).all().item<bool>());
}

TEST(TorchLayer, InputNoiseHidesNoWrongInput) {
    loh::torch::Layer layer = noisy_layer(0.7);
    torch::Tensor x = two_rows();
    x[1][0] = 1.5;
    try {
        layer->forward(x);
        ADD_FAILURE() << "no error";
    } catch (const loh::Error& error) {
        EXPECT_EQ(error.diagnostic().message,
                  "the input in row 1, column 0 is 1.5, which is not a truth value");
    }
}

}  // namespace
