// Random programs for property tests. The same seed always gives the same program; a failing test should print its seed:
//
//     for (std::uint64_t seed = 0; seed < 1000; ++seed) {
//         SCOPED_TRACE("seed " + std::to_string(seed));
//         Elaboration meaning = elaborate(Program::parse(random_meaningful_program(seed)));
//         ...
//     }
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lang/ast.hpp"

namespace loh::testing {

// A random syntax tree of the grammar, with all kinds of nodes and options, of one to a few statements. Names have no meaning:
// most of these programs do not elaborate.
Ast random_tree(std::uint64_t seed);

struct ProgramShape {
    double max_selections = 500;  // number of selections, an upper bound of the hypothesis space
    std::size_t depth = 3;        // maximum nesting of a formula
    std::size_t max_outputs = 3;
    bool atoms = true;  // such as `age >= 37.5`
    bool holes = true;  // `age > ?`; only together with atoms
};

// The text of a program that elaborates without error: placeholders used several times, before and after their
// declaration; arrays, with filters and with recursion; nested choices of all modes; loops; templates with formula and
// value parameters; `->`, `<->` and `^`; constants, domains and inputs; one bare or several named outputs.
//
// The product of the numbers of alternatives of all its choices, including copies, is at most `max_selections`. With the
// default shape it has at most about 20 variables.
std::string random_meaningful_program(std::uint64_t seed, const ProgramShape& shape = {});

}  // namespace loh::testing
