#include "network/kernels/grouped_layer.hpp"

#include <gtest/gtest.h>

#include "network/kernels/lanes.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

// A layer over one-hot columns, with some rows without a category and many equal gates.
struct Layer {
    Layer(std::uint64_t seed, std::size_t rows) {
        Random random(seed);
        shape.conjunctive = seed % 2 == 0;
        shape.neurons = 1 + random.below(9);
        shape.rows = rows;
        shape.stride = padded(rows);
        for (std::size_t columns = 1 + random.below(5); columns-- > 0;) add_column(random);
        if (random.chance(30)) bits.emplace_back();  // a gate without an input
        shape.terms = bits.size();
        for (const std::vector<std::uint64_t>& one : bits)
            deciding.push_back(one.empty() ? nullptr : one.data());
        const std::vector<float> values = {0, 0.1F, 0.3F, 0.5F, 0.9F, 1};
        for (std::size_t k = 0; k < shape.neurons * shape.terms; ++k)
            gates.push_back(random.chance(50) ? random.pick(values)
                                              : static_cast<float>(random.below(1000)) / 999);
        for (std::size_t k = 0; k < shape.neurons * shape.stride; ++k)
            arriving.push_back(k % shape.stride < rows && random.chance(40)
                                   ? static_cast<float>(random.below(1000)) / 500 - 1
                                   : 0.0F);
    }

    void add_column(Random& random) {
        std::size_t categories = 1 + random.below(20);
        std::size_t first = bits.size();
        bits.resize(first + categories, std::vector<std::uint64_t>(row_words(shape.rows), 0));
        for (std::size_t row = 0; row < shape.rows; ++row) {
            std::size_t hot = random.below(categories);
            for (std::size_t c = 0; c < categories; ++c) {
                bool is_true = c == hot && !random.chance(5);
                if (is_true != shape.conjunctive) bits[first + c][row / 64] |= std::uint64_t{1} << (row % 64);
            }
        }
    }

    BinaryShape shape{};
    std::vector<std::vector<std::uint64_t>> bits;  // [term][word]: rows in which its gate decides
    std::vector<const std::uint64_t*> deciding;
    std::vector<float> gates;
    std::vector<float> arriving;
};

struct GroupedResult {
    std::vector<float> out;        // without padding
    std::vector<float> gradients;  // of the gates
    friend bool operator==(const GroupedResult&, const GroupedResult&) = default;
};

std::vector<float> without_padding(const BinaryShape& shape, const std::vector<float>& columns) {
    std::vector<float> result;
    for (std::size_t j = 0; j < shape.neurons; ++j)
        result.insert(result.end(), columns.begin() + static_cast<std::ptrdiff_t>(j * shape.stride),
                      columns.begin() + static_cast<std::ptrdiff_t>(j * shape.stride + shape.rows));
    return result;
}

GroupedResult by_gates(const Layer& layer) {
    BinaryScratch scratch;
    scratch.reserve(layer.shape.terms, layer.shape.stride);
    BinaryDecisions decisions;
    std::vector<float> out(layer.shape.neurons * layer.shape.stride);
    std::vector<float> gradients(layer.gates.size(), 7);
    binary_forward(layer.shape, layer.deciding.data(), layer.gates.data(), scratch, decisions, out.data());
    binary_backward(layer.shape, decisions, layer.arriving.data(), scratch, gradients.data());
    return {without_padding(layer.shape, out), gradients};
}

GroupedResult by_groups(const Layer& layer, const TermGroups& groups, GroupedScratch& scratch) {
    std::vector<float> out(layer.shape.neurons * layer.shape.stride);
    std::vector<std::int32_t> winners(out.size());
    std::vector<float> gradients(layer.gates.size(), 7);
    grouped_forward(layer.shape, groups, layer.gates.data(), scratch, out.data(), winners.data());
    grouped_backward(layer.shape, groups, layer.gates.data(), winners.data(), layer.arriving.data(), scratch,
                     gradients.data());
    return {without_padding(layer.shape, out), gradients};
}

TEST(GroupedLayer, AgreesWithTheBinaryLayer) {
    std::size_t grouped = 0;
    GroupedScratch scratch;  // shared, as in a batch
    for (std::uint64_t seed = 0; seed < repeats(3000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const std::size_t sizes[] = {1, 7, 8, 9, 63, 64, 65, 200, 256};
        Layer layer(seed, sizes[seed % 9]);
        TermGroups groups;
        if (!find_groups(layer.shape, layer.deciding.data(), groups)) continue;
        ++grouped;
        ASSERT_EQ(by_groups(layer, groups, scratch), by_gates(layer));
    }
    EXPECT_GT(grouped, repeats(3000) / 2);
}

TEST(GroupedLayer, FindsOneHotColumnsAsGroups) {
    // Three columns of 3, 8 and 12 categories, in every row one of each.
    constexpr std::size_t kRows = 128;
    std::vector<std::vector<std::uint64_t>> bits;
    for (std::size_t categories : {3U, 8U, 12U}) {
        for (std::size_t c = 0; c < categories; ++c) {
            std::vector<std::uint64_t>& words = bits.emplace_back(2, 0);
            for (std::size_t row = 0; row < kRows; ++row) {
                if (row % categories == c) words[row / 64] |= std::uint64_t{1} << (row % 64);
            }
        }
    }
    std::vector<const std::uint64_t*> deciding;
    for (const std::vector<std::uint64_t>& words : bits) deciding.push_back(words.data());
    TermGroups groups;
    ASSERT_TRUE(find_groups({false, 4, deciding.size(), kRows, kRows}, deciding.data(), groups));
    EXPECT_EQ(groups.first, (std::vector<std::uint32_t>{0, 3, 11, 18, 23}));
}

}  // namespace
}  // namespace loh::testing
