// Idea: greedy shortening on bits, 64 rows in each word. First, literals are dropped: a literal is needed if some row of a
// later class fails this literal and no other. Then rules are dropped, those with the fewest rows first: a rule is needed if
// some row of its class is covered by no other rule.
//
// Invariant: the list predicts the same class for every given row after each removal.
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

constexpr std::size_t kBlock = 8;  // words per step: a multiple of every vector width

// Shortens the rules of one class. `own` are the rows of the class, `later` the rows of later classes.
class Shortener {
public:
    Shortener(std::span<const Bits> literals, Bits own, Bits later)
        : literals_(literals), own_(std::move(own)), later_(std::move(later)) {}

    // Drops redundant literals one by one. The last literal of the path that is redundant goes first.
    void generalise(LiteralRule& rule) const {
        while (rule.size() > 1) {
            std::vector<std::uint64_t> needed = excluded_alone(rule);
            auto redundant = std::find(needed.rbegin(), needed.rend(), 0);
            if (redundant == needed.rend()) return;
            rule.erase(rule.begin() + (needed.rend() - redundant) - 1);
        }
    }

    // Drops rules whose rows of the class are all covered by other rules. Rules with the fewest rows go first.
    void drop_redundant(std::vector<LiteralRule>& rules) const {
        std::vector<Bits> covers;
        for (const LiteralRule& rule : rules) covers.push_back(rows_of(rule));
        std::vector<std::uint32_t> times(own_.size() * 64, 0);  // [row]: number of rules that cover it
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
        std::vector<bool> dropped(rules.size(), false);
        for (std::size_t r : order) {
            dropped[r] = for_each(covers[r], [&](std::size_t row) { return times[row] > 1; });
            if (!dropped[r]) continue;
            for_each(covers[r], [&](std::size_t row) {
                --times[row];
                return true;
            });
        }
        std::reverse(order.begin(), order.end());
        std::vector<LiteralRule> kept;
        for (std::size_t r : order) {
            if (!dropped[r]) kept.push_back(std::move(rules[r]));
        }
        rules = std::move(kept);
    }

private:
    // A literal with its sign as bits of rows.
    struct LiteralBits {
        const std::uint64_t* words;
        std::uint64_t flip;
        [[nodiscard]] std::uint64_t fails(std::size_t word) const { return words[word] ^ flip; }
    };
    [[nodiscard]] LiteralBits bits_of(SignedLiteral literal) const {
        return {literals_[literal.literal].data(), literal.holds ? ~std::uint64_t{0} : 0};
    }

    // [literal of the rule]: not 0 if some row of a later class fails this literal and no other.
    [[nodiscard]] std::vector<std::uint64_t> excluded_alone(const LiteralRule& rule) const {
        std::vector<LiteralBits> literals;
        for (SignedLiteral literal : rule) literals.push_back(bits_of(literal));
        std::vector<std::uint64_t> result(rule.size(), 0);
        std::size_t word = 0;
        for (; word + kBlock <= later_.size(); word += kBlock) add_excluded<kBlock>(literals, word, result);
        for (; word < later_.size(); ++word) add_excluded<1>(literals, word, result);
        return result;
    }

    template <std::size_t Words>
    void add_excluded(const std::vector<LiteralBits>& literals, std::size_t first,
                      std::vector<std::uint64_t>& result) const {
        std::array<std::uint64_t, Words> once{};  // rows that fail at least one literal
        std::array<std::uint64_t, Words> more{};  // rows that fail at least two
        for (const LiteralBits& literal : literals) {
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
            LiteralBits literal_bits = bits_of(literal);
            for (std::size_t w = 0; w < bits.size(); ++w) bits[w] &= ~literal_bits.fails(w);
        }
        return bits;
    }
    // Calls visit(row) for each bit until it returns false. Returns whether all calls returned true.
    template <class Visit>
    static bool for_each(const Bits& bits, const Visit& visit) {
        for (std::size_t w = 0; w < bits.size(); ++w) {
            for (std::uint64_t word = bits[w]; word != 0; word &= word - 1) {
                if (!visit(w * 64 + static_cast<std::size_t>(std::countr_zero(word)))) return false;
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
        shortener.drop_redundant(rules[c]);
    }
}

}  // namespace loh
