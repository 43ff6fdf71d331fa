// Errors and warnings: every one says where, what, and what to do about it.
//
//     try {
//         loh::Program::parse("[a, b", "rules.loh");
//     } catch (const loh::Error& error) {
//         std::cerr << error.what() << '\n';        // place, message, the line itself and a caret
//         error.diagnostic().line;                  // the same as data
//     }
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace loh {

enum class ErrorKind {
    syntax,   // the text is not in the grammar
    name,     // an unknown, doubly declared or cyclic name
    meaning,  // well-formed, but it stands for nothing (an empty choice, a formula where a number is needed)
    limit,    // a documented limit was reached; the message names the option that raises it
    usage,    // a function or a command was called in a way it cannot serve
    io        // a file could not be read or written
};

enum class Severity { error, warning, note };

// One message about one place. Lines and columns count from 1, columns in characters, not bytes;
// `line == 0` means that the message is not about a place in a text.
struct Diagnostic {
    Severity severity = Severity::error;
    ErrorKind kind = ErrorKind::syntax;
    std::string message;
    std::string hint;  // what to do, one sentence; may be empty
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::size_t length = 0;         // characters to underline, at least 1 when there is a place
    std::string source_line;        // the line the place is in; empty when it is too long to show
    std::vector<Diagnostic> notes;  // further places, e.g. where the bracket was opened

    // The text people read: `file:3:14: error: message`, the line, a caret, the hint and the notes.
    [[nodiscard]] std::string to_string() const;
};

// The one exception of the library.
class Error : public std::runtime_error {
public:
    explicit Error(Diagnostic diagnostic);
    Error(ErrorKind kind, std::string message, std::string hint = {});

    [[nodiscard]] ErrorKind kind() const noexcept { return diagnostic_.kind; }
    [[nodiscard]] const Diagnostic& diagnostic() const noexcept { return diagnostic_; }

private:
    Diagnostic diagnostic_;
};

}  // namespace loh
