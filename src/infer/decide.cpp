// Decisions as bit planes, and from planes to numbers: eight rows at a time, a table says which bytes of a word the bits of
// a byte stand for.
#include <algorithm>
#include <array>
#include <bit>

#include "infer/block.hpp"
#include "infer/vectors.hpp"

namespace loh {

namespace {

// Byte i of the entry is bit i of the index.
constexpr std::array<std::uint64_t, 256> kBytes = [] {
    std::array<std::uint64_t, 256> bytes{};
    for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
        for (std::size_t bit = 0; bit < 8; ++bit) bytes[byte] |= std::uint64_t{byte >> bit & 1U} << (8 * bit);
    }
    return bytes;
}();

// Bytes of 64 rows from up to eight planes: one word of each, kBlockWords apart.
LOH_INLINE void spread_word(const std::uint64_t* planes, std::size_t bits, std::uint8_t* rows) {
    for (std::size_t eighth = 0; eighth < 8; ++eighth) {
        std::uint64_t bytes = 0;
        for (std::size_t bit = 0; bit < bits; ++bit)
            bytes |= kBytes[planes[bit * kBlockWords] >> (8 * eighth) & 255U] << bit;
        for (std::size_t i = 0; i < 8; ++i)
            rows[8 * eighth + i] = static_cast<std::uint8_t>(bytes >> (8 * i));
    }
}

template <class Int>
LOH_INLINE void spread(const std::uint64_t* planes, std::size_t bits, std::span<Int> classes) {
    std::uint8_t bytes[64];
    for (std::size_t first = 0; first < classes.size(); first += 64, ++planes) {
        std::size_t rows = std::min<std::size_t>(64, classes.size() - first);
        Int* to = classes.data() + first;
        std::fill_n(to, rows, Int{0});
        for (std::size_t bit = 0; bit < bits; bit += 8) {
            spread_word(planes + bit * kBlockWords, std::min<std::size_t>(8, bits - bit), bytes);
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

LOH_VECTOR_CLONES void decide(const RuleProgram& program, const std::uint64_t* const* sources,
                              const RuleDecision& decision, std::uint64_t* planes) noexcept {
    std::size_t bits = decision.bits();
    std::fill_n(planes, bits * kBlockWords, std::uint64_t{0});
    for (std::size_t word = 0; word < kBlockWords; word += kVectorWords) {
        Words open = ~Words{};  // rows that no formula has claimed
        auto claim = [&](const Words& rows, std::uint32_t number) {
            for (; number != 0; number &= number - 1) {
                auto bit = static_cast<std::size_t>(std::countr_zero(number));
                *reinterpret_cast<WordsAt*>(planes + bit * kBlockWords + word) |= rows;
            }
        };
        for (std::size_t f = 0; f < program.outputs.size(); ++f) {
            RuleProgram::Output output = program.outputs[f];
            Words holds = *reinterpret_cast<const WordsAt*>(sources[output.source] + word);
            if (output.complemented) holds = ~holds;
            claim(open & holds, decision.classes[f]);
            open &= ~holds;
        }
        claim(open, decision.otherwise);
    }
}

LOH_VECTOR_CLONES void spread_planes(const std::uint64_t* planes, std::size_t bits,
                                     std::span<std::uint8_t> classes) noexcept {
    spread(planes, bits, classes);
}

LOH_VECTOR_CLONES void spread_planes(const std::uint64_t* planes, std::size_t bits,
                                     std::span<std::uint16_t> classes) noexcept {
    spread(planes, bits, classes);
}

LOH_VECTOR_CLONES void spread_planes(const std::uint64_t* planes, std::size_t bits,
                                     std::span<std::uint32_t> classes) noexcept {
    spread(planes, bits, classes);
}

}  // namespace loh
