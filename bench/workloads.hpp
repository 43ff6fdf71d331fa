// Workloads of several benchmarks: the networks of the paper in their published shapes, a generic program without recognised
// layers, and random one-hot data, of which a fifth to a tenth is true, as in binarized tables.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "data/examples.hpp"
#include "loh/loh.hpp"
#include "network/compile.hpp"
#include "network/kernels/binary_layer.hpp"
#include "network/kernels/dense_layer.hpp"
#include "network/kernels/vote_columns.hpp"

namespace loh::bench {

inline constexpr std::size_t kBatch = 256;  // rows of a training step

struct NetworkSize {
    const char* name;
    std::size_t inputs;
    std::size_t hidden;
    std::size_t outputs;
};
inline constexpr std::array<NetworkSize, 4> kNetworks = {
    {{"adult", 155, 56, 2}, {"magic04", 79, 192, 2}, {"connect-4", 126, 214, 3}, {"letRecog", 155, 239, 26}}};

inline Examples one_hot_rows(std::size_t rows, std::size_t inputs, std::uint32_t classes) {
    constexpr std::size_t kGroup = 6;
    Random random(1, Stream::testing);
    Examples examples;
    examples.classes = classes;
    examples.inputs.columns.assign(inputs, std::vector<float>(rows, 0));
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::size_t first = 0; first < inputs; first += kGroup) {
            auto size = static_cast<double>(std::min(kGroup, inputs - first));
            auto hot =
                static_cast<std::size_t>(random.uniform(row, static_cast<std::uint32_t>(first)) * size);
            examples.inputs.columns[first + hot][row] = 1;
        }
        labels.push_back(static_cast<std::uint32_t>(random.uniform(row, 1'000'000) * classes));
    }
    examples.labels = std::move(labels);
    pack(examples.inputs);
    return examples;
}

// Two layers in which every neuron selects any number of its inputs.
inline std::string layers(std::size_t inputs, std::size_t hidden, std::size_t outputs, bool conjunctive) {
    std::string first = conjunctive ? "and" : "or";
    std::string second = conjunctive ? "or" : "and";
    return "h[j in 1.." + std::to_string(hidden) + "] := " + first + "(i in 1.." + std::to_string(inputs) +
           ": [x[i], " + (conjunctive ? "true" : "false") + "]); output o[c in 1.." +
           std::to_string(outputs) + "] := " + second + "(j in 1.." + std::to_string(hidden) + ": [h[j], " +
           (conjunctive ? "false" : "true") + "])";
}

// Levels of small formulas over the previous level, with negations and choices of mixed modes: about `nodes` instructions.
inline CompiledProgram generic_program(std::size_t nodes) {
    constexpr std::size_t kWidth = 500;
    Graph graph;
    Random random(2, Stream::testing);
    std::uint32_t draw = 0;
    std::vector<Formula> level;
    for (std::size_t i = 0; i < kWidth; ++i) level.push_back(graph.var("x" + std::to_string(i)));
    while (graph.node_count() < nodes) {
        std::vector<Formula> next;
        for (std::size_t i = 0; i < kWidth; ++i) {
            auto pick = [&] { return level[static_cast<std::size_t>(random.uniform(0, draw++) * kWidth)]; };
            Formula a = level[i];
            Formula b = pick();
            Formula c = pick();
            next.push_back(i % 2 == 0 ? (choice({a, !b, c}) & c) | choice({!c, b})
                                      : (a | !b) & choice({b, c, !a}));
        }
        level = std::move(next);
    }
    return compile({any_of(level)});
}

// A disjunctive layer on one batch, for the kernels alone: random floats for the dense kernels, one-hot bits for the binary
// ones. Gates are uniform. `live` is the share of neurons and rows with a gradient.
struct LayerData {
    DenseShape shape;
    std::vector<float> x;             // [term][row]
    std::vector<float> x_gradients;   // [term][row]
    std::vector<std::uint64_t> bits;  // [term][word]
    std::vector<const std::uint64_t*> deciding;
    std::vector<float> out;             // [neuron][row]
    std::vector<std::int32_t> winners;  // [neuron][row]
    std::vector<float> arriving;        // [neuron][row]
    DenseScratch dense;
    BinaryScratch binary;
    BinaryDecisions decisions;

