// Atoms over table columns, in symbolic form: `age >= 37.5`, `income > debt`, `color in {"red", "blue"}`, `20 <= age < 40`,
// `since >= 2023-06-01`, `age is missing`, `income - debt >= 2`, `|x - y| <= 1`, and with a hole, `age > ?` and `color in ?`.
// src/features computes their values.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace loh {

enum class Comparison : std::uint8_t { less, less_equal, greater, greater_equal, equal, not_equal };

const char* spell(Comparison comparison);
Comparison mirrored(Comparison comparison);  // a < b  =  b > a
Comparison negated(Comparison comparison);   // a < b  =  not a >= b, if neither cell is missing

// A column of the table, or the difference of two of them, which is treated as a column of numbers.
struct Column {
    std::string
        name;  // in the spelling of the language: `age`, `x[3]`, with backquotes if needed, `a - b`, `|a - b|`
    bool date =
        false;  // the numbers it is compared with are dates, in seconds since 1970 (base/calendar.hpp)
    std::vector<std::string> difference_of = {};  // `a - b`, `|a - b|`: a and b; otherwise empty
    bool absolute = false;                        // `|a - b|`
    [[nodiscard]] bool is_difference() const { return !difference_of.empty(); }
    friend bool operator==(const Column& a, const Column& b) { return a.name == b.name; }
};
// a and b in the spelling of the language.
Column difference_column(std::string a, std::string b, bool absolute);
struct Hole {
    friend bool operator==(const Hole&, const Hole&) = default;
};
using Constant = std::variant<double, std::string>;  // a number or a category
using Operand = std::variant<double, std::string, Column, Hole>;

struct CompareAtom {  // column <op> operand
    Column column;
    Comparison comparison = Comparison::equal;
    Operand operand;
};
struct MemberAtom {  // column in {values}, column not in {values}
    Column column;
    std::vector<Constant> values;
    bool excluded = false;  // not in: none of the values, and not missing, as with !=
    bool hole = false;      // column in ?: the values are still open
};
struct IntervalAtom {  // low <= column <= high, each end open or closed
    Column column;
    double low = 0;
    double high = 0;
    bool low_closed = true;
    bool high_closed = false;
};
struct MissingAtom {  // column is missing
    Column column;
};

using Atom = std::variant<CompareAtom, MemberAtom, IntervalAtom, MissingAtom>;

std::string spell(const Atom& atom);
std::string spell_cell(const Column& column, double number);  // a number, or a date if the column has dates
bool has_hole(const Atom& atom);
const Column& column_of(const Atom& atom);  // the column, or difference, that is compared
std::vector<std::string> columns_of(
    const Atom& atom);  // one or two of the table, in the spelling of the language

}  // namespace loh
