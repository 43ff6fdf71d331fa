// One pass through a layer, its gradient, and its formula: `0.75`, `1`, `a & !b`.
#include <iostream>

#include <torch/torch.h>

#include <loh/torch/layer.hpp>

int main() {
    loh::torch::Layer layer("output y := [a, !a] & [!b, true]");
    layer->eval();
    layer->logits.data().fill_(20);  // the first alternatives, for certain
    torch::Tensor x = torch::tensor({{0.75F, 0.125F}}).requires_grad_();
    torch::Tensor y = layer->forward(x);
    y.sum().backward();
    std::cout << y.item<float>() << "\n" << x.grad()[0][0].item<float>() << "\n";
    std::cout << layer->hypothesis()[0].formula << "\n";
}
