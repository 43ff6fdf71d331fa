#include "space/equivalence.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "formula/table.hpp"
#include "formula/walk.hpp"
#include "space/circuit_solver.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostTableVariables = 16;
constexpr std::size_t kRandomWords = 8;
constexpr std::size_t kMostStoredWords = std::size_t{1} << 25U;  // 256 MiB
constexpr std::size_t kMostSolverCalls = 20'000;                 // some seconds

std::uint64_t random_word(std::uint64_t counter) {  // splitmix64
    std::uint64_t z = (counter + 1) * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

}  // namespace

// One incremental solver for all queries; each node is encoded once.
class EquivalenceClasses::Prover {
public:
    explicit Prover(const GraphData& graph) : graph_(graph) {}

    bool equal(NodeId a, NodeId b) {
        int x = solver_.encode(graph_, a);
        int y = solver_.encode(graph_, b);
        int difference = solver_.fresh();
        solver_.clause({-difference, x, y});  // difference -> x differs from y
        solver_.clause({-difference, -x, -y});
        CircuitSolver::Answer answer = solver_.solve(difference);
        LOH_CHECK(answer != CircuitSolver::Answer::unknown);
        solver_.clause({-difference});
        return answer == CircuitSolver::Answer::unsatisfiable;
    }

private:
    const GraphData& graph_;
    CircuitSolver solver_;
};

EquivalenceClasses::EquivalenceClasses(const GraphData& graph, std::size_t variable_count)
    : graph_(graph),
      exhaustive_(variable_count <= kMostTableVariables),
      words_(exhaustive_ ? table_words(variable_count) : kRandomWords),
      prover_(exhaustive_ ? nullptr : std::make_unique<Prover>(graph)) {}

EquivalenceClasses::~EquivalenceClasses() = default;

void EquivalenceClasses::simulate_leaf(NodeId id, std::uint64_t* row) {
    LOH_CHECK(graph_.kind(id) == Kind::variable);
    std::size_t leaf = leaf_numbers_.try_emplace(id.value, leaf_numbers_.size()).first->second;
    for (std::size_t w = 0; w < words_; ++w) {
        row[w] = exhaustive_ ? table_word(leaf, w) : random_word(leaf * kRandomWords + w);
    }
}

void EquivalenceClasses::simulate(NodeId id, const std::function<const std::uint64_t*(NodeId)>& row_of,
                                  std::uint64_t* row) {
    Kind kind = graph_.kind(id);
    if (kind == Kind::variable) return simulate_leaf(id, row);
    bool starts_true = kind == Kind::verum || kind == Kind::conjunction;
    std::fill(row, row + words_, starts_true ? ~std::uint64_t{0} : 0);
    for (NodeId operand : graph_.operands(id)) {
        const std::uint64_t* other = row_of(operand);
        for (std::size_t w = 0; w < words_; ++w) {
            row[w] = kind == Kind::negation      ? ~other[w]
                     : kind == Kind::conjunction ? row[w] & other[w]
                                                 : row[w] | other[w];
        }
    }
}

// Stores the results of all nodes up to this one, within the limit.
void EquivalenceClasses::simulate_up_to(NodeId last) {
    std::size_t end = std::min(last.value + std::size_t{1}, kMostStoredWords / words_);
    rows_.resize(std::max(rows_.size(), end * words_));
    auto row_of = [&](NodeId id) { return rows_.data() + id.value * words_; };
    for (; simulated_ < end; ++simulated_) {
        NodeId id{static_cast<std::uint32_t>(simulated_)};
        simulate(id, row_of, row_of(id));
    }
}

// The stored result, or one computed in the scratch memory.
const std::uint64_t* EquivalenceClasses::result_of(NodeId id, std::vector<std::uint64_t>& scratch) {
    if (id.value < simulated_) return rows_.data() + id.value * words_;
    std::vector<NodeId> cone = below(graph_, std::span(&id, 1));
    std::erase_if(cone, [&](NodeId node) { return node.value < simulated_; });
    scratch.resize(std::max(scratch.size(), cone.size() * words_));
    auto row_of = [&](NodeId node) -> std::uint64_t* {
        if (node.value < simulated_) return rows_.data() + node.value * words_;
        auto place = std::lower_bound(cone.begin(), cone.end(), node) - cone.begin();
        return scratch.data() + static_cast<std::size_t>(place) * words_;
    };
    for (NodeId node : cone) simulate(node, row_of, row_of(node));
    return row_of(id);
}

std::uint64_t EquivalenceClasses::signature(const std::uint64_t* row) const {
    std::uint64_t hash = 0;
    for (std::size_t w = 0; w < words_; ++w) hash = random_word(hash ^ row[w]);
    return hash;
}

std::optional<NodeId> EquivalenceClasses::representative(NodeId id) {
    simulate_up_to(id);
    const std::uint64_t* row = result_of(id, own_scratch_);
    std::vector<NodeId>& bucket = buckets_[signature(row)];
    for (NodeId other : bucket) {
        if (other == id) return other;
        if (!std::equal(row, row + words_, result_of(other, other_scratch_))) continue;
        if (exhaustive_) return other;
        if (++solver_calls_ > kMostSolverCalls) return std::nullopt;
        if (prover_->equal(other, id)) return other;
    }
    bucket.push_back(id);
    return id;
}

}  // namespace loh
