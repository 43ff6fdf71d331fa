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

// A syntax tree that the grammar can produce, of any kind of node and with any option, from one to a few statements.
// Names mean nothing: most of these programs do not elaborate.
Ast random_tree(std::uint64_t seed);

struct ProgramShape {
    double max_selections = 500;  // ways of resolving all choices: an upper bound of the hypothesis space
    std::size_t depth = 3;        // nesting of one formula, at most
    std::size_t max_outputs = 3;
    bool atoms = true;  // `age >= 37.5`, and the like
    bool holes = true;  // `age > ?`; only together with atoms
};

// The text of a program that elaborates without error: placeholders used several times, before and after their
// declaration; arrays, with filters and with recursion; nested choices of all modes; loops; templates with formula and
// value parameters; `->`, `<->` and `^`; constants, domains and inputs; one bare or several named outputs.
//
// The product of the numbers of alternatives of all its choices, each copy counted, is at most `max_selections`. With
// the default shape it has at most some 20 variables.
std::string random_meaningful_program(std::uint64_t seed, const ProgramShape& shape = {});

}  // namespace loh::testing
