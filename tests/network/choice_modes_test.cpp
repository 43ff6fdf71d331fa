#include "network/choice_modes.hpp"

#include <array>
#include <map>

#include <gtest/gtest.h>

#include "formula/walk.hpp"
#include "network/compile.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

// One letter for each compiled choice, in the order of the text: c (conjunctive) or d (disjunctive).
std::string modes(const std::string& text) {
    Elaboration elaboration = elaborated(text);
    std::vector<NodeId> roots;
    for (const Formula& formula : elaboration.formulas()) roots.push_back(formula.id());
    std::string result;
    for (ChoiceMode mode : decide_choice_modes(*elaboration.graph.data(), roots))
        result += mode == ChoiceMode::conjunctive ? 'c' : 'd';
    return result;
}

TEST(ChoiceModes, AgreeWithThePapersExample) {
    EXPECT_EQ(modes("![a,b] & [b,c] & ([c,d] | ![d,e])"), "dcdc");
}

TEST(ChoiceModes, AreDisjunctiveAtTheRoot) {
    EXPECT_EQ(modes("[a, b]"), "d");
    EXPECT_EQ(modes("![a, b]"), "c");
    EXPECT_EQ(modes("!![a, b]"), "d");
}

TEST(ChoiceModes, SuffixesForceThem) {
    EXPECT_EQ(modes("[a, b]@and | [c, d]"), "cd");
    EXPECT_EQ(modes("[a, b]@or & [c, d]"), "dc");
}

// The inner choice is created first, so its letter comes first.
TEST(ChoiceModes, InnerChoicesInheritFromOuterOnes) {
    EXPECT_EQ(modes("[a, [b, c]] & d"), "cc");
    EXPECT_EQ(modes("[a, ![b, c]] & d"), "dc");
    EXPECT_EQ(modes("[a, [b, c]]@or & d"), "dd");
    EXPECT_EQ(modes("[a, [b, c] | e] & d"), "dc");
}

TEST(ChoiceModes, SharedPlaceholdersTakeTheMajority) {
    EXPECT_EQ(modes("p := [a, b]; (p & c) | (p & d) | p"), "c");
    EXPECT_EQ(modes("p := [a, b]; (p & c) | p"), "d");  // a tie
    EXPECT_EQ(modes("p := [a, b]; (p & c) | p | (!p & d)"), "d");
    EXPECT_EQ(modes("p := [a, b]; !p & (!p | c) & (!p | d)"), "c");  // !p is one node with three uses
}

// Equal formulas are one node, but each occurrence in the text counts.
TEST(ChoiceModes, CountEqualFormulasOncePerOccurrenceInTheText) {
    EXPECT_EQ(modes("p := [x, y]; (p & a | d) & (p & a | e) & (p | b)"), "c");
    EXPECT_EQ(modes("p := [x, y]; (p & a | d) & (p & a | e) & (p | b) & (p | c)"), "d");  // 2:2
    EXPECT_EQ(modes("p := [x, y]; (p & a | d) & (p & a | e) & (p & a | f) & (p | b) & (p | c)"), "c");
    EXPECT_EQ(modes("p := [x, y]; ((p | a) & d) | ((p | a) & e) | (p & b)"), "d");
    EXPECT_EQ(modes("p := [x, y]; output u := p & a; output v := p & a; output w := p | b"), "c");
}

TEST(ChoiceModes, CountTheDefinitionOfANameOnce) {
    EXPECT_EQ(modes("p := [x, y]; q := p & a; (q | d) & (q | e) & (p | b)"), "d");  // 1:1
    EXPECT_EQ(modes("p := [x, y]; q := p & a; r := p & a; (q | d) & (r | e) & (p | b)"), "c");
    EXPECT_EQ(modes("p := [x, y]; q := p & a; (q | d) & (p & a | e) & (p | b)"), "c");
}

TEST(ChoiceModes, IgnoreTextThatNoOutputUses) {
    EXPECT_EQ(modes("p := [x, y]; u := p & a; (p & a | d) & (p | b)"), "d");
    EXPECT_EQ(modes("p := [x, y]; u := p & a; t := u | c; (p & a | d) & (p | b)"), "d");
    EXPECT_EQ(modes("p := [x, y]; template t(f) := b; (p & a | d) & (p | t(p & a))"), "d");
    EXPECT_EQ(modes("p := [x, y]; template t(f) := f | b; (p & a | d) & (p | t(p & a))"), "c");
}

