// The names that are visible at one point of elaboration (constants, domains, bound names, parameters), and index arithmetic
// over them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/atom.hpp"
#include "lang/ast.hpp"
#include "lang/value.hpp"
#include "lang/written_uses.hpp"
#include "loh/formula.hpp"
#include "loh/program.hpp"

namespace loh {

// A bound name with its value, and the enclosing frame. A frame identifies the copy of a choice; frame 0 is "no copy".
struct CopyFrame {
    std::uint32_t parent = 0;
    std::uint32_t symbol = 0;
    Value value;
};

class Scope {
public:
    Scope(const Source& source, const Ast& ast, const Limits& limits)
        : source_(source), ast_(ast), limits_(limits) {}

    // --- the program's own names ---
    void define_constant(std::uint32_t symbol, Value value) { constants_.insert_or_assign(symbol, value); }
    void define_domain(std::uint32_t symbol, ValueSet set) {
        domains_.insert_or_assign(symbol, std::move(set));
    }
    [[nodiscard]] bool is_domain(std::uint32_t symbol) const { return domains_.contains(symbol); }
    [[nodiscard]] const ValueSet& domain(std::uint32_t symbol) const { return domains_.at(symbol); }
    [[nodiscard]] bool is_constant(std::uint32_t symbol) const { return constants_.contains(symbol); }

    // --- bound names ---
    struct Binding {
        std::uint32_t symbol = 0;
        bool is_formula = false;  // a parameter of a template that is a formula
        Value value;
        NodeId node;
        WrittenUses::Unit unit = 0;  // unit of the formula's text
        std::uint32_t frame = 0;     // its CopyFrame, created for the first choice
    };

    void bind(std::uint32_t symbol, Value value) { bindings_.push_back({symbol, false, value, {}, 0, 0}); }
    void bind(std::uint32_t symbol, NodeId node, WrittenUses::Unit unit) {
        bindings_.push_back({symbol, true, {}, node, unit, 0});
    }
    void unbind() { bindings_.pop_back(); }
    [[nodiscard]] const Binding* find(std::uint32_t symbol) const;

    // The start of the visible bindings. The body of a template or placeholder does not see the bindings of its user.
    struct View {
        std::size_t visible_from;
        std::size_t copies_from;
    };
    [[nodiscard]] View view() const { return view_; }
    [[nodiscard]] std::size_t depth() const { return bindings_.size(); }
    void enter_template(std::size_t first_argument) { view_.visible_from = first_argument; }
    void enter_placeholder() { view_ = {bindings_.size(), bindings_.size()}; }
    void restore(View view) { view_ = view; }

    // The frame of the current copy.
    std::uint32_t current_frame();
    [[nodiscard]] const std::vector<CopyFrame>& frames() const { return frames_; }
    std::vector<CopyFrame> take_frames() { return std::move(frames_); }

    // --- arithmetic ---
    [[nodiscard]] Value value(AstId expression) const;
    [[nodiscard]] bool holds(AstId condition) const;
    [[nodiscard]] ValueSet set(AstId set) const;
    [[nodiscard]] std::string spell(const Value& value) const;  // as an index or in a message
    [[nodiscard]] static bool compare(Comparison comparison, const Value& left, const Value& right);

    // Calls `body` for every combination of the binders' values that satisfies the filter, with the names bound. Later
    // binders may use earlier names. `parts` are binders, then at most one filter.
    void for_each(std::span<const AstId> parts, const std::function<void()>& body);

    // Throw an Error if binders of one list have the same name, or if a value cannot be an index.
    void require_distinct(std::span<const AstId> binders) const;
    void require_index(const Value& value, AstId at) const;

    // --- limits ---
    // Count parts of the expansion and throw beyond the limit.
    void count_step(SourceSpan place) const {
        if (++steps_ > limits_.max_expansion) fail_expansion(place);
    }
    void count_steps(SourceSpan place, std::uint64_t steps) const {
        steps_ += steps;
        if (steps > limits_.max_expansion || steps_ > limits_.max_expansion) fail_expansion(place);
    }

    [[nodiscard]] Error error(ErrorKind kind, AstId at, std::string message, std::string hint = {}) const {
        return source_.error(kind, ast_[at].span, std::move(message), std::move(hint));
    }

private:
    [[noreturn]] void fail_expansion(SourceSpan place) const;
    [[nodiscard]] Value name_value(AstId reference) const;
    [[nodiscard]] Value arithmetic(AstId expression) const;
    void check_comparable(AstId at, Comparison comparison, const Value& left, const Value& right) const;
    void bind_each(std::span<const AstId> binders, std::span<const AstId> filter,
                   const std::function<void()>& body);

    const Source& source_;
    const Ast& ast_;
    Limits limits_;
    mutable std::uint64_t steps_ = 0;  // const functions count as well
    std::unordered_map<std::uint32_t, Value> constants_;
    std::unordered_map<std::uint32_t, ValueSet> domains_;
    std::vector<Binding> bindings_;
    View view_{0, 0};
    std::vector<CopyFrame> frames_ = std::vector<CopyFrame>(1);
};

}  // namespace loh
