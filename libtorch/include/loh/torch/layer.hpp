// A program with choices as a module of LibTorch, the C++ counterpart of the Python class loh.torch.LohLayer.
//
//     loh::torch::Layer layer("output y := [a, !a, true] & [b, true]");
//     torch::optim::Adam optimizer(layer->parameters(), 0.1);
//     torch::Tensor y = layer->forward(x);                // x: (batch, 2) in [0, 1]; y: (batch, 1)
//     loss(y).backward();                                 // gradients to x and to layer->logits
//     std::cout << layer->hypothesis()[0].formula;        // the formula of this moment
//
// With the same seed, step and logits the numbers are those of the Python class.
//
// It is the CMake target loh::torch, built with -DLOH_BUILD_TORCH=ON; after the installation,
// `find_package(loh REQUIRED COMPONENTS torch)` defines it. Inside the namespace loh, write ::torch for LibTorch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <torch/torch.h>

#include <loh/network.hpp>
#include <loh/program.hpp>

namespace loh::torch {

class WorkspacePool;  // workspaces that no pass uses

struct LayerOptions {
    std::vector<std::string> inputs =
        {};  // names of the input columns; empty: as Network::compile chooses them
    Semantics semantics = Semantics::goedel;
    double noise = 1;          // scale of the Gumbel noise on the logits, in training mode only
    double temperature = 1;    // divides the shifted logits
    double input_noise = 0;    // scale of the logistic noise on the inputs' logits, in training mode only
    std::uint64_t seed = 0;    // of the noise and of the initial logits
    double deviation = 0.5;    // of the initial logits; 0 chooses the first alternatives
    bool check_inputs = true;  // whether an input outside [0, 1], or NaN, is an Error
    std::size_t threads = 1;   // of one pass; 0: one for each core
};

class LayerImpl : public ::torch::nn::Module {
public:
    explicit LayerImpl(const std::string& program, const LayerOptions& options = {});

    // x: (batch, inputs), floating point; other types than float, and other devices, are converted. Returns (batch, outputs).
    // Any number of passes may run before the backward passes. Throws Error (usage) for another shape.
    ::torch::Tensor forward(const ::torch::Tensor& x);

    // The formula of each output at this moment, without noise.
    [[nodiscard]] std::vector<Output> hypothesis(Simplify simplify = Simplify::no) const;

    [[nodiscard]] const Network& network() const { return network_; }

    // May be set between steps. Input noise is the Gödel trick for a network below: x becomes sigmoid(logit(x) + input_noise * n),
    // so that with scale 1 an input exceeds one half with probability x.
    double noise;
    double temperature;
    double input_noise;

    ::torch::Tensor logits;  // the only parameter: [logit], float
    ::torch::Tensor
        step;  // a buffer: the number of passes in training mode; seed and step determine the noise

private:
    Network network_;
    LayerOptions options_;
    std::shared_ptr<WorkspacePool> pool_;
};

// The handle of a module, as TORCH_MODULE declares it. (The macro does not work in a namespace called torch.)
class Layer : public ::torch::nn::ModuleHolder<LayerImpl> {
public:
    using ::torch::nn::ModuleHolder<LayerImpl>::ModuleHolder;
};

}  // namespace loh::torch
