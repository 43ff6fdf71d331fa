// Copies of formulas in other graphs.
#include <map>

#include <gtest/gtest.h>

#include "loh/loh.hpp"

namespace loh::testing {
namespace {

// Remembers the copies of choices and holes.
class Copies {
public:
    [[nodiscard]] CopiedChoices calls() {
        return {[this](NodeId source) {
                    auto found = known_.find(source);
                    return found != known_.end() ? std::optional(found->second) : std::nullopt;
                },
                [this](NodeId source, NodeId copy) { known_.emplace(source, copy); }};
    }
    [[nodiscard]] std::size_t count() const { return known_.size(); }

private:
    std::map<NodeId, NodeId> known_;
};

TEST(CopyTo, KeepsTextAtomsAndSharedChoices) {
    for (const char* text : {"p := [a, !b]; p & (p | c)", "age >= 40 & job in {\"maid\", \"nurse\"}",
                             "age >= ? & true", "[a, b]@and | [c, [d, false]]@or"}) {
        Formula formula = elaborate(Program::parse(text)).outputs[0].formula;
        Graph target;
        Copies copies;
        EXPECT_EQ(copy_to(target, formula, copies.calls()).to_string(), formula.to_string());
    }
}

TEST(CopyTo, KnownChoicesStayTheSame) {
    Graph graph;
    Formula shared = choice({graph.var("a"), graph.var("b")});
    Graph target;
    Copies copies;
    Formula first = copy_to(target, shared & graph.var("c"), copies.calls());
    Formula second = copy_to(target, !shared, copies.calls());
    EXPECT_EQ(copies.count(), 1U);
    EXPECT_EQ(count_hypotheses({first, second}).to_string(), "2");
}

TEST(CopyTo, FormulasOfTheGraphAndConstantsStay) {
    Graph graph;
    Formula own = graph.var("a") & choice({graph.var("b"), true});
    Copies copies;
    EXPECT_EQ(copy_to(graph, own, copies.calls()), own);
    EXPECT_EQ(copy_to(graph, Formula(true), copies.calls()), Formula(true));
    EXPECT_EQ(copies.count(), 0U);
}

}  // namespace
}  // namespace loh::testing
