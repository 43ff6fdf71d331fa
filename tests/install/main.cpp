// Builds one rule with the installed library and prints it: `a & [b, !c]`.
#include <iostream>

#include <loh/loh.hpp>

int main() {
    loh::Graph g;
    auto a = g.var("a"), b = g.var("b"), c = g.var("c");
    auto rule = a & loh::choice({b, !c});
    std::cout << rule << "\n";
}
