// Conjunctions with common operands.
//
// Idea: rules of one model use the same literals again and again. The operands of each conjunction are put in order, those
// that occur in most conjunctions first, and all of them into one prefix tree (the tree of the FP-growth algorithm for
// frequent item sets: Han, Pei and Yin, "Mining frequent patterns without candidate generation", 2000). Where conjunctions
// part in the tree, what they have in common until there becomes a node. For the paths of a decision tree this finds the
// tree again. It is greedy and linear in the number of operands up to sorting; searching for the best common pairs instead
// is quadratic.
#include <algorithm>

#include "infer/conjunctions.hpp"

namespace loh {

namespace {

class Sharing {
public:
    Sharing(const Conjunctions& given, std::vector<Edge>& roots) : given_(given), roots_(roots) {}

    Conjunctions run() {
        count_uses();
        dissolve();
        order_operands();
        plant();
        rebuild();
        return std::move(result_);
    }

private:
    // How often a node is referred to by what the roots need.
    void count_uses() {
        uses_.assign(given_.size(), 0);
        for (Edge root : roots_) ++uses_[node_of(root)];
        for (std::uint32_t node = given_.size(); node-- > 0;) {
            if (uses_[node] == 0) continue;
            for (Edge operand : given_.operands(node)) ++uses_[node_of(operand)];
        }
    }

    // a & (b & c) = a & b & c, where b & c is used nowhere else.
    void dissolve() {
        operands_.resize(given_.size());
        for (std::uint32_t node = 0; node < given_.size(); ++node) {
            if (uses_[node] == 0) continue;
            for (Edge operand : given_.operands(node)) {
                std::uint32_t inner = node_of(operand);
                bool dissolved =
                    !is_complemented(operand) && given_.is_conjunction(inner) && uses_[inner] == 1;
                if (!dissolved) {
                    operands_[node].push_back(operand);
                    continue;
                }
                operands_[node].insert(operands_[node].end(), operands_[inner].begin(),
                                       operands_[inner].end());
                operands_[inner] = {};
            }
        }
    }

    void order_operands() {
        std::vector<std::uint32_t> frequency(given_.size() * std::size_t{2}, 0);  // by edge
        for (const std::vector<Edge>& operands : operands_) {
            for (Edge operand : operands) ++frequency[operand];
        }
        for (std::vector<Edge>& operands : operands_) {
            std::sort(operands.begin(), operands.end(), [&](Edge a, Edge b) {
                return frequency[a] != frequency[b] ? frequency[a] > frequency[b] : a < b;
            });
        }
    }

    // The prefix tree: how many conjunctions come through each of its places.
    void plant() {
        through_.push_back(0);  // the root of the tree
        places_.resize(given_.size());
        for (std::uint32_t node = 0; node < given_.size(); ++node) {
            std::uint32_t place = 0;
            for (Edge operand : operands_[node]) {
                auto next = static_cast<std::uint32_t>(through_.size());
                auto [found, is_new] = children_.try_emplace(std::uint64_t{place} << 32U | operand, next);
                if (is_new) through_.push_back(0);
                place = found->second;
                ++through_[place];
                places_[node].push_back(place);
            }
        }
    }

    // Operands come before their users, so their edges are known.
    void rebuild() {
        edges_.assign(given_.size(), kTrueEdge);
        for (std::uint32_t node = 1; node < given_.size(); ++node) {
            if (uses_[node] == 0) continue;
            if (given_.is_conjunction(node)) {
                edges_[node] = cut(operands_[node], places_[node]);
            } else {
                const RuleLiteral& literal = given_.literals()[given_.literal_of(node)];
                edges_[node] = result_.literal(literal.text, literal.atom ? &*literal.atom : nullptr);
            }
        }
        for (Edge& root : roots_) root = mapped(root);
    }

    // A conjunction, with a node of its own for each beginning of two or more operands after which others go elsewhere.
    Edge cut(const std::vector<Edge>& operands, const std::vector<std::uint32_t>& places) {
        std::vector<Edge> part;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            part.push_back(mapped(operands[i]));
            bool parting = i + 1 < operands.size() && through_[places[i]] > through_[places[i + 1]];
            if (parting && part.size() > 1) part = {result_.conjunction(std::move(part))};
        }
        return result_.conjunction(std::move(part));
    }

    [[nodiscard]] Edge mapped(Edge edge) const { return edges_[node_of(edge)] ^ (edge & 1U); }

    const Conjunctions& given_;
    std::vector<Edge>& roots_;
    Conjunctions result_;
    std::vector<std::uint32_t> uses_;          // [node]
    std::vector<std::vector<Edge>> operands_;  // [node]: dissolved and in order; empty: dissolved itself
    std::vector<std::vector<std::uint32_t>> places_;             // [node][operand]: in the tree
    std::unordered_map<std::uint64_t, std::uint32_t> children_;  // place << 32 | edge -> place
    std::vector<std::uint32_t> through_;                         // [place]
    std::vector<Edge> edges_;                                    // [node]: in the result
};

}  // namespace

Conjunctions share_parts(const Conjunctions& given, std::vector<Edge>& roots) {
    return Sharing(given, roots).run();
}

}  // namespace loh
