// Evaluates literals on typed columns, 64 rows to a word. This is the only fast implementation of atoms. Their meaning is
// defined by features/literal_oracle.hpp, against which this is tested.
//
// A literal is bound to its columns once: it becomes one or several passes over a column (ColumnTest). Blocks of rows then
// run through the passes. Columns that no literal mentions are not read. No column is copied, except for categories that are
// compared with another column as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/bits.hpp"
#include "base/thread_pool.hpp"
#include "data/typed_columns.hpp"
#include "features/blocks/block.hpp"
#include "formula/atom.hpp"

namespace loh {

struct RuleLiteral {
    std::string text;          // in the spelling of the language
    std::optional<Atom> atom;  // empty: a proposition, the column of that name, true above one half
};

// The index of columns by name, in the spelling of the table and of the language.
class ColumnPlaces {
public:
    explicit ColumnPlaces(std::span<const TypedColumn> columns);
    [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const;

private:
    std::unordered_map<std::string, std::size_t> place_;
};

// One pass over a block of a column.
struct ColumnTest {
    enum class Kind : std::uint8_t {
        number,     // numbers comparison number
        pair,       // numbers comparison other_numbers
        code,       // codes = code
        table,      // tables[table] at codes
        code_pair,  // codes = the codes that tables[table] has for other_codes
    };
    enum class Join : std::uint8_t { first, both, either };  // with the earlier passes: set, `&`, `|`

    std::uint32_t literal = 0;
    Kind kind = Kind::number;
    Join join = Join::first;
    bool complemented = false;
    Comparison comparison = Comparison::equal;
    double number = 0;
    std::uint32_t code = 0;
    std::uint32_t table = 0;
    const double* numbers = nullptr;
    const double* other_numbers = nullptr;
    const std::uint32_t* codes = nullptr;
    const std::uint32_t* other_codes = nullptr;
};

struct LiteralTests {
    std::vector<ColumnTest> tests;  // grouped by column, so that each block of a column is read once
    std::vector<std::vector<std::uint32_t>>
        tables;                        // [table][code]; then one entry for unseen, one for missing
    std::vector<TypedColumn> columns;  // columns that the tests read, kept alive
};

// Throws Error (meaning) if a column does not exist or does not have the type that a literal compares.
LiteralTests bind_literals(std::span<const RuleLiteral> literals, std::span<const TypedColumn> columns);

// Runs all tests on up to kBlockRows rows, starting at `first`. blocks: [literal]; blocks of literals with tests are written,
// and scratch is overwritten.
void run_tests(const LiteralTests& tests, std::size_t first, std::size_t rows, Block* blocks,
               Block& scratch) noexcept;

// The values of the atoms on all rows: [atom]. The atoms are distributed over the threads of the pool, if there is one.
std::vector<Bits> literal_bits(std::span<const Atom> atoms, std::span<const TypedColumn> columns,
                               ThreadPool* pool = nullptr);
Bits literal_bits(const Atom& atom, std::span<const TypedColumn> columns);

}  // namespace loh