TEST(ChoiceModes, CountEveryCopyOfALoopOrTemplate) {
    EXPECT_EQ(modes("p := [x, y]; and(i in 1..2: p & a | v[i]) & (p | b)"), "c");
    EXPECT_EQ(modes("p := [x, y]; template t(f, g) := f & a | g; t(p, d) & t(p, e) & (p | b)"), "c");
    EXPECT_EQ(modes("p := [x, y]; h[j in 1..2] := p & a; (h[1] | d) & (h[2] | e) & (p | b)"), "c");
    EXPECT_EQ(modes("p := [x, y]; h[j in 1..2] := p & a; (h[1] | d) & (h[1] | e) & (p | b)"), "d");
    EXPECT_EQ(modes("p := [x, y]; and(i in 1..1: p) | (p & a)"), "d");  // a single copy is used directly
}

TEST(ChoiceModes, PassWrittenUsesThroughNegationsAndNames) {
    EXPECT_EQ(modes("p := [x, y]; (!p & a | d) & (!p & a | e) & (p & b | f)"), "d");
    EXPECT_EQ(modes("p := [x, y]; (!(p | a) | d) & (!(p | a) | e) & (p & b | f)"), "d");
    EXPECT_EQ(modes("p := [x, y]; q := !p; (q | d) & (q | e) & (p | b)"), "c");
    EXPECT_EQ(modes("p := [x, y]; q := p; (q & a | d) & (q & a | e) & (p | b)"), "c");
}

// The inner choice takes the mode that the outer one has by counting.
TEST(ChoiceModes, InheritTheCountedModeInsideChoices) {
    EXPECT_EQ(modes("p := [x, [y, z]]; (p & a | d) & (p & a | e) & (p | b)"), "cc");
    EXPECT_EQ(modes("p := [x, ![y, z]]; (p & a | d) & (p & a | e) & (p | b)"), "dc");
    EXPECT_EQ(modes("p := [x, y]; q := [p, z]; (q & a | d) & (q & a | e) & (q | p)"), "dc");
    EXPECT_EQ(modes("p := [x, y]@or; (p & a | d) & (p & a | e) & (p | b)"), "d");
}

TEST(ChoiceModes, CountEveryNodeOnceInFormulasBuiltInCpp) {
    Graph graph;
    Formula a = graph.var("a"), b = graph.var("b"), d = graph.var("d"), e = graph.var("e");
    Formula p = choice({graph.var("x"), graph.var("y")});
    Formula formula = ((p & a) | d) & ((p & a) | e) & (p | b);
    EXPECT_EQ(decide_choice_modes(*graph.data(), {formula.id()})[0], ChoiceMode::disjunctive);
}

TEST(ChoiceModes, SurvivePrintingAndParsing) {
    for (const char* text : {"p := [x, y]; (p & a | d) & (p & a | e) & (p | b)",
                             "p := [x, y]; q := p & a; (q | d) & (q | e) & (p & a | f) & (p | b)",
                             "p := [x, y]; ((p & a | d) & c | e) & ((p & a | d) & c | f) & (p | b)",
                             "p := [x, y]; output u := p & a; output v := p & a; output w := p | b"}) {
        std::string printed = elaborated(text).to_string();
        EXPECT_EQ(modes(printed), modes(text)) << printed;
        EXPECT_EQ(elaborated(printed).to_string(), printed);
    }
}

TEST(ChoiceModes, UseTheRewrittenFormOfMaterialConnectives) { EXPECT_EQ(modes("[a, b] -> [c, d]"), "cd"); }

// A random program as trees of its text, and its modes by traversing these trees: an oracle without a graph.
class WrittenProgram {
public:
    explicit WrittenProgram(std::uint64_t seed) : random_(seed) {
        for (std::size_t i = 0; i < kPlaceholders; ++i) bodies_.push_back(random_tree(i, i == 0 ? 0 : 2));
        for (std::size_t i = 0; i < 1 + random_.below(2); ++i)
            outputs_.push_back(random_tree(kPlaceholders, 3));
        for (const Tree& output : outputs_) walk(output, {0, 1});
        for (std::size_t i = kPlaceholders; i-- > 0;) {
            if (used_[i]) walk(bodies_[i], votes_[i]);
        }
    }

    [[nodiscard]] std::string text() const {
        std::string result;
        for (std::size_t i = 0; i < kPlaceholders; ++i)
            result += "p" + std::to_string(i) + " := " + text_of(bodies_[i]) + "\n";
        for (std::size_t i = 0; i < outputs_.size(); ++i)
            result += "output o" + std::to_string(i) + " := " + text_of(outputs_[i]) + "\n";
        return result;
    }

    // By the first variable of the choice, which is unique.
    [[nodiscard]] const std::map<std::string, ChoiceMode>& modes() const { return modes_; }

private:
    static constexpr std::size_t kPlaceholders = 4;
    struct Tree {
        enum class Kind { variable, placeholder, negation, conjunction, disjunction, choice } kind;
        std::size_t number = 0;  // number of a variable, placeholder or choice
        std::vector<Tree> children;
    };
    struct Votes {
        std::uint64_t conjunctive = 0;
        std::uint64_t disjunctive = 0;
    };

