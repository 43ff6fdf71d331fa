#include "network/kernels/grouped_layer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "network/kernels/lanes.hpp"
#include "network/kernels/vector_math.hpp"

namespace loh {

namespace {

constexpr std::size_t kTable = TermGroups::kTable;
constexpr std::size_t kVector = 8;  // rows at a time
constexpr std::uint32_t kNoTerm = UINT32_MAX;

LOH_UNALIGNED_VECTOR(Vector, float, 32);
LOH_UNALIGNED_VECTOR(Places, std::int32_t, 32);

// The valid rows of a word, and those in which a term is true.
std::uint64_t rows_of(const BinaryShape& shape, std::size_t word) {
    std::size_t left = shape.rows - word * 64;
    return left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
}
std::uint64_t true_rows(const BinaryShape& shape, const std::uint64_t* deciding, std::size_t word) {
    std::uint64_t all = rows_of(shape, word);
    if (deciding == nullptr) return shape.conjunctive ? 0 : all;
    return (shape.conjunctive ? ~deciding[word] : deciding[word]) & all;
}

// The number of rows in which terms decide, summed over all terms. Uses the popcount instruction if there is one.
LOH_VECTOR_CLONES std::size_t count_deciding(const BinaryShape& shape, const std::uint64_t* const* deciding) {
    std::size_t words = row_words(shape.rows);
    std::size_t ones = 0;
    for (std::size_t t = 0; t < shape.terms; ++t) {
        for (std::size_t w = 0; w < words; ++w)
            ones += static_cast<std::size_t>(
                std::popcount(deciding[t] == nullptr ? ~std::uint64_t{0} : deciding[t][w]));
    }
    return ones;
}

// Whether binary_layer.hpp would take longer, by measured costs; its cost is one round for each gate it visits.
bool is_faster(const BinaryShape& shape, const std::uint64_t* const* deciding, std::size_t groups) {
    std::size_t words = row_words(shape.rows);
    std::size_t ones = count_deciding(shape, deciding);
    double share = static_cast<double>(ones) / static_cast<double>(shape.terms * words * 64);
    double rounds =
        std::log(static_cast<double>(shape.rows) + 1) / -std::log(std::clamp(1 - share, 0.01, 0.99));
    rounds = std::min(rounds, static_cast<double>(shape.terms));
    double by_gates = 60 * rounds + 1.5 * static_cast<double>(shape.rows);
    double by_groups =
        0.1 * static_cast<double>(groups * shape.rows) + 1.5 * static_cast<double>(shape.terms);
    return by_groups < by_gates;
}

// values: [table index]: the contribution of a group. Of equal gates the first counts, as in find_winners.
template <bool Conjunctive>
void fill_table(const float* gates, std::size_t size, float* values) {
    constexpr float kNeutral = Conjunctive ? 1.0F : 0.0F;
    if (!Conjunctive) {
        for (std::size_t v = 0; v < kTable; ++v) values[v] = v < size ? gates[v] : kNeutral;
        return;
    }
    float smallest = gates[0];
    float second = kNeutral;
    std::size_t place = 0;
    for (std::size_t v = 1; v < size; ++v) {  // without branches, which would be unpredictable
        float larger = gates[v] < smallest ? smallest : gates[v];
        second = larger < second ? larger : second;
        place = gates[v] < smallest ? v : place;
        smallest = gates[v] < smallest ? gates[v] : smallest;
    }
    for (std::size_t v = 0; v < kTable; ++v) values[v] = smallest;
    values[place] = second;
}

// winners: [table index]: the term whose gate has that value.
template <bool Conjunctive>
void find_winners(const float* gates, std::uint32_t first, std::uint32_t end, std::uint32_t* winners) {
    std::uint32_t best = kNoTerm;  // the smallest gate of the group, and the second smallest
    std::uint32_t second = kNoTerm;
    if (Conjunctive) {
        for (std::uint32_t t = first; t < end; ++t) {
            if (best == kNoTerm || gates[t] < gates[best]) {
                second = best;
                best = t;
            } else if (second == kNoTerm || gates[t] < gates[second]) {
                second = t;
            }
        }
    }
    for (std::uint32_t v = 0; v < kTable; ++v) {
        std::uint32_t present = first + v;
        winners[v] = kNoTerm;
        if (Conjunctive) winners[v] = present == best ? second : best;
        if (!Conjunctive && present < end) winners[v] = present;
    }
}

template <bool Conjunctive>
void fill_tables(const BinaryShape& shape, const TermGroups& groups, const float* gates, std::size_t neurons,
                 float* tables) {
    for (std::size_t j = 0; j < neurons; ++j) {
        const float* own = gates + j * shape.terms;
        for (std::size_t g = 0; g < groups.count(); ++g, tables += kTable)
            fill_table<Conjunctive>(own + groups.first[g], groups.first[g + 1] - groups.first[g], tables);
    }
}

// value[i] = table[places[i]]. A macro, because passing a vector to a function has a different ABI for each instruction set.
// clang has no lookup by variable indices.
#if defined(__clang__)
#define LOH_LOOK_UP(value, table, places) \
    for (std::size_t lane = 0; lane < kVector; ++lane) (value)[lane] = (table)[(places)[lane]]
#else
#define LOH_LOOK_UP(value, table, places) \
    (value) = __builtin_shuffle(*reinterpret_cast<const Vector*>(table), places)
#endif

template <bool Conjunctive, std::size_t Neurons>
LOH_INLINE void forward_block(const TermGroups& groups, const float* tables, std::size_t row,
                              std::size_t stride, float* out, std::int32_t* winners) {
    Vector best[Neurons];
    Places winner[Neurons];
    for (std::size_t j = 0; j < Neurons; ++j) {
        best[j] = Vector{} + (Conjunctive ? 1.0F : 0.0F);
        winner[j] = Places{} - 1;
    }
    std::size_t count = groups.count();
    Places group{};
    for (std::size_t g = 0; g < count; ++g) {
        const Places place =
            *reinterpret_cast<const Places*>(groups.present.data() + g * groups.stride + row);
        for (std::size_t j = 0; j < Neurons; ++j) {
            const float* table = tables + (j * count + g) * kTable;
            Vector value;
            LOH_LOOK_UP(value, table, place);
            const Places better = Conjunctive ? value < best[j] : value > best[j];
            best[j] = better ? value : best[j];
            winner[j] = better ? group : winner[j];
        }
        group += 1;
    }
    for (std::size_t j = 0; j < Neurons; ++j) {
        *reinterpret_cast<Vector*>(out + j * stride + row) = best[j];
        *reinterpret_cast<Places*>(winners + j * stride + row) = winner[j];
    }
}

template <bool Conjunctive>
LOH_INLINE void forward_layer(const BinaryShape& shape, const TermGroups& groups, const float* tables,
                              float* out, std::int32_t* winners) {
    constexpr std::size_t kTogether = 4;
    std::size_t size = groups.count() * kTable;
    for (std::size_t row = 0; row < groups.stride; row += kVector) {
        std::size_t j = 0;
        for (; j + kTogether <= shape.neurons; j += kTogether)
            forward_block<Conjunctive, kTogether>(groups, tables + j * size, row, shape.stride,
                                                  out + j * shape.stride, winners + j * shape.stride);
        for (; j < shape.neurons; ++j)
            forward_block<Conjunctive, 1>(groups, tables + j * size, row, shape.stride,
                                          out + j * shape.stride, winners + j * shape.stride);
    }
}

LOH_VECTOR_CLONES void run_forward(const BinaryShape& shape, const TermGroups& groups, const float* tables,
                                   float* out, std::int32_t* winners) noexcept {
    shape.conjunctive ? forward_layer<true>(shape, groups, tables, out, winners)
                      : forward_layer<false>(shape, groups, tables, out, winners);
}

// Whether kLanes gradients are all zero, compared as bits.
bool all_zero(const float* gradients) {
    std::uint64_t any = 0;
    for (std::size_t pair = 0; pair < kLanes / 2; ++pair) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, gradients + 2 * pair, sizeof bits);
        any |= bits;
    }
    return any == 0;
}

