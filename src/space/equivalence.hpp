// Equivalence classes of formulas: formulas of the same function.
//
// Idea: each formula is simulated on many assignments at once. With at most 16 variables these are all assignments, and the
// result is the function itself. With more variables they are random. Formulas with different results are different functions;
// for equal results a SAT solver decides whether the exclusive or has a model. The answer is exact in both cases.
//
// Memory: the results of 65 536 assignments are 8 KiB. Results of nodes are kept up to a limit; beyond it only their hashes are,
// and a result is computed again from those of the operands when it is compared.
//
// Functions that differ on very few assignments are not told apart by random ones, so that each pair needs the solver: the number
// of its calls is limited.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

    // The first formula passed to this function that is equivalent to `id`; nothing once the solver was called too often.
    std::optional<NodeId> representative(NodeId id);

private:
    class Prover;

    void simulate_up_to(NodeId last);
    void simulate(NodeId id, const std::function<const std::uint64_t*(NodeId)>& row_of, std::uint64_t* row);
    void simulate_leaf(NodeId id, std::uint64_t* row);
    const std::uint64_t* result_of(NodeId id, std::vector<std::uint64_t>& scratch);
    [[nodiscard]] std::uint64_t signature(const std::uint64_t* row) const;

    const GraphData& graph_;
    bool exhaustive_;                  // all assignments are simulated
    std::size_t words_;                // 64 assignments each
    std::vector<std::uint64_t> rows_;  // [node][word]: value of the node on each assignment
    std::size_t simulated_ = 0;        // nodes in rows_
    std::unordered_map<std::uint32_t, std::size_t> leaf_numbers_;     // by node
    std::unordered_map<std::uint64_t, std::vector<NodeId>> buckets_;  // signature -> representatives
    std::unique_ptr<Prover> prover_;
    std::size_t solver_calls_ = 0;
    std::vector<std::uint64_t> own_scratch_;
    std::vector<std::uint64_t> other_scratch_;
};

}  // namespace loh
