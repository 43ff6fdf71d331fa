// Every comparison with constants is a test for a few closed ranges: `x < 3` is x in [-inf, the double before 3], as
// constants are finite, and `job in {"a", "b"}` is a code in [0, 1], as codes are in the order of the categories. Missing
// cells (NaN, kMissingCode) and unseen ones (kUnseenCode) are in no range. `!=` and `not in` are what is present and not in the ranges. So
// one loop, for doubles and for codes, does all the work.
//
// It writes 64 flags of a byte each, which compilers vectorize, and then takes eight of them at a time to eight bits by a
// multiplication. With AVX2 this is as fast as reading the column from memory; shifting each flag to its own place is not.
#include "features/literal_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <variant>

#include "base/check.hpp"
#include "base/vector_clones.hpp"
#include "features/atom_types.hpp"

namespace loh {

namespace {

constexpr std::size_t kBlock = 64;  // rows
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// ---- Blocks: each function takes 64 cells, which need no alignment, and returns a bit for each

template <class Cell>
using Block = std::array<Cell, kBlock>;

static_assert(std::endian::native == std::endian::little, "the first flag must be the lowest byte of a word");

// Bit i is flag i, which is 0 or 1.
LOH_INLINE std::uint64_t pack(const Block<std::uint8_t>& flags) {
    constexpr std::uint64_t kGather = 0x0102040810204080;  // brings flag i of eight to bit 56 + i
    std::uint64_t result = 0;
    for (unsigned group = 0; group < kBlock / 8; ++group) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, flags.data() + std::size_t{8} * group, 8);
        result |= (eight * kGather >> 56U) << (8 * group);
    }
    return result;
}

template <class Cell, class Test>
LOH_INLINE std::uint64_t test_block(const Cell* cells, Test test) {
    Block<std::uint8_t> flags;
    for (std::size_t i = 0; i < kBlock; ++i) flags[i] = test(cells[i]) ? 1 : 0;
    return pack(flags);
}

LOH_VECTOR_CLONES std::uint64_t present(const double* numbers) noexcept {
    return test_block(numbers, [](double number) { return number == number; });
}

LOH_VECTOR_CLONES std::uint64_t present(const std::uint32_t* codes) noexcept {
    return test_block(codes, [](std::uint32_t code) { return code != TypedColumn::kMissingCode; });
}

// Both ends closed.
template <class Cell>
struct Range {
    Cell low;
    Cell high;

    [[nodiscard]] int contains(Cell cell) const {  // without a branch
        return static_cast<int>(low <= cell) & static_cast<int>(cell <= high);
    }
};

LOH_VECTOR_CLONES std::uint64_t within(const double* numbers, Range<double> range) noexcept {
    return test_block(numbers, [range](double number) { return range.contains(number); });
}

LOH_VECTOR_CLONES std::uint64_t within(const std::uint32_t* codes, Range<std::uint32_t> range) noexcept {
    return test_block(codes, [range](std::uint32_t code) { return range.contains(code); });
}

template <class Test>
LOH_INLINE std::uint64_t test_pairs(const double* a, const double* b, Test test) {
    Block<std::uint8_t> flags;
    for (std::size_t i = 0; i < kBlock; ++i) flags[i] = test(a[i], b[i]) ? 1 : 0;
    return pack(flags);
}

// Where something is missing, != is not the opposite of =: the caller makes one from the other.
LOH_VECTOR_CLONES std::uint64_t compare_pairs(const double* a, Comparison comparison,
                                              const double* b) noexcept {
    switch (comparison) {
        case Comparison::less: return test_pairs(a, b, [](double x, double y) { return x < y; });
        case Comparison::less_equal: return test_pairs(a, b, [](double x, double y) { return x <= y; });
        case Comparison::greater: return test_pairs(a, b, [](double x, double y) { return x > y; });
        case Comparison::greater_equal: return test_pairs(a, b, [](double x, double y) { return x >= y; });
        default: return test_pairs(a, b, [](double x, double y) { return x == y; });
    }
}

// ---- Rows

