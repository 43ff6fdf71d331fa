#include "network/choice_modes.hpp"

#include <algorithm>
#include <limits>

#include "formula/walk.hpp"

namespace loh {

namespace {

// The number of uses of a node under conjunctions and under disjunctions, taking negations into account.
struct ContextVotes {
    std::uint64_t conjunctive = 0;
    std::uint64_t disjunctive = 0;

    void add(const ContextVotes& other) {
        conjunctive = saturating_sum(conjunctive, other.conjunctive);
        disjunctive = saturating_sum(disjunctive, other.disjunctive);
    }
    [[nodiscard]] ContextVotes flipped() const { return {disjunctive, conjunctive}; }
    [[nodiscard]] ContextVotes times(std::uint32_t count) const {
        return {conjunctive * count, disjunctive * count};
    }

    static std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
        return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max()
                                                                 : a + b;
    }
};

constexpr ContextVotes kConjunctive = {1, 0};
constexpr ContextVotes kDisjunctive = {0, 1};

}  // namespace

std::vector<ChoiceMode> decide_choice_modes(const GraphData& graph, const std::vector<NodeId>& roots) {
    std::vector<ChoiceMode> modes(graph.choice_count(), ChoiceMode::disjunctive);
    std::vector<std::uint32_t> uses = count_uses(graph, roots);
    std::vector<ContextVotes> votes(uses.size());
    for (NodeId root : roots) votes[root.value].add(kDisjunctive);
    for (std::size_t value = uses.size(); value-- > 0;) {  // users before operands
        if (uses[value] == 0) continue;
        NodeId id{static_cast<std::uint32_t>(value)};
        ContextVotes context;
        switch (graph.kind(id)) {
            case Kind::conjunction: context = kConjunctive.times(graph.written(id)); break;
            case Kind::disjunction: context = kDisjunctive.times(graph.written(id)); break;
            case Kind::negation: context = votes[value].flipped(); break;
            case Kind::choice: {
                ChoiceMode mode = graph.choice_mode(id);
                bool majority = votes[value].conjunctive > votes[value].disjunctive;
                if (mode == ChoiceMode::by_context)
                    mode = majority ? ChoiceMode::conjunctive : ChoiceMode::disjunctive;
                modes[graph.choice_id(id).value] = mode;
                context = mode == ChoiceMode::conjunctive ? kConjunctive : kDisjunctive;
                break;
            }
            default: continue;
        }
        for (NodeId operand : graph.operands(id)) votes[operand.value].add(context);
    }
    return modes;
}

}  // namespace loh
