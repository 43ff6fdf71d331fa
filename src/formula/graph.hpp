// The formula graph: hash-consed nodes in flat arrays.
//
// Idea: a node is 16 bytes in one array, and its operands are consecutive in another. A million choices take tens of
// megabytes, and every pass is a loop. Nodes are created bottom-up, so the id of an operand is smaller than the id of its
// user: ids are a topological order, and no pass needs recursion.
//
// Invariant: nodes of equal structure are one node, except choices and holes, which are new at every call. The hash table
// compares structure, not only hashes. Nothing is simplified: `a & a` and `!!a` stay as written, because the hypothesis
// space is a set of formulas, not of functions.
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
    GraphData(const GraphData&) = delete;  // leaf_texts_ points into this object
    GraphData& operator=(const GraphData&) = delete;

    // Creating nodes. Operands must belong to this graph; spans may point into its own storage.
    NodeId variable(std::string_view text);  // text in the spelling of the language
    NodeId atom(const Atom& atom);           // a variable, or a new hole
    NodeId hole(std::string text);           // a new hole that is not a comparison: `?`, `rules(3)`
    NodeId negation(NodeId operand);
    NodeId conjunction(std::span<const NodeId> operands);  // of none: true; of one: the operand
    NodeId disjunction(std::span<const NodeId> operands);  // of none: false; of one: the operand
    NodeId choice(std::span<const NodeId> alternatives, ChoiceMode mode);

    // A new choice with the mode, the label and the number of alternatives of `id`.
    NodeId replace_choice(NodeId id, std::span<const NodeId> alternatives);

    // Reading nodes. A span is valid until the next node is created.
    [[nodiscard]] Kind kind(NodeId id) const { return nodes_[id.value].kind; }
    [[nodiscard]] std::span<const NodeId> operands(NodeId id) const;
    [[nodiscard]] bool has_choices(NodeId id) const { return nodes_[id.value].has_choices; }
    [[nodiscard]] ChoiceId choice_id(NodeId id) const { return {nodes_[id.value].payload}; }
    [[nodiscard]] ChoiceMode choice_mode(NodeId id) const { return choice_modes_[nodes_[id.value].payload]; }
    [[nodiscard]] const std::string& leaf_text(NodeId id) const;  // of a variable or a hole
    [[nodiscard]] const Atom* leaf_atom(NodeId id) const;         // null for a plain proposition

    [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
    [[nodiscard]] std::size_t choice_count() const { return choice_modes_.size(); }

    // The name of the placeholder that a node was declared as, or empty. Used for printing only.
    void set_label(NodeId id, std::string_view label) { labels_.try_emplace(id.value, label); }
    [[nodiscard]] std::string_view label(NodeId id) const;

    // How often the text of a program contains a conjunction or disjunction; equal ones are one node. 1 unless set, also
    // for formulas built in C++. Used for the modes of choices (network/choice_modes.hpp) and for printing only.
    void set_written(NodeId id, std::uint32_t count) { written_.insert_or_assign(id.value, count); }
    [[nodiscard]] std::uint32_t written(NodeId id) const;

    // Copies the constant or leaf `id` of `other` into this graph. A hole becomes a variable with the same text, because it
    // stays symbolic in a hypothesis.
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
    std::vector<const std::string*> leaf_texts_;  // by leaf index; points into variables_ or hole_texts_
    std::unordered_map<std::uint32_t, Atom> leaf_atoms_;
    std::unordered_map<std::string, std::uint32_t> variables_;  // text -> node
    std::deque<std::string> hole_texts_;
    std::unordered_map<std::uint32_t, std::string> labels_;
    std::unordered_map<std::uint32_t, std::uint32_t> written_;  // by node, if not 1
    std::vector<std::uint32_t>
        table_;  // open addressing over node ids; 0 marks a free slot (node 0 is never in it)
    std::size_t table_used_ = 0;
};

}  // namespace loh
