// Programs: text in the language of hypotheses (docs/language.md), parsed, formatted and elaborated to formulas.
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
// Everything here throws loh::Error for text that is wrong, with the place in it.
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

struct ProgramData;      // source and syntax tree behind a Program
struct ElaborationData;  // where the choices of an Elaboration come from
class TableOffer;        // what a table offers to holes

// What a program may cost. Reaching one is an Error of kind `limit`, never a crash or unbounded memory.
struct Limits {
    std::size_t max_source_bytes = std::size_t{16} << 20U;
    std::size_t max_depth =
        1000;  // levels of nesting, through templates and forward references as well; at most 4000
    // Parts after expansion: uses of names, connectives, alternatives, loop rounds. A new name counts as thirty.
    std::size_t max_expansion = 10'000'000;
};

// A program that is well-formed. Cheap to copy.
class Program {
public:
    // `name` stands for the text in messages, usually its file name.
    static Program parse(std::string_view text, std::string name = "<text>", const Limits& limits = {});
    static Program read(const std::string& path, const Limits& limits = {});

    // The canonical text: one spelling, lines of at most `width` characters where possible, comments and single blank
    // lines kept. Parses to an equal program, and formats to itself.
    [[nodiscard]] std::string format(std::size_t width = 100) const;

    // The same without comments, one statement a line.
    [[nodiscard]] std::string to_string() const;

    // Equal syntax: places, comments, spellings and parentheses without effect aside.
    friend bool operator==(const Program& left, const Program& right);

    // For code that reads the syntax tree itself.
    [[nodiscard]] const std::shared_ptr<const ProgramData>& shared_data() const noexcept { return data_; }

private:
    explicit Program(std::shared_ptr<const ProgramData> data) : data_(std::move(data)) {}
    std::shared_ptr<const ProgramData> data_;
};

struct Output {
    std::string name;  // as the language spells it; empty for a bare formula
    Formula formula;
};

// Where a choice was written, and which copy of it this is.
struct ChoiceOrigin {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::string copy;  // the bound names, e.g. `j = 3, i = 7`; empty when there are none

    [[nodiscard]] std::string to_string() const;  // layers.loh:2:31 (j = 3, i = 7)
};

// What a program stands for: formulas with choices, macros and loops expanded.
struct Elaboration {
    Graph graph;
    std::vector<Output> outputs;  // one or more
    std::vector<std::string>
        inputs;  // declared with `input`, in order; empty when there is no such statement
    std::vector<Diagnostic> warnings;  // likely mistakes that are no errors

    [[nodiscard]] ChoiceOrigin origin(ChoiceId choice) const;
    [[nodiscard]] std::vector<Formula> formulas() const;  // of the outputs

    // The outputs and shared choices as the text of a program without loops, templates and arrays.
    [[nodiscard]] std::string to_string() const;

    std::shared_ptr<const ElaborationData> data;
};

struct ElaborateOptions {
    Limits limits;
    std::map<std::string, std::int64_t> constants;  // replace `const` values of the program: {{"n", 64}}

    // Learning fills holes (`age > ?`, `?`, `rules(3)`) with what its table offers. Without a table they stay as they are.
    std::shared_ptr<TableOffer> offer = {};
};

Elaboration elaborate(const Program& program, const ElaborateOptions& options = {});

}  // namespace loh
