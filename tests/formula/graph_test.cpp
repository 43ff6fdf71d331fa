#include "formula/graph.hpp"

#include <array>

#include <gtest/gtest.h>

#include "formula/walk.hpp"

namespace loh {

namespace {

TEST(GraphData, OperandsComeBeforeUsers) {
    GraphData graph;
    NodeId a = graph.variable("a");
    NodeId b = graph.variable("b");
    NodeId both = graph.conjunction(std::array{a, b});
    NodeId none = graph.negation(both);
    EXPECT_LT(a, both);
    EXPECT_LT(both, none);
    EXPECT_EQ(below(graph, std::array{none}), (std::vector<NodeId>{a, b, both, none}));
}

TEST(GraphData, HashConsingSurvivesManyNodes) {
    GraphData graph;
    std::vector<NodeId> nodes;
    NodeId last = graph.variable("v");
    for (int i = 0; i < 20'000; ++i) {
        last = graph.conjunction(std::array{graph.variable("v" + std::to_string(i)), last});
        nodes.push_back(last);
    }
    std::size_t count = graph.node_count();
    last = graph.variable("v");
    for (int i = 0; i < 20'000; ++i) {
        last = graph.conjunction(std::array{graph.variable("v" + std::to_string(i)), last});
        ASSERT_EQ(last, nodes[static_cast<std::size_t>(i)]);
    }
    EXPECT_EQ(graph.node_count(), count);
}

TEST(GraphData, NodesDifferByKindAndOrderOfOperands) {
    GraphData graph;
    NodeId a = graph.variable("a");
    NodeId b = graph.variable("b");
    EXPECT_NE(graph.conjunction(std::array{a, b}), graph.disjunction(std::array{a, b}));
    EXPECT_NE(graph.conjunction(std::array{a, b}), graph.conjunction(std::array{b, a}));
    EXPECT_NE(graph.conjunction(std::array{a, b}), graph.conjunction(std::array{a, b, b}));
}

TEST(GraphData, OperandSpansMayPointIntoTheGraph) {
    GraphData graph;
    std::vector<NodeId> many;
    for (int i = 0; i < 1000; ++i) many.push_back(graph.variable("v" + std::to_string(i)));
    NodeId all = graph.conjunction(many);
    for (int i = 0; i < 50; ++i) {
        NodeId copy = graph.choice(graph.operands(all), ChoiceMode::by_context);
        ASSERT_EQ(std::vector<NodeId>(graph.operands(copy).begin(), graph.operands(copy).end()), many);
    }
    NodeId any = graph.disjunction(graph.operands(all));
    EXPECT_EQ(graph.operands(any).size(), many.size());
}

TEST(GraphData, HolesAreNewAtEachCallAndAtomsAreShared) {
    GraphData graph;
    auto compare = [&](Operand operand) {
        return graph.atom(CompareAtom{{"age"}, Comparison::greater, std::move(operand)});
    };
    EXPECT_EQ(compare(3.0), compare(3.0));
    EXPECT_NE(compare(Hole{}), compare(Hole{}));
    EXPECT_EQ(graph.kind(compare(Hole{})), Kind::hole);
    EXPECT_TRUE(graph.has_choices(compare(Hole{})));
    EXPECT_NE(graph.leaf_atom(compare(3.0)), nullptr);
    EXPECT_EQ(graph.leaf_atom(graph.variable("age")), nullptr);
}

TEST(GraphData, HasChoicesIncludesOperands) {
    GraphData graph;
    NodeId a = graph.variable("a");
    NodeId choice = graph.choice(std::array{a}, ChoiceMode::disjunctive);
    NodeId user = graph.negation(graph.conjunction(std::array{a, choice}));
    EXPECT_TRUE(graph.has_choices(user));
    EXPECT_FALSE(graph.has_choices(graph.negation(a)));
    EXPECT_EQ(graph.choice_mode(choice), ChoiceMode::disjunctive);
}

TEST(Walk, CountsUses) {
    GraphData graph;
    NodeId a = graph.variable("a");
    NodeId twice = graph.conjunction(std::array{a, a});
    NodeId root = graph.disjunction(std::array{twice, a});
    std::vector<std::uint32_t> uses = count_uses(graph, std::array{root, twice});
    EXPECT_EQ(uses[a.value], 3U);
    EXPECT_EQ(uses[twice.value], 2U);
    EXPECT_EQ(uses[root.value], 1U);
}

TEST(Walk, ListsLeavesInReadingOrder) {
    GraphData graph;
    NodeId b = graph.variable("b");
    NodeId a = graph.variable("a");
    NodeId root = graph.disjunction(std::array{graph.conjunction(std::array{a, b}), a});
    EXPECT_EQ(leaves_in_order(graph, root), (std::vector<NodeId>{a, b}));
}

}  // namespace

}  // namespace loh
