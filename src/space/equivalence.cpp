#include "space/equivalence.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "formula/table.hpp"
#include "space/circuit_solver.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostTableVariables = 10;
constexpr std::size_t kRandomWords = 8;

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
    std::size_t leaf = leaves_++;
    for (std::size_t w = 0; w < words_; ++w) {
        row[w] = exhaustive_ ? table_word(leaf, w) : random_word(leaf * kRandomWords + w);
    }
}

void EquivalenceClasses::simulate_up_to(NodeId last) {
    rows_.resize(std::max(rows_.size(), (last.value + std::size_t{1}) * words_));
    for (; simulated_ <= last.value; ++simulated_) {
        NodeId id{static_cast<std::uint32_t>(simulated_)};
        std::uint64_t* row = rows_.data() + simulated_ * words_;
        std::span<const NodeId> operands = graph_.operands(id);
        Kind kind = graph_.kind(id);
        if (kind == Kind::variable) {
            simulate_leaf(id, row);
            continue;
        }
        bool starts_true = kind == Kind::verum || kind == Kind::conjunction;
        std::fill(row, row + words_, starts_true ? ~std::uint64_t{0} : 0);
        for (NodeId operand : operands) {
            const std::uint64_t* other = rows_.data() + operand.value * words_;
            for (std::size_t w = 0; w < words_; ++w) {
                row[w] = kind == Kind::negation      ? ~other[w]
                         : kind == Kind::conjunction ? row[w] & other[w]
                                                     : row[w] | other[w];
            }
        }
    }
}

std::uint64_t EquivalenceClasses::signature(NodeId id) const {
    std::uint64_t hash = 0;
    for (std::size_t w = 0; w < words_; ++w) hash = random_word(hash ^ rows_[id.value * words_ + w]);
    return hash;
}

bool EquivalenceClasses::same_rows(NodeId a, NodeId b) const {
    auto row = [&](NodeId id) { return rows_.begin() + static_cast<std::ptrdiff_t>(id.value * words_); };
    return std::equal(row(a), row(a) + static_cast<std::ptrdiff_t>(words_), row(b));
}

NodeId EquivalenceClasses::representative(NodeId id) {
    simulate_up_to(id);
    std::vector<NodeId>& bucket = buckets_[signature(id)];
    for (NodeId other : bucket) {
        if (other == id) return other;
        if (same_rows(other, id) && (exhaustive_ || prover_->equal(other, id))) return other;
    }
    bucket.push_back(id);
    return id;
}

}  // namespace loh
