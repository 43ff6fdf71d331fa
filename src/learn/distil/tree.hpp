// Decision trees over rows of bits, grown best-first: the leaf whose split has the highest gain is split next. So a tree with
// fewer leaves is the same tree, truncated.
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
    std::span<const std::uint32_t> weights;  // [row]
    std::size_t classes = 0;
};

struct TreeNode {
    std::uint32_t label = 0;    // the class with the largest weight; ties go to the first
    std::uint32_t literal = 0;  // of the split
    std::uint32_t holds = 0;    // child for rows where the literal holds; 0: a leaf
    std::uint32_t fails = 0;    // child for the other rows
    std::uint32_t rank = 0;     // of a split: number of leaves before it
    [[nodiscard]] bool is_leaf() const { return holds == 0; }
};

class Tree {
public:
    // Grows a tree with at most max_leaves leaves and max_depth splits on a path, using only the given literals.
    static Tree grow(const TreeRows& rows, std::span<const std::uint32_t> literals, std::size_t max_leaves,
                     std::size_t max_depth);

    [[nodiscard]] const std::vector<TreeNode>& nodes() const { return nodes_; }  // the first is the root
    [[nodiscard]] std::size_t leaves() const { return (nodes_.size() + 1) / 2; }

    // Whether the node is a leaf of the tree truncated to `leaves` leaves.
    [[nodiscard]] bool ends(const TreeNode& node, std::size_t leaves) const {
        return node.is_leaf() || node.rank >= leaves;
    }
    // The class of a row in the tree truncated to `leaves` leaves.
    [[nodiscard]] std::uint32_t classify(const PackedRows& bits, std::size_t row, std::size_t leaves) const;

private:
    std::vector<TreeNode> nodes_;
};

}  // namespace loh