// The term whose gate decided a row; kNoTerm if an input decided, which takes no gradient.
template <bool Conjunctive>
std::uint32_t decided_by(const TermGroups& groups, const float* gates, const GroupedScratch& scratch,
                         std::int32_t group, std::size_t row) {
    constexpr float kNeutral = Conjunctive ? 1.0F : 0.0F;
    // Without a group every term has the neutral value, and the first one counts: its gate or its input.
    if (group < 0) return gates[0] == kNeutral ? 0 : kNoTerm;
    auto g = static_cast<std::size_t>(group);
    auto place = static_cast<std::size_t>(groups.present[g * groups.stride + row]);
    return scratch.winners[g * kTable + place];  // kNoTerm only if gates are NaN
}

// Adds the gradients of one neuron's rows to the gates that decided them. Most rows have none.
template <bool Conjunctive>
void backward_neuron(const BinaryShape& shape, const TermGroups& groups, const float* gates,
                     const std::int32_t* winners, const float* arriving, GroupedScratch& scratch,
                     float* gradient) {
    bool prepared = false;
    for (std::size_t first = 0; first < shape.rows; first += kLanes) {
        if (all_zero(arriving + first)) continue;  // columns are padded with zeros
        if (!prepared) {
            scratch.winners.resize(groups.count() * kTable);
            for (std::size_t g = 0; g < groups.count(); ++g)
                find_winners<Conjunctive>(gates, groups.first[g], groups.first[g + 1],
                                          scratch.winners.data() + g * kTable);
            prepared = true;
        }
        for (std::size_t r = first; r < std::min(first + kLanes, shape.rows); ++r) {
            if (arriving[r] == 0) continue;
            std::uint32_t term = decided_by<Conjunctive>(groups, gates, scratch, winners[r], r);
            if (term == kNoTerm) continue;
            if (gradient[term] == 0) {
                gradient[term] = 1;  // a mark until the lanes are added up
                scratch.touched.push_back(term);
            }
            scratch.lanes[term * kLanes + (r - first)] += arriving[r];
        }
    }
    for (std::uint32_t term : scratch.touched) {
        float* lanes = scratch.lanes.data() + term * kLanes;
        float total = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) total += lanes[lane];
        std::fill_n(lanes, kLanes, 0.0F);
        gradient[term] = total;
    }
    scratch.touched.clear();
}

}  // namespace

