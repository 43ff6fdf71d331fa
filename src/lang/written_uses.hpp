// How often a program writes each conjunction and disjunction.
//
// Equal formulas are one node of the graph, however often they are written. The mode of a choice, however, is decided by
// the majority of its written uses (network/choice_modes.hpp): with `p := [x, y]`, the formula
// `(p & a | d) & (p & a | e) & (p | b)` uses p twice in a conjunction and once in a disjunction, although `p & a` is one
// node. So elaboration keeps count.
//
// A unit is text that has one name: the declaration of a placeholder or of an element of an array, an argument of a
// template call, and the outputs themselves. The text of a unit is written once, however often its name is used. Every
// copy that a loop or a template call makes is written again. Only units that an output leads to count.
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

    // A new unit, whose text follows until leave() is called with the result of enter().
    Unit add_unit() { return units_++; }
    Unit enter(Unit unit) { return std::exchange(current_, unit); }
    void leave(Unit outer) { current_ = outer; }

    // The text of the current unit uses the name of another one.
    void refer(Unit unit);
    // The text of the current unit has this conjunction or disjunction; `is_new`: nothing had it before.
    void write(NodeId node, bool is_new);

    // Stores how often each node was written, where that is not once.
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
