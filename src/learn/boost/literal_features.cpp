#include "learn/boost/literal_features.hpp"

#include <array>
#include <map>
#include <string>

namespace loh {

namespace {

constexpr std::size_t kMostCodes = 255;
constexpr std::uint32_t kNone = UINT32_MAX;

// Divides the rows of each code by the values of one more literal. False, and nothing changes, if there were too many codes.
bool refine(LiteralFeature& feature, const Bits& bits) {
    std::vector<std::uint32_t> renamed(2 * feature.code_count, kNone);
    std::uint32_t count = 0;
    std::vector<std::uint8_t> codes(feature.codes.size());
    for (std::size_t row = 0; row < codes.size(); ++row) {
        std::uint32_t& code = renamed[2 * feature.codes[row] + (bit_at(bits, row) ? 1 : 0)];
        if (code == kNone) code = count++;
        if (count > kMostCodes) return false;
        codes[row] = static_cast<std::uint8_t>(code);
    }
    feature.codes = std::move(codes);
    feature.code_count = std::max<std::size_t>(count, 1);
    return true;
}

// The columns that an atom compares.
std::string topic_of(const Atom& atom) {
    std::string topic;
    for (const std::string& column : columns_of(atom)) topic += column + '\n';
    return topic + column_of(atom).name;
}

}  // namespace

std::vector<LiteralFeature> literal_features(std::span<const std::uint32_t> numbers,
                                             std::span<const Bits> bits, std::span<const Atom> atoms,
                                             std::size_t rows) {
    std::vector<LiteralFeature> result;
    std::vector<std::vector<std::size_t>> members;  // [feature]: indices in `numbers`
    std::map<std::string, std::size_t> current;     // topic: its last feature
    auto new_feature = [&] {
        result.emplace_back();
        result.back().codes.assign(rows, 0);
        members.emplace_back();
        return result.size() - 1;
    };
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        auto [place, is_new] = current.try_emplace(topic_of(atoms[numbers[i]]), 0);
        if (is_new) place->second = new_feature();
        if (!refine(result[place->second], bits[i])) {
            place->second = new_feature();
            refine(result[place->second], bits[i]);
        }
        result[place->second].literals.push_back(numbers[i]);
        members[place->second].push_back(i);
    }
    for (std::size_t f = 0; f < result.size(); ++f) {
        LiteralFeature& feature = result[f];
        std::vector<std::size_t> example(feature.code_count, 0);  // a row of each code
        for (std::size_t row = rows; row-- > 0;) example[feature.codes[row]] = row;
        for (std::size_t member : members[f]) {
            for (std::size_t row : example) feature.holds.push_back(bit_at(bits[member], row) ? 1 : 0);
        }
    }
    return result;
}

}  // namespace loh
