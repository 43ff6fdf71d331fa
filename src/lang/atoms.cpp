#include "lang/atoms.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace loh {

namespace {

class AtomResolver {
public:
    AtomResolver(const Ast& ast, const Scope& scope, const std::function<std::string(AstId)>& column_name)
        : ast_(ast), scope_(scope), column_name_(column_name) {}

    AtomOrTruth resolve(AstId id) const {
        switch (ast_[id].kind) {
            case AstKind::compare: return compare(id);
            case AstKind::member: return member(id);
            case AstKind::interval: return interval(id);
            default: return missing(id);
        }
    }

private:
    [[nodiscard]] bool is_free_name(AstId id) const {
        const AstNode& node = ast_[id];
        return node.kind == AstKind::reference &&
               (node.child_count > 0 ||
                (scope_.find(node.symbol) == nullptr && !scope_.is_constant(node.symbol)));
    }

    // A column, or the difference of two.
    [[nodiscard]] bool is_column(AstId id) const {
        if (!is_difference(ast_, id)) return is_free_name(id);
        bool left = is_free_name(ast_.child(id, 0));
        bool right = is_free_name(ast_.child(id, 1));
        if (left != right)
            throw scope_.error(ErrorKind::meaning, id, "a difference has two columns or two values",
                               "move the value to the other side, as in age >= n + 5");
        return left;
    }
    [[nodiscard]] Column column(AstId id) const {
        if (!is_difference(ast_, id)) return Column{column_name_(id)};
        return difference_column(column_name_(ast_.child(id, 0)), column_name_(ast_.child(id, 1)),
                                 ast_[id].op == '|');
    }

    // The value of a side that is neither a column nor a hole.
    [[nodiscard]] std::optional<Value> constant(AstId id) const {
        if (ast_[id].kind == AstKind::hole || is_column(id)) return std::nullopt;
        return scope_.value(id);
    }

    [[nodiscard]] Operand operand(const Value& value) const {
        if (value.has_order()) return value.as_double();
        return ast_.symbol_text(value.symbol);
    }

    [[nodiscard]] AtomOrTruth compare(AstId id) const {
        AstId left = ast_.child(id, 0);
        AstId right = ast_.child(id, 1);
        auto comparison = static_cast<Comparison>(ast_[id].op);
        std::optional<Value> left_value = constant(left);
        std::optional<Value> right_value = constant(right);
        if (left_value && right_value) {
            require_order(id, comparison, *left_value);
            require_order(id, comparison, *right_value);
            return Scope::compare(comparison, *left_value, *right_value);
        }
        if (left_value || ast_[left].kind == AstKind::hole) {
            std::swap(left, right);
            std::swap(left_value, right_value);
            comparison = mirrored(comparison);
        }
        if (ast_[left].kind == AstKind::hole || left_value) throw no_column(id);
        CompareAtom atom{column(left), comparison, Hole{}};
        if (right_value) {
            require_order(id, comparison, *right_value);
            atom.column.date = right_value->is_date();
            atom.operand = operand(*right_value);
            require_number(id, atom.column, std::holds_alternative<double>(atom.operand));
        } else if (ast_[right].kind != AstKind::hole) {
            atom.operand = column(right);
            require_number(id, atom.column, false);
            require_number(id, column(right), false);
        }
        return Atom(std::move(atom));
    }

    void require_number(AstId id, const Column& column, bool number) const {
        if (column.is_difference() && (!number || column.date))
            throw scope_.error(ErrorKind::meaning, id, "a difference is compared with a number",
                               "as in " + column.name + " >= 2");
    }

    [[nodiscard]] Error no_column(AstId id) const {
        return scope_.error(ErrorKind::meaning, id, "a hole is compared with a column, as in age > ?",
                            "a bound name stands for a value, not for a column");
    }

    [[nodiscard]] AtomOrTruth hole_of_members(AstId id, bool excluded) const {
        AstId side = ast_.child(id, 0);
        if (constant(side)) throw no_column(id);
        Column members = column(side);
        require_number(id, members, false);
        return Atom(MemberAtom{std::move(members), {}, excluded, true});
    }

