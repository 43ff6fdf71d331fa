// Substitute, simplify, convert to a normal form, compare.
#include <iostream>

#include <loh/loh.hpp>

int main() {
    loh::Graph graph;
    loh::Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");

    loh::Formula rule = loh::substitute(a & !(b & c), {{"b", a | c}});
    std::cout << rule << '\n';

    std::cout << loh::simplify(rule) << '\n';
    std::cout << loh::to_dnf(rule) << '\n';
    std::cout << std::boolalpha << loh::equivalent(rule, a & !c) << '\n';

    if (auto where = loh::difference(rule, a)) {
        for (const char* name : {"a", "c"}) std::cout << name << ": " << where->at(name) << '\n';
    }
}
