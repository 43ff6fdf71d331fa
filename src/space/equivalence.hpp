// Equivalence classes of formulas: formulas of the same function.
//
// Idea: each formula is simulated on many assignments at once. With few variables these are all assignments, and the result
// is the function itself. With more variables they are random. Formulas with different results are different functions;
// for equal results a SAT solver decides whether the exclusive or has a model. The answer is exact in both cases.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "formula/graph.hpp"

namespace loh {

class EquivalenceClasses {
public:
    // `graph` has choice-free formulas and may grow between calls. Its variables are independent, atoms included.
    EquivalenceClasses(const GraphData& graph, std::size_t variable_count);
    ~EquivalenceClasses();
    EquivalenceClasses(const EquivalenceClasses&) = delete;
    EquivalenceClasses& operator=(const EquivalenceClasses&) = delete;

    // The first formula passed to this function that is equivalent to `id`.
    NodeId representative(NodeId id);

private:
    class Prover;

    void simulate_up_to(NodeId last);
    void simulate_leaf(NodeId id, std::uint64_t* row);
    [[nodiscard]] std::uint64_t signature(NodeId id) const;
    [[nodiscard]] bool same_rows(NodeId a, NodeId b) const;

    const GraphData& graph_;
    bool exhaustive_;                  // all assignments are simulated
    std::size_t words_;                // 64 assignments each
    std::vector<std::uint64_t> rows_;  // [node][word]: value of the node on each assignment
    std::size_t simulated_ = 0;        // nodes in rows_
    std::size_t leaves_ = 0;           // variables simulated so far
    std::unordered_map<std::uint64_t, std::vector<NodeId>> buckets_;  // signature -> representatives
    std::unique_ptr<Prover> prover_;
};

}  // namespace loh