    void require_order(AstId id, Comparison comparison, const Value& value) const {
        bool equality = comparison == Comparison::equal || comparison == Comparison::not_equal;
        if (equality || value.has_order()) return;
        throw scope_.error(ErrorKind::meaning, id,
                           "text has no order: \"" + ast_.symbol_text(value.symbol) +
                               "\" can only be compared with = and !=");
    }

    [[nodiscard]] AtomOrTruth member(AstId id) const {
        bool excluded = ast_[id].op != 0;
        if (ast_[ast_.child(id, 1)].kind == AstKind::hole) return hole_of_members(id, excluded);
        ValueSet set = scope_.set(ast_.child(id, 1));
        if (set.is_range) {
            throw scope_.error(ErrorKind::meaning, ast_.child(id, 1),
                               "a column is compared with an interval or a set, not with a range",
                               "write age in [20, 40) or age in {20, 21}");
        }
        if (set.elements.empty())
            throw scope_.error(ErrorKind::meaning, id,
                               excluded ? "this set is empty, so the atom excludes no value"
                                        : "this set is empty, so the atom is never true");
        AstId side = ast_.child(id, 0);
        if (std::optional<Value> value = constant(side)) {
            bool found = std::find(set.elements.begin(), set.elements.end(), *value) != set.elements.end();
            return found != excluded;
        }
        MemberAtom atom{column(side), {}, excluded};
        for (const Value& value : set.elements) {
            if (value.is_date() != set.elements[0].is_date())
                throw scope_.error(ErrorKind::meaning, ast_.child(id, 1),
                                   "this set has dates and other values");
            atom.column.date = value.is_date();
            require_number(id, atom.column, value.has_order());
            if (value.has_order()) {
                atom.values.emplace_back(value.as_double());
            } else {
                atom.values.emplace_back(ast_.symbol_text(value.symbol));
            }
        }
        return Atom(std::move(atom));
    }

    [[nodiscard]] AtomOrTruth interval(AstId id) const {
        Value low = scope_.value(ast_.child(id, 1));
        Value high = scope_.value(ast_.child(id, 2));
        for (std::size_t end : {1U, 2U}) {
            const Value& value = end == 1 ? low : high;
            if (value.has_order() && low.is_date() == high.is_date()) continue;
            throw scope_.error(ErrorKind::meaning, ast_.child(id, end),
                               value.has_order()
                                   ? std::string("the ends of an interval must be two numbers or two dates")
                                   : "the ends of an interval must be numbers; '" + scope_.spell(value) +
                                         "' is not a number");
        }
        bool low_closed = (ast_[id].op & kClosedLow) != 0;
        bool high_closed = (ast_[id].op & kClosedHigh) != 0;
        double a = low.as_double();
        double b = high.as_double();
        if (a > b || (a == b && !(low_closed && high_closed))) {
            throw scope_.error(ErrorKind::meaning, id, "this interval is empty",
                               "the lower end comes first: [20, 40)");
        }
        AstId side = ast_.child(id, 0);
        if (std::optional<Value> value = constant(side)) {
            require_order(id, Comparison::less, *value);
            double x = value->as_double();
            return (low_closed ? x >= a : x > a) && (high_closed ? x <= b : x < b);
        }
        Column between = column(side);
        between.date = low.is_date();
        require_number(id, between, true);
        return Atom(IntervalAtom{std::move(between), a, b, low_closed, high_closed});
    }

    [[nodiscard]] AtomOrTruth missing(AstId id) const {
        AstId side = ast_.child(id, 0);
        if (constant(side))
            throw scope_.error(ErrorKind::meaning, id,
                               is_difference(ast_, side)
                                   ? std::string("the difference is a value here")
                                   : "'" + ast_.text(side) + "' is a value here, not a column");
        return Atom(MissingAtom{column(side)});
    }

    const Ast& ast_;
    const Scope& scope_;
    const std::function<std::string(AstId)>& column_name_;
};

}  // namespace

AtomOrTruth resolve_atom(const Ast& ast, const Scope& scope,
                         const std::function<std::string(AstId)>& column_name, AstId atom) {
    return AtomResolver(ast, scope, column_name).resolve(atom);
}

}  // namespace loh
