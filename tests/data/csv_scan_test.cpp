// The scan of 64 bytes at a time against the oracle, for texts of any length with quotes, blanks and line ends.
#include "data/csv_scan.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/bytes64.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kSizes[] = {0, 1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200};

std::string random_text(Random& random, std::size_t size, std::string_view characters) {
    std::string text(size, ' ');
    for (char& c : text) c = characters[random.below(characters.size())];
    return text;
}

// The content of a window in a comparable form.
struct Found {
    std::vector<std::uint64_t> ends;
    std::vector<std::uint32_t> row_ends;
    bool stopped = false;

    bool operator==(const Found&) const = default;
};

Found found_in(const CsvWindow& window) {
    return {{window.ends.begin(), window.ends.begin() + static_cast<std::ptrdiff_t>(window.count)},
            {window.row_ends.begin(), window.row_ends.begin() + static_cast<std::ptrdiff_t>(window.rows)},
            window.stopped};
}

void expect_as_oracle(const std::string& text, std::size_t begin, const CsvSigns& signs) {
    auto fast = std::make_unique<CsvWindow>();
    auto slow = std::make_unique<CsvWindow>();
    CsvCarry fast_carry;
    CsvCarry slow_carry;
    for (std::size_t at = begin; at < text.size(); at = fast->next) {
        scan_csv(text.data(), at, text.size(), signs, fast_carry, *fast);
        scan_csv_oracle(text.data(), at, text.size(), signs, slow_carry, *slow);
        ASSERT_EQ(found_in(*fast), found_in(*slow)) << text;
        ASSERT_GE(fast->untidy, slow->untidy) << text;
        ASSERT_GE(fast->has_cr, slow->has_cr) << text;
        if (fast->stopped) return;
        ASSERT_EQ(fast->next, slow->next);
    }
}

template <class Bytes>
class ByteMasks : public ::testing::Test {};
using AllBytes = ::testing::Types<PlainBytes64, Bytes64>;
TYPED_TEST_SUITE(ByteMasks, AllBytes);

TYPED_TEST(ByteMasks, HaveABitForEachByteThatIsEqual) {
    for (std::uint64_t seed = 0; seed < repeats(200); ++seed) {
        Random random(seed);
        std::string text(64, ' ');
        for (char& c : text) c = static_cast<char>(random.below(random.chance(50) ? 256 : 4));
        TypeParam bytes(text.data());
        for (int c : {0, 1, 2, 3, 127, 128, 255}) {
            std::uint64_t expected = 0;
            for (std::size_t i = 0; i < 64; ++i)
                expected |= std::uint64_t{text[i] == static_cast<char>(c)} << i;
            ASSERT_EQ(bytes.equal(static_cast<char>(c)), expected);
        }
        std::uint64_t high = 0;
        for (std::size_t i = 0; i < 64; ++i) high |= std::uint64_t{text[i] < 0} << i;
        ASSERT_EQ(bytes.high(), high);
    }
}

TEST(CsvScan, FindsTheEndsOfCellsAndRows) {
    std::string text = "a,bc\r\n,\"x,y\"\n";
    auto window = std::make_unique<CsvWindow>();
    CsvCarry carry;
    scan_csv(text.data(), 0, text.size(), {}, carry, *window);
    EXPECT_EQ(found_in(*window), (Found{{1, 4, 6, 12}, {2, 4}, false}));
    EXPECT_TRUE(window->has_cr);
    EXPECT_TRUE(window->untidy);
    EXPECT_EQ(window->next, text.size());
}

TEST(CsvScan, StopsAtQuotesForTheExactReader) {
    for (std::string text : {"a,b\n1,\"x\"\"y\"\n", "a,b\n1,5\" pipe\n", "a,b\n1,\"x\" \n", "a,b\n1, \"x\"\n",
                             "a,b\n1,\"x\ny\"\n"}) {
        auto window = std::make_unique<CsvWindow>();
        CsvCarry carry;
        scan_csv(text.data(), 0, text.size(), {}, carry, *window);
        EXPECT_TRUE(window->stopped) << text;
        EXPECT_EQ(window->rows, 1U) << text;
    }
}

TEST(CsvScan, AgreesWithTheOracleAtAnyLength) {
    for (std::uint64_t seed = 0; seed < repeats(300); ++seed) {
        Random random(seed);
        for (std::size_t size : kSizes) {
            std::string start = random_text(random, random.below(70), "a\n");
            for (std::string_view characters :
                 {"a", ",", "\n", "ab,\n", "a,\r\n", "a, \t\r\n", ",\"a\n", "\""})
                expect_as_oracle(start + random_text(random, size, characters), start.size(), {});
        }
    }
}

// Well-formed cells, so that most of the text is scanned before the scan stops.
TEST(CsvScan, AgreesWithTheOracleOnTables) {
    const std::vector<std::string> cells = {"",    "a",  "long enough a cell", "\"q\"", "\"x,y\"", "\"\"",
                                            " b ", "1.5"};
    for (std::uint64_t seed = 0; seed < repeats(500); ++seed) {
        Random random(seed);
        CsvSigns signs;
        signs.separator = random.pick(std::vector<char>{',', ';', '|'});
        std::string line_end = random.pick(std::vector<std::string>{"\n", "\r\n", "\r"});
        std::string text;
        for (std::size_t rows = random.below(300); rows > 0; --rows) {
            for (std::size_t column = 0; column < 5; ++column)
                text += (column > 0 ? std::string(1, signs.separator) : "") + random.pick(cells);
            text += line_end;
        }
        if (random.chance(30) && !text.empty()) text[random.below(text.size())] = '"';
        expect_as_oracle(text, 0, signs);
    }
}

TEST(CsvScan, CountsSeparatorsAndLineEnds) {
    for (std::size_t size : kSizes) {
        Random random(size);
        std::string text = random_text(random, size, "a,;\r\n");
        CsvCounts counts = count_csv(text.data(), size, ';');
        EXPECT_EQ(counts.separators, static_cast<std::size_t>(std::count(text.begin(), text.end(), ';')));
        EXPECT_EQ(counts.line_ends, static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n') +
                                                             std::count(text.begin(), text.end(), '\r')));
    }
}

TEST(CsvScan, CountsLeadingAsciiBytes) {
    for (std::size_t size : kSizes) {
        std::string text(size, 'x');
        EXPECT_EQ(count_ascii(text.data(), size), size);
        for (std::size_t place = 0; place < size; ++place) {
            text[place] = '\x80';
            EXPECT_EQ(count_ascii(text.data(), size), place);
            text[place] = '\x7F';
        }
    }
}

}  // namespace
}  // namespace loh::testing
