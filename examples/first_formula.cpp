// A rule with a gap: build it, list what it stands for, try one hypothesis; then the same from text.
#include <iostream>

#include <loh/loh.hpp>

int main() {
    loh::Graph graph;
    loh::Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");

    loh::Formula rule = a & loh::choice({b, !c});  // a, and one of: b, not c
    std::cout << rule << " stands for " << loh::count_hypotheses({rule}) << " formulas:\n";
    for (const loh::Formula& hypothesis : loh::hypotheses(rule)) std::cout << "    " << hypothesis << '\n';

    loh::Formula plain = loh::hypotheses(rule)[1];  // no choice left: an ordinary Boolean formula
    bool value = loh::evaluate(plain, {{"a", true}, {"c", false}});
    std::cout << plain << " is " << (value ? "true" : "false") << " where a is true and c is false\n";

    loh::Elaboration meaning = loh::elaborate(loh::Program::parse("p := [a, b]; output q := p & !p"));
    for (const loh::Output& output : meaning.outputs) {
        std::cout << output.name << " has " << loh::count_hypotheses({output.formula}) << " hypotheses\n";
    }
}
