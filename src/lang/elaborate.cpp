// Elaboration: names get their meaning, loops and templates are expanded, and what remains is a graph of formulas.
//
// A name always stands for one node: a placeholder, and likewise a template's parameter, is elaborated once and shared by
// all its uses, choices included. Text always stands for itself: every copy that a loop or a template call makes has
// choices of its own. Placeholders are elaborated in the order of the text, so that long chains need no recursion; one
// that is used before its declaration is elaborated on the spot, and meeting one that is still in progress is a cycle.
//
// `->`, `<->` and `^` are material and disappear here; their operands are shared, not copied:
//     a -> b = !a | b        a <-> b = (!a | b) & (a | !b)        a ^ b = (a | b) & (!a | !b)
#include "lang/elaborate.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/check.hpp"
#include "base/text.hpp"
#include "formula/graph.hpp"
#include "formula/print.hpp"
#include "lang/atoms.hpp"
#include "lang/declarations.hpp"
#include "lang/name_errors.hpp"
#include "lang/table_parts.hpp"

namespace loh {

namespace {

using Kind = Declarations::Kind;

constexpr std::uint64_t kStepsOfCall = 5;        // what a template call costs beside its body
constexpr std::size_t kLevelsOfPlaceholder = 4;  // a forward reference needs more of the stack than a bracket

class Elaborator {
public:
    Elaborator(std::shared_ptr<const ProgramData> program, const ElaborateOptions& options)
        : program_(std::move(program)),
          source_(program_->source),
          ast_(program_->ast),
          limits_(options.limits),
          scope_(source_, ast_, options.limits),
          names_(source_, ast_, scope_),
          errors_(source_, ast_, scope_, names_),
          graph_(std::make_shared<GraphData>()),
          table_parts_(*graph_, options.offer) {
        names_.collect(options.constants);
    }

    Elaboration run() {
        for (std::uint32_t id = 0; id < names_.placeholders().size(); ++id) placeholder_node(id);
        Elaboration result;
        result.graph = Graph(graph_);
        add_outputs(result);
        for (const NameKey* input : names_.inputs()) result.inputs.push_back(names_.spell(*input));
        result.warnings = std::move(remarks_);
        add_warnings(result.warnings);
        auto data = std::make_shared<ElaborationData>();
        data->program = program_;
        data->choices = std::move(choice_places_);
        data->frames = scope_.take_frames();
        result.data = std::move(data);
        return result;
    }

private:
    // --- statements ---

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
                result.outputs.push_back({"", Formula(graph_, formula(ast_.child(statement, 0)))});
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
                                "end with a formula, or name what is predicted: output p");
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
                                  ? "a formula on its own, although the program names its outputs"
                                  : "a formula on its own must be the last statement: it is the output";
        throw scope_.error(ErrorKind::meaning, statement, message,
                           equation ? "did you mean ':=' instead of '='?" : "give it a name: p := ...");
    }

    void add_output(Elaboration& result, AstId at, std::uint32_t id) {
        std::string name = names_.spell(*names_.placeholders()[id].key);
        if (!output_names_.insert(name).second)
            throw scope_.error(ErrorKind::name, at, "'" + name + "' is an output twice");
        used_.insert(static_cast<std::uint32_t>((*names_.placeholders()[id].key)[0]));
        result.outputs.push_back({std::move(name), Formula(graph_, placeholder_node(id))});
    }

    void add_listed_output(Elaboration& result, AstId reference) {
        const AstNode& node = ast_[reference];
        bool whole_array = node.child_count == 0 && names_.kind(node.symbol) == Kind::placeholder;
        if (whole_array) {
            for (std::uint32_t id : names_.elements(node.symbol)) add_output(result, reference, id);
            return;
        }
        NameKey key = key_of(reference);
        if (const std::uint32_t* id = names_.find_placeholder(key)) return add_output(result, reference, *id);
        if (names_.kind(node.symbol) == Kind::placeholder) throw errors_.no_element(reference, key);
        throw errors_.no_output(reference, key);
    }

