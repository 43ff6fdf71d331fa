// The formula graph: flat arrays of nodes, hash-consed.
//
// Idea: a node is 16 bytes in one array and its operands are a run in another, so a million choices cost tens of
// megabytes and every pass is a loop. Nodes are made bottom-up, therefore an operand's id is always smaller than its
// user's: ids are a topological order and no pass needs recursion, whatever the depth.
//
// Invariant: apart from choices and holes, which are new at every call, two nodes of equal structure are one node.
// The table compares structure, not only the hash. Nothing is simplified here: `a & a` and `!!a` stay as written,
// because the hypothesis space is a set of formulas, not of functions.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formula/atom.hpp"
#include "loh/formula.hpp"

namespace loh {

inline constexpr NodeId kFalse{0};
inline constexpr NodeId kTrue{1};

class GraphData {
public:
    GraphData();
    GraphData(const GraphData&) = delete;  // leaf texts are pointed at
    GraphData& operator=(const GraphData&) = delete;

    // Making nodes. Operands must belong to this graph; the spans may point into this graph's own storage.
    NodeId variable(std::string_view text);  // text as the language spells it
    NodeId atom(const Atom& atom);           // a variable, or a new hole
    NodeId hole(std::string text);           // a new one that is no comparison: `?`, `rules(3)`
    NodeId negation(NodeId operand);
    NodeId conjunction(std::span<const NodeId> operands);  // none: true; one: itself
    NodeId disjunction(std::span<const NodeId> operands);  // none: false; one: itself
    NodeId choice(std::span<const NodeId> alternatives, ChoiceMode mode);

    // A new choice with the mode and the label of `id` and as many alternatives.
    NodeId replace_choice(NodeId id, std::span<const NodeId> alternatives);

    // Reading nodes. A span is valid until the next node is made.
    [[nodiscard]] Kind kind(NodeId id) const { return nodes_[id.value].kind; }
    [[nodiscard]] std::span<const NodeId> operands(NodeId id) const;
    [[nodiscard]] bool has_choices(NodeId id) const { return nodes_[id.value].has_choices; }
    [[nodiscard]] ChoiceId choice_id(NodeId id) const { return {nodes_[id.value].payload}; }
    [[nodiscard]] ChoiceMode choice_mode(NodeId id) const { return choice_modes_[nodes_[id.value].payload]; }
    [[nodiscard]] const std::string& leaf_text(NodeId id) const;  // of a variable or a hole
    [[nodiscard]] const Atom* leaf_atom(NodeId id) const;         // null for a plain proposition

    [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
    [[nodiscard]] std::size_t choice_count() const { return choice_modes_.size(); }

    // The name of the placeholder a node was declared as; empty when it has none. Only for printing.
    void set_label(NodeId id, std::string_view label) { labels_.try_emplace(id.value, label); }
    [[nodiscard]] std::string_view label(NodeId id) const;

    // How often a program writes a conjunction or disjunction, which is one node all the same; 1 unless it was set. Formulas
    // that C++ code makes leave it at 1. Only for the modes of choices (network/choice_modes.hpp) and for printing.
    void set_written(NodeId id, std::uint32_t count) { written_.insert_or_assign(id.value, count); }
    [[nodiscard]] std::uint32_t written(NodeId id) const;

    // The constant or leaf `id` of `other`, as a node of this graph. A hole becomes a variable that reads like it: in a
    // hypothesis it stays symbolic.
    NodeId copy_leaf(const GraphData& other, NodeId id);

private:
    struct Node {
        std::uint32_t first = 0;    // start of the operands in edges_
        std::uint32_t count = 0;    // number of operands
        std::uint32_t payload = 0;  // leaf index or choice id
        Kind kind = Kind::falsum;
        bool has_choices = false;
    };
    static_assert(sizeof(Node) == 16);

    NodeId append(Kind kind, std::uint32_t payload, std::span<const NodeId> operands);
    NodeId intern(Kind kind, std::span<const NodeId> operands);
    [[nodiscard]] std::size_t find_slot(Kind kind, std::span<const NodeId> operands) const;
    void grow_table();

    std::vector<Node> nodes_;
    std::vector<NodeId> edges_;
    std::vector<ChoiceMode> choice_modes_;        // by ChoiceId
    std::vector<const std::string*> leaf_texts_;  // by leaf index; in variables_ or hole_texts_
    std::unordered_map<std::uint32_t, Atom> leaf_atoms_;
    std::unordered_map<std::string, std::uint32_t> variables_;  // text -> node
    std::deque<std::string> hole_texts_;
    std::unordered_map<std::uint32_t, std::string> labels_;
    std::unordered_map<std::uint32_t, std::uint32_t> written_;  // by node, where it is not 1
    std::vector<std::uint32_t>
        table_;  // open addressing over node ids; 0 marks a free slot (node 0 is never in it)
    std::size_t table_used_ = 0;
};

}  // namespace loh
