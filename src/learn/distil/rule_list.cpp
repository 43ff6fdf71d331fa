#include "learn/distil/rule_list.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace loh {

namespace {

void collect(const Tree& tree, std::size_t leaves, std::uint32_t id, LiteralRule& path,
             std::vector<std::vector<LiteralRule>>& rules) {
    const TreeNode& node = tree.nodes()[id];
    if (tree.ends(node, leaves)) {
        rules[node.label].push_back(path);
        return;
    }
    path.push_back({node.literal, true});
    collect(tree, leaves, node.holds, path, rules);
    path.back().holds = false;
    collect(tree, leaves, node.fails, path, rules);
    path.pop_back();
}

constexpr std::size_t kBlock = 8;  // words at once: vectors of every width

// The rules of one class, over the rows of this class and of those after it.
class Shortener {
public:
    Shortener(std::span<const Bits> literals, Bits own, Bits later)
        : literals_(literals), own_(std::move(own)), later_(std::move(later)) {}

    // Drops literals one by one, those first that the tree asked last.
    void generalise(LiteralRule& rule) const {
        while (rule.size() > 1) {
            std::vector<std::uint64_t> needed = rows_kept_out(rule);
            auto spare = std::find(needed.rbegin(), needed.rend(), 0);
            if (spare == needed.rend()) return;
            rule.erase(rule.begin() + (needed.rend() - spare) - 1);
        }
    }

    // Keeps rules that together have the same rows of the class; those with few rows go first.
    void leave_out(std::vector<LiteralRule>& rules) const {
        std::vector<Bits> covers;
        for (const LiteralRule& rule : rules) covers.push_back(rows_of(rule));
        std::vector<std::uint32_t> times(own_.size() * 64, 0);  // [row]: how many rules have it
        std::vector<std::size_t> sizes;
        for (const Bits& cover : covers) {
            sizes.push_back(count_ones(cover));
            for_each(cover, [&](std::size_t row) {
                ++times[row];
                return true;
            });
        }
        std::vector<std::size_t> order(rules.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
        std::vector<bool> gone(rules.size(), false);
        for (std::size_t r : order) {
            gone[r] = for_each(covers[r], [&](std::size_t row) { return times[row] > 1; });
            if (!gone[r]) continue;
            for_each(covers[r], [&](std::size_t row) {
                --times[row];
                return true;
            });
        }
        std::reverse(order.begin(), order.end());
        std::vector<LiteralRule> kept;
        for (std::size_t r : order) {
            if (!gone[r]) kept.push_back(std::move(rules[r]));
        }
        rules = std::move(kept);
    }

private:
    // A literal of a rule, ready to be asked: where it fails.
    struct Asked {
        const std::uint64_t* words;
        std::uint64_t flip;
        [[nodiscard]] std::uint64_t fails(std::size_t word) const { return words[word] ^ flip; }
    };
    [[nodiscard]] Asked asked(SignedLiteral literal) const {
        return {literals_[literal.literal].data(), literal.holds ? ~std::uint64_t{0} : 0};
    }

    // [literal of the rule]: not 0 when it alone keeps a row of a later class out.
    [[nodiscard]] std::vector<std::uint64_t> rows_kept_out(const LiteralRule& rule) const {
        std::vector<Asked> literals;
        for (SignedLiteral literal : rule) literals.push_back(asked(literal));
        std::vector<std::uint64_t> result(rule.size(), 0);
        std::size_t word = 0;
        for (; word + kBlock <= later_.size(); word += kBlock) keep_out<kBlock>(literals, word, result);
        for (; word < later_.size(); ++word) keep_out<1>(literals, word, result);
        return result;
    }

    template <std::size_t Words>
    void keep_out(const std::vector<Asked>& literals, std::size_t first,
                  std::vector<std::uint64_t>& result) const {
        std::array<std::uint64_t, Words> once{};  // rows that some literal keeps out
        std::array<std::uint64_t, Words> more{};  // rows that several do
        for (const Asked& literal : literals) {
            for (std::size_t w = 0; w < Words; ++w) {
                std::uint64_t out = literal.fails(first + w);
                more[w] |= once[w] & out;
                once[w] |= out;
            }
        }
        std::uint64_t any = 0;
        for (std::size_t w = 0; w < Words; ++w) any |= once[w] &= ~more[w] & later_[first + w];
        if (any == 0) return;
        for (std::size_t i = 0; i < literals.size(); ++i) {
            for (std::size_t w = 0; w < Words; ++w) result[i] |= literals[i].fails(first + w) & once[w];
        }
    }
    [[nodiscard]] Bits rows_of(const LiteralRule& rule) const {
        Bits bits = own_;
        for (SignedLiteral literal : rule) {
            Asked asked_literal = asked(literal);
            for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= ~asked_literal.fails(w);
        }
        return bits;
    }
    // Whether it is so for all rows.
    template <class Ask>
    static bool for_each(const Bits& bits, const Ask& ask) {
        for (std::size_t w = 0; w < bits.size(); ++w) {
            for (std::uint64_t word = bits[w]; word != 0; word &= word - 1) {
                if (!ask(w * 64 + static_cast<std::size_t>(std::countr_zero(word)))) return false;
            }
        }
        return true;
    }

    std::span<const Bits> literals_;
    Bits own_;
    Bits later_;
};

}  // namespace

std::vector<std::vector<LiteralRule>> rules_of_tree(const Tree& tree, std::size_t leaves,
                                                    std::size_t classes) {
    std::vector<std::vector<LiteralRule>> rules(classes);
    LiteralRule path;
    collect(tree, leaves, 0, path, rules);
    return rules;
}

void shorten(std::vector<std::vector<LiteralRule>>& rules, std::span<const std::uint32_t> order,
             std::span<const Bits> literals, std::span<const std::uint32_t> labels) {
    std::vector<std::uint32_t> rank(rules.size());
    for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<std::uint32_t>(i);
    for (std::uint32_t c : order) {
        if (c == order.back()) {
            rules[c].clear();
            continue;
        }
        Bits own(bit_words(labels.size()), 0);
        Bits later = own;
        for (std::size_t row = 0; row < labels.size(); ++row) {
            if (rank[labels[row]] == rank[c]) set_bit(own, row);
            if (rank[labels[row]] > rank[c]) set_bit(later, row);
        }
        Shortener shortener(literals, std::move(own), std::move(later));
        for (LiteralRule& rule : rules[c]) shortener.generalise(rule);
        shortener.leave_out(rules[c]);
    }
}

}  // namespace loh