    // --- placeholders ---

    NodeId placeholder_node(std::uint32_t id) {
        Placeholder& placeholder = names_.placeholders()[id];
        if (placeholder.state == Placeholder::State::done) return placeholder.node;
        if (placeholder.state == Placeholder::State::in_progress) throw errors_.circle(active_, id);
        placeholder.state = Placeholder::State::in_progress;
        depth_ += kLevelsOfPlaceholder;
        active_.push_back(id);
        Scope::View view = scope_.view();
        std::size_t bound = scope_.depth();
        scope_.enter_placeholder();
        std::span<const AstId> subscripts = ast_.children(ast_.child(placeholder.declaration, 0));
        for (std::size_t i = 0; i < subscripts.size(); ++i) {
            const AstNode& subscript = ast_[subscripts[i]];
            if (subscript.kind == AstKind::binder)
                scope_.bind(subscript.symbol, Declarations::index_value(*placeholder.key, i));
        }
        NodeId node = formula(ast_.child(placeholder.declaration, 1));
        while (scope_.depth() > bound) scope_.unbind();
        scope_.restore(view);
        active_.pop_back();
        depth_ -= kLevelsOfPlaceholder;
        placeholder.node = node;
        placeholder.state = Placeholder::State::done;
        if (!graph_->operands(node).empty()) graph_->set_label(node, names_.spell(*placeholder.key));
        return node;
    }

    // --- formulas ---

    class Nested {
    public:
        Nested(Elaborator& elaborator, AstId at) : elaborator_(elaborator) {
            if (++elaborator.depth_ > elaborator.limits_.max_depth) elaborator.fail_depth(at);
        }
        ~Nested() { --elaborator_.depth_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

    private:
        Elaborator& elaborator_;
    };

    [[noreturn]] void fail_depth(AstId at) const {
        throw scope_.error(ErrorKind::limit, at,
                           "nested deeper than " + std::to_string(limits_.max_depth) +
                               " levels, names and templates included",
                           "declare placeholders before their use, or raise the limit (--max-depth)");
    }

    NodeId formula(AstId id) {
        Nested nested(*this, id);
        const AstNode& node = ast_[id];
        scope_.count_step(node.span);
        switch (node.kind) {
            case AstKind::verum: return kTrue;
            case AstKind::falsum: return kFalse;
            case AstKind::reference: return reference(id);
            case AstKind::call: return call(id);
            case AstKind::negation: return graph_->negation(formula(ast_.child(id, 0)));
            case AstKind::conjunction:
            case AstKind::big_and: return graph_->conjunction(operands(id));
            case AstKind::disjunction:
            case AstKind::big_or: return graph_->disjunction(operands(id));
            case AstKind::choice: return choice(id);
            case AstKind::implication: return implication(operands(id));
            case AstKind::equivalence:
            case AstKind::exclusive_or: return comparison_chain(node.kind, operands(id));
            case AstKind::compare:
            case AstKind::member:
            case AstKind::interval:
            case AstKind::missing: return atom(id);
            case AstKind::hole: return bare_hole(id);
            default:
                throw scope_.error(ErrorKind::meaning, id, "a value is not a formula",
                                   "a value can only be an argument of a template or an index");
        }
    }

    std::vector<NodeId> operands(AstId id) {
        std::vector<NodeId> result;
        for (AstId item : ast_.children(id)) {
            if (ast_[item].kind != AstKind::comprehension) {
                result.push_back(formula(item));
                continue;
            }
            std::span<const AstId> parts = ast_.children(item);
            scope_.for_each(parts.first(parts.size() - 1), [&] { result.push_back(formula(parts.back())); });
        }
        return result;
    }

    NodeId choice(AstId id) {
        std::vector<NodeId> alternatives = operands(id);
        if (alternatives.empty()) {
            throw scope_.error(
                ErrorKind::meaning, id,
                "a choice without alternatives: the range is empty or the filter lets nothing through");
        }
        return new_choice(id, alternatives, static_cast<ChoiceMode>(ast_[id].op));
    }

