// The demonstrations behind `loh demo NAME`.
#pragma once

#include <string>

namespace loh::cli {

void demo_tic_tac_toe();
void demo_wildfire();

// Prints the text, indented by four blanks.
void print_indented(const std::string& text);

}  // namespace loh::cli
