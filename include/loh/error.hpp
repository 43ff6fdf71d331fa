// Errors and warnings. Each has a place, a message and a hint.
//
//     try {
//         loh::Program::parse("[a, b", "rules.loh");
//     } catch (const loh::Error& error) {
//         std::cerr << error.what() << '\n';        // place, message, the source line and a caret
//         error.diagnostic().line;                  // the place as a number
//     }
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace loh {

enum class ErrorKind {
    syntax,  // the text does not follow the grammar
    name,    // a name is unknown, declared twice or cyclic
    meaning,  // the text is well-formed but has no meaning (an empty choice, a formula where a number is needed)
    limit,  // a documented limit was reached; the message names the option that raises it
    usage,  // wrong arguments of a function or command
    io      // reading or writing a file failed
};

enum class Severity { error, warning, note };

// One message with its place. Lines and columns start at 1; columns are characters, not bytes. `line == 0`: the message
// has no place in a text.
struct Diagnostic {
    Severity severity = Severity::error;
    ErrorKind kind = ErrorKind::syntax;
    std::string message;
    std::string hint;  // how to fix it, one sentence; may be empty
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::size_t length = 0;         // characters to underline, at least 1 if there is a place
    std::string source_line;        // the line of the place; empty if it is too long to show
    std::vector<Diagnostic> notes;  // related places, for example the opening bracket

    // The message as text: `file:3:14: error: message`, the source line, a caret, the hint and the notes.
    [[nodiscard]] std::string to_string() const;
};

// The exception class of the library.
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
