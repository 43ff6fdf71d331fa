#include "lang/scope.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "base/calendar.hpp"
#include "base/deep_stack.hpp"
#include "base/text.hpp"

namespace loh {

const Scope::Binding* Scope::find(std::uint32_t symbol) const {
    for (std::size_t i = bindings_.size(); i > view_.visible_from; --i) {
        if (bindings_[i - 1].symbol == symbol) return &bindings_[i - 1];
    }
    return nullptr;
}

std::uint32_t Scope::current_frame() {
    std::uint32_t parent = 0;
    for (std::size_t i = view_.copies_from; i < bindings_.size(); ++i) {
        Binding& binding = bindings_[i];
        if (binding.is_formula) continue;
        if (binding.frame == 0) {
            frames_.push_back({parent, binding.symbol, binding.value});
            binding.frame = static_cast<std::uint32_t>(frames_.size() - 1);
        }
        parent = binding.frame;
    }
    return parent;
}

void Scope::fail_expansion(SourceSpan place) const {
    throw source_.error(
        ErrorKind::limit, place,
        "the program expands to more than " + std::to_string(limits_.max_expansion) + " parts",
        "use smaller ranges, or raise the limit (--max-expansion)");
}

std::string Scope::spell(const Value& value) const {
    switch (value.kind) {
        case Value::Kind::integer: return std::to_string(value.integer);
        case Value::Kind::decimal: return spell_number(value.decimal);
        case Value::Kind::date: return spell_moment(value.decimal);
        case Value::Kind::symbol: return spell_name(ast_.symbol_text(value.symbol));
    }
    return {};
}

Value Scope::name_value(AstId reference) const {
    const AstNode& node = ast_[reference];
    if (node.child_count > 0) {
        throw error(ErrorKind::meaning, reference, "an index is a number or a name, not an indexed name");
    }
    if (const Binding* binding = find(node.symbol)) {
        if (binding->is_formula) {
            throw error(ErrorKind::meaning, reference,
                        "the parameter '" + ast_.text(reference) + "' is a formula here, not a value");
        }
        return binding->value;
    }
    auto constant = constants_.find(node.symbol);
    return constant != constants_.end() ? constant->second : Value::of_symbol(node.symbol);
}

Value Scope::value(AstId expression) const {
    const AstNode& node = ast_[expression];
    switch (node.kind) {
        case AstKind::integer: return Value::of_integer(static_cast<std::int64_t>(node.number));
        case AstKind::decimal:
            return node.op == kDateLiteral ? Value::of_date(node.number) : Value::of_decimal(node.number);
        case AstKind::text: return Value::of_symbol(node.symbol);
        case AstKind::reference: return name_value(expression);
        case AstKind::minus: {
            Value operand = with_deep_stack([&] { return value(ast_.child(expression, 0)); });
            if (!operand.is_number()) {
                throw error(ErrorKind::meaning, expression, "'" + spell(operand) + "' is not a number");
            }
            if (operand.kind == Value::Kind::decimal) return Value::of_decimal(-operand.decimal);
            return Value::of_integer(-operand.integer);
        }
        default: return with_deep_stack([&] { return arithmetic(expression); });
    }
}

namespace {

// `%` has the sign of the divisor, as for whole numbers.
double decimal_arithmetic(char op, double a, double b) {
    switch (op) {
        case '+': return a + b;
        case '-': return a - b;
        case '|': return std::abs(a - b);
        case '*': return a * b;
        case '/': return a / b;
        default: {
            double remainder = std::fmod(a, b);
            return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
        }
    }
}

}  // namespace

Value Scope::arithmetic(AstId expression) const {
    count_step(ast_[expression].span);
    char op = static_cast<char>(ast_[expression].op);
    Value left = value(ast_.child(expression, 0));
    Value right = value(ast_.child(expression, 1));
    for (const Value* side : {&left, &right}) {
        if (!side->is_number()) {
            throw error(ErrorKind::meaning, expression, "'" + spell(*side) + "' is not a number",
                        "arithmetic takes numbers, names bound to numbers, and constants declared before "
                        "(const n = 3)");
        }
    }
    if (left.kind == Value::Kind::decimal || right.kind == Value::Kind::decimal) {
        double result = decimal_arithmetic(op, left.as_double(), right.as_double());
        if (!std::isfinite(result))
            throw error(ErrorKind::meaning, expression, "the result of this calculation is not finite");
        return Value::of_decimal(result);
    }
    std::int64_t a = left.integer;
    std::int64_t b = right.integer;
    std::int64_t result = 0;
    bool overflow = false;
    switch (op) {
        case '+': overflow = __builtin_add_overflow(a, b, &result); break;
        case '-':
        case '|':
            overflow = __builtin_sub_overflow(a, b, &result);
            if (op == '|' && !overflow) result = std::abs(result);  // both are at most 2^53
            break;
        case '*': overflow = __builtin_mul_overflow(a, b, &result); break;
        default: {
            if (b == 0) throw error(ErrorKind::meaning, expression, "division by zero");
            std::int64_t remainder = a % b;
            bool adjust = remainder != 0 && (remainder < 0) != (b < 0);  // round towards minus infinity
            result = op == '/' ? a / b - (adjust ? 1 : 0) : remainder + (adjust ? b : 0);
        }
    }
    if (overflow || result > kLargestWholeNumber || result < -kLargestWholeNumber) {
        throw error(ErrorKind::meaning, expression, "this number is not between -2^53 and 2^53");
    }
    return Value::of_integer(result);
}

bool Scope::compare(Comparison comparison, const Value& left, const Value& right) {
    switch (comparison) {
        case Comparison::equal: return left == right;
        case Comparison::not_equal: return !(left == right);
        case Comparison::less: return left.as_double() < right.as_double();
        case Comparison::less_equal: return left.as_double() <= right.as_double();
        case Comparison::greater: return left.as_double() > right.as_double();
        case Comparison::greater_equal: return left.as_double() >= right.as_double();
    }
    return false;
}

void Scope::check_comparable(AstId at, Comparison comparison, const Value& left, const Value& right) const {
    bool equality = comparison == Comparison::equal || comparison == Comparison::not_equal;
    bool ordered = left.has_order() && right.has_order() && left.is_date() == right.is_date();
    if (equality || ordered) return;
    const Value& name = left.is_number() ? right : left;
    throw error(ErrorKind::meaning, at, "'" + spell(name) + "' is not a number, so it has no order",
                "names are compared with = and !=");
}

bool Scope::holds(AstId condition) const {
    const AstNode& node = ast_[condition];
    std::span<const AstId> children = ast_.children(condition);
    count_step(node.span);
    auto test = [&](AstId child) { return with_deep_stack([&] { return holds(child); }); };
    switch (node.kind) {
        case AstKind::condition_not: return !test(children[0]);
        case AstKind::condition_and: return std::all_of(children.begin(), children.end(), test);
        case AstKind::condition_or: return std::any_of(children.begin(), children.end(), test);
        case AstKind::condition_in: {
            Value element = value(children[0]);
            ValueSet candidates = set(children[1]);
            if (candidates.is_range)
                return element.kind == Value::Kind::integer && element.integer >= candidates.low &&
                       element.integer <= candidates.high;
            return std::find(candidates.elements.begin(), candidates.elements.end(), element) !=
                   candidates.elements.end();
        }
        default: {
            auto comparison = static_cast<Comparison>(node.op);
            Value left = value(children[0]);
            Value right = value(children[1]);
            check_comparable(condition, comparison, left, right);
            return compare(comparison, left, right);
        }
    }
}

ValueSet Scope::set(AstId set) const {
    const AstNode& node = ast_[set];
    ValueSet result;
    if (node.kind == AstKind::range) {
        result.is_range = true;
        Value low = value(ast_.child(set, 0));
        Value high = value(ast_.child(set, 1));
        for (const Value* end : {&low, &high}) {
            if (end->kind != Value::Kind::integer) {
                throw error(
                    ErrorKind::meaning, set,
                    "the ends of a range must be whole numbers; '" + spell(*end) + "' is not a whole number",
                    end->kind == Value::Kind::symbol ? "declare it: const " + spell(*end) + " = 10" : "");
            }
        }
        result.low = low.integer;
        result.high = high.integer;
        return result;
    }
    if (node.kind == AstKind::set) {
        count_steps(node.span, node.child_count);
        std::unordered_set<std::uint32_t> seen_symbols;
        std::unordered_set<double> seen_numbers;
        for (AstId element : ast_.children(set)) {
            Value next = value(element);
            bool is_new = next.has_order() ? seen_numbers.insert(next.as_double()).second
                                           : seen_symbols.insert(next.symbol).second;
            if (!is_new)
                throw error(ErrorKind::meaning, element, "'" + spell(next) + "' is in this set twice");
            result.elements.push_back(next);
        }
        return result;
    }
    auto domain = domains_.find(node.symbol);
    if (domain != domains_.end()) {
        count_steps(node.span, domain->second.elements.size());
        return domain->second;
    }
    std::vector<std::string> known;
    for (const auto& [symbol, unused] : domains_) known.push_back(ast_.symbol_text(symbol));
    std::sort(known.begin(), known.end());
    std::optional<std::string> meant = closest(ast_.text(set), known);
    throw error(ErrorKind::name, set, "there is no domain '" + ast_.text(set) + "'",
                meant ? "did you mean '" + *meant + "'?"
                      : "declare it before its use: domain " + spell_name(ast_.text(set)) + " = {a, b, c}");
}

void Scope::require_distinct(std::span<const AstId> binders) const {
    for (std::size_t i = 0; i < binders.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (ast_[binders[i]].symbol == ast_[binders[j]].symbol) {
                throw error(ErrorKind::name, binders[i],
                            "'" + ast_.text(binders[i]) + "' is bound twice here");
            }
        }
    }
}

