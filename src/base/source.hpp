// Source texts and places in them. Every token, AST node and choice has a SourceSpan. A Source converts a span to file, line
// and column when a message is made, not before.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loh/error.hpp"

namespace loh {

// Byte offsets into a Source, end exclusive.
struct SourceSpan {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

inline SourceSpan join(SourceSpan first, SourceSpan last) { return {first.begin, last.end}; }

struct LineColumn {
    std::size_t line = 1;    // from 1
    std::size_t column = 1;  // from 1, in code points
};

class Source {
public:
    Source(std::string name, std::string text);

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] std::string_view text(SourceSpan span) const;
    [[nodiscard]] LineColumn locate(std::uint32_t offset) const;

    [[nodiscard]] Diagnostic diagnose(Severity severity, ErrorKind kind, SourceSpan span, std::string message,
                                      std::string hint = {}) const;
    [[nodiscard]] Error error(ErrorKind kind, SourceSpan span, std::string message,
                              std::string hint = {}) const;
    [[nodiscard]] Diagnostic note(SourceSpan span, std::string message) const;

private:
    [[nodiscard]] std::size_t line_index(std::uint32_t offset) const;
    [[nodiscard]] std::string_view line_text(std::size_t index) const;

    std::string name_;
    std::string text_;
    std::vector<std::uint32_t> line_starts_;  // byte offset of each line's first character
};

}  // namespace loh
