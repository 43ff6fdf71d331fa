// Atoms over table columns, kept symbolic until data gives them meaning: `age >= 37.5`, `income > debt`,
// `color in {"red", "blue"}`, `20 <= age < 40`, `age is missing`, and with a hole, `age > ?` and `color in ?`.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace loh {

enum class Comparison : std::uint8_t { less, less_equal, greater, greater_equal, equal, not_equal };

const char* spell(Comparison comparison);
Comparison mirrored(Comparison comparison);  // a < b  =  b > a
Comparison negated(Comparison comparison);   // a < b  =  not a >= b, where neither is missing

struct Column {
    std::string name;  // as the language spells it: `age`, `x[3]`, with backquotes when needed
    friend bool operator==(const Column&, const Column&) = default;
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
    bool excluded = false;  // not in: none of them, and not missing either, as with !=
    bool hole = false;      // column in ?: the values are not known yet
};
struct IntervalAtom {  // low <= column <= high, either end open or closed
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
bool has_hole(const Atom& atom);
std::vector<std::string> columns_of(const Atom& atom);  // one or two, as the language spells them

}  // namespace loh
