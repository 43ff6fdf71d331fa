// Compilation: the network of a program with choices, as text.
//
//     loh::Elaboration meaning = loh::elaborate(loh::Program::parse("[a, true] & [b, !c]"));
//     std::cout << loh::compiled_listing(meaning);
//
// Every choice becomes a disjunction of `w_i & f_i` or a conjunction of `!w_i | f_i`, with one weight w_i in [0, 1] for
// each alternative. Its context decides which, unless a suffix does (docs/language.md).
#pragma once

#include <string>

#include "loh/program.hpp"

namespace loh {

// The compiled program in readable form: one instruction per line, operands before users, each choice with its place in the
// text. Throws Error if a hole is open.
std::string compiled_listing(const Elaboration& elaboration);

}  // namespace loh
