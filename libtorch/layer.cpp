#include "loh/torch/layer.hpp"

#include <limits>
#include <mutex>
#include <utility>

#include <ATen/CPUGeneratorImpl.h>

namespace loh::torch {

using ::torch::Tensor;
using Workspace = Network::Workspace;

class WorkspacePool {
public:
    std::unique_ptr<Workspace> take(const Network& network, std::size_t threads) {
        {
            std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                std::unique_ptr<Workspace> workspace = std::move(free_.back());
                free_.pop_back();
                return workspace;
            }
        }
        return std::make_unique<Workspace>(network, threads);
    }
    void give_back(std::unique_ptr<Workspace> workspace) {
        std::lock_guard lock(mutex_);
        free_.push_back(std::move(workspace));
    }

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Workspace>> free_;
};

namespace {

constexpr const char* kPass = "pass";

ConstMatrix view(const Tensor& matrix) {
    return {matrix.const_data_ptr<float>(), static_cast<std::size_t>(matrix.size(0)),
            static_cast<std::size_t>(matrix.size(1)), matrix.stride(0), matrix.stride(1)};
}
Matrix mutable_view(const Tensor& matrix) {
    return {matrix.data_ptr<float>(), static_cast<std::size_t>(matrix.size(0)),
            static_cast<std::size_t>(matrix.size(1)), matrix.stride(0), matrix.stride(1)};
}

// A forward pass. The graph of autograd keeps it, and with it its workspace, until the backward passes are done.
struct PassState : ::torch::CustomClassHolder {
    PassState(const Network& own, std::shared_ptr<WorkspacePool> pool, std::size_t threads)
        : network(own), workspaces(std::move(pool)), workspace(workspaces->take(own, threads)) {}
    PassState(const PassState&) = delete;
    PassState& operator=(const PassState&) = delete;
    ~PassState() override { workspaces->give_back(std::move(workspace)); }

    Network network;
    std::shared_ptr<WorkspacePool> workspaces;
    std::unique_ptr<Workspace> workspace;
};

struct Apply : ::torch::autograd::Function<Apply> {
    static Tensor forward(::torch::autograd::AutogradContext* context, const Tensor& x, const Tensor& logits,
                          const c10::intrusive_ptr<PassState>& state, const Network::Pass& pass) {
        Tensor outputs =
            ::torch::empty({x.size(0), static_cast<std::int64_t>(state->network.outputs().size())});
        std::span<const float> values(logits.const_data_ptr<float>(),
                                      static_cast<std::size_t>(logits.numel()));
        state->network.forward(view(x), values, pass, *state->workspace, mutable_view(outputs));
        context->saved_data[kPass] = c10::IValue::make_capsule(state);
        context->saved_data["inputs"] = x.size(1);
        return outputs;
    }