bool find_groups(const BinaryShape& shape, const std::uint64_t* const* deciding, TermGroups& groups) {
    std::size_t words = row_words(shape.rows);
    groups.stride = padded(shape.rows);
    groups.first.assign(1, 0);
    std::vector<std::uint64_t> taken(words, 0);
    bool complete = false;  // whether every row has a true term in the current group
    for (std::uint32_t t = 0; t < shape.terms; ++t) {
        std::uint64_t both = 0;
        std::uint64_t left = 0;
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t own = true_rows(shape, deciding[t], w);
            both |= taken[w] & own;
            left |= rows_of(shape, w) & ~(taken[w] | own);
        }
        std::size_t size = t - groups.first.back();
        // The last index is for rows without a true term, unless every row has one.
        complete = left == 0;
        if (size > 0 && (both != 0 || size + (complete ? 1 : 2) > kTable)) {
            groups.first.push_back(t);
            std::fill(taken.begin(), taken.end(), 0);
        }
        for (std::size_t w = 0; w < words; ++w) taken[w] |= true_rows(shape, deciding[t], w);
    }
    groups.first.push_back(static_cast<std::uint32_t>(shape.terms));
    if (!is_faster(shape, deciding, groups.count())) return false;
    groups.present.resize(groups.count() * groups.stride);
    for (std::size_t g = 0; g < groups.count(); ++g) {
        std::int32_t* present = groups.present.data() + g * groups.stride;
        std::uint32_t size = groups.first[g + 1] - groups.first[g];
        std::fill_n(present, groups.stride,
                    static_cast<std::int32_t>(std::min<std::size_t>(size, kTable - 1)));
        for (std::uint32_t v = 0; v < size; ++v) {
            for (std::size_t w = 0; w < words; ++w) {
                for (std::uint64_t bits = true_rows(shape, deciding[groups.first[g] + v], w); bits != 0;
                     bits &= bits - 1)
                    present[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))] =
                        static_cast<std::int32_t>(v);
            }
        }
    }
    return true;
}

void grouped_forward(const BinaryShape& shape, const TermGroups& groups, const float* gates,
                     GroupedScratch& scratch, float* out, std::int32_t* winners) {
    scratch.tables.resize(std::max(scratch.tables.size(), shape.neurons * groups.count() * kTable));
    shape.conjunctive ? fill_tables<true>(shape, groups, gates, shape.neurons, scratch.tables.data())
                      : fill_tables<false>(shape, groups, gates, shape.neurons, scratch.tables.data());
    run_forward(shape, groups, scratch.tables.data(), out, winners);
}

void grouped_backward(const BinaryShape& shape, const TermGroups& groups, const float* gates,
                      const std::int32_t* winners, const float* arriving, GroupedScratch& scratch,
                      float* gate_gradients) {
    scratch.lanes.resize(std::max(scratch.lanes.size(), shape.terms * kLanes));
    std::fill_n(gate_gradients, shape.neurons * shape.terms, 0.0F);
    for (std::size_t j = 0; j < shape.neurons; ++j) {
        const float* own = gates + j * shape.terms;
        std::size_t place = j * shape.stride;
        float* gradient = gate_gradients + j * shape.terms;
        shape.conjunctive
            ? backward_neuron<true>(shape, groups, own, winners + place, arriving + place, scratch, gradient)
            : backward_neuron<false>(shape, groups, own, winners + place, arriving + place, scratch,
                                     gradient);
    }
}

}  // namespace loh
