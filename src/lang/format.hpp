// The canonical text of a program.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lang/ast.hpp"

namespace loh {

inline constexpr std::size_t kFormatWidth = 100;

// One statement after the other, spelled one way, broken at `width`, comments and single blank lines kept. The result
// parses to the same tree, and formatting it again changes nothing.
std::string format(const Source& source, const Ast& ast, const std::vector<SourceSpan>& comments,
                   std::size_t width = kFormatWidth);

// The same without comments and without line breaks inside statements.
std::string print(const Ast& ast);

}  // namespace loh
