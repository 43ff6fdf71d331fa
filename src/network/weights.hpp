// Weights from logits: the Gödel trick with categorical variables.
//
//     z'_i  = z_i + n_i              n_i ~ Gumbel(0, beta), in training only
//     z''_i = z'_i - m               m: mean of the two largest z'
//     w_i   = sigmoid(z''_i / T)
//
// Exactly one z'' is positive, so exactly one weight exceeds one half: each choice is decided at any time.
//
// For two alternatives only the difference d = z_0 - z_1 matters: z''_0 = d'/2 and z''_1 = -d'/2. It is stored as one
// number. The noise is one logistic draw (the difference of two Gumbel variables is logistic), and dL/dd equals dL/dz_0 of
// the form with two numbers, so the step of Adam for d is twice that for z_0: the same process at half the cost.
//
// If two values tie for the largest, the first counts as the larger. A sigmoid that rounds to one half is moved to its side
// of one half. So untrained models, whose logits are all zero, are decided as well, and extraction is lossless from the
// start.
//
// Logits are doubles; noise, weights and gradients are computed in float, the type of the kernels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "base/thread_pool.hpp"
#include "network/compiled_program.hpp"

namespace loh {

struct Noise {
    Random random;
    std::uint32_t step;
    double beta;  // scale of the Gumbel noise
};

class Weights {
public:
    explicit Weights(const CompiledProgram& program);

    // logits: [logit]. Without noise: the weights for prediction. The pieces are distributed over the pool, if there is one.
    // Floats give the same result as equal doubles.
    void compute(std::span<const double> logits, double temperature, const std::optional<Noise>& noise,
                 ThreadPool* pool = nullptr);
    void compute(std::span<const float> logits, double temperature, const std::optional<Noise>& noise,
                 ThreadPool* pool = nullptr);

    [[nodiscard]] std::span<const float> values() const { return weights_; }  // [weight]

    // The alternative whose weight exceeds one half: [choice].
    [[nodiscard]] std::vector<std::uint32_t> selection() const;

    // weight_gradient: [weight]. Sets the gradient with respect to the logits: [logit].
    void backward(std::span<const float> weight_gradient, std::span<float> logit_gradient) const;

    // Consecutive choices whose numbers fit into the cache. Pieces are independent, so each can be computed by another
    // thread.
    struct Piece {
        std::uint32_t first_logit;
        std::uint32_t logits;
        std::uint32_t first_weight;
        std::uint32_t weights;
        std::uint32_t first_run;
        std::uint32_t runs;
    };
    [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
    void backward(const Piece& piece, std::span<const float> weight_gradient,
                  std::span<float> logit_gradient) const;

private:
    // Consecutive choices of equal arity in a piece: their logits and weights are two arrays without gaps.
    struct Run {
        std::uint32_t arity;
        std::uint32_t first_choice;
        std::uint32_t choices;
        std::uint32_t first_logit;
        std::uint32_t logits;
        std::uint32_t first_weight;
        std::uint32_t weights;
    };
    // The working memory of one thread, for the current piece.
    struct Scratch {
        std::vector<std::uint32_t> words;  // [logit]: random words of the noise
        std::vector<float> values;         // [logit of a run]
        std::vector<double> logits;        // [logit]: converted from floats
    };

    [[nodiscard]] std::span<const Run> runs_of(const Piece& piece) const {
        return std::span(runs_).subspan(piece.first_run, piece.runs);
    }
    void prepare(std::size_t logits, double temperature, ThreadPool* pool);
    void compute(const Piece& piece, std::span<const double> own, const std::optional<Noise>& noise,
                 Scratch& scratch);  // own: [logit of the piece]

    std::vector<Piece> pieces_;
    std::vector<Run> runs_;
    double temperature_ = 1;
    std::size_t logits_;            // number of logits of the program
    std::vector<Scratch> scratch_;  // [worker]
    std::vector<float> weights_;    // [weight]
};

}  // namespace loh
