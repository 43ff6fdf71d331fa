// Which cells are missing.
//
// Some texts mean missing in every column: the empty text, `?`, and those that the user gives. Others usually mean missing,
// but may be values: `NA` is a continent, `None` a kind of alcohol, `-` a class. By default these count by column:
//
//   - in a column whose other cells are all numbers, all of them are missing;
//   - in a column of categories, NA, N/A, nan, NaN, null and NULL are missing, None and - are categories. NA is a category
//     too if all others are codes of two capital letters (EU, AF, NA).
//
// A model stores the texts, so that it reads other tables in the same way: a text of `unless_category` is missing unless the
// column has a category of that name.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loh/table_schema.hpp"

namespace loh {

struct MissingRules {
    std::vector<std::string> texts;            // in every column
    std::vector<std::string> unless_category;  // in columns of numbers, and where no category has that name
    std::vector<std::string> in_numbers;       // in columns of numbers

    MissingRules() = default;
    explicit MissingRules(std::vector<std::string> in_all_columns) : texts(std::move(in_all_columns)) {}
    explicit MissingRules(const TableSchema& schema);

    friend bool operator==(const MissingRules&, const MissingRules&) = default;
};

// The usual texts, of which kDecidedByColumn mean missing in columns of numbers only.
struct UsualTexts {
    static constexpr std::array<std::string_view, 8> kTexts = {"NA",   "N/A",  "nan",  "NaN",
                                                               "null", "NULL", "None", "-"};
    static constexpr std::size_t kNa = 0;
    static constexpr std::size_t kNumbersOnly = 6;  // from here on

    using Counts = std::array<std::size_t, kTexts.size()>;

    [[nodiscard]] static std::optional<std::size_t> find(std::string_view text) {
        auto found = std::find(kTexts.begin(), kTexts.end(), text);
        if (found == kTexts.end()) return std::nullopt;
        return static_cast<std::size_t>(found - kTexts.begin());
    }
};

// A set of texts. It is asked for every cell, so nearly all cells are rejected by their first character and their length.
class MissingTexts {
public:
    explicit MissingTexts(std::vector<std::string> texts);

    // The texts that are missing in a column of numbers, or of these categories.
    static MissingTexts in_numbers(const MissingRules& rules);
    static MissingTexts in_categories(const MissingRules& rules, std::span<const std::string> categories);

    [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }
    [[nodiscard]] bool contains(std::string_view cell) const {
        return cell.empty() ? empty_ : may_be(cell) && is_listed(cell);
    }

private:
    static constexpr std::size_t kLongest = 15;

    [[nodiscard]] bool may_be(std::string_view cell) const {
        return (lengths_[static_cast<unsigned char>(cell[0])] >> std::min(cell.size(), kLongest) & 1U) != 0;
    }
    [[nodiscard]] bool is_listed(std::string_view cell) const;

    std::vector<std::string> texts_;  // sorted
    bool empty_ = false;              // whether the empty text denotes a missing value
    std::array<std::uint16_t, 256>
        lengths_{};  // [first character]: bit n: a text of n bytes, bit 15: or more
};

}  // namespace loh
