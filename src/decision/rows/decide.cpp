// Classes as bit planes, and their conversion to numbers: eight rows at a time, with a table that spreads the bits of a byte
// over the bytes of a word.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "decision/rows/block_program.hpp"
#include "features/blocks/vectors.hpp"

namespace loh {

namespace {

// Byte i of an entry, in memory order, is bit i of the index.
constexpr std::array<std::uint64_t, 256> kBytes = [] {
    std::array<std::uint64_t, 256> entries{};
    for (std::size_t index = 0; index < entries.size(); ++index) {
        std::array<std::uint8_t, 8> bytes{};
        for (std::size_t bit = 0; bit < 8; ++bit) bytes[bit] = index >> bit & 1U;
        entries[index] = std::bit_cast<std::uint64_t>(bytes);
    }
    return entries;
}();

// Writes the bytes of 64 rows, from one word of each of up to eight planes.
LOH_INLINE void spread_word(const Block* planes, std::size_t bits, std::size_t word, std::uint8_t* rows) {
    for (std::size_t eighth = 0; eighth < 8; ++eighth) {
        std::uint64_t bytes = 0;
        for (std::size_t bit = 0; bit < bits; ++bit)
            bytes |= kBytes[planes[bit].words[word] >> (8 * eighth) & 255U] << bit;
        std::memcpy(rows + 8 * eighth, &bytes, 8);
    }
}

template <class Int>
LOH_INLINE void spread(const Block* planes, std::size_t bits, std::span<Int> classes) {
    for (std::size_t first = 0; first < classes.size(); first += 64) {
        std::size_t rows = std::min<std::size_t>(64, classes.size() - first);
        Int* to = classes.data() + first;
        if constexpr (sizeof(Int) == 1) {
            if (rows == 64) {
                spread_word(planes, bits, first / 64, to);
                continue;
            }
        }
        std::uint8_t bytes[64];
        std::fill_n(to, rows, Int{0});
        for (std::size_t bit = 0; bit < bits; bit += 8) {
            spread_word(planes + bit, std::min<std::size_t>(8, bits - bit), first / 64, bytes);
            for (std::size_t i = 0; i < rows; ++i) to[i] = static_cast<Int>(to[i] | Int{bytes[i]} << bit);
        }
    }
}

}  // namespace

std::size_t RuleDecision::bits() const {
    std::uint32_t all = otherwise | 1U;
    for (std::uint32_t number : classes) all |= number;
    return static_cast<std::size_t>(std::bit_width(all));
}

LOH_VECTOR_CLONES void decide(const RuleProgram& program, const Block* blocks, const RuleDecision& decision,
                              Block* planes) noexcept {
    std::fill_n(planes, decision.bits(), Block{});
    for (std::size_t v = 0; v < kVectors; ++v) {
        Words open = ~Words{};  // rows in which no formula holds so far
        auto claim = [&](const Words& rows, std::uint32_t number) {
            for (; number != 0; number &= number - 1) vectors(planes[std::countr_zero(number)])[v] |= rows;
        };
        for (std::size_t f = 0; f < program.outputs.size(); ++f) {
            RuleProgram::Output output = program.outputs[f];
            Words holds = vectors(blocks[output.source])[v];
            if (output.complemented) holds = ~holds;
            claim(open & holds, decision.classes[f]);
            open &= ~holds;
        }
        claim(open, decision.otherwise);
    }
}

LOH_VECTOR_CLONES void spread_planes(const Block* planes, std::size_t bits,
                                     std::span<std::uint8_t> classes) noexcept {
    spread(planes, bits, classes);
}

LOH_VECTOR_CLONES void spread_planes(const Block* planes, std::size_t bits,
                                     std::span<std::uint16_t> classes) noexcept {
    spread(planes, bits, classes);
}

LOH_VECTOR_CLONES void spread_planes(const Block* planes, std::size_t bits,
                                     std::span<std::uint32_t> classes) noexcept {
    spread(planes, bits, classes);
}

}  // namespace loh