    // Few variables, so that equal formulas are frequent.
    Tree random_tree(std::size_t placeholders, int depth) {
        using Kind = Tree::Kind;
        if (depth == 0 || random_.chance(15)) {
            if (placeholders == 0 || random_.chance(15))
                return {Kind::choice, choices_++, {{Kind::variable, 0, {}}, {Kind::variable, 1, {}}}};
            if (random_.chance(60)) return {Kind::placeholder, random_.below(placeholders), {}};
            return {Kind::variable, random_.below(2), {}};
        }
        if (random_.chance(20)) return {Kind::negation, 0, {random_tree(placeholders, depth - 1)}};
        Kind kind = random_.chance(8)    ? Kind::choice
                    : random_.chance(50) ? Kind::conjunction
                                         : Kind::disjunction;
        Tree tree{kind, kind == Kind::choice ? choices_++ : 0, {}};
        for (int i = 0; i < 2; ++i) tree.children.push_back(random_tree(placeholders, depth - 1));
        return tree;
    }

    [[nodiscard]] std::string text_of(const Tree& tree) const {
        using Kind = Tree::Kind;
        std::string number = std::to_string(tree.number);
        if (tree.kind == Kind::variable) return "v" + number;
        if (tree.kind == Kind::placeholder) return "p" + number;
        if (tree.kind == Kind::negation) return "!(" + text_of(tree.children[0]) + ")";
        std::string first = text_of(tree.children[0]);
        std::string second = text_of(tree.children[1]);
        if (tree.kind == Kind::choice) return "[c" + number + ", " + first + ", " + second + "]";
        return "((" + first + ")" + (tree.kind == Kind::conjunction ? " & " : " | ") + "(" + second + "))";
    }

    void walk(const Tree& tree, Votes votes) {
        using Kind = Tree::Kind;
        switch (tree.kind) {
            case Kind::variable: return;
            case Kind::placeholder:
                used_[tree.number] = true;
                votes_[tree.number].conjunctive += votes.conjunctive;
                votes_[tree.number].disjunctive += votes.disjunctive;
                return;
            case Kind::negation: return walk(tree.children[0], {votes.disjunctive, votes.conjunctive});
            case Kind::conjunction: votes = {1, 0}; break;
            case Kind::disjunction: votes = {0, 1}; break;
            case Kind::choice: {
                bool conjunctive = votes.conjunctive > votes.disjunctive;
                modes_["c" + std::to_string(tree.number)] =
                    conjunctive ? ChoiceMode::conjunctive : ChoiceMode::disjunctive;
                votes = conjunctive ? Votes{1, 0} : Votes{0, 1};
            }
        }
        for (const Tree& child : tree.children) walk(child, votes);
    }

    Random random_;
    std::size_t choices_ = 0;
    std::vector<Tree> bodies_;
    std::vector<Tree> outputs_;
    std::array<bool, kPlaceholders> used_{};
    std::array<Votes, kPlaceholders> votes_{};
    std::map<std::string, ChoiceMode> modes_;
};

std::map<std::string, ChoiceMode> modes_by_first_variable(const std::string& text) {
    Elaboration elaboration = elaborated(text);
    std::vector<NodeId> roots;
    for (const Formula& formula : elaboration.formulas()) roots.push_back(formula.id());
    const GraphData& graph = *elaboration.graph.data();
    std::vector<ChoiceMode> modes = decide_choice_modes(graph, roots);
    std::map<std::string, ChoiceMode> result;
    for (NodeId id : below(graph, roots)) {
        if (graph.kind(id) == Kind::choice)
            result[graph.leaf_text(graph.operands(id)[0])] = modes[graph.choice_id(id).value];
    }
    return result;
}

bool writes_a_formula_twice(const std::string& text) {
    Elaboration elaboration = elaborated(text);
    const GraphData& graph = *elaboration.graph.data();
    for (std::uint32_t id = 0; id < graph.node_count(); ++id) {
        if (graph.written({id}) > 1) return true;
    }
    return false;
}

TEST(ChoiceModes, AgreeWithTheOracleOnTheText) {
    std::size_t repeated = 0;
    for (std::uint64_t seed = 0; seed < repeats(5000); ++seed) {
        WrittenProgram program(seed);
        ASSERT_EQ(modes_by_first_variable(program.text()), program.modes()) << "seed " << seed << "\n"
                                                                            << program.text();
        repeated += writes_a_formula_twice(program.text()) ? 1 : 0;
        std::string printed = elaborated(program.text()).to_string();
        ASSERT_EQ(modes_by_first_variable(printed), program.modes()) << "seed " << seed << "\n"
                                                                     << program.text() << "\n"
                                                                     << printed;
    }
    EXPECT_GT(repeated, repeats(5000) / 50);
}

}  // namespace
}  // namespace loh::testing
