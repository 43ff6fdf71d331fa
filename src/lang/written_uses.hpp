// The number of times that a program writes each conjunction and disjunction.
//
// Equal formulas are one node of the graph. The mode of a choice, however, is decided by the majority of its written uses
// (network/choice_modes.hpp): with `p := [x, y]`, the formula `(p & a | d) & (p & a | e) & (p | b)` uses p twice in a
// conjunction and once in a disjunction, although `p & a` is one node. Elaboration therefore counts.
//
// A unit is text with one name: the declaration of a placeholder or of an array element, or an argument of a template call.
// The outputs are a unit as well. The text of a unit is written once, for any number of uses of its name. Every copy that a
// loop or a template call makes is written again. Only units that are reachable from the outputs count.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

class WrittenUses {
public:
    using Unit = std::uint32_t;
    static constexpr Unit kOutputs = 0;

    // A new unit. Its text is between enter() and leave(), which gets the result of enter().
    Unit add_unit() { return units_++; }
    Unit enter(Unit unit) { return std::exchange(current_, unit); }
    void leave(Unit outer) { current_ = outer; }

    // The text of the current unit uses the name of `unit`.
    void refer(Unit unit);
    // The text of the current unit contains this conjunction or disjunction; `is_new`: the node was just created.
    void write(NodeId node, bool is_new);

    // Stores the counts above 1 in the graph.
    void store(GraphData& graph) const;

private:
    struct Reference {
        Unit from;
        Unit to;
    };
    struct Writing {
        Unit unit;
        NodeId node;
    };
    [[nodiscard]] std::vector<bool> units_in_use() const;

    Unit units_ = kOutputs + 1;
    Unit current_ = kOutputs;
    bool repeated_ = false;  // some node was written twice
    std::vector<Reference> references_;
    std::vector<Writing> writings_;
};

}  // namespace loh