    NodeId new_choice(AstId at, std::span<const NodeId> alternatives, ChoiceMode mode) {
        scope_.count_step(ast_[at].span);  // a choice is never shared with an equal one, so it costs more
        choice_places_.push_back({ast_[at].span.begin, scope_.current_frame()});
        return graph_->choice(alternatives, mode);
    }

    // a -> b -> c = a -> (b -> c)
    NodeId implication(const std::vector<NodeId>& operands) {
        NodeId result = operands.back();
        for (std::size_t i = operands.size() - 1; i-- > 0;) {
            result = graph_->disjunction(std::array{graph_->negation(operands[i]), result});
        }
        return result;
    }

    // a <-> b <-> c = (a <-> b) <-> c, and the same for ^
    NodeId comparison_chain(AstKind kind, const std::vector<NodeId>& operands) {
        NodeId left = operands[0];
        for (std::size_t i = 1; i < operands.size(); ++i) {
            NodeId right = operands[i];
            NodeId not_left = graph_->negation(left);
            NodeId not_right = graph_->negation(right);
            bool same = kind == AstKind::equivalence;
            NodeId first = graph_->disjunction(std::array{same ? not_left : left, right});
            NodeId second = graph_->disjunction(std::array{same ? left : not_left, not_right});
            left = graph_->conjunction(std::array{first, second});
        }
        return left;
    }

    NodeId atom(AstId id) {
        AtomOrTruth result = resolve_atom(
            ast_, scope_, [&](AstId column) { return column_name(column); }, id);
        if (const bool* truth = std::get_if<bool>(&result)) return *truth ? kTrue : kFalse;
        const Atom& atom = std::get<Atom>(result);
        if (!has_hole(atom) || !table_parts_.has_table()) return graph_->atom(atom);
        return from_table(id, [&](const TableParts::NewChoice& choice) {
            std::string remark;
            NodeId node = table_parts_.comparison(atom, choice, remark);
            if (!remark.empty() && remarked_.insert(id.value).second)
                remarks_.push_back(
                    source_.diagnose(Severity::note, ErrorKind::meaning, ast_[id].span, std::move(remark)));
            return node;
        });
    }

    // --- what the table fills in ---

