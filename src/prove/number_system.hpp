// Systems of bounds on numbers and on their differences, solved exactly.
//
//     NumberSystem system(2);                        // numbers x0 and x1
//     system.at_least(0, 5, 17);                     // x0 >= 5; 17 names the bound in conflicts
//     system.below_difference(0, 1, 0, 18);          // x0 - x1 < 0, computed in doubles
//     NumberSystem::Outcome outcome = system.solve();
//
// Idea: a - b >= c, computed in doubles, holds exactly if the real difference reaches the point from which numbers are rounded
// to c or more, which is half a step below c (a tie goes to the even one). So every bound is a bound on a real difference, and
// a system of such bounds has a solution exactly if the graph of bounds has no cycle that asks for more than it allows
// (Bellman and Ford). The arithmetic is that of rational numbers (GMP). A cycle without solution is the conflict.
//
// A solution in reals is not yet one in doubles. The numbers are chosen one after the other, each a short double between the
// bounds that the chosen ones leave, with some backtracking; every solution that is returned fulfils all bounds. It can happen
// that none is found, for bounds that leave less room than neighbouring doubles have.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <gmpxx.h>

namespace loh {

class NumberSystem {
public:
    explicit NumberSystem(std::size_t numbers, std::vector<bool> dates = {});

    // Bounds, each with a label for conflicts. All constants are finite.
    void at_least(std::size_t number, double bound, int label);
    void below(std::size_t number, double bound, int label);
    void at_least_difference(std::size_t a, std::size_t b, double bound, int label);  // fl(a - b) >= bound
    void below_difference(std::size_t a, std::size_t b, double bound, int label);

    struct Outcome {
        std::vector<int>
            conflict;  // labels of bounds that exclude each other; empty: there is a real solution
        std::vector<double> numbers;  // a solution; empty if none was found
    };
    [[nodiscard]] Outcome solve() const;

private:
    // to - from <= weight, or < if strict: a distance in the graph.
    struct Edge {
        std::size_t from;
        std::size_t to;
        mpq_class weight;
        bool strict;
        int label;
    };
    struct Distance {
        bool finite = false;
        mpq_class value = 0;
        long strict = 0;  // number of strict bounds on the way
    };
    void add(std::size_t from, std::size_t to, mpq_class weight, bool strict, int label);
    [[nodiscard]] std::vector<int> negative_cycle() const;
    [[nodiscard]] std::vector<Distance> distances(std::size_t from, bool reversed,
                                                  const std::vector<Edge>& fixed) const;
    bool choose(std::size_t next, std::vector<Edge>& fixed, std::vector<double>& numbers,
                std::size_t& budget) const;

    std::size_t zero_;  // the node of the number 0, behind the numbers
    std::vector<bool> dates_;
    std::vector<Edge> edges_;
};

}  // namespace loh
