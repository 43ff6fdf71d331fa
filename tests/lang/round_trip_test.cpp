// parse(print(x)) == x.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "lang/elaborate.hpp"
#include "lang/format.hpp"
#include "loh/program.hpp"
#include "support/effort.hpp"
#include "support/random_program.hpp"

namespace loh::testing {

namespace {

constexpr std::uint64_t kPrograms = repeats(100'000);

TEST(RoundTrip, PrintedTreeParsesToTheSameTree) {
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        Ast tree = random_tree(seed);
        std::string text = print(tree);
        try {
            Program program = Program::parse(text);
            ASSERT_TRUE(same_program(program.shared_data()->ast, tree)) << "seed " << seed << ", printed:\n"
                                                                        << text << "read back:\n"
                                                                        << program.to_string();
        } catch (const Error& error) {
            FAIL() << "seed " << seed << ", printed:\n" << text << error.what();
        }
    }
}

TEST(RoundTrip, RandomTreesDependOnTheSeedOnly) {
    EXPECT_EQ(print(random_tree(7)), print(random_tree(7)));
    EXPECT_NE(print(random_tree(7)), print(random_tree(8)));
}

TEST(RoundTrip, RandomTreesHaveEveryKindAndOption) {
    std::map<AstKind, std::set<std::uint8_t>> seen;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Ast tree = random_tree(seed);
        for (std::uint32_t id = 0; id < tree.size(); ++id) seen[tree[{id}].kind].insert(tree[{id}].op);
    }
    for (int kind = 0; kind <= static_cast<int>(AstKind::bare_formula); ++kind)
        EXPECT_TRUE(seen.contains(static_cast<AstKind>(kind))) << "kind " << kind;
    EXPECT_EQ(seen[AstKind::choice].size(), 3U);
    EXPECT_EQ(seen[AstKind::compare].size(), 6U);
    EXPECT_EQ(seen[AstKind::condition].size(), 6U);
    EXPECT_EQ(seen[AstKind::interval].size(), 4U);
    EXPECT_EQ(seen[AstKind::arithmetic].size(), 6U);
}

TEST(RoundTrip, NumbersKeepTheirTypeAndValue) {
    for (const char* number : {"0", "0.0", "3", "3.0", "999999999999999", "1000000000000000",
                               "1000000000000000.0", "9007199254740992", "1e300", "5e-324", "0.1"}) {
        std::string text = "const n = " + std::string(number) + "\n";
        Program program = Program::parse(text);
        EXPECT_TRUE(Program::parse(program.to_string()) == program) << number << ": " << program.to_string();
    }
}

}  // namespace

}  // namespace loh::testing
