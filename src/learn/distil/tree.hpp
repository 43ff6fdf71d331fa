// Decision trees over rows of bits, grown best split first: the splits that tell the classes apart best come first, so that
// the tree with fewer leaves is the same tree, cut off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/packed_rows.hpp"

namespace loh {

// Rows to grow a tree on. One bit of a row for each literal.
struct TreeRows {
    const PackedRows& bits;
    std::span<const std::uint32_t> labels;   // [row]: class
    std::span<const std::uint32_t> weights;  // [row]: how often it counts
    std::size_t classes = 0;
};

struct TreeNode {
    std::uint32_t label = 0;    // the heaviest class; of equals, the first
    std::uint32_t literal = 0;  // of a split
    std::uint32_t holds = 0;    // the node where it holds; 0: a leaf
    std::uint32_t fails = 0;    // the node where it does not
    std::uint32_t rank = 0;     // of a split: how many leaves the tree had before
    [[nodiscard]] bool is_leaf() const { return holds == 0; }
};

class Tree {
public:
    // At most so many leaves and so many splits above each of them, by these literals.
    static Tree grow(const TreeRows& rows, std::span<const std::uint32_t> literals, std::size_t max_leaves,
                     std::size_t max_depth);

    [[nodiscard]] const std::vector<TreeNode>& nodes() const { return nodes_; }  // the first is the root
    [[nodiscard]] std::size_t leaves() const { return (nodes_.size() + 1) / 2; }

    // Whether the node is a leaf of the tree cut off at so many leaves.
    [[nodiscard]] bool ends(const TreeNode& node, std::size_t leaves) const {
        return node.is_leaf() || node.rank >= leaves;
    }
    // The class of a row, by the tree cut off at so many leaves.
    [[nodiscard]] std::uint32_t classify(const PackedRows& bits, std::size_t row, std::size_t leaves) const;

private:
    std::vector<TreeNode> nodes_;
};

}  // namespace loh