// `count` cells from `row` on, as a whole block.
template <class Cell>
const Cell* block_at(const std::vector<Cell>& cells, std::size_t row, std::size_t count,
                     Block<Cell>& padded) {
    if (count == kBlock) return cells.data() + row;
    padded.fill(Cell{});
    std::copy_n(cells.data() + row, count, padded.data());
    return padded.data();
}

// Calls word(row, count) for each block of the rows; its bits from `count` on do not matter.
template <class Word>
void for_blocks(std::size_t begin, std::size_t rows, std::span<std::uint64_t> words, Word word) {
    for (std::size_t w = 0; w < words.size(); ++w) {
        std::size_t count = std::min(kBlock, rows - w * kBlock);
        std::uint64_t used = ~std::uint64_t{0} >> (kBlock - count);
        words[w] = word(begin + w * kBlock, count) & used;
    }
}

// ---- Ranges

template <class Cell>
struct RangeTest {
    std::vector<Range<Cell>> ranges;
    bool outside = false;  // what is present and in no range
};

double before(double value) { return std::nextafter(value, -kInfinity); }
double after(double value) { return std::nextafter(value, kInfinity); }

RangeTest<double> number_test(Comparison comparison, double value) {
    switch (comparison) {
        case Comparison::less: return {{{-kInfinity, before(value)}}};
        case Comparison::less_equal: return {{{-kInfinity, value}}};
        case Comparison::greater: return {{{after(value), kInfinity}}};
        case Comparison::greater_equal: return {{{value, kInfinity}}};
        case Comparison::equal: return {{{value, value}}};
        case Comparison::not_equal: return {{{value, value}}, true};
    }
    return {};
}

RangeTest<std::uint32_t> code_test(const TypedColumn& column, const std::vector<std::string>& categories) {
    std::vector<std::uint32_t> codes;
    for (const std::string& category : categories) {
        auto at = std::lower_bound(column.categories.begin(), column.categories.end(), category);
        if (at == column.categories.end() || *at != category) continue;
        codes.push_back(static_cast<std::uint32_t>(at - column.categories.begin()));
    }
    std::sort(codes.begin(), codes.end());
    RangeTest<std::uint32_t> result;
    for (std::uint32_t code : codes) {
        if (!result.ranges.empty() && code <= result.ranges.back().high + 1) {
            result.ranges.back().high = code;
        } else {
            result.ranges.push_back({code, code});
        }
    }
    return result;
}

template <class Cell>
std::uint64_t test_ranges(const Cell* cells, const RangeTest<Cell>& test) {
    std::uint64_t result = 0;
    for (Range<Cell> range : test.ranges) result |= within(cells, range);
    return test.outside ? present(cells) & ~result : result;
}

// ---- Two columns

// A column as numbers that compare as its cells do.
struct Operands {
    const TypedColumn* column;
    std::vector<double> numbers;  // [code]: NaN for what equals nothing

    const double* at(std::size_t row, std::size_t count, Block<double>& block) const {
        if (column->type == ColumnType::number) return block_at(column->numbers, row, count, block);
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t code = column->codes[row + i];
            block[i] = code < numbers.size() ? numbers[code] : kNaN;
        }
        std::fill(block.begin() + static_cast<std::ptrdiff_t>(count), block.end(), kNaN);
        return block.data();
    }
};

Operands by_number(const TypedColumn& column) {
    Operands result{&column, {}};
    for (const std::string& category : column.categories)
        result.numbers.push_back(number_of(category).value());
    return result;
}

// Each category of `column` is the code that it has in `other`.
Operands by_code(const TypedColumn& column, const TypedColumn& other) {
    Operands result{&column, {}};
    for (const std::string& category : column.categories) {
        auto at = std::lower_bound(other.categories.begin(), other.categories.end(), category);
        bool known = at != other.categories.end() && *at == category;
        result.numbers.push_back(known ? static_cast<double>(at - other.categories.begin()) : kNaN);
    }
    return result;
}

// ---- Atoms

class BitWriter {
public:
    BitWriter(std::span<const TypedColumn> columns, std::size_t begin, std::size_t rows,
              std::span<std::uint64_t> words)
        : columns_(columns), begin_(begin), rows_(rows), words_(words) {}

