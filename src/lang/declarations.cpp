#include "lang/declarations.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "base/text.hpp"

namespace loh {

void Declarations::append_index(NameKey& key, const Value& value) {
    key.push_back(static_cast<std::int64_t>(value.kind));
    key.push_back(value.kind == Value::Kind::symbol ? static_cast<std::int64_t>(value.symbol)
                                                    : value.integer);
}

Value Declarations::index_value(const NameKey& key, std::size_t index) {
    std::int64_t content = key[2 + 2 * index];
    bool symbol = key[1 + 2 * index] == static_cast<std::int64_t>(Value::Kind::symbol);
    return symbol ? Value::of_symbol(static_cast<std::uint32_t>(content)) : Value::of_integer(content);
}

std::string Declarations::spell(const NameKey& key) const {
    std::string result = spell_name(ast_.symbol_text(static_cast<std::uint32_t>(key[0])));
    std::size_t indices = key.size() / 2;
    for (std::size_t i = 0; i < indices; ++i)
        result += (i == 0 ? "[" : ", ") + scope_.spell(index_value(key, i));
    return indices > 0 ? result + "]" : result;
}

Declarations::Kind Declarations::kind(std::uint32_t symbol) const {
    auto found = names_.find(symbol);
    return found == names_.end() ? Kind::none : found->second.kind;
}

const std::uint32_t* Declarations::find_placeholder(const NameKey& key) const {
    auto found = placeholder_ids_.find(key);
    return found == placeholder_ids_.end() ? nullptr : &found->second;
}

const std::vector<std::uint32_t>& Declarations::elements(std::uint32_t symbol) const {
    static const std::vector<std::uint32_t> kNone;
    auto found = elements_.find(symbol);
    return found == elements_.end() ? kNone : found->second;
}

std::vector<std::string> Declarations::names_of(Kind kind) const {
    std::vector<std::string> result;
    for (const auto& [symbol, name] : names_) {
        if (name.kind == kind) result.push_back(ast_.symbol_text(symbol));
    }
    std::sort(result.begin(), result.end());
    return result;
}

void Declarations::declare(std::uint32_t symbol, Kind kind, AstId statement, SourceSpan place) {
    auto [entry, is_new] = names_.try_emplace(symbol, Name{kind, statement, place});
    bool both_extend = kind == entry->second.kind && (kind == Kind::placeholder || kind == Kind::input);
    if (is_new || both_extend) return;
    Diagnostic error = source_.diagnose(Severity::error, ErrorKind::name, place,
                                        "'" + ast_.symbol_text(symbol) + "' is already declared");
    error.notes.push_back(source_.note(entry->second.place, "it was declared here"));
    throw Error(std::move(error));
}

void Declarations::collect(const std::map<std::string, std::int64_t>& constants) {
    for (AstId statement : ast_.statements()) collect_values(statement, constants);
    for (const auto& [name, value] : constants) {
        std::vector<std::string> known = names_of(Kind::constant);
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        std::optional<std::string> meant = closest(name, known);
        throw Error(
            ErrorKind::usage, "the program declares no constant '" + name + "'",
            meant ? "did you mean '" + *meant + "'?"
                  : "declare it in the program: const " + spell_name(name) + " = " + std::to_string(value));
    }
    for (AstId statement : ast_.statements()) {
        AstKind kind = ast_[statement].kind;
        if (kind == AstKind::declaration || kind == AstKind::output) collect_placeholders(statement);
        if (kind == AstKind::input) collect_inputs(statement);
    }
}

void Declarations::collect_values(AstId statement, const std::map<std::string, std::int64_t>& constants) {
    const AstNode& node = ast_[statement];
    if (node.kind == AstKind::constant) {
        declare(node.symbol, Kind::constant, statement, node.span);
        auto given = constants.find(ast_.text(statement));
        Value value = given != constants.end() ? Value::of_integer(given->second)
                                               : scope_.value(ast_.child(statement, 0));
        if (!value.is_number()) {
            throw scope_.error(ErrorKind::meaning, ast_.child(statement, 0),
                               "a constant must be a number; '" + scope_.spell(value) + "' is not a number",
                               "declare a constant before its use");
        }
        scope_.define_constant(node.symbol, value);
    } else if (node.kind == AstKind::domain) {
        declare(node.symbol, Kind::domain, statement, node.span);
        ValueSet set = scope_.set(ast_.child(statement, 0));
        scope_.count_steps(node.span, set.size());
        scope_.define_domain(node.symbol, std::move(set));
    } else if (node.kind == AstKind::templ) {
        declare(node.symbol, Kind::templ, statement, node.span);
        check_template(statement);
    }
}

void Declarations::check_binders(AstId target) const {
    std::vector<AstId> binders;
    for (AstId subscript : ast_.children(target)) {
        if (ast_[subscript].kind == AstKind::binder) binders.push_back(subscript);
    }
    scope_.require_distinct(binders);
}

void Declarations::check_template(AstId statement) const {
    std::span<const AstId> children = ast_.children(statement);
    for (std::size_t i = 0; i + 1 < children.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (ast_[children[i]].symbol == ast_[children[j]].symbol) {
                throw scope_.error(ErrorKind::name, children[i],
                                   "the parameter '" + ast_.text(children[i]) + "' is declared twice");
            }
        }
    }
}

