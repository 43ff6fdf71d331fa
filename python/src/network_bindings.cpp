// Networks for `loh.torch`: `loh._core.Network`.
//
// Buffers are passed as addresses with strides. An exchange of array objects would take longer than a pass through a small
// network, and tensors that require gradients do not offer one. loh/torch.py is the only caller: it checks types and
// devices of its tensors; sizes are checked here and in the library.
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include <loh/network.hpp>
#include <loh/program.hpp>

namespace loh::python {

namespace {

using Workspace = Network::Workspace;

// Workspaces that no pass uses. A pass takes one and returns it when Python forgets the pass. So a network may run several
// times before the first backward pass, and in several threads.
class WorkspacePool {
public:
    std::unique_ptr<Workspace> take(const Network& network, std::size_t threads) {
        {
            std::lock_guard lock(mutex_);
            if (threads_ != threads) free_.clear();
            threads_ = threads;
            if (!free_.empty()) {
                std::unique_ptr<Workspace> workspace = std::move(free_.back());
                free_.pop_back();
                return workspace;
            }
        }
        return std::make_unique<Workspace>(network, threads);
    }
    void give_back(std::unique_ptr<Workspace> workspace, std::size_t threads) {
        std::lock_guard lock(mutex_);
        if (threads_ == threads && free_.size() < kKept) free_.push_back(std::move(workspace));
    }

private:
    static constexpr std::size_t kKept = 4;
    std::mutex mutex_;
    std::size_t threads_ = 1;
    std::vector<std::unique_ptr<Workspace>> free_;
};

struct Compiled {
    Network network;
    std::vector<std::string> warnings;  // likely mistakes in the program
    std::shared_ptr<WorkspacePool> pool = std::make_shared<WorkspacePool>();
};

// A matrix at an address; strides count elements.
struct Place {
    std::uintptr_t address;
    std::ptrdiff_t row_stride;
    std::ptrdiff_t column_stride;

    [[nodiscard]] Matrix matrix(std::size_t rows, std::size_t columns) const {
        return {reinterpret_cast<float*>(address), rows, columns, row_stride, column_stride};
    }
};
using PlaceTuple = std::tuple<std::uintptr_t, std::ptrdiff_t, std::ptrdiff_t>;
Place place_of(const PlaceTuple& tuple) {
    return {std::get<0>(tuple), std::get<1>(tuple), std::get<2>(tuple)};
}

Logits logits_at(const Network& network, std::uintptr_t address, bool doubles) {
    std::size_t count = network.logit_count();
    if (doubles) return std::span(reinterpret_cast<const double*>(address), count);
    return std::span(reinterpret_cast<const float*>(address), count);
}

// A forward pass that may be followed by backward passes.
class Pass {
public:
    Pass(const Compiled& compiled, std::size_t threads)
        : network_(compiled.network),
          pool_(compiled.pool),
          threads_(threads),
          workspace_(pool_->take(network_, threads)) {}
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    Pass(Pass&&) noexcept = default;
    Pass& operator=(Pass&&) = delete;
    ~Pass() {
        if (workspace_ != nullptr) pool_->give_back(std::move(workspace_), threads_);
    }

    void forward(std::size_t rows, const Place& inputs, Logits logits, const Network::Pass& pass,
                 std::uintptr_t outputs) {
        std::size_t columns = network_.outputs().size();
        rows_ = rows;
        network_.forward(inputs.matrix(rows, network_.inputs().size()), logits, pass, *workspace_,
                         Place{outputs, static_cast<std::ptrdiff_t>(columns), 1}.matrix(rows, columns));
    }

    // d_inputs: address of [row][input], or 0 if it is not needed. d_logits: address of [logit].
    void backward(const PlaceTuple& d_outputs, std::uintptr_t d_inputs, std::uintptr_t d_logits) {
        std::size_t inputs = network_.inputs().size();
        Matrix by_input;
        if (d_inputs != 0)
            by_input = Place{d_inputs, static_cast<std::ptrdiff_t>(inputs), 1}.matrix(rows_, inputs);
        Matrix by_output = place_of(d_outputs).matrix(rows_, network_.outputs().size());
        std::span<float> by_logit(reinterpret_cast<float*>(d_logits), network_.logit_count());
        nb::gil_scoped_release release;
        std::lock_guard lock(*mutex_);
        network_.backward(by_output, *workspace_, by_input, by_logit);
    }

private:
    Network network_;
    std::shared_ptr<WorkspacePool> pool_;
    std::size_t threads_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
    std::size_t rows_ = 0;
};

Semantics semantics_of(const std::string& name) {
    if (name == "goedel") return Semantics::goedel;
    if (name == "product") return Semantics::product;
    if (name == "lukasiewicz") return Semantics::lukasiewicz;
    throw Error(ErrorKind::usage, "there is no semantics `" + name + "`",
                "use \"goedel\", \"product\" or \"lukasiewicz\"");
}

Compiled compile(const std::string& program, const std::string& semantics,
                 const std::vector<std::string>& inputs) {
    nb::gil_scoped_release release;
    Elaboration elaboration = elaborate(Program::parse(program));
    Compiled compiled{Network::compile(elaboration, semantics_of(semantics), inputs), {}};
    for (const Diagnostic& warning : elaboration.warnings) compiled.warnings.push_back(warning.to_string());
    return compiled;
}

// The inputs that are comparisons of table columns, such as `age >= 40`: all that cannot be declared with `input`.
std::vector<std::string> table_atoms(const Compiled& compiled) {
    std::vector<std::string> atoms;
    for (const std::string& name : compiled.network.inputs()) {
        try {
            static_cast<void>(Program::parse("input " + name + "\ntrue"));
        } catch (const Error&) {
            atoms.push_back(name);
        }
    }
    return atoms;
}

// One tuple for each choice: mode, alternatives, first_logit, logits, line, column.
nb::list choices(const Compiled& compiled) {
    nb::list result;
    const std::vector<Network::Choice>& all = compiled.network.choices();
    for (std::size_t c = 0; c < all.size(); ++c) {
        ChoiceOrigin origin = compiled.network.origin(c);
        const char* mode = all[c].mode == ChoiceMode::conjunctive ? "conjunctive" : "disjunctive";
        result.append(nb::make_tuple(mode, all[c].alternatives, all[c].first_logit, all[c].logits,
                                     origin.line, origin.column));
    }
    return result;
}

// Noise, temperature and step are read from the memory of tensors: two conversions of tensors to Python numbers would take
// longer than the pass of a small network.
struct Settings {
    std::uintptr_t values;  // address of two doubles: noise and temperature
    std::uintptr_t step;    // address of a std::int64_t
    std::uint64_t seed;
    bool training;
    bool advance;  // whether a training pass increments the step

