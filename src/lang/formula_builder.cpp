// Resolution of names and expansion of loops and templates.
//
// A name stands for one node: a placeholder or a parameter of a template is elaborated once, and all its uses share the
// node with its choices. Every copy of text that a loop or a template call makes has new choices. Placeholders are
// elaborated in the order of the text, so that long chains need no recursion. A placeholder that is used before its
// declaration is elaborated at its first use; a use of a placeholder in progress is a cycle.
//
// `->`, `<->` and `^` are rewritten here; their operands are shared, not copied:
//     a -> b = !a | b        a <-> b = (!a | b) & (a | !b)        a ^ b = (a | b) & (!a | !b)
#include "lang/formula_builder.hpp"

#include <array>
#include <utility>

#include "base/deep_stack.hpp"
#include "formula/graph.hpp"
#include "lang/atoms.hpp"

namespace loh {

namespace {

constexpr std::size_t kLevelsOfPlaceholder = 4;  // a forward reference takes more stack than a bracket

}  // namespace

FormulaBuilder::FormulaBuilder(const ProgramData& program, const ElaborateOptions& options)
    : source_(program.source),
      ast_(program.ast),
      limits_(options.limits),
      scope_(source_, ast_, options.limits),
      names_(source_, ast_, scope_),
      errors_(source_, ast_, scope_, names_),
      graph_(std::make_shared<GraphData>()),
      table_parts_(*graph_, options.candidates) {
    names_.collect(options.constants);
}

// --- placeholders ---

NodeId FormulaBuilder::use_placeholder(std::uint32_t id) {
    build_placeholder(id);
    const Placeholder& placeholder = names_.placeholders()[id];
    if (graph_->has_choices(placeholder.node)) uses_.refer(placeholder.unit);
    return placeholder.node;
}

void FormulaBuilder::build_placeholder(std::uint32_t id) {
    Placeholder& placeholder = names_.placeholders()[id];
    if (placeholder.state == Placeholder::State::done) return;
    if (placeholder.state == Placeholder::State::in_progress) throw errors_.circle(active_, id);
    placeholder.state = Placeholder::State::in_progress;
    depth_ += kLevelsOfPlaceholder;
    active_.push_back(id);
    placeholder.unit = uses_.add_unit();
    WrittenUses::Unit outer = uses_.enter(placeholder.unit);
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
    uses_.leave(outer);
    active_.pop_back();
    depth_ -= kLevelsOfPlaceholder;
    placeholder.node = node;
    placeholder.state = Placeholder::State::done;
    if (!graph_->operands(node).empty()) graph_->set_label(node, names_.spell(*placeholder.key));
}

// --- formulas ---

class FormulaBuilder::Nested {
public:
    Nested(FormulaBuilder& builder, AstId at) : builder_(builder) {
        if (++builder.depth_ > builder.limits_.max_depth) builder.fail_depth(at);
    }
    ~Nested() { --builder_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

private:
    FormulaBuilder& builder_;
};

void FormulaBuilder::fail_depth(AstId at) const {
    throw scope_.error(
        ErrorKind::limit, at,
        "nested deeper than " + std::to_string(limits_.max_depth) + " levels, including names and templates",
        "declare placeholders before their use, or raise the limit (--max-depth)");
}

NodeId FormulaBuilder::formula(AstId id) {
    Nested nested(*this, id);
    return with_deep_stack([&] { return formula_inside(id); });
}

NodeId FormulaBuilder::formula_inside(AstId id) {
    const AstNode& node = ast_[id];
    scope_.count_step(node.span);
    switch (node.kind) {
        case AstKind::verum: return kTrue;
        case AstKind::falsum: return kFalse;
        case AstKind::reference: return reference(id);
        case AstKind::call: return call(id);
        case AstKind::negation: return graph_->negation(formula(ast_.child(id, 0)));
        case AstKind::conjunction:
        case AstKind::big_and: return joined(Kind::conjunction, operands(id));
        case AstKind::disjunction:
        case AstKind::big_or: return joined(Kind::disjunction, operands(id));
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
                               "a value can be an index or an argument of a template");
    }
}

std::vector<NodeId> FormulaBuilder::operands(AstId id) {
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

// A conjunction or disjunction of the text. With one operand, the operand itself.
NodeId FormulaBuilder::joined(Kind kind, std::span<const NodeId> operands) {
    std::size_t before = graph_->node_count();
    NodeId node = kind == Kind::conjunction ? graph_->conjunction(operands) : graph_->disjunction(operands);
    if (operands.size() > 1 && graph_->has_choices(node)) uses_.write(node, graph_->node_count() > before);
    return node;
}

NodeId FormulaBuilder::choice(AstId id) {
    std::vector<NodeId> alternatives = operands(id);
    if (alternatives.empty()) {
        throw scope_.error(
            ErrorKind::meaning, id,
            "a choice without alternatives: the range is empty or the filter excludes all elements");
    }
    return new_choice(id, alternatives, static_cast<ChoiceMode>(ast_[id].op));
}

NodeId FormulaBuilder::new_choice(AstId at, std::span<const NodeId> alternatives, ChoiceMode mode) {
    scope_.count_step(ast_[at].span);  // costs more than other nodes, because equal choices are not shared
    choice_places_.push_back({ast_[at].span.begin, scope_.current_frame()});
    return graph_->choice(alternatives, mode);
}

// a -> b -> c = a -> (b -> c)
NodeId FormulaBuilder::implication(const std::vector<NodeId>& operands) {
    NodeId result = operands.back();
    for (std::size_t i = operands.size() - 1; i-- > 0;) {
        result = joined(Kind::disjunction, std::array{graph_->negation(operands[i]), result});
    }
    return result;
}

// a <-> b <-> c = (a <-> b) <-> c, and the same for ^
NodeId FormulaBuilder::comparison_chain(AstKind kind, const std::vector<NodeId>& operands) {
    NodeId left = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i) {
        NodeId right = operands[i];
        NodeId not_left = graph_->negation(left);
        NodeId not_right = graph_->negation(right);
        bool same = kind == AstKind::equivalence;
        NodeId first = joined(Kind::disjunction, std::array{same ? not_left : left, right});
        NodeId second = joined(Kind::disjunction, std::array{same ? left : not_left, not_right});
        left = joined(Kind::conjunction, std::array{first, second});
    }
    return left;
}

// In loops and templates, comparisons that never hold may well be meant.
void FormulaBuilder::remark_on(AstId id, const Atom& atom) {
    if (scope_.depth() > 0 || has_hole(atom)) return;
    std::string remark = table_parts_.remark_on(atom);
    if (!remark.empty() && remarked_.insert(id.value).second)
        remarks_.push_back(
            source_.diagnose(Severity::warning, ErrorKind::meaning, ast_[id].span, std::move(remark)));
}

NodeId FormulaBuilder::atom(AstId id) {
    AtomOrTruth result = resolve_atom(
        ast_, scope_, [&](AstId column) { return column_name(column); }, id);
    if (const bool* truth = std::get_if<bool>(&result)) return *truth ? kTrue : kFalse;
    const Atom& atom = std::get<Atom>(result);
    remark_on(id, atom);
    return has_hole(atom) && table_parts_.has_table() ? filled_atom(id, atom) : graph_->atom(atom);
}

// --- names ---

void FormulaBuilder::read_key(AstId reference, NameKey& key) const {
    key.assign(1, static_cast<std::int64_t>(ast_[reference].symbol));
    for (AstId index : ast_.children(reference)) {
        Value value = scope_.value(index);
        scope_.require_index(value, index);
        Declarations::append_index(key, value);
    }
}

NameKey FormulaBuilder::key_of(AstId reference) const {
    NameKey key;
    read_key(reference, key);
    return key;
}

NodeId FormulaBuilder::reference(AstId id) {
    const AstNode& node = ast_[id];
    if (const Scope::Binding* binding = scope_.find(node.symbol)) {
        if (node.child_count > 0)
            throw scope_.error(ErrorKind::meaning, id,
                               "'" + ast_.text(id) + "' is a bound name and has no indices");
        if (binding->is_formula) {
            uses_.refer(binding->unit);
            return binding->node;
        }
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

NodeId FormulaBuilder::named_node(AstId id, const NameKey& key) {
    auto symbol = static_cast<std::uint32_t>(key[0]);
    Declarations::Kind kind = names_.kind(symbol);
    if (kind == Declarations::Kind::placeholder) {
        used_.insert(symbol);
        const std::uint32_t* placeholder = names_.find_placeholder(key);
        if (placeholder == nullptr) throw errors_.no_element(id, key);
        return use_placeholder(*placeholder);
    }
    if (kind != Declarations::Kind::none && kind != Declarations::Kind::input)
        throw errors_.not_a_formula(id, kind);
    auto known = variables_.find(key);
    if (known != variables_.end()) return known->second;
    if (names_.has_inputs() && !names_.is_input(key)) throw errors_.unknown(id, key);
    if (!names_.has_inputs()) undeclared_.try_emplace(symbol, id);
    scope_.count_steps(ast_[id].span, kStepsOfName);
    NodeId node = graph_->variable(names_.spell(key));
    variables_.emplace(key, node);
    return node;
}

// The column of a name in an atom. An output has the name of a class, which a column may have as well.
std::string FormulaBuilder::column_name(AstId id) {
    NameKey key = key_of(id);
    std::uint32_t symbol = ast_[id].symbol;
    Declarations::Kind kind = names_.kind(symbol);
    if (kind == Declarations::Kind::placeholder && ast_[names_.statement(symbol)].kind == AstKind::output)
        kind = Declarations::Kind::none;
    if (kind == Declarations::Kind::placeholder) {
        throw scope_.error(ErrorKind::meaning, id, "'" + ast_.text(id) + "' is a placeholder, not a column",
                           "only columns of the table can be compared");
    }
    if (kind != Declarations::Kind::none && kind != Declarations::Kind::input)
        throw errors_.not_a_formula(id, kind);
    if (names_.has_inputs() && !names_.is_input(key)) throw errors_.unknown(id, key);
    return names_.spell(key);
}

}  // namespace loh
