#include "network/kernels/binary_layer.hpp"

#include <algorithm>
#include <bit>
#include <span>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "network/kernels/marked_rows.hpp"

namespace loh {

namespace {

constexpr std::size_t kBlock = 16;  // gates of a block, whose best is kept

// The order in which gates decide: increasing in a conjunction, decreasing in a disjunction.
template <bool Conjunctive>
struct Order {
    static constexpr float kNeutral = Conjunctive ? 1.0F : 0.0F;  // a gate that decides nothing
    static constexpr float kGone = Conjunctive ? 2.0F : -1.0F;
    static bool before(float a, float b) { return Conjunctive ? a < b : a > b; }
};

// The best gate of a block, and the first position of a value in it. Vectorized, because a search that stops at the first
// match has an unpredictable branch; every x86-64 has vectors of four floats.
#if defined(__SSE2__)
template <bool Conjunctive>
float best_of_block(const float* gates) {
    auto better = [](__m128 a, __m128 b) { return Conjunctive ? _mm_min_ps(a, b) : _mm_max_ps(a, b); };
    __m128 best = better(better(_mm_loadu_ps(gates), _mm_loadu_ps(gates + 4)),
                         better(_mm_loadu_ps(gates + 8), _mm_loadu_ps(gates + 12)));
    best = better(best, _mm_movehl_ps(best, best));
    best = better(best, _mm_shuffle_ps(best, best, 1));
    return _mm_cvtss_f32(best);
}

std::size_t first_place(const float* gates, float value) {
    __m128 wanted = _mm_set1_ps(value);
    unsigned found = 0;
    for (unsigned i = 0; i < kBlock; i += 4) {
        __m128 equal = _mm_cmpeq_ps(_mm_loadu_ps(gates + i), wanted);
        found |= static_cast<unsigned>(_mm_movemask_ps(equal)) << i;
    }
    return static_cast<std::size_t>(std::countr_zero(found));
}
#else
template <bool Conjunctive>
float best_of_block(const float* gates) {
    float best = gates[0];
    for (std::size_t i = 1; i < kBlock; ++i)
        best = Order<Conjunctive>::before(gates[i], best) ? gates[i] : best;
    return best;
}

std::size_t first_place(const float* gates, float value) {
    return static_cast<std::size_t>(std::find(gates, gates + kBlock, value) - gates);
}
#endif

// Removes gates from `scratch.left` one by one, in order.
template <bool Conjunctive>
class GateQueue {
public:
    using O = Order<Conjunctive>;

    GateQueue(BinaryScratch& scratch, const float* gates, std::size_t terms)
        : left_(scratch.left.data()), best_(scratch.best.data()), blocks_((terms + kBlock - 1) / kBlock) {
        std::copy_n(gates, terms, left_);
        std::fill_n(left_ + terms, blocks_ * kBlock - terms, O::kGone);
        for (std::size_t b = 0; b < blocks_; ++b) best_[b] = best_of_block<Conjunctive>(left_ + b * kBlock);
        std::fill_n(best_ + blocks_, padded_blocks(blocks_) - blocks_, O::kGone);
    }

    // The next gate, by its term; `value` is its value. Among equals the first comes first.
    std::size_t next(float& value) {
        value = best_of_block<Conjunctive>(best_);
        std::size_t group = 0;
        for (std::size_t first = kBlock; first < blocks_; first += kBlock) {
            float other = best_of_block<Conjunctive>(best_ + first);
            if (!O::before(other, value)) continue;
            value = other;
            group = first;
        }
        std::size_t block = group + first_place(best_ + group, value);
        float* gates = left_ + block * kBlock;
        std::size_t place = first_place(gates, value);
        gates[place] = O::kGone;
        best_[block] = best_of_block<Conjunctive>(gates);
        return block * kBlock + place;
    }