    // Errors of the table get the place in the program, unless they are about a place in the table.
    template <class Make>
    NodeId from_table(AstId id, const Make& make) {
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

    NodeId bare_hole(AstId id) {
        if (!table_parts_.has_table()) return graph_->hole("?");
        return from_table(id,
                          [&](const TableParts::NewChoice& choice) { return table_parts_.literal(choice); });
    }

    NodeId network(AstId id, TableParts::Network kind) {
        std::int64_t count = network_size(id);
        if (!table_parts_.has_table()) return graph_->hole(ast_.text(id) + "(" + std::to_string(count) + ")");
        std::size_t depth = scope_.depth();
        auto next_rule = [&](std::int64_t rule) {  // so that each choice can tell which rule it is in
            while (scope_.depth() > depth) scope_.unbind();
            scope_.bind(ast_[id].symbol, Value::of_integer(rule));
        };
        NodeId result = from_table(id, [&](const TableParts::NewChoice& choice) {
            return table_parts_.network(kind, count, choice, next_rule);
        });
        while (scope_.depth() > depth) scope_.unbind();
        return result;
    }

    std::int64_t network_size(AstId id) {
        std::span<const AstId> arguments = ast_.children(id);
        std::string example = ast_.text(id) + "(10)";
        if (arguments.size() != 1)
            throw scope_.error(ErrorKind::meaning, id,
                               "'" + ast_.text(id) + "' takes one argument, how many there may be",
                               "as in " + example);
        std::variant<Value, NodeId> size = argument(arguments[0]);
        const Value* value = std::get_if<Value>(&size);
        if (value == nullptr || value->kind != Value::Kind::integer || value->integer < 1)
            throw scope_.error(ErrorKind::meaning, arguments[0],
                               "how many " + ast_.text(id) + " there may be is a whole number from 1",
                               "as in " + example);
        return value->integer;
    }

    // --- names ---

    void read_key(AstId reference, NameKey& key) const {
        key.assign(1, static_cast<std::int64_t>(ast_[reference].symbol));
        for (AstId index : ast_.children(reference)) {
            Value value = scope_.value(index);
            scope_.require_index(value, index);
            Declarations::append_index(key, value);
        }
    }

    NameKey key_of(AstId reference) const {
        NameKey key;
        read_key(reference, key);
        return key;
    }

    NodeId reference(AstId id) {
        const AstNode& node = ast_[id];
        if (const Scope::Binding* binding = scope_.find(node.symbol)) {
            if (node.child_count > 0)
                throw scope_.error(ErrorKind::meaning, id,
                                   "'" + ast_.text(id) + "' is bound here and has no indices");
            if (binding->is_formula) return binding->node;
            if (binding->value.kind != Value::Kind::symbol) {
                throw scope_.error(ErrorKind::meaning, id,
                                   "'" + ast_.text(id) + "' is the number " + scope_.spell(binding->value) +
                                       " here, not a proposition",
                                   "use it as an index: x[" + ast_.text(id) + "]");
            }
            scope_.require_index(binding->value, id);
            return named_node(id, NameKey{static_cast<std::int64_t>(binding->value.symbol)});
        }
        read_key(id, scratch_key_);
        return named_node(id, scratch_key_);
    }

    NodeId named_node(AstId id, const NameKey& key) {
        auto symbol = static_cast<std::uint32_t>(key[0]);
        Kind kind = names_.kind(symbol);
        if (kind == Kind::placeholder) {
            used_.insert(symbol);
            const std::uint32_t* placeholder = names_.find_placeholder(key);
            if (placeholder == nullptr) throw errors_.no_element(id, key);
            return placeholder_node(*placeholder);
        }
        if (kind != Kind::none && kind != Kind::input) throw errors_.not_a_formula(id, kind);
        auto known = variables_.find(key);
        if (known != variables_.end()) return known->second;
        if (names_.has_inputs() && !names_.is_input(key)) throw errors_.unknown(id, key);
        if (!names_.has_inputs()) undeclared_.try_emplace(symbol, id);
        scope_.count_steps(ast_[id].span, kStepsOfName);
        NodeId node = graph_->variable(names_.spell(key));
        variables_.emplace(key, node);
        return node;
    }

    // A name in an atom: the column it stands for.
    std::string column_name(AstId id) {
        NameKey key = key_of(id);
        Kind kind = names_.kind(ast_[id].symbol);
        if (kind == Kind::placeholder) {
            throw scope_.error(ErrorKind::meaning, id,
                               "'" + ast_.text(id) + "' is a placeholder, not a column",
                               "only columns of the table can be compared");
        }
        if (kind != Kind::none && kind != Kind::input) throw errors_.not_a_formula(id, kind);
        if (names_.has_inputs() && !names_.is_input(key)) throw errors_.unknown(id, key);
        return names_.spell(key);
    }

    // --- templates ---

    NodeId call(AstId id) {
        const AstNode& node = ast_[id];
        const TableParts::Network* network_kind = TableParts::built_in(ast_.text(id));
        if (names_.kind(node.symbol) == Kind::none && network_kind != nullptr)
            return network(id, *network_kind);
        if (names_.kind(node.symbol) != Kind::templ) throw errors_.no_template(id);
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
        std::vector<std::pair<std::uint32_t, std::variant<Value, NodeId>>> bound;
        for (std::size_t i = 0; i < wanted; ++i)
            bound.emplace_back(ast_[parameters[i]].symbol, argument(arguments[i]));
        Scope::View view = scope_.view();
        std::size_t first = scope_.depth();
        for (const auto& [symbol, value] : bound) {
            std::visit([&, name = symbol](const auto& content) { scope_.bind(name, content); }, value);
        }
        scope_.enter_template(first);
        active_templates_.push_back(node.symbol);
        NodeId result = called(id, parameters.back());
        active_templates_.pop_back();
        while (scope_.depth() > first) scope_.unbind();
        scope_.restore(view);
        return result;
    }

    // The template's body; an error in it also says which call led there.
    NodeId called(AstId call, AstId body) {
        constexpr std::size_t kMostNotes = 4;
        try {
            return formula(body);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::limit || error.diagnostic().notes.size() >= kMostNotes) throw;
            Diagnostic diagnostic = error.diagnostic();
            diagnostic.notes.push_back(
                source_.note(ast_[call].span, "in this call of the template '" + ast_.text(call) + "'"));
            throw Error(std::move(diagnostic));
        }
    }

