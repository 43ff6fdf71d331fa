// A program in Python: the text and its meaning, so that every mistake is found when it is parsed.
#pragma once

#include <loh/program.hpp>

namespace loh::python {

struct ParsedProgram {
    Program program;
    Elaboration meaning;
};

}  // namespace loh::python
