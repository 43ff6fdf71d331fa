// The training loop of the studies, over loh/network.hpp: mini-batches, binary cross-entropy, Adam.
//
//     Training training(network, examples, rows, options, seed);     // trains on `rows` of the examples
//     training.step();                                               // one mini-batch
//     training.evaluate(test_rows).accuracy();                       // without noise
//     network.hypothesis(training.logits());
//
// Everything random is a function of the seed: initial logits, the order of the rows in each epoch, and the noise.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "loh/network.hpp"
#include "random.hpp"

namespace loh::study {

using RowList = std::vector<std::uint32_t>;

struct Examples {
    std::size_t columns = 0;
    std::vector<float> inputs;         // [row][column]: 0 or 1
    std::vector<std::uint8_t> labels;  // [row]: 0 or 1
    [[nodiscard]] std::size_t rows() const { return labels.size(); }
};

struct TrainingOptions {
    std::size_t batch = 128;
    double learning_rate = 0.15;
    double temperature = 1;
    double noise = 1;              // scale of the Gumbel noise
    double initial_deviation = 0;  // of the logits
    bool balanced = false;         // whether both labels count the same in the loss, or every row
};

// Rows by label and prediction.
struct Confusion {
    std::size_t counts[2][2] = {};  // [label][prediction]

    [[nodiscard]] std::size_t rows() const {
        return counts[0][0] + counts[0][1] + counts[1][0] + counts[1][1];
    }
    [[nodiscard]] double accuracy() const {
        return static_cast<double>(counts[0][0] + counts[1][1]) / static_cast<double>(rows());
    }
    // Of the label true; 1 where it neither occurs nor is predicted.
    [[nodiscard]] double f1() const {
        std::size_t wrong = counts[0][1] + counts[1][0];
        if (counts[1][1] + wrong == 0) return 1;
        return 2 * static_cast<double>(counts[1][1]) / static_cast<double>(2 * counts[1][1] + wrong);
    }
    [[nodiscard]] double predicted_share() const {
        return static_cast<double>(counts[0][1] + counts[1][1]) / static_cast<double>(rows());
    }
};

class Adam {
public:
    // factors: [parameter], of the steps (loh/network.hpp, the one-number convention).
    Adam(double rate, std::vector<float> factors)
        : rate_(rate), factors_(std::move(factors)), mean_(factors_.size()), square_(factors_.size()) {}

    void step(const std::vector<float>& gradient, std::vector<double>& parameters) {
        mean_left_ *= kMeanDecay;
        square_left_ *= kSquareDecay;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            double g = gradient[i];
            mean_[i] = kMeanDecay * mean_[i] + (1 - kMeanDecay) * g;
            square_[i] = kSquareDecay * square_[i] + (1 - kSquareDecay) * g * g;
            double root = std::sqrt(square_[i] / (1 - square_left_));
            parameters[i] -= factors_[i] * rate_ * mean_[i] / (1 - mean_left_) / (root + 1e-8);
        }
    }

private:
    static constexpr double kMeanDecay = 0.9;
    static constexpr double kSquareDecay = 0.999;
    double rate_;
    std::vector<float> factors_;
    std::vector<double> mean_, square_;  // [parameter]: running means of the gradient and of its square
    double mean_left_ = 1;               // decay^steps
    double square_left_ = 1;
};

class Training {
public:
    // Keeps references to the network and the examples.
    Training(const Network& network, const Examples& examples, RowList rows, const TrainingOptions& options,
             std::uint64_t seed)
        : network_(network),
          examples_(examples),
          rows_(std::move(rows)),
          options_(options),
          seed_(seed),
          workspace_(network),
          adam_(options.learning_rate, network.step_factors()),
          logits_(network.initial_logits(seed, options.initial_deviation)),
          gradient_(logits_.size()) {
        std::size_t counts[2] = {};
        for (std::uint32_t row : rows_) ++counts[examples.labels[row]];
        bool both = counts[0] > 0 && counts[1] > 0;
        for (std::size_t label : {0U, 1U}) {
            if (options.balanced && both)
                label_weights_[label] =
                    static_cast<double>(rows_.size()) / (2.0 * static_cast<double>(counts[label]));
        }
    }

