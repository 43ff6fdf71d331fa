// The three semantics as loops over columns, for `and` (Both = true) and `or` (Both = false).
//
//     pair(a, b)                 the connective of two values; n operands are folded from the left
//     prepare, scan, share       the backward pass of a join: prepare once, scan every operand, then share(operand) is the
//                                part of the gradient of the joined value for that operand
//     by_gate, by_value          derivatives of pair(gate, x), for the terms of a choice
//
// Loops run over padded rows without branches; columns do not overlap. The conventions for ties and clipping are those of the
// oracle (oracle.hpp).
#pragma once

#include <cstddef>

namespace loh {

// Working memory of the backward pass of a join: two columns, with a meaning that depends on the semantics.
struct JoinScratch {
    float* first;
    float* second;
};

struct GoedelLogic {
    template <bool Both>
    static float pair(float a, float b) {
        return Both ? (b < a ? b : a) : (b > a ? b : a);
    }

    template <bool Both>
    static void prepare(JoinScratch scratch, const float* arriving, std::size_t rows) {
        for (std::size_t r = 0; r < rows; ++r) scratch.first[r] = arriving[r];  // remaining gradient
    }
    template <bool Both>
    static void scan(JoinScratch /*scratch*/, const float* /*in*/, std::size_t /*rows*/) {}

    // The first operand that equals the result takes the whole gradient.
    template <bool Both>
    static void share(JoinScratch scratch, const float* in, const float* out, const float* /*arriving*/,
                      float* result, std::size_t rows) {
        for (std::size_t r = 0; r < rows; ++r) {
            float taken = in[r] == out[r] ? scratch.first[r] : 0.0F;
            scratch.first[r] -= taken;
            result[r] = taken;
        }
    }

    // Derivatives of pair(gate, x); on a tie the gate takes the gradient.
    template <bool Both>
    static float by_gate(float gate, float x) {
        return (Both ? gate <= x : gate >= x) ? 1.0F : 0.0F;
    }
    template <bool Both>
    static float by_value(float gate, float x) {
        return 1.0F - by_gate<Both>(gate, x);
    }
};

struct ProductLogic {
    template <bool Both>
    static float pair(float a, float b) {
        return Both ? a * b : 1 - (1 - a) * (1 - b);
    }

    // first: product of the nonzero factors; second: number of zero factors. A factor is x, or 1 - x for `or`.
    template <bool Both>
    static float factor(float x) {
        return Both ? x : 1 - x;
    }
    template <bool Both>
    static void prepare(JoinScratch scratch, const float* /*arriving*/, std::size_t rows) {
        for (std::size_t r = 0; r < rows; ++r) {
            scratch.first[r] = 1;
            scratch.second[r] = 0;
        }
    }
    template <bool Both>
    static void scan(JoinScratch scratch, const float* in, std::size_t rows) {
        for (std::size_t r = 0; r < rows; ++r) {
            float f = factor<Both>(in[r]);
            scratch.first[r] *= f == 0 ? 1.0F : f;
            scratch.second[r] += f == 0 ? 1.0F : 0.0F;
        }
    }
    template <bool Both>
    static void share(JoinScratch scratch, const float* in, const float* /*out*/, const float* arriving,
                      float* result, std::size_t rows) {
        for (std::size_t r = 0; r < rows; ++r) {
            float f = factor<Both>(in[r]);
            float other_zeros = scratch.second[r] - (f == 0 ? 1.0F : 0.0F);
            float others = scratch.first[r] / (f == 0 ? 1.0F : f);
            result[r] = other_zeros == 0 ? arriving[r] * others : 0.0F;
        }
    }

    template <bool Both>
    static float by_gate(float /*gate*/, float x) {
        return Both ? x : 1 - x;
    }
    template <bool Both>
    static float by_value(float gate, float /*x*/) {
        return Both ? gate : 1 - gate;
    }
};

struct LukasiewiczLogic {
    template <bool Both>
    static float pair(float a, float b) {
        float joined = Both ? a + b - 1 : a + b;
        return Both ? (joined > 0 ? joined : 0.0F) : (joined < 1 ? joined : 1.0F);
    }

    template <bool Both>
    static bool clipped(float value) {
        return Both ? !(value > 0) : !(value < 1);
    }
    template <bool Both>
    static void prepare(JoinScratch /*scratch*/, const float* /*arriving*/, std::size_t /*rows*/) {}
    template <bool Both>
    static void scan(JoinScratch /*scratch*/, const float* /*in*/, std::size_t /*rows*/) {}
    template <bool Both>
    static void share(JoinScratch /*scratch*/, const float* /*in*/, const float* out, const float* arriving,
                      float* result, std::size_t rows) {
        for (std::size_t r = 0; r < rows; ++r) result[r] = clipped<Both>(out[r]) ? 0.0F : arriving[r];
    }

    template <bool Both>
    static float by_gate(float gate, float x) {
        return clipped<Both>(pair<Both>(gate, x)) ? 0.0F : 1.0F;
    }
    template <bool Both>
    static float by_value(float gate, float x) {
        return by_gate<Both>(gate, x);
    }
};

}  // namespace loh