    LayerData(const LayerData&) = delete;  // contains pointers to itself
    LayerData(std::size_t inputs, std::size_t neurons, double live = 1)
        : shape{false, neurons, inputs, kBatch, kBatch},
          x(inputs * kBatch),
          x_gradients(inputs * kBatch),
          bits(inputs * row_words(kBatch)),
          out(neurons * kBatch),
          winners(neurons * kBatch),
          arriving(neurons * kBatch, 0.0F) {
        Random random(3, Stream::testing);
        dense.reserve(neurons, inputs, kBatch);
        binary.reserve(inputs, kBatch);
        for (std::uint32_t k = 0; k < dense.gates.size(); ++k)
            dense.gates[k] = static_cast<float>(random.uniform(0, k));
        for (std::uint32_t k = 0; k < x.size(); ++k) x[k] = static_cast<float>(random.uniform(1, k));
        for (std::uint32_t k = 0; k < arriving.size(); ++k) {
            if (random.uniform(2, k) < live) arriving[k] = static_cast<float>(random.normal(3, k));
        }
        Examples hot = one_hot_rows(kBatch, inputs, 2);
        for (std::size_t t = 0; t < inputs; ++t) {
            dense.columns[t] = x.data() + t * kBatch;
            dense.column_gradients[t] = x_gradients.data() + t * kBatch;
            std::uint64_t* words = bits.data() + t * row_words(kBatch);
            for (std::size_t row = 0; row < kBatch; ++row)
                words[row / 64] |= static_cast<std::uint64_t>(hot.inputs.value(t, row) != 0) << (row % 64);
            deciding.push_back(words);
        }
    }

    void dense_forward() {
        loh::dense_forward(shape, dense.columns.data(), dense.gates.data(), out.data(), nullptr);
    }
    void dense_forward_recording() {
        loh::dense_forward(shape, dense.columns.data(), dense.gates.data(), out.data(), winners.data());
    }
    void dense_backward() { loh::dense_backward(shape, dense, winners.data(), arriving.data()); }
    void binary_forward() {
        loh::binary_forward(binary_shape(), deciding.data(), dense.gates.data(), binary, decisions,
                            out.data());
    }
    void binary_backward() {
        loh::binary_backward(binary_shape(), decisions, arriving.data(), binary, dense.gate_gradients.data());
    }

    // The number of minima and maxima of a dense forward pass: one of each for every neuron, term and row.
    [[nodiscard]] double operations() const {
        return 2.0 * static_cast<double>(shape.neurons * shape.terms * shape.rows);
    }

private:
    [[nodiscard]] BinaryShape binary_shape() const {
        return {shape.conjunctive, shape.neurons, shape.terms, shape.rows, shape.stride};
    }
};

// The head `vote` on one batch, with rules that hold in a tenth of the rows.
struct VoteData {
    VoteShape shape;
    std::vector<float> rules;      // [rule][row]
    std::vector<float> by_rule;    // [rule][row]
    std::vector<float> points;     // [rule][class], then the base [class]
    std::vector<float> by_points;  // the same
    std::vector<float> scores;     // [class][row]
    std::vector<float> slopes;     // [class][row]
    std::vector<const float*> rule_columns;
    std::vector<float*> by_rule_columns;

    VoteData(const VoteData&) = delete;  // contains pointers to itself
    VoteData(std::size_t count, std::size_t classes)
        : shape{count, classes, kBatch},
          rules(count * kBatch),
          by_rule(count * kBatch),
          points((count + 1) * classes),
          by_points(points.size()),
          scores(classes * kBatch),
          slopes(classes * kBatch) {
        Random random(5, Stream::testing);
        for (std::uint32_t i = 0; i < rules.size(); ++i)
            rules[i] = random.uniform(0, i) < 0.1 ? 0.75F : 0.25F;
        for (std::uint32_t i = 0; i < points.size(); ++i)
            points[i] = static_cast<float>(static_cast<int>(200 * random.uniform(1, i)) - 100);
        for (std::uint32_t i = 0; i < slopes.size(); ++i)
            slopes[i] = static_cast<float>(random.uniform(2, i) - 0.5) / kBatch;
        for (std::size_t j = 0; j < count; ++j) {
            rule_columns.push_back(rules.data() + j * kBatch);
            by_rule_columns.push_back(by_rule.data() + j * kBatch);
        }
    }
    void forward() { add_votes(shape, rule_columns.data(), points.data(), scores.data()); }
    void backward() {
        vote_slopes(shape, rule_columns.data(), slopes.data(), points.data(), by_rule_columns.data(),
                    by_points.data());
    }
    [[nodiscard]] std::size_t elements() const { return shape.rules * shape.classes * shape.stride; }
};

}  // namespace loh::bench