    // A value stays a value, so that it can be an index in the template; everything else is a formula.
    std::variant<Value, NodeId> argument(AstId id) {
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
                return formula(id);
            }
            default: return formula(id);
        }
    }

    void check_recursion(AstId call) const {
        auto start = std::find(active_templates_.begin(), active_templates_.end(), ast_[call].symbol);
        if (start == active_templates_.end()) return;
        std::string circle;
        for (auto i = start; i != active_templates_.end(); ++i) circle += ast_.symbol_text(*i) + " -> ";
        throw scope_.error(ErrorKind::name, call, "templates in a circle: " + circle + ast_.text(call),
                           "a template may not call itself, directly or through others");
    }

    // --- warnings ---

    void add_warnings(std::vector<Diagnostic>& warnings) const {
        constexpr std::size_t kMostNamesCompared = 2000;
        std::vector<std::string> placeholders = names_.names_of(Kind::placeholder);
        std::unordered_set<std::uint32_t> reported;
        for (AstId statement : ast_.statements()) {
            if (ast_[statement].kind != AstKind::declaration) continue;
            AstId target = ast_.child(statement, 0);
            std::uint32_t symbol = ast_[target].symbol;
            if (used_.contains(symbol) || !reported.insert(symbol).second) continue;
            warnings.push_back(source_.diagnose(Severity::warning, ErrorKind::name, ast_[target].span,
                                                "the placeholder '" + ast_.text(target) + "' is never used"));
        }
        if (placeholders.size() > kMostNamesCompared || undeclared_.size() > kMostNamesCompared) return;
        for (const auto& [symbol, place] : undeclared_) {
            std::optional<std::string> meant = closest(ast_.symbol_text(symbol), placeholders);
            if (!meant) continue;
            warnings.push_back(source_.diagnose(
                Severity::warning, ErrorKind::name, ast_[place].span,
                "'" + ast_.symbol_text(symbol) + "' is declared nowhere and taken as an input",
                "did you mean '" + *meant + "'?"));
        }
    }

    std::shared_ptr<const ProgramData> program_;
    const Source& source_;
    const Ast& ast_;
    Limits limits_;
    Scope scope_;
    Declarations names_;
    NameErrors errors_;
    std::shared_ptr<GraphData> graph_;
    TableParts table_parts_;
    std::vector<Diagnostic> remarks_;             // about holes
    std::unordered_set<std::uint32_t> remarked_;  // atoms they are about: one for all copies
    std::size_t depth_ = 0;
    NameKey scratch_key_;
    std::unordered_map<NameKey, NodeId, NameKeyHash> variables_;
    std::map<std::uint32_t, AstId>
        undeclared_;                          // propositions that no statement declares, with their first use
    std::unordered_set<std::uint32_t> used_;  // names of placeholders that something refers to
    std::unordered_set<std::string> output_names_;
    std::vector<std::uint32_t> active_;            // placeholders in progress, outermost first
    std::vector<std::uint32_t> active_templates_;  // names of templates being expanded
    std::vector<ElaborationData::Place> choice_places_;
};

}  // namespace

Elaboration elaborate(const Program& program, const ElaborateOptions& options) {
    return Elaborator(program.shared_data(), options).run();
}

}  // namespace loh
