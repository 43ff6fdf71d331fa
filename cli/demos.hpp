// The demonstrations behind `loh demo NAME`.
#pragma once

#include <string>

namespace loh::cli {

void demo_tic_tac_toe();
void demo_wildfire();

// Text with four blanks before each line.
void print_indented(const std::string& text);

}  // namespace loh::cli
