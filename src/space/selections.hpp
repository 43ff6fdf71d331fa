// Algorithm 1 of the paper: a hypothesis is what remains when every choice has been told which alternative to take.
//
// The paper walks the product of all index sets. Most of that product repeats itself: a choice inside an alternative
// that was not taken has no effect. So indices are given out only when the evaluator meets a choice, and the next
// selection is found by advancing the last choice that was met, like an odometer with as many wheels as are in use.
// Sharing needs nothing special: a choice is one node, met once.
//
// Invariant: between two calls, `trail_` holds the choices met by the last selection in the order they were met, and
// all choices after the last advanced one are forgotten.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

class SelectionWalker {
public:
    // The roots' nodes must stay unchanged while walking. Hypotheses are made in `target`.
    SelectionWalker(const GraphData& source, std::vector<NodeId> roots, GraphData& target);

    // The next hypothesis, one node of the target graph for each root; false when all selections have been walked.
    // Different selections can give the same hypothesis.
    bool next(std::vector<NodeId>& hypothesis);

    // Nodes visited so far, over all selections.
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
    std::vector<std::uint32_t> position_;  // by source node: 1 + place in trail_, 0 when not met
    std::vector<NodeId> result_;           // by source node: its hypothesis in this selection
    std::vector<std::uint32_t> stamp_;     // by source node: selection that result_ belongs to
    std::vector<std::uint32_t> chosen_;    // by source choice node: alternative taken in this selection
    std::uint32_t round_ = 0;
    std::size_t steps_ = 0;
    bool started_ = false;
    std::vector<NodeId> stack_;
    std::vector<NodeId> operands_;  // scratch
};

}  // namespace loh