    static std::size_t padded_blocks(std::size_t blocks) { return (blocks + kBlock - 1) / kBlock * kBlock; }

private:
    float* left_;
    float* best_;  // [block], padded
    std::size_t blocks_;
};

// Decides the rows of `open` that the term can decide, and writes them to `taken`. Returns whether there are any; `rest` tells
// whether open rows are left.
bool take_rows(const std::uint64_t* deciding, std::span<std::uint64_t> open, std::uint64_t* taken,
               bool& rest) {
    std::uint64_t any = 0;
    std::uint64_t left = 0;
    for (std::size_t w = 0; w < open.size(); ++w) {
        taken[w] = deciding == nullptr ? open[w] : open[w] & deciding[w];
        open[w] &= ~taken[w];
        any |= taken[w];
        left |= open[w];
    }
    rest = left != 0;
    return any != 0;
}

void open_all(std::size_t rows, std::span<std::uint64_t> open) {
    std::fill(open.begin(), open.end(), ~std::uint64_t{0});
    if (rows % 64 != 0) open[rows / 64] = (std::uint64_t{1} << (rows % 64)) - 1;
}

template <bool Conjunctive>
void forward_neuron(const BinaryShape& shape, const std::uint64_t* const* deciding, const float* gates,
                    BinaryScratch& scratch, BinaryDecisions& decisions, float* out) {
    using O = Order<Conjunctive>;
    std::size_t words = row_words(shape.rows);
    std::span<std::uint64_t> open(scratch.open.data(), words);
    open_all(shape.rows, open);
    std::fill_n(out, shape.rows, O::kNeutral);
    GateQueue<Conjunctive> queue(scratch, gates, shape.terms);
    bool rest = true;
    for (std::size_t round = 0; round < shape.terms && rest; ++round) {
        float value = 0;
        std::size_t term = queue.next(value);
        if (!O::before(value, O::kNeutral)) break;
        std::size_t end = decisions.rows.size();
        decisions.rows.resize(end + words);
        if (!take_rows(deciding[term], open, decisions.rows.data() + end, rest)) {
            decisions.rows.resize(end);
            continue;
        }
        decisions.terms.push_back(static_cast<std::uint32_t>(term));
        set_rows(decisions.rows.data() + end, shape.rows, value, out);
    }
    // If no gate decides, every term has the neutral value, and the first term wins the tie: its gate, if the gate itself has
    // that value, otherwise its x, which is an input and takes no gradient.
    if (rest && gates[0] == O::kNeutral) {
        decisions.terms.push_back(0);
        decisions.rows.insert(decisions.rows.end(), open.begin(), open.end());
    }
}

}  // namespace

void BinaryScratch::reserve(std::size_t terms, std::size_t rows) {
    std::size_t blocks = (terms + kBlock - 1) / kBlock;
    left.resize(std::max(left.size(), blocks * kBlock));
    best.resize(std::max(best.size(), GateQueue<true>::padded_blocks(blocks)));
    open.resize(std::max(open.size(), row_words(rows)));
}

void binary_forward(const BinaryShape& shape, const std::uint64_t* const* deciding, const float* gates,
                    BinaryScratch& scratch, BinaryDecisions& decisions, float* out) {
    decisions.first.clear();
    decisions.terms.clear();
    decisions.rows.clear();
    for (std::size_t j = 0; j < shape.neurons; ++j) {
        decisions.first.push_back(static_cast<std::uint32_t>(decisions.terms.size()));
        const float* own = gates + j * shape.terms;
        float* column = out + j * shape.stride;
        shape.conjunctive ? forward_neuron<true>(shape, deciding, own, scratch, decisions, column)
                          : forward_neuron<false>(shape, deciding, own, scratch, decisions, column);
    }
    decisions.first.push_back(static_cast<std::uint32_t>(decisions.terms.size()));
}

void binary_backward(const BinaryShape& shape, const BinaryDecisions& decisions, const float* arriving,
                     BinaryScratch& scratch, float* gate_gradients) noexcept {
    std::size_t words = row_words(shape.rows);
    std::fill_n(gate_gradients, shape.neurons * shape.terms, 0.0F);
    for (std::size_t j = 0; j < shape.neurons; ++j) {
        const float* column = arriving + j * shape.stride;
        std::uint64_t* live = scratch.open.data();
        if (!mark_nonzero(column, shape.rows, live)) continue;
        for (std::size_t d = decisions.first[j]; d < decisions.first[j + 1]; ++d) {
            gate_gradients[j * shape.terms + decisions.terms[d]] =
                sum_rows(decisions.rows.data() + d * words, live, shape.rows, column);
        }
    }
}

void transpose_bits(std::uint64_t* bits) noexcept {
    std::uint64_t mask = 0x00000000FFFFFFFFULL;
    for (std::size_t width = 32; width != 0; width >>= 1U, mask ^= mask << width) {
        for (std::size_t i = 0; i < 64; i = (i + width + 1) & ~width) {
            std::uint64_t swapped = ((bits[i] >> width) ^ bits[i + width]) & mask;
            bits[i] ^= swapped << width;
            bits[i + width] ^= swapped;
        }
    }
}

}  // namespace loh
