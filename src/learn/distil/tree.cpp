// Idea: each node has a histogram: for each literal, the weight of each class among the rows where the literal holds. Only
// the smaller child of a split is counted; the histogram of the larger one is the difference to the parent. The gain of a
// split is the decrease of weight times Gini impurity, so gains of different nodes can be compared.
//
// Invariant: the leaf with the highest gain is split next, and a node stores how many leaves the tree had before its split. So a
// smaller tree is a truncation of the same tree.
#include "learn/distil/tree.hpp"

#include <algorithm>
#include <bit>
#include <queue>

namespace loh {

namespace {

using Weight = std::uint64_t;

class Grower {
public:
    Grower(const TreeRows& rows, std::span<const std::uint32_t> literals)
        : rows_(rows), literals_(literals), words_((rows.bits.bits() + 63) / 64), mask_(words_, 0) {
        place_of_.resize(words_ * 64, 0);
        for (std::size_t i = 0; i < literals.size(); ++i) {
            place_of_[literals[i]] = static_cast<std::uint32_t>(i);
            mask_[literals[i] / 64] |= std::uint64_t{1} << (literals[i] % 64);
        }
    }

    std::vector<TreeNode> grow(std::size_t max_leaves, std::size_t max_depth) {
        max_depth_ = max_depth;
        std::vector<std::uint32_t> all(rows_.labels.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
        Histogram whole = count(all);
        add_leaf(std::move(all), std::move(whole), 0);
        for (std::size_t leaves = 1; leaves < max_leaves && !best_.empty(); ++leaves) {
            auto [gain, leaf] = best_.top();
            best_.pop();
            split(leaf, leaves);
        }
        return std::move(nodes_);
    }

private:
    struct Histogram {
        std::vector<Weight> totals;  // [class]
        std::vector<Weight> holds;   // [index in literals_][class]
    };
    struct Leaf {
        std::vector<std::uint32_t> rows;
        Histogram histogram;
        std::size_t depth = 0;
        std::uint32_t literal = 0;  // of its best split
    };
    struct Split {
        double gain;
        std::uint32_t leaf;
        bool operator<(const Split& other) const {  // ties go to the first leaf
            return gain != other.gain ? gain < other.gain : leaf > other.leaf;
        }
    };

    [[nodiscard]] Histogram count(const std::vector<std::uint32_t>& rows) const {
        Histogram result{std::vector<Weight>(rows_.classes, 0),
                         std::vector<Weight>(literals_.size() * rows_.classes, 0)};
        for (std::uint32_t row : rows) {
            Weight weight = rows_.weights[row];
            std::uint32_t label = rows_.labels[row];
            result.totals[label] += weight;
            for (std::size_t w = 0; w < words_; ++w) {
                for (std::uint64_t word = rows_.bits.word(row, w) & mask_[w]; word != 0; word &= word - 1) {
                    std::size_t literal = w * 64 + static_cast<std::size_t>(std::countr_zero(word));
                    result.holds[place_of_[literal] * rows_.classes + label] += weight;
                }
            }
        }
        return result;
    }

    static void subtract(std::vector<Weight>& from, const std::vector<Weight>& what) {
        for (std::size_t i = 0; i < from.size(); ++i) from[i] -= what[i];
    }

    // Weight times (1 - Gini impurity): the sum of squares over the sum. -1 without weight.
    template <class WeightOf>
    [[nodiscard]] double purity(const WeightOf& weight_of) const {
        double sum = 0;
        double squares = 0;
        for (std::size_t c = 0; c < rows_.classes; ++c) {
            auto weight = static_cast<double>(weight_of(c));
            sum += weight;
            squares += weight * weight;
        }
        return sum == 0 ? -1 : squares / sum;
    }

    void add_leaf(std::vector<std::uint32_t> rows, Histogram histogram, std::size_t depth) {
        auto id = static_cast<std::uint32_t>(nodes_.size());
        const std::vector<Weight>& totals = histogram.totals;
        TreeNode node;
        node.label =
            static_cast<std::uint32_t>(std::max_element(totals.begin(), totals.end()) - totals.begin());
        nodes_.push_back(node);
        Leaf leaf{std::move(rows), std::move(histogram), depth};
        double gain = depth < max_depth_ ? find_split(leaf) : 0;
        leaves_.push_back(std::move(leaf));
        if (gain > 0) best_.push({gain, id});
    }

    double find_split(Leaf& leaf) const {
        const std::vector<Weight>& totals = leaf.histogram.totals;
        const std::vector<Weight>& holds = leaf.histogram.holds;
        double before = purity([&](std::size_t c) { return totals[c]; });
        double best = 0;
        for (std::size_t i = 0; i < literals_.size(); ++i) {
            const Weight* here = &holds[i * rows_.classes];
            double with = purity([&](std::size_t c) { return here[c]; });
            double without = purity([&](std::size_t c) { return totals[c] - here[c]; });
            if (with < 0 || without < 0) continue;
            constexpr double kRounding = 1e-12;
            double gain = with + without - before;
            if (gain <= std::max(best, kRounding * before)) continue;
            best = gain;
            leaf.literal = literals_[i];
        }
        return best;
    }

    void split(std::uint32_t id, std::size_t leaves) {
        Leaf leaf = std::move(leaves_[id]);
        std::vector<std::uint32_t> holds;
        std::vector<std::uint32_t> fails;
        for (std::uint32_t row : leaf.rows) (rows_.bits.at(row, leaf.literal) ? holds : fails).push_back(row);
        bool holds_less = holds.size() < fails.size();
        Histogram smaller = count(holds_less ? holds : fails);
        subtract(leaf.histogram.totals, smaller.totals);
        subtract(leaf.histogram.holds, smaller.holds);
        TreeNode& node = nodes_[id];
        node.literal = leaf.literal;
        node.rank = static_cast<std::uint32_t>(leaves);
        node.holds = static_cast<std::uint32_t>(nodes_.size());
        node.fails = node.holds + 1;
        Histogram& larger = leaf.histogram;
        add_leaf(std::move(holds), std::move(holds_less ? smaller : larger), leaf.depth + 1);
        add_leaf(std::move(fails), std::move(holds_less ? larger : smaller), leaf.depth + 1);
    }

    const TreeRows& rows_;
    std::size_t max_depth_ = 0;
    std::span<const std::uint32_t> literals_;
    std::size_t words_;                    // per row
    std::vector<std::uint64_t> mask_;      // [word]: the literals that may be used in splits
    std::vector<std::uint32_t> place_of_;  // [literal]: its index in literals_
    std::vector<TreeNode> nodes_;
    std::vector<Leaf> leaves_;  // [node]: moved from once the node is split
    std::priority_queue<Split> best_;
};

}  // namespace

Tree Tree::grow(const TreeRows& rows, std::span<const std::uint32_t> literals, std::size_t max_leaves,
                std::size_t max_depth) {
    Tree tree;
    tree.nodes_ = Grower(rows, literals).grow(max_leaves, max_depth);
    return tree;
}

std::uint32_t Tree::classify(const PackedRows& bits, std::size_t row, std::size_t leaves) const {
    const TreeNode* node = nodes_.data();
    while (!ends(*node, leaves)) node = &nodes_[bits.at(row, node->literal) ? node->holds : node->fails];
    return node->label;
}

}  // namespace loh