    [[nodiscard]] Network::Pass pass() const {
        const double* own = reinterpret_cast<const double*>(values);
        auto* count = reinterpret_cast<std::int64_t*>(step);
        Network::Pass result;
        result.temperature = own[1];
        if (training && own[0] > 0)
            result.noise = Network::Noise{seed, static_cast<std::uint32_t>(*count), own[0]};
        if (training && advance) ++*count;
        return result;
    }
};
using SettingsTuple = std::tuple<std::uintptr_t, std::uintptr_t, std::uint64_t, bool, bool>;

// A pass, or None if no gradients are wanted. gradients: 0 none, 1 of logits, 2 of logits and inputs.
nb::object forward(const Compiled& compiled, std::size_t rows, const PlaceTuple& inputs,
                   std::uintptr_t logits, bool double_logits, std::uintptr_t outputs,
                   const SettingsTuple& settings, int gradients, bool check_inputs, std::size_t threads) {
    Network::Pass options = std::make_from_tuple<Settings>(settings).pass();
    options.gradients = static_cast<Network::Gradients>(gradients);
    options.check_inputs = check_inputs;
    Pass pass(compiled, threads);
    {
        nb::gil_scoped_release release;
        pass.forward(rows, place_of(inputs), logits_at(compiled.network, logits, double_logits), options,
                     outputs);
    }
    return gradients == 0 ? nb::none() : nb::cast(std::move(pass));
}

nb::list hypothesis(const Compiled& compiled, std::uintptr_t logits, bool double_logits, bool simplify) {
    auto mode = simplify ? Simplify::yes : Simplify::no;
    nb::list result;
    for (Output& output :
         compiled.network.hypothesis(logits_at(compiled.network, logits, double_logits), mode))
        result.append(nb::cast(std::move(output.formula)));
    return result;
}

}  // namespace

void bind_network(nb::module_& module) {
    // PyTorch keeps compiled graphs, and networks with them, until the process ends.
    nb::set_leak_warnings(false);
    nb::class_<Pass>(module, "NetworkPass")
        .def("backward", &Pass::backward, nb::arg("d_outputs"), nb::arg("d_inputs"), nb::arg("d_logits"));
    nb::class_<Compiled>(module, "Network")
        .def_static("compile", &compile, nb::arg("program"), nb::arg("semantics"), nb::arg("inputs"))
        .def_prop_ro("inputs", [](const Compiled& own) { return own.network.inputs(); })
        .def_prop_ro("outputs", [](const Compiled& own) { return own.network.outputs(); })
        .def_prop_ro("logit_count", [](const Compiled& own) { return own.network.logit_count(); })
        .def_prop_ro("input_count", [](const Compiled& own) { return own.network.inputs().size(); })
        .def_prop_ro("output_count", [](const Compiled& own) { return own.network.outputs().size(); })
        .def_prop_ro("warnings", [](const Compiled& own) { return own.warnings; })
        .def_prop_ro("table_atoms", &table_atoms)
        .def_prop_ro("choices", &choices)
        .def("step_factors", [](const Compiled& own) { return own.network.step_factors(); })
        .def(
            "initial_logits",
            [](const Compiled& own, std::uint64_t seed, double deviation) {
                return own.network.initial_logits(seed, deviation);
            },
            nb::arg("seed"), nb::arg("deviation"))
        .def("hypothesis", &hypothesis, nb::arg("logits"), nb::arg("double_logits"), nb::arg("simplify"))
        .def("forward", &forward, nb::arg("rows"), nb::arg("inputs"), nb::arg("logits"),
             nb::arg("double_logits"), nb::arg("outputs"), nb::arg("settings"), nb::arg("gradients"),
             nb::arg("check_inputs"), nb::arg("threads"));
}

}  // namespace loh::python