// Calls `found` with every element of the target: all combinations of its subscripts.
void Declarations::expand(AstId target, std::size_t subscript, NameKey& key,
                          const std::function<void(const NameKey&)>& found) {
    std::span<const AstId> subscripts = ast_.children(target);
    bool at_end = subscript == subscripts.size();
    if (at_end || ast_[subscripts[subscript]].kind == AstKind::filter) {
        scope_.count_steps(ast_[target].span, kStepsOfName);
        if (at_end || scope_.holds(ast_.child(subscripts[subscript], 0))) found(key);
        return;
    }
    AstId id = subscripts[subscript];
    const AstNode& node = ast_[id];
    bool named_domain =
        node.kind == AstKind::reference && node.child_count == 0 && scope_.is_domain(node.symbol);
    auto with_value = [&](const Value& value) {
        scope_.require_index(value, id);
        append_index(key, value);
        expand(target, subscript + 1, key, found);
        key.resize(key.size() - 2);
    };
    if (node.kind == AstKind::binder) {
        scope_.for_each({&id, 1}, [&] { with_value(scope_.find(node.symbol)->value); });
    } else if (node.kind == AstKind::range || node.kind == AstKind::set || named_domain) {
        ValueSet values = named_domain ? scope_.domain(node.symbol) : scope_.set(id);
        scope_.count_steps(node.span, values.size());
        for (std::uint64_t i = 0; i < values.size(); ++i) with_value(values.at(i));
    } else {
        with_value(scope_.value(id));
    }
}

void Declarations::collect_placeholders(AstId statement) {
    AstId target = ast_.child(statement, 0);
    declare(ast_[target].symbol, Kind::placeholder, statement, ast_[target].span);
    check_binders(target);
    NameKey key = {static_cast<std::int64_t>(ast_[target].symbol)};
    elements_.try_emplace(ast_[target].symbol);
    expand(target, 0, key, [&](const NameKey& found) { add_placeholder(statement, found); });
}

void Declarations::add_placeholder(AstId statement, const NameKey& key) {
    AstId target = ast_.child(statement, 0);
    std::vector<std::uint32_t>& siblings = elements_[ast_[target].symbol];
    auto fail_with = [&](const std::string& message, const Placeholder& other) {
        Diagnostic error = source_.diagnose(Severity::error, ErrorKind::name, ast_[target].span, message);
        error.notes.push_back(
            source_.note(ast_[ast_.child(other.declaration, 0)].span, "it was declared here"));
        throw Error(std::move(error));
    };
    if (!siblings.empty() && placeholders_[siblings[0]].key->size() != key.size()) {
        fail_with("'" + ast_.text(target) + "' is already declared with another number of indices",
                  placeholders_[siblings[0]]);
    }
    auto id = static_cast<std::uint32_t>(placeholders_.size());
    auto [entry, is_new] = placeholder_ids_.try_emplace(key, id);
    if (!is_new) fail_with("'" + spell(key) + "' is already declared", placeholders_[entry->second]);
    placeholders_.push_back({statement, &entry->first});
    siblings.push_back(id);
}

void Declarations::collect_inputs(AstId statement) {
    has_inputs_ = true;
    for (AstId target : ast_.children(statement)) {
        declare(ast_[target].symbol, Kind::input, statement, ast_[target].span);
        check_binders(target);
        NameKey key = {static_cast<std::int64_t>(ast_[target].symbol)};
        expand(target, 0, key, [&](const NameKey& found) {
            auto [entry, is_new] = input_keys_.insert(found);
            if (is_new) inputs_.push_back(&*entry);
        });
    }
}

}  // namespace loh
