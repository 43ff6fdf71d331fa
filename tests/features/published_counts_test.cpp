// On the twelve tables of the published experiments, the number of literals is the published number of binary features.
#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "features/binarizer.hpp"
#include "support/typed_tables.hpp"

namespace loh::testing {
namespace {

struct PublishedTable {
    const char* name;
    std::size_t features;
    bool categories = false;  // numbers that are names, such as ranks of a board
};

// For the names of the tests.
void PrintTo(const PublishedTable& table, std::ostream* out) { *out << table.name; }

class PublishedCounts : public ::testing::TestWithParam<PublishedTable> {};

TEST_P(PublishedCounts, EqualTheNumberOfLiterals) {
    const char* folder = std::getenv("LOH_DATA");
    if (folder == nullptr) GTEST_SKIP() << "NOT TESTED: LOH_DATA names no folder with the published tables";
    TypedTable table = typed_table(Table::read_csv(std::string(folder) + "/" + GetParam().name + ".csv"),
                                   GetParam().categories);
    RowList rows = Rows::all(table.labels.size()).list();
    EXPECT_EQ(literals(table.columns, table.labels, rows, BinarizerOptions::published()).size(),
              GetParam().features);
}

INSTANTIATE_TEST_SUITE_P(Tables, PublishedCounts,
                         ::testing::Values(PublishedTable{"adult", 155}, PublishedTable{"bank-marketing", 88},
                                           PublishedTable{"banknote", 17}, PublishedTable{"blogger", 15},
                                           PublishedTable{"chess", 40, true},
                                           PublishedTable{"connect-4", 126}, PublishedTable{"letRecog", 155},
                                           PublishedTable{"magic04", 79}, PublishedTable{"mushroom", 117},
                                           PublishedTable{"nursery", 27}, PublishedTable{"tic-tac-toe", 27},
                                           PublishedTable{"wine", 37}),
                         [](const auto& instance) {
                             std::string name = instance.param.name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace loh::testing
