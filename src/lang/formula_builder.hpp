// Elaboration of formulas: from the syntax tree of one program to nodes of a graph.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "lang/declarations.hpp"
#include "lang/elaborate.hpp"
#include "lang/name_errors.hpp"
#include "lang/table_parts.hpp"

namespace loh {

class FormulaBuilder {
public:
    // Collects the declarations without building formulas.
    FormulaBuilder(const ProgramData& program, const ElaborateOptions& options);

    // Elaborates a placeholder at the first call.
    void build_placeholder(std::uint32_t id);
    // The node of a placeholder that the current text uses or, outside of any formula, that is an output.
    NodeId use_placeholder(std::uint32_t id);
    // Elaborates a formula, with new choices at each call.
    NodeId formula(AstId id);
    NodeId formula_inside(AstId id);

    // The name and the indices of a reference.
    [[nodiscard]] NameKey key_of(AstId reference) const;
    void mark_used(std::uint32_t symbol) { used_.insert(symbol); }

    // Results.
    [[nodiscard]] const std::shared_ptr<GraphData>& graph() const { return graph_; }
    [[nodiscard]] const Declarations& names() const { return names_; }
    [[nodiscard]] const NameErrors& errors() const { return errors_; }
    [[nodiscard]] const Scope& scope() const { return scope_; }
    [[nodiscard]] bool is_used(std::uint32_t symbol) const { return used_.contains(symbol); }
    // Undeclared propositions with their first use.
    [[nodiscard]] const std::map<std::uint32_t, AstId>& undeclared() const { return undeclared_; }
    [[nodiscard]] const std::vector<Diagnostic>& remarks() const { return remarks_; }
    [[nodiscard]] const WrittenUses& uses() const { return uses_; }
    std::vector<ElaborationData::Place> take_choice_places() { return std::move(choice_places_); }
    std::vector<CopyFrame> take_frames() { return scope_.take_frames(); }

private:
    class Nested;  // counts one level of recursion during its lifetime

    [[noreturn]] void fail_depth(AstId at) const;
    std::vector<NodeId> operands(AstId id);
    NodeId joined(Kind kind, std::span<const NodeId> operands);
    NodeId choice(AstId id);
    NodeId new_choice(AstId at, std::span<const NodeId> alternatives, ChoiceMode mode);
    NodeId implication(const std::vector<NodeId>& operands);
    NodeId comparison_chain(AstKind kind, const std::vector<NodeId>& operands);
    NodeId atom(AstId id);
    void remark_on(AstId id, const Atom& atom);

    void read_key(AstId reference, NameKey& key) const;
    NodeId reference(AstId id);
    NodeId named_node(AstId id, const NameKey& key);
    std::string column_name(AstId id);

    NodeId from_table(AstId id, const std::function<NodeId(const TableParts::NewChoice&)>& make);
    NodeId filled_atom(AstId id, const Atom& atom);
    NodeId bare_hole(AstId id);
    NodeId network(AstId id, TableParts::Network kind);
    std::int64_t network_size(AstId id);

    NodeId call(AstId id);
    NodeId called(AstId call, AstId body);
    struct FormulaArgument {
        NodeId node;
        WrittenUses::Unit unit;
    };
    using Argument = std::variant<Value, FormulaArgument>;
    Argument argument(AstId id);
    FormulaArgument formula_argument(AstId id);
    void check_recursion(AstId call) const;

    const Source& source_;
    const Ast& ast_;
    Limits limits_;
    Scope scope_;
    Declarations names_;
    NameErrors errors_;
    std::shared_ptr<GraphData> graph_;
    TableParts table_parts_;
    WrittenUses uses_;
    std::vector<Diagnostic> remarks_;             // remarks about holes and comparisons
    std::unordered_set<std::uint32_t> remarked_;  // atoms that have a remark, one for all copies
    std::size_t depth_ = 0;
    NameKey scratch_key_;
    std::unordered_map<NameKey, NodeId, NameKeyHash> variables_;
    std::map<std::uint32_t, AstId> undeclared_;
    std::unordered_set<std::uint32_t> used_;       // names of placeholders in use
    std::vector<std::uint32_t> active_;            // placeholders in progress, outermost first
    std::vector<std::uint32_t> active_templates_;  // names of templates being expanded
    std::vector<ElaborationData::Place> choice_places_;
};

}  // namespace loh