    // Every epoch goes through the rows in a new order; its last batch may be smaller.
    void step() {
        if (position_ == 0) {
            order_ = rows_;
            Draws(seed_of({seed_, epochs_})).shuffle(order_);
        }
        std::size_t count = std::min(options_.batch, order_.size() - position_);
        RowList batch(order_.begin() + static_cast<std::ptrdiff_t>(position_),
                      order_.begin() + static_cast<std::ptrdiff_t>(position_ + count));
        train_on(batch);
        ++steps_;
        position_ += count;
        if (position_ < order_.size()) return;
        position_ = 0;
        ++epochs_;
    }

    [[nodiscard]] std::size_t steps() const { return steps_; }
    [[nodiscard]] std::size_t epochs() const { return epochs_; }  // complete ones
    [[nodiscard]] const std::vector<double>& logits() const { return logits_; }

    // What the network without noise says, which is what its formula says.
    [[nodiscard]] Confusion evaluate(const RowList& rows) {
        Network::Pass pass;
        pass.temperature = options_.temperature;
        pass.gradients = Network::Gradients::none;
        forward(rows, pass);
        Confusion confusion;
        for (std::size_t r = 0; r < rows.size(); ++r)
            ++confusion.counts[examples_.labels[rows[r]]][outputs_[r] > 0.5F ? 1 : 0];
        return confusion;
    }
    [[nodiscard]] Confusion evaluate_training() { return evaluate(rows_); }

private:
    void forward(const RowList& rows, const Network::Pass& pass) {
        inputs_.clear();
        for (std::uint32_t row : rows) {
            auto first = examples_.inputs.begin() + static_cast<std::ptrdiff_t>(row * examples_.columns);
            inputs_.insert(inputs_.end(), first, first + static_cast<std::ptrdiff_t>(examples_.columns));
        }
        outputs_.resize(rows.size());
        network_.forward(row_major(inputs_, rows.size(), examples_.columns), logits_, pass, workspace_,
                         row_major(outputs_, rows.size(), 1));
    }

    void train_on(const RowList& batch) {
        constexpr double kMargin = 1e-7;  // outputs nearer to 0 or 1 count as that far from it
        Network::Pass pass;
        pass.temperature = options_.temperature;
        pass.noise = Network::Noise{seed_, static_cast<std::uint32_t>(steps_), options_.noise};
        pass.gradients = Network::Gradients::logits;
        forward(batch, pass);
        slopes_.resize(batch.size());
        for (std::size_t r = 0; r < batch.size(); ++r) {
            bool label = examples_.labels[batch[r]] != 0;
            double truth = label ? outputs_[r] : 1 - double{outputs_[r]};
            double slope = (label ? -1 : 1) / std::clamp(truth, kMargin, 1 - kMargin);
            slopes_[r] =
                static_cast<float>(label_weights_[label ? 1 : 0] * slope / static_cast<double>(batch.size()));
        }
        network_.backward(row_major(slopes_, batch.size(), 1), workspace_, {}, gradient_);
        adam_.step(gradient_, logits_);
    }

    const Network& network_;
    const Examples& examples_;
    RowList rows_;
    TrainingOptions options_;
    std::uint64_t seed_;
    Network::Workspace workspace_;
    Adam adam_;
    std::vector<double> logits_;        // [logit]
    std::vector<float> gradient_;       // [logit]
    double label_weights_[2] = {1, 1};  // [label]
    RowList order_;                     // of the present epoch
    std::size_t position_ = 0;          // in it
    std::size_t steps_ = 0;
    std::size_t epochs_ = 0;
    std::vector<float> inputs_, outputs_;  // of the last forward pass: [row][column], [row]
    std::vector<float> slopes_;            // [row]
};

}  // namespace loh::study