    void operator()(const CompareAtom& atom) const {
        const TypedColumn& column = column_of(atom.column, columns_);
        if (const auto* number = std::get_if<double>(&atom.operand)) {
            write(column.numbers, number_test(atom.comparison, *number));
        } else if (const auto* category = std::get_if<std::string>(&atom.operand)) {
            RangeTest<std::uint32_t> test = code_test(column, {*category});
            test.outside = atom.comparison == Comparison::not_equal;
            write(column.codes, test);
        } else {
            write_pairs(column, atom.comparison, column_of(std::get<Column>(atom.operand), columns_));
        }
    }

    void operator()(const MemberAtom& atom) const {
        const TypedColumn& column = column_of(atom.column, columns_);
        RangeTest<double> numbers;
        std::vector<std::string> categories;
        for (const Constant& value : atom.values) {
            if (const auto* number = std::get_if<double>(&value)) {
                numbers.ranges.push_back({*number, *number});
            } else {
                categories.push_back(std::get<std::string>(value));
            }
        }
        if (column.type == ColumnType::number) {
            numbers.outside = atom.excluded;
            write(column.numbers, numbers);
        } else {
            RangeTest<std::uint32_t> codes = code_test(column, categories);
            codes.outside = atom.excluded;
            write(column.codes, codes);
        }
    }

    void operator()(const IntervalAtom& atom) const {
        Range<double> range{atom.low_closed ? atom.low : after(atom.low),
                            atom.high_closed ? atom.high : before(atom.high)};
        write(column_of(atom.column, columns_).numbers, RangeTest<double>{{range}});
    }

    void operator()(const MissingAtom& atom) const {
        const TypedColumn& column = column_of(atom.column, columns_);
        for_blocks(begin_, rows_, words_,
                   [&](std::size_t row, std::size_t count) { return ~present_in(column, row, count); });
    }

private:
    template <class Cell>
    void write(const std::vector<Cell>& cells, const RangeTest<Cell>& test) const {
        Block<Cell> padded;
        for_blocks(begin_, rows_, words_, [&](std::size_t row, std::size_t count) {
            return test_ranges(block_at(cells, row, count, padded), test);
        });
    }

    void write_pairs(const TypedColumn& left, Comparison comparison, const TypedColumn& right) const {
        bool numbers = compare_as_numbers(left, right);
        Operands a = numbers ? by_number(left) : by_code(left, left);
        Operands b = numbers ? by_number(right) : by_code(right, left);
        Block<double> block_a;
        Block<double> block_b;
        for_blocks(begin_, rows_, words_, [&](std::size_t row, std::size_t count) {
            std::uint64_t result =
                compare_pairs(a.at(row, count, block_a), comparison, b.at(row, count, block_b));
            if (comparison != Comparison::not_equal) return result;
            return present_in(left, row, count) & present_in(right, row, count) & ~result;
        });
    }

    static std::uint64_t present_in(const TypedColumn& column, std::size_t row, std::size_t count) {
        Block<double> numbers;
        Block<std::uint32_t> codes;
        return column.type == ColumnType::number ? present(block_at(column.numbers, row, count, numbers))
                                                 : present(block_at(column.codes, row, count, codes));
    }

    std::span<const TypedColumn> columns_;
    std::size_t begin_;
    std::size_t rows_;
    std::span<std::uint64_t> words_;
};

}  // namespace

void literal_bits(const Atom& atom, std::span<const TypedColumn> columns, std::size_t begin, std::size_t rows,
                  std::span<std::uint64_t> words) {
    LOH_CHECK(words.size() == (rows + kBlock - 1) / kBlock);
    check_atom(atom, columns);
    LOH_CHECK(begin + rows <= column_of({columns_of(atom).front()}, columns).rows());
    std::visit(BitWriter(columns, begin, rows, words), atom);
}

std::vector<std::uint64_t> literal_bits(const Atom& atom, std::span<const TypedColumn> columns) {
    std::size_t rows = columns.empty() ? 0 : columns.front().rows();
    std::vector<std::uint64_t> words((rows + kBlock - 1) / kBlock);
    literal_bits(atom, columns, 0, rows, words);
    return words;
}

}  // namespace loh
