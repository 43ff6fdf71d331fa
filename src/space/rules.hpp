// Rules R1-R5 of the paper: the hypothesis space as a set, computed bottom-up.
//
//     R1  H(v) = {v}                     R3  H(f & g) = {f' & g' | f' in H(f), g' in H(g)}
//     R2  H(!f) = {!f' | f' in H(f)}     R4  the same with |           R5  H([f, g, ...]) = H(f) u H(g) u ...
//
// The rules do not cover placeholders, which are shared. Here each shared subformula is replaced by each of its own
// hypotheses in turn, everywhere at once, and the result is the union. The computation is independent of selections.hpp
// (sets instead of selections), so that tests can compare the two.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

// The joint space of the roots, in no particular order; nothing if a set would exceed `max_size`.
std::optional<std::vector<std::vector<NodeId>>> hypotheses_by_rules(const GraphData& source,
                                                                    const std::vector<NodeId>& roots,
                                                                    GraphData& target, std::size_t max_size);

}  // namespace loh
