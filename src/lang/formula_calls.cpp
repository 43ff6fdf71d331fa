// Template calls, the built-in templates `rules` and `clauses`, and holes.
#include <algorithm>
#include <utility>

#include "formula/graph.hpp"
#include "lang/formula_builder.hpp"

namespace loh {

namespace {

constexpr std::uint64_t kStepsOfCall = 5;  // cost of a template call without its body

}  // namespace

// --- holes ---

// Adds the place in the program to errors that have no place.
NodeId FormulaBuilder::from_table(AstId id, const std::function<NodeId(const TableParts::NewChoice&)>& make) {
    auto choice = [&](std::span<const NodeId> alternatives) {
        scope_.count_steps(ast_[id].span, alternatives.size() + 1);
        return new_choice(id, alternatives, ChoiceMode::by_context);
    };
    try {
        return make(choice);
    } catch (const Error& error) {
        const Diagnostic& diagnostic = error.diagnostic();
        if (diagnostic.line != 0) throw;
        throw scope_.error(diagnostic.kind, id, diagnostic.message, diagnostic.hint);
    }
}

NodeId FormulaBuilder::filled_atom(AstId id, const Atom& atom) {
    return from_table(id, [&](const TableParts::NewChoice& choice) {
        std::string remark;
        NodeId node = table_parts_.comparison(atom, choice, remark);
        if (!remark.empty() && remarked_.insert(id.value).second)
            remarks_.push_back(
                source_.diagnose(Severity::note, ErrorKind::meaning, ast_[id].span, std::move(remark)));
        return node;
    });
}

NodeId FormulaBuilder::bare_hole(AstId id) {
    if (!table_parts_.has_table()) return graph_->hole("?");
    return from_table(id, [&](const TableParts::NewChoice& choice) { return table_parts_.literal(choice); });
}

NodeId FormulaBuilder::network(AstId id, TableParts::Network kind) {
    std::int64_t count = network_size(id);
    if (!table_parts_.has_table()) return graph_->hole(ast_.text(id) + "(" + std::to_string(count) + ")");
    std::size_t depth = scope_.depth();
    auto next_rule = [&](std::int64_t rule) {  // the origin of a choice then includes the number of its rule
        while (scope_.depth() > depth) scope_.unbind();
        scope_.bind(ast_[id].symbol, Value::of_integer(rule));
    };
    NodeId result = from_table(id, [&](const TableParts::NewChoice& choice) {
        return table_parts_.network(kind, count, choice, next_rule);
    });
    while (scope_.depth() > depth) scope_.unbind();
    return result;
}

std::int64_t FormulaBuilder::network_size(AstId id) {
    std::span<const AstId> arguments = ast_.children(id);
    std::string example = ast_.text(id) + "(10)";
    if (arguments.size() != 1)
        throw scope_.error(
            ErrorKind::meaning, id,
            "'" + ast_.text(id) + "' takes one argument, the maximum number of " + ast_.text(id),
            "as in " + example);
    Argument size = argument(arguments[0]);
    const Value* value = std::get_if<Value>(&size);
    if (value == nullptr || value->kind != Value::Kind::integer || value->integer < 1)
        throw scope_.error(ErrorKind::meaning, arguments[0],
                           "the number of " + ast_.text(id) + " must be a whole number, at least 1",
                           "as in " + example);
    return value->integer;
}

// --- templates ---

NodeId FormulaBuilder::call(AstId id) {
    const AstNode& node = ast_[id];
    const TableParts::Network* network_kind = TableParts::built_in(ast_.text(id));
    if (names_.kind(node.symbol) == Declarations::Kind::none && network_kind != nullptr)
        return network(id, *network_kind);
    if (names_.kind(node.symbol) != Declarations::Kind::templ) throw errors_.no_template(id);
    scope_.count_steps(node.span, kStepsOfCall);
    AstId definition = names_.statement(node.symbol);
    std::span<const AstId> arguments = ast_.children(id);
    std::span<const AstId> parameters = ast_.children(definition);
    std::size_t wanted = parameters.size() - 1;
    if (arguments.size() != wanted) {
        Diagnostic error = source_.diagnose(
            Severity::error, ErrorKind::meaning, node.span,
            "the template '" + ast_.text(id) + "' takes " + std::to_string(wanted) +
                (wanted == 1 ? " argument" : " arguments") + ", not " + std::to_string(arguments.size()));
        error.notes.push_back(source_.note(ast_[definition].span, "it is defined here"));
        throw Error(std::move(error));
    }
    check_recursion(id);
    std::vector<std::pair<std::uint32_t, Argument>> bound;
    for (std::size_t i = 0; i < wanted; ++i)
        bound.emplace_back(ast_[parameters[i]].symbol, argument(arguments[i]));
    Scope::View view = scope_.view();
    std::size_t first = scope_.depth();
    for (const auto& [symbol, content] : bound) {
        if (const auto* formula = std::get_if<FormulaArgument>(&content)) {
            scope_.bind(symbol, formula->node, formula->unit);
        } else {
            scope_.bind(symbol, std::get<Value>(content));
        }
    }
    scope_.enter_template(first);
    active_templates_.push_back(node.symbol);
    NodeId result = called(id, parameters.back());
    active_templates_.pop_back();
    while (scope_.depth() > first) scope_.unbind();
    scope_.restore(view);
    return result;
}

// Elaborates the body of a template. Errors in it get a note with the call.
NodeId FormulaBuilder::called(AstId call, AstId body) {
    constexpr std::size_t kMostNotes = 4;
    try {
        return formula(body);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::limit || error.diagnostic().notes.size() >= kMostNotes) throw;
        Diagnostic diagnostic = error.diagnostic();
        diagnostic.notes.push_back(
            source_.note(ast_[call].span, "in this call of template '" + ast_.text(call) + "'"));
        throw Error(std::move(diagnostic));
    }
}

// An argument is a value if it can be an index in the template, otherwise a formula.
FormulaBuilder::Argument FormulaBuilder::argument(AstId id) {
    const AstNode& node = ast_[id];
    switch (node.kind) {
        case AstKind::integer:
        case AstKind::decimal:
        case AstKind::text:
        case AstKind::minus:
        case AstKind::arithmetic: return scope_.value(id);
        case AstKind::reference: {
            const Scope::Binding* binding = scope_.find(node.symbol);
            bool bound_value = binding != nullptr && !binding->is_formula && node.child_count == 0;
            if (bound_value) return binding->value;
            if (binding == nullptr && node.child_count == 0 && scope_.is_constant(node.symbol))
                return scope_.value(id);
            return formula_argument(id);
        }
        default: return formula_argument(id);
    }
}

FormulaBuilder::FormulaArgument FormulaBuilder::formula_argument(AstId id) {
    WrittenUses::Unit unit = uses_.add_unit();
    WrittenUses::Unit outer = uses_.enter(unit);
    NodeId node = formula(id);
    uses_.leave(outer);
    return {node, unit};
}

void FormulaBuilder::check_recursion(AstId call) const {
    auto start = std::find(active_templates_.begin(), active_templates_.end(), ast_[call].symbol);
    if (start == active_templates_.end()) return;
    std::string circle;
    for (auto i = start; i != active_templates_.end(); ++i) circle += ast_.symbol_text(*i) + " -> ";
    throw scope_.error(ErrorKind::name, call, "cyclic templates: " + circle + ast_.text(call),
                       "a template must not call itself, directly or indirectly");
}

}  // namespace loh
