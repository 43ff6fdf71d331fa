// Compilation: a program with choices as the network that will be trained.
//
//     loh::Elaboration meaning = loh::elaborate(loh::Program::parse("[a, true] & [b, !c]"));
//     std::cout << loh::compiled_listing(meaning);
//
// Every choice becomes a disjunction of `w_i & f_i` or a conjunction of `!w_i | f_i`, with one weight w_i in [0, 1] for
// each alternative; where it stands decides which, unless a suffix does (docs/language.md).
#pragma once

#include <string>

#include "loh/program.hpp"

namespace loh {

// The compiled program for a person to follow: one instruction a line, operands before users, each choice with its place
// in the text. Throws Error when a hole is still open.
std::string compiled_listing(const Elaboration& elaboration);

}  // namespace loh
