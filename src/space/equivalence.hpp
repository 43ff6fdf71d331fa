// Which formulas are the same function.
//
// Each formula is simulated on many assignments at once. With few variables these are all assignments and the result is
// the function itself. With more they are random ones: formulas that differ somewhere are told apart at once, and those
// that do not are settled by a SAT solver (their exclusive or has no model), so the answer is exact either way.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

class EquivalenceClasses {
public:
    // `graph` holds choice-free formulas and may grow between calls; its variables are taken as independent.
    EquivalenceClasses(const GraphData& graph, std::size_t variable_count);
    ~EquivalenceClasses();
    EquivalenceClasses(const EquivalenceClasses&) = delete;
    EquivalenceClasses& operator=(const EquivalenceClasses&) = delete;

    // The first formula asked about that is the same function as `id`.
    NodeId representative(NodeId id);

private:
    class Prover;

    void simulate_up_to(NodeId last);
    void simulate_leaf(NodeId id, std::uint64_t* row);
    [[nodiscard]] std::uint64_t signature(NodeId id) const;
    [[nodiscard]] bool same_rows(NodeId a, NodeId b) const;

    const GraphData& graph_;
    bool exhaustive_;                  // the simulated assignments are all there are
    std::size_t words_;                // 64 assignments each
    std::vector<std::uint64_t> rows_;  // [node][word]: value of the node on each assignment
    std::size_t simulated_ = 0;        // nodes in rows_
    std::size_t leaves_ = 0;           // variables met so far
    std::unordered_map<std::uint64_t, std::vector<NodeId>> buckets_;  // signature -> representatives
    std::unique_ptr<Prover> prover_;
};

}  // namespace loh
