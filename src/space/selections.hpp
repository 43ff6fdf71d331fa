// Algorithm 1 of the paper: a selection gives every choice one of its alternatives, and the result is a hypothesis.
//
// Idea: the paper enumerates the product of all index sets. Most of it is redundant, because a choice inside an alternative
// that is not selected has no effect. Here a choice gets an index only when the evaluation reaches it. The next selection
// advances the last choice reached, like an odometer whose wheels are the choices in use. A shared choice is one node and
// is reached once, so sharing needs no special treatment.
//
// Invariant: between two calls, `trail_` has the choices of the last selection in the order in which they were reached.
// Choices after the one that is advanced are removed from it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

class SelectionWalker {
public:
    // The source graph must not change during the enumeration. Hypotheses are created in `target`.
    SelectionWalker(const GraphData& source, std::vector<NodeId> roots, GraphData& target);

    // The next hypothesis, one node of the target graph for each root; false after the last selection. Different selections
    // can give the same hypothesis.
    bool next(std::vector<NodeId>& hypothesis);

    // Nodes visited so far in all selections.
    [[nodiscard]] std::size_t steps() const { return steps_; }

private:
    struct Taken {
        std::uint32_t node;  // the choice
        std::uint32_t index;
    };

    bool advance();
    NodeId resolve(NodeId root);
    NodeId taken_alternative(NodeId choice);
    void finish(NodeId id);

    const GraphData& source_;
    GraphData& target_;
    std::vector<NodeId> roots_;
    std::vector<Taken> trail_;
    std::vector<std::uint32_t> position_;  // by source node: 1 + index in trail_, 0 if not reached
    std::vector<NodeId> result_;           // by source node: its hypothesis in this selection
    std::vector<std::uint32_t> stamp_;     // by source node: selection that result_ belongs to
    std::uint32_t round_ = 0;
    std::size_t steps_ = 0;
    bool started_ = false;
    std::vector<NodeId> stack_;
    std::vector<NodeId> operands_;  // scratch
};

}  // namespace loh