void Scope::require_index(const Value& value, AstId at) const {
    if (value.kind == Value::Kind::decimal || value.is_date())
        throw error(ErrorKind::meaning, at, "an index is a whole number or a name");
    bool empty = value.kind == Value::Kind::symbol && ast_.symbol_text(value.symbol).empty();
    if (empty) throw error(ErrorKind::meaning, at, "a name cannot be empty");
}

void Scope::for_each(std::span<const AstId> parts, const std::function<void()>& body) {
    bool filtered = !parts.empty() && ast_[parts.back()].kind == AstKind::filter;
    std::span<const AstId> binders = parts.first(parts.size() - (filtered ? 1 : 0));
    require_distinct(binders);
    bind_each(binders, parts.last(filtered ? 1 : 0), body);
}

void Scope::bind_each(std::span<const AstId> binders, std::span<const AstId> filter,
                      const std::function<void()>& body) {
    if (binders.empty()) {
        if (filter.empty() || holds(ast_.child(filter[0], 0))) body();
        return;
    }
    AstId binder = binders[0];
    ValueSet values = set(ast_.child(binder, 0));
    std::uint64_t count = values.size();
    count_steps(ast_[binder].span, count);
    bind(ast_[binder].symbol, Value{});
    std::size_t slot = bindings_.size() - 1;
    for (std::uint64_t i = 0; i < count; ++i) {
        bindings_[slot].value = values.at(i);
        bindings_[slot].frame = 0;
        bind_each(binders.subspan(1), filter, body);
    }
    unbind();
}

}  // namespace loh
