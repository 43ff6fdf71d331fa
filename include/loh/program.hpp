// Programs: text in the language of hypotheses (docs/language.md). Parsing, formatting, elaboration to formulas.
//
//     loh::Program program = loh::Program::parse(R"(
//         Dry     := [LowHum, HighTemp & !Rained]
//         Trigger := [Lightnings, PowerLines]
//         output Risk := Dry & Trigger
//     )");
//     std::cout << program.format();                          // canonical text, comments kept
//
//     loh::Elaboration meaning = loh::elaborate(program);
//     for (const loh::Output& output : meaning.outputs) std::cout << output.name << ": " << output.formula << '\n';
//     for (const loh::Diagnostic& warning : meaning.warnings) std::cerr << warning.to_string() << '\n';
//
// All functions throw loh::Error, with the place in the text, if the text is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "loh/error.hpp"
#include "loh/formula.hpp"

namespace loh {

struct ProgramData;      // source and syntax tree of a Program
struct ElaborationData;  // origins of the choices of an Elaboration
class CandidateSource;   // candidates for holes, from a table

// Limits of a program. Reaching one is an Error of kind `limit`.
struct Limits {
    std::size_t max_source_bytes = std::size_t{16} << 20U;
    std::size_t max_depth =
        1000;  // levels of nesting, including template calls and forward references; at most 4000
    // Parts after expansion: uses of names, connectives, alternatives, loop iterations. A new name counts as 30.
    std::size_t max_expansion = 10'000'000;
};

// A well-formed program. Cheap to copy.
class Program {
public:
    // `name` identifies the text in messages, usually a file name.
    static Program parse(std::string_view text, std::string name = "<text>", const Limits& limits = {});
    static Program read(const std::string& path, const Limits& limits = {});

    // The canonical text: one spelling, lines of at most `width` characters if possible, with comments and single blank
    // lines. It parses to an equal program, and formatting it again changes nothing.
    [[nodiscard]] std::string format(std::size_t width = 100) const;

    // The canonical text without comments, one statement per line.
    [[nodiscard]] std::string to_string() const;

    // Equal syntax, ignoring positions, comments, spellings and redundant parentheses.
    friend bool operator==(const Program& left, const Program& right);

    // For code that reads the syntax tree.
    [[nodiscard]] const std::shared_ptr<const ProgramData>& shared_data() const noexcept { return data_; }

private:
    explicit Program(std::shared_ptr<const ProgramData> data) : data_(std::move(data)) {}
    std::shared_ptr<const ProgramData> data_;
};

struct Output {
    std::string name;  // in the spelling of the language; empty for a bare formula
    Formula formula;
};

// The place of a choice in the text, and the copy that a loop, array or template made of it.
struct ChoiceOrigin {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::string copy;  // the bound names, for example `j = 3, i = 7`; empty if there are none

    [[nodiscard]] std::string to_string() const;  // layers.loh:2:31 (j = 3, i = 7)
};

// The meaning of a program: formulas with choices, after expansion of templates and loops.
struct Elaboration {
    Graph graph;
    std::vector<Output> outputs;       // one or more
    std::vector<std::string> inputs;   // declared with `input`, in order; empty without such a statement
    std::vector<Diagnostic> warnings;  // likely mistakes

    [[nodiscard]] ChoiceOrigin origin(ChoiceId choice) const;
    [[nodiscard]] std::vector<Formula> formulas() const;  // the formulas of the outputs

    // The outputs and shared choices as the text of a program without loops, templates and arrays.
    [[nodiscard]] std::string to_string() const;

    std::shared_ptr<const ElaborationData> data;
};

struct ElaborateOptions {
    Limits limits;
    std::map<std::string, std::int64_t> constants;  // new values for `const` statements: {{"n", 64}}

    // Candidates for holes (`age > ?`, `?`, `rules(3)`), set by learning. Without it holes stay open.
    std::shared_ptr<CandidateSource> candidates = {};
};

Elaboration elaborate(const Program& program, const ElaborateOptions& options = {});

}  // namespace loh
