// Rules R1-R5 of the paper: the hypothesis space as a set, computed from the inside out.
//
//     R1  H(v) = {v}                     R3  H(f & g) = {f' & g' | f' in H(f), g' in H(g)}
//     R2  H(!f) = {!f' | f' in H(f)}     R4  the same with |           R5  H([f, g, ...]) = H(f) u H(g) u ...
//
// The rules say nothing about placeholders, which are shared. Here a shared subformula is settled first: for each of its
// own hypotheses in turn, it is replaced by that hypothesis everywhere, and the union is taken. This is deliberately a
// different computation from selections.hpp (sets instead of assignments), so that a test can set one against the other.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

// The space of the roots together, in no particular order; nothing when a set would exceed `max_size`.
std::optional<std::vector<std::vector<NodeId>>> hypotheses_by_rules(const GraphData& source,
                                                                    const std::vector<NodeId>& roots,
                                                                    GraphData& target, std::size_t max_size);

}  // namespace loh
