#include "loh/program.hpp"

#include <algorithm>
#include <utility>

#include "base/calendar.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "formula/print.hpp"
#include "lang/elaborate.hpp"
#include "lang/format.hpp"
#include "lang/lexer.hpp"
#include "lang/parser.hpp"

namespace loh {

namespace {

constexpr std::size_t kDeepest = 4000;  // levels of recursion that fit a stack of 8 MiB with a margin

Error too_large(const std::string& name, const Limits& limits) {
    return {ErrorKind::limit,
            name + ": the text is longer than " + std::to_string(limits.max_source_bytes) + " bytes",
            "raise the limit (--max-bytes)"};
}

}  // namespace

Program Program::parse(std::string_view text, std::string name, const Limits& limits) {
    if (text.size() > limits.max_source_bytes) throw too_large(name, limits);
    if (limits.max_depth > kDeepest) {
        throw Error(ErrorKind::usage, "a depth limit of " + std::to_string(limits.max_depth) +
                                          " is too large; the maximum is " + std::to_string(kDeepest));
    }
    Source source(std::move(name), std::string(text));
    TokenStream stream = tokenize(source);
    Ast ast = loh::parse(source, stream, limits.max_depth);
    return Program(std::make_shared<const ProgramData>(
        ProgramData{std::move(source), std::move(stream.comments), std::move(ast)}));
}

Program Program::read(const std::string& path, const Limits& limits) {
    std::string text = read_whole_file(path, std::max(limits.max_source_bytes, limits.max_source_bytes + 1));
    if (text.size() > limits.max_source_bytes) throw too_large(path, limits);
    return parse(text, path, limits);
}

std::string Program::format(std::size_t width) const {
    return loh::format(data_->source, data_->ast, data_->comments, width);
}

std::string Program::to_string() const { return print(data_->ast); }

bool operator==(const Program& left, const Program& right) {
    return same_program(left.data_->ast, right.data_->ast);
}

std::string ChoiceOrigin::to_string() const {
    std::string result = file + ":" + std::to_string(line) + ":" + std::to_string(column);
    return copy.empty() ? result : result + " (" + copy + ")";
}

ChoiceOrigin Elaboration::origin(ChoiceId choice) const {
    if (choice.value >= data->choices.size())
        throw Error(ErrorKind::usage, "this choice does not come from the program's text");
    const ElaborationData::Place& place = data->choices[choice.value];
    const ProgramData& program = *data->program;
    LineColumn at = program.source.locate(place.offset);
    ChoiceOrigin result{program.source.name(), at.line, at.column, {}};
    for (std::uint32_t frame = place.frame; frame != 0; frame = data->frames[frame].parent) {
        const CopyFrame& copy = data->frames[frame];
        std::string value = copy.value.kind == Value::Kind::symbol
                                ? spell_name(program.ast.symbol_text(copy.value.symbol))
                            : copy.value.is_date()                    ? spell_moment(copy.value.decimal)
                            : copy.value.kind == Value::Kind::integer ? std::to_string(copy.value.integer)
                                                                      : spell_number(copy.value.decimal);
        std::string binding = spell_name(program.ast.symbol_text(copy.symbol)) + " = " + value;
        result.copy = result.copy.empty() ? binding : binding + ", " + result.copy;
    }
    return result;
}

std::vector<Formula> Elaboration::formulas() const {
    std::vector<Formula> result;
    for (const Output& output : outputs) result.push_back(output.formula);
    return result;
}

std::string Elaboration::to_string() const {
    std::vector<NamedRoot> roots;
    for (const Output& output : outputs) roots.push_back({output.name, output.formula.id()});
    std::string result;
    for (const std::string& statement : print_statements(*graph.data(), roots)) result += statement + "\n";
    return result;
}

}  // namespace loh
