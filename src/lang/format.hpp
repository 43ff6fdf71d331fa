// The canonical text of a program.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lang/ast.hpp"

namespace loh {

inline constexpr std::size_t kFormatWidth = 100;

// The statements in canonical spelling, with lines of at most `width` characters if possible, comments and single blank
// lines. The result parses to the same tree, and formatting it again changes nothing.
std::string format(const Source& source, const Ast& ast, const std::vector<SourceSpan>& comments,
                   std::size_t width = kFormatWidth);

// The statements in canonical spelling, without comments, one per line.
std::string print(const Ast& ast);

}  // namespace loh
