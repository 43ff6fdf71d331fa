#include "rules/bit_rows.hpp"

#include <algorithm>
#include <bit>

#include "base/check.hpp"
#include "formula/walk.hpp"

namespace loh {

namespace {

constexpr std::size_t kBlock =
    256;  // words evaluated at a time, so that the values of all nodes stay in cache

// One formula; values of its nodes are kept for one block of rows.
class RowEvaluator {
public:
    RowEvaluator(const Formula& formula, const BitRows& rows) : graph_(*formula.data()) {
        nodes_ = below(graph_, std::span(&formula, 1));
        place_.resize(formula.id().value + std::size_t{1});
        for (std::size_t i = 0; i < nodes_.size(); ++i) place_[nodes_[i].value] = i;
        values_.resize(nodes_.size() * kBlock);
        columns_.resize(nodes_.size(), nullptr);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (graph_.kind(nodes_[i]) != Kind::variable) continue;
            auto found = rows.columns.find(graph_.leaf_text(nodes_[i]));
            LOH_CHECK(found != rows.columns.end());
            columns_[i] = found->second.data();
        }
    }

    void run(std::size_t first_word, std::size_t words, std::uint64_t* out) {
        for (std::size_t i = 0; i < nodes_.size(); ++i) node(i, first_word, words);
        std::copy_n(value(nodes_.size() - 1), words, out);
    }

private:
    std::uint64_t* value(std::size_t place) { return values_.data() + place * kBlock; }

    void node(std::size_t i, std::size_t first_word, std::size_t words) {
        std::uint64_t* to = value(i);
        std::span<const NodeId> operands = graph_.operands(nodes_[i]);
        switch (graph_.kind(nodes_[i])) {
            case Kind::falsum: std::fill_n(to, words, std::uint64_t{0}); return;
            case Kind::verum: std::fill_n(to, words, ~std::uint64_t{0}); return;
            case Kind::variable: std::copy_n(columns_[i] + first_word, words, to); return;
            case Kind::negation: {
                const std::uint64_t* from = value(place_[operands[0].value]);
                for (std::size_t w = 0; w < words; ++w) to[w] = ~from[w];
                return;
            }
            case Kind::conjunction: join(operands, words, to, [](auto a, auto b) { return a & b; }); return;
            case Kind::disjunction: join(operands, words, to, [](auto a, auto b) { return a | b; }); return;
            case Kind::hole:
            case Kind::choice: LOH_CHECK(false);
        }
    }

    template <class Combine>
    void join(std::span<const NodeId> operands, std::size_t words, std::uint64_t* to, Combine combine) {
        std::copy_n(value(place_[operands[0].value]), words, to);
        for (NodeId operand : operands.subspan(1)) {
            const std::uint64_t* from = value(place_[operand.value]);
            for (std::size_t w = 0; w < words; ++w) to[w] = combine(to[w], from[w]);
        }
    }

    const GraphData& graph_;
    std::vector<NodeId> nodes_;                  // operands before users; the formula itself is the last
    std::vector<std::size_t> place_;             // [node id]: in nodes_
    std::vector<std::uint64_t> values_;          // [node][word of the block]
    std::vector<const std::uint64_t*> columns_;  // [node]: of a variable
};

}  // namespace

std::size_t count_ones(const Bits& bits) {
    std::size_t total = 0;
    for (std::uint64_t word : bits) total += static_cast<std::size_t>(std::popcount(word));
    return total;
}

std::vector<Bits> evaluate_rows(const std::vector<Formula>& formulas, const BitRows& rows) {
    std::size_t words = bit_words(rows.rows);
    std::vector<Bits> result;
    for (const Formula& formula : formulas) {
        Bits& bits = result.emplace_back(words, formula == Formula(true) ? ~std::uint64_t{0} : 0);
        if (formula.data()) {
            RowEvaluator evaluator(formula, rows);
            for (std::size_t first = 0; first < words; first += kBlock)
                evaluator.run(first, std::min(kBlock, words - first), bits.data() + first);
        }
        if (rows.rows % 64 != 0) bits.back() &= (std::uint64_t{1} << (rows.rows % 64)) - 1;
    }
    return result;
}

}  // namespace loh
