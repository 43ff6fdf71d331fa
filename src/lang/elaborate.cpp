// Elaboration of a program: placeholders, outputs, then warnings.
#include "lang/elaborate.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/text.hpp"
#include "formula/graph.hpp"
#include "lang/formula_builder.hpp"

namespace loh {

namespace {

class Elaborator {
public:
    Elaborator(std::shared_ptr<const ProgramData> program, const ElaborateOptions& options)
        : program_(std::move(program)),
          source_(program_->source),
          ast_(program_->ast),
          builder_(*program_, options),
          names_(builder_.names()) {}

    Elaboration run() {
        for (std::uint32_t id = 0; id < names_.placeholders().size(); ++id) builder_.build_placeholder(id);
        Elaboration result;
        result.graph = Graph(builder_.graph());
        add_outputs(result);
        builder_.uses().store(*builder_.graph());
        for (const NameKey* input : names_.inputs()) result.inputs.push_back(names_.spell(*input));
        result.warnings = builder_.remarks();
        add_warnings(result.warnings);
        auto data = std::make_shared<ElaborationData>();
        data->program = program_;
        data->choices = builder_.take_choice_places();
        data->frames = builder_.take_frames();
        result.data = std::move(data);
        return result;
    }

private:
    void add_outputs(Elaboration& result) {
        const std::vector<AstId>& statements = ast_.statements();
        auto is_output = [&](AstId id) {
            return ast_[id].kind == AstKind::output || ast_[id].kind == AstKind::output_list;
        };
        bool named = std::any_of(statements.begin(), statements.end(), is_output);
        for (AstId statement : statements) {
            const AstNode& node = ast_[statement];
            if (node.kind == AstKind::bare_formula) {
                check_bare_formula(statement, named);
                result.outputs.push_back(
                    {"", Formula(builder_.graph(), builder_.formula(ast_.child(statement, 0)))});
            } else if (node.kind == AstKind::output) {
                std::uint32_t symbol = ast_[ast_.child(statement, 0)].symbol;
                for (std::uint32_t id : names_.elements(symbol)) {
                    if (names_.placeholders()[id].declaration.value == statement.value)
                        add_output(result, statement, id);
                }
            } else if (node.kind == AstKind::output_list) {
                for (AstId reference : ast_.children(statement)) add_listed_output(result, reference);
            }
        }
        if (result.outputs.empty()) {
            auto end = static_cast<std::uint32_t>(source_.text().size());
            throw source_.error(ErrorKind::meaning, {end, end},
                                statements.empty() ? "the program is empty" : "the program has no output",
                                "end with a formula, or declare an output: output p");
        }
    }

    void check_bare_formula(AstId statement, bool named_outputs) const {
        AstId last = ast_.statements().back();
        if (statement.value == last.value && !named_outputs) return;
        AstId leftmost = ast_.child(statement, 0);
        while (!ast_.children(leftmost).empty() && ast_[leftmost].kind != AstKind::compare &&
               ast_[leftmost].kind != AstKind::reference) {
            leftmost = ast_.child(leftmost, 0);
        }
        bool equation = ast_[leftmost].kind == AstKind::compare &&
                        static_cast<Comparison>(ast_[leftmost].op) == Comparison::equal;
        std::string message = named_outputs
                                  ? "a formula without a name, although the program declares its outputs"
                                  : "a formula without a name is the output and must be the last statement";
        throw builder_.scope().error(
            ErrorKind::meaning, statement, message,
            equation ? "did you mean ':=' instead of '='?" : "give it a name: p := ...");
    }

    void add_output(Elaboration& result, AstId at, std::uint32_t id) {
        std::string name = names_.spell(*names_.placeholders()[id].key);
        if (!output_names_.insert(name).second)
            throw builder_.scope().error(ErrorKind::name, at,
                                         "'" + name + "' is declared as an output twice");
        builder_.mark_used(static_cast<std::uint32_t>((*names_.placeholders()[id].key)[0]));
        result.outputs.push_back({std::move(name), Formula(builder_.graph(), builder_.use_placeholder(id))});
    }

    void add_listed_output(Elaboration& result, AstId reference) {
        const AstNode& node = ast_[reference];
        bool whole_array =
            node.child_count == 0 && names_.kind(node.symbol) == Declarations::Kind::placeholder;
        if (whole_array) {
            for (std::uint32_t id : names_.elements(node.symbol)) add_output(result, reference, id);
            return;
        }
        NameKey key = builder_.key_of(reference);
        if (const std::uint32_t* id = names_.find_placeholder(key)) return add_output(result, reference, *id);
        if (names_.kind(node.symbol) == Declarations::Kind::placeholder)
            throw builder_.errors().no_element(reference, key);
        throw builder_.errors().no_output(reference, key);
    }

    void add_warnings(std::vector<Diagnostic>& warnings) const {
        constexpr std::size_t kMostNamesCompared = 2000;
        std::vector<std::string> placeholders = names_.names_of(Declarations::Kind::placeholder);
        std::unordered_set<std::uint32_t> reported;
        for (AstId statement : ast_.statements()) {
            if (ast_[statement].kind != AstKind::declaration) continue;
            AstId target = ast_.child(statement, 0);
            std::uint32_t symbol = ast_[target].symbol;
            if (builder_.is_used(symbol) || !reported.insert(symbol).second) continue;
            warnings.push_back(source_.diagnose(Severity::warning, ErrorKind::name, ast_[target].span,
                                                "the placeholder '" + ast_.text(target) + "' is never used"));
        }
        if (placeholders.size() > kMostNamesCompared || builder_.undeclared().size() > kMostNamesCompared)
            return;
        for (const auto& [symbol, place] : builder_.undeclared()) {
            std::optional<std::string> meant = closest(ast_.symbol_text(symbol), placeholders);
            if (!meant) continue;
            warnings.push_back(source_.diagnose(
                Severity::warning, ErrorKind::name, ast_[place].span,
                "'" + ast_.symbol_text(symbol) + "' is not declared and is treated as an input",
                "did you mean '" + *meant + "'?"));
        }
    }

    std::shared_ptr<const ProgramData> program_;
    const Source& source_;
    const Ast& ast_;
    FormulaBuilder builder_;
    const Declarations& names_;
    std::unordered_set<std::string> output_names_;
};

}  // namespace

Elaboration elaborate(const Program& program, const ElaborateOptions& options) {
    return Elaborator(program.shared_data(), options).run();
}

}  // namespace loh
