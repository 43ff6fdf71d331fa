// Elaboration: from the syntax tree to the formula graph.
#pragma once

#include <memory>
#include <vector>

#include "lang/ast.hpp"
#include "lang/lexer.hpp"
#include "lang/scope.hpp"
#include "loh/program.hpp"

namespace loh {

struct ProgramData {
    Source source;
    std::vector<SourceSpan> comments;
    Ast ast;
};

// The origin of each choice: its place in the text and its copy.
struct ElaborationData {
    struct Place {
        std::uint32_t offset;
        std::uint32_t frame;
    };
    std::shared_ptr<const ProgramData> program;
    std::vector<Place> choices;  // by ChoiceId
    std::vector<CopyFrame> frames;
};

}  // namespace loh
