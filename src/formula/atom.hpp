// Atoms over table columns, in symbolic form: `age >= 37.5`, `income > debt`, `color in {"red", "blue"}`,
// `20 <= age < 40`, `since >= 2023-06-01`, `age is missing`, and with a hole, `age > ?` and `color in ?`. src/features computes their values.
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

struct Column {
    std::string name;  // in the spelling of the language: `age`, `x[3]`, with backquotes if needed
    bool date =
        false;  // the numbers it is compared with are dates, in seconds since 1970 (base/calendar.hpp)
    friend bool operator==(const Column& a, const Column& b) { return a.name == b.name; }
};
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
std::vector<std::string> columns_of(const Atom& atom);  // one or two, in the spelling of the language

}  // namespace loh