    static ::torch::autograd::variable_list backward(::torch::autograd::AutogradContext* context,
                                                     const ::torch::autograd::variable_list& d_outputs) {
        auto capsule = context->saved_data[kPass].toCapsule();
        PassState& state = *static_cast<PassState*>(capsule.get());
        bool needs_inputs = context->needs_input_grad(0);
        Tensor by_output = d_outputs[0].to(::torch::kFloat);
        Tensor by_logit = ::torch::empty({static_cast<std::int64_t>(state.network.logit_count())});
        Tensor by_input;
        if (needs_inputs)
            by_input = ::torch::empty({by_output.size(0), context->saved_data["inputs"].toInt()});
        state.network.backward(view(by_output), *state.workspace,
                               needs_inputs ? mutable_view(by_input) : Matrix{},
                               {by_logit.data_ptr<float>(), static_cast<std::size_t>(by_logit.numel())});
        return {by_input, context->needs_input_grad(1) ? by_logit : Tensor(), Tensor(), Tensor()};
    }
};

void check_truth_values(const Tensor& x) {
    Tensor wrong = ((x >= 0) & (x <= 1)).logical_not().nonzero();
    if (wrong.size(0) == 0) return;
    auto row = wrong[0][0].item<std::int64_t>();
    auto column = wrong[0][1].item<std::int64_t>();
    throw Error(ErrorKind::usage,
                "the input in row " + std::to_string(row) + ", column " + std::to_string(column) + " is " +
                    c10::str(x[row][column].item<float>()) + ", which is not a truth value",
                "give values from 0 to 1");
}

// The Gödel trick on the inputs: sigmoid(logit(x) + scale * noise) with logistic noise, a function of seed, step and place. The
// constants, and the generator, are those of python/loh/torch/ops.py.
Tensor perturbed(const Tensor& x, double scale, std::uint64_t seed, std::uint64_t step) {
    constexpr double kFromZeroAndOne = 1e-6;
    constexpr double kSmallestUniform = 1e-12;
    std::uint64_t mixed = seed * 0x9E3779B97F4A7C15U + step * 0xD1342543DE82EF95U + 1;
    mixed &= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    Tensor uniform = ::torch::rand(x.sizes(), at::detail::createCPUGenerator(mixed), ::torch::kDouble);
    uniform.clamp_(kSmallestUniform, 1 - kSmallestUniform);
    Tensor noise = (scale * ::torch::logit(uniform)).to(::torch::kFloat);
    return ::torch::sigmoid(::torch::logit(x, kFromZeroAndOne) + noise);
}

}  // namespace

LayerImpl::LayerImpl(const std::string& program, const LayerOptions& options)
    : noise(options.noise),
      temperature(options.temperature),
      input_noise(options.input_noise),
      network_(Network::compile(elaborate(Program::parse(program)), options.semantics, options.inputs)),
      options_(options),
      pool_(std::make_shared<WorkspacePool>()) {
    std::vector<double> initial = network_.initial_logits(options.seed, options.deviation);
    logits = register_parameter("logits", ::torch::tensor(initial, ::torch::kFloat));
    step = register_buffer("step", ::torch::zeros({}, ::torch::kLong));
}

Tensor LayerImpl::forward(const Tensor& x) {
    auto columns = static_cast<std::int64_t>(network_.inputs().size());
    if (x.dim() != 2 || x.size(1) != columns || !x.is_floating_point())
        throw Error(ErrorKind::usage, "the inputs must be floating-point numbers, (batch, " +
                                          std::to_string(columns) + "); they are " + c10::str(x.sizes()) +
                                          " of " + c10::str(x.scalar_type()));
    bool records = ::torch::GradMode::is_enabled();
    bool by_inputs = records && x.requires_grad();
    auto step_now = step.item<std::int64_t>();
    Network::Pass pass;
    pass.temperature = temperature;
    if (is_training() && noise > 0)
        pass.noise = Network::Noise{options_.seed, static_cast<std::uint32_t>(step_now), noise};
    bool any = by_inputs || (records && logits.requires_grad());
    pass.gradients = by_inputs ? Network::Gradients::logits_and_inputs
                     : any     ? Network::Gradients::logits
                               : Network::Gradients::none;
    pass.check_inputs = options_.check_inputs;
    auto state = c10::make_intrusive<PassState>(network_, pool_, options_.threads);
    Tensor plain = x.to(::torch::kCPU, ::torch::kFloat);
    if (is_training() && input_noise > 0) {
        if (options_.check_inputs) check_truth_values(plain);
        plain = perturbed(plain, input_noise, options_.seed, static_cast<std::uint64_t>(step_now));
    }
    Tensor weights = logits.to(::torch::kCPU, ::torch::kFloat).contiguous();
    Tensor result = Apply::apply(plain, weights, state, pass);
    if (is_training()) step.fill_(step_now + 1);
    return result.to(x.device(), x.scalar_type());
}

std::vector<Output> LayerImpl::hypothesis(Simplify simplify) const {
    Tensor plain = logits.detach().to(::torch::kCPU, ::torch::kFloat).contiguous();
    std::span<const float> values(plain.const_data_ptr<float>(), static_cast<std::size_t>(plain.numel()));
    return network_.hypothesis(values, simplify);
}

}  // namespace loh::torch
