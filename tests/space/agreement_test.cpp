// Three computations of the same space: rules R1-R5, Algorithm 1 as in the library, and Algorithm 1 exactly as in the paper
// (all elements of the product of the index sets).
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "formula/print.hpp"
#include "formula/walk.hpp"
#include "loh/loh.hpp"
#include "space/rules.hpp"
#include "space/selections.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random_program.hpp"

namespace loh::testing {
namespace {

using Space = std::set<std::vector<NodeId>>;  // tuples of nodes of one graph: equal structure is equality

std::vector<NodeId> roots_of(const Elaboration& elaboration) {
    std::vector<NodeId> roots;
    for (const Formula& formula : elaboration.formulas()) roots.push_back(formula.id());
    return roots;
}

Space by_selections(const Elaboration& elaboration, GraphData& target) {
    SelectionWalker walker(*elaboration.graph.data(), roots_of(elaboration), target);
    Space space;
    std::vector<NodeId> hypothesis;
    while (walker.next(hypothesis)) space.insert(hypothesis);
    return space;
}

// Algorithm 1 as the paper states it, with I as a map from choice nodes to indices.
class FullProduct {
public:
    FullProduct(const GraphData& source, GraphData& target) : source_(source), target_(target) {}

    Space run(const std::vector<NodeId>& roots) {
        for (NodeId id : below(source_, roots)) {
            if (source_.kind(id) == Kind::choice) selection_[id.value] = 0;
        }
        Space space;
        do {
            std::vector<NodeId> hypothesis;
            for (NodeId root : roots) hypothesis.push_back(evaluate(root));
            space.insert(hypothesis);
        } while (advance());
        return space;
    }

private:
    bool advance() {
        for (auto& [choice, index] : selection_) {
            if (++index < source_.operands({choice}).size()) return true;
            index = 0;
        }
        return false;
    }

    NodeId evaluate(NodeId id) {
        std::vector<NodeId> operands;
        Kind kind = source_.kind(id);
        if (kind == Kind::choice) return evaluate(source_.operands(id)[selection_.at(id.value)]);
        for (NodeId operand : source_.operands(id)) operands.push_back(evaluate(operand));
        switch (kind) {
            case Kind::negation: return target_.negation(operands[0]);
            case Kind::conjunction: return target_.conjunction(operands);
            case Kind::disjunction: return target_.disjunction(operands);
            default: return target_.copy_leaf(source_, id);
        }
    }

    const GraphData& source_;
    GraphData& target_;
    std::map<std::uint32_t, std::size_t> selection_;
};

void expect_agreement(const Elaboration& elaboration, std::size_t& sizes, bool to_the_letter) {
    GraphData target;
    Space lazily = by_selections(elaboration, target);
    auto by_rules = hypotheses_by_rules(*elaboration.graph.data(), roots_of(elaboration), target, 100'000);
    ASSERT_TRUE(by_rules.has_value());
    EXPECT_EQ(lazily, Space(by_rules->begin(), by_rules->end()));
    if (to_the_letter) {
        EXPECT_EQ(lazily, FullProduct(*elaboration.graph.data(), target).run(roots_of(elaboration)));
    }
    SpaceSize bound = bound_hypotheses(elaboration.formulas());
    ASSERT_FALSE(bound.digits.empty());
    EXPECT_GE(std::stoull(bound.digits), lazily.size());
    SpaceSize count = count_hypotheses(elaboration.formulas());
    EXPECT_TRUE(count.exact);
    EXPECT_EQ(count.digits, std::to_string(lazily.size()));
    sizes += lazily.size();
}

TEST(SpaceAgreement, RulesAndAlgorithmOneGiveTheSameSetOnRandomPrograms) {
    std::size_t sizes = 0;
    for (std::uint64_t seed = 0; seed < repeats(5000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        bool to_the_letter = seed % 10 == 0;  // it is slow
        expect_agreement(elaborated(random_meaningful_program(seed)), sizes, to_the_letter);
        if (HasFailure()) break;
    }
    EXPECT_GT(sizes, repeats(20'000)) << "the random programs have become trivial";
}

TEST(SpaceAgreement, HoldsWhereOnlySomeAlternativesUseASharedChoice) {
    std::size_t sizes = 0;
    for (const char* text : {"p := [a, b]; [p & c, p | d, e]", "p := [a, b]; q := [p, c]; [q, p] & !q",
                             "p := [a, [b, c]]; p <-> [p, d]",
                             "p := [a, b]; output x := [p, c]; output y := p & d; output z := e"}) {
        SCOPED_TRACE(text);
        expect_agreement(elaborated(text), sizes, true);
    }
}

TEST(SpaceAgreement, VisitsEachHypothesisOnce) {
    for (std::uint64_t seed = 0; seed < repeats(500); ++seed) {
        std::vector<std::string> lines = space_of(random_meaningful_program(seed));
        EXPECT_EQ(lines.size(), std::set<std::string>(lines.begin(), lines.end()).size()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace loh::testing
