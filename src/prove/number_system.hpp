// Systems of bounds on numbers and on their differences, solved exactly.
//
//     NumberSystem system(2);                        // numbers x0 and x1
//     system.at_least(0, 5, 17);                     // x0 >= 5; 17 names the bound in conflicts
//     system.below_difference(0, 1, 0, 18);          // x0 - x1 < 0, computed in doubles
//     NumberSystem::Outcome outcome = system.solve();
//
// Idea: a - b >= c, computed in doubles, is a bound a >= g(b), where g grows with b: the first double for which the difference
// is c or more. Such bounds, from the least numbers on, push each other up until nothing changes, and the result is the least
// solution in doubles; if a number is pushed to the end of its range there is none, and the pushes that led there are the
// conflict. Bounds that push each other round and round are found before: a - b >= c holds exactly if the real difference
// reaches the point from which numbers are rounded to c or more, so every bound is one on a real difference, and a cycle that
// asks for more than it allows has no solution (Bellman and Ford, in the rational numbers of GMP).
//
// The least solution has long numbers. So a solution of short ones is tried first: one number after the other, between the
// bounds that the chosen ones leave, with some backtracking.
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
    struct Bound {
        double at;
        int label;  // 0: none, because the type of the number implies it
    };
    // to - from >= bound, or from - to < bound: a larger `from` pushes `to` up.
    struct Push {
        std::size_t from;
        std::size_t to;
        double bound;
        bool at_least;
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
    [[nodiscard]] std::optional<double> pushed(const Push& push, double number) const;
    [[nodiscard]] Outcome least_solution() const;
    bool choose(std::size_t next, std::vector<Edge>& fixed, std::vector<double>& numbers,
                std::size_t& budget) const;

    std::size_t zero_;  // the node of the number 0, behind the numbers
    std::vector<bool> dates_;
    std::vector<Edge> edges_;
    std::vector<Bound> least_;  // [number]
    std::vector<Bound> end_;    // [number]: it is below
    std::vector<Push> pushes_;
};

}  // namespace loh
