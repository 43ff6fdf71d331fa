#include "space/equivalence.hpp"

#include <algorithm>

#include <cadical.hpp>

#include "base/check.hpp"
#include "formula/table.hpp"

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

// One incremental solver for all questions; every node is encoded once, as a variable that equals it.
class EquivalenceClasses::Prover {
public:
    explicit Prover(const GraphData& graph) : graph_(graph) {}

    bool equal(NodeId a, NodeId b) {
        encode_up_to(std::max(a, b));
        int difference = ++variables_;
        int x = variable(a);
        int y = variable(b);
        clause({-difference, x, y});  // difference -> x differs from y
        clause({-difference, -x, -y});
        solver_.assume(difference);
        int answer = solver_.solve();
        LOH_CHECK(answer == 10 || answer == 20);
        clause({-difference});
        return answer == 20;
    }

private:
    [[nodiscard]] int variable(NodeId id) const { return node_variable_[id.value]; }

    void clause(std::initializer_list<int> literals) {
        for (int literal : literals) solver_.add(literal);
        solver_.add(0);
    }

    void encode_up_to(NodeId last) {
        while (node_variable_.size() <= last.value) {
            NodeId id{static_cast<std::uint32_t>(node_variable_.size())};
            node_variable_.push_back(++variables_);
            encode(id);
        }
    }

    void encode(NodeId id) {
        int self = variable(id);
        std::span<const NodeId> operands = graph_.operands(id);
        switch (graph_.kind(id)) {
            case Kind::falsum: return clause({-self});
            case Kind::verum: return clause({self});
            case Kind::negation:
                clause({self, variable(operands[0])});
                return clause({-self, -variable(operands[0])});
            case Kind::conjunction: return encode_connective(self, operands, 1);
            case Kind::disjunction: return encode_connective(-self, operands, -1);
            default: return;  // a variable is free
        }
    }

    // self = all of sign * operand
    void encode_connective(int self, std::span<const NodeId> operands, int sign) {
        for (NodeId operand : operands) clause({-self, sign * variable(operand)});
        for (NodeId operand : operands) solver_.add(-sign * variable(operand));
        solver_.add(self);
        solver_.add(0);
    }

    const GraphData& graph_;
    CaDiCaL::Solver solver_;
    int variables_ = 0;
    std::vector<int> node_variable_;
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
