// Random choice-free formulas over a few variables and the constants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "loh/formula.hpp"

namespace loh::testing {

// The same (random, round) always gives the same formula.
class RandomFormulas {
public:
    RandomFormulas(std::vector<std::string> names, std::uint64_t seed)
        : names_(std::move(names)), random_(seed, Stream::testing) {}

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

    Formula make(Graph& graph, std::uint32_t round, int depth) {
        round_ = round;
        index_ = 0;
        return any(graph, depth);
    }

    // A disjunction of conjunctions of literals, or its dual.
    Formula make_normal_form(Graph& graph, std::uint32_t round, bool disjunctive, std::uint32_t clauses) {
        round_ = round;
        index_ = 0;
        std::vector<Formula> parts;
        for (std::uint32_t c = 0; c < clauses; ++c) {
            std::vector<Formula> literals;
            for (std::uint32_t i = 0, width = 1 + draw(4); i < width; ++i) {
                Formula variable = graph.var(names_[draw(static_cast<std::uint32_t>(names_.size()))]);
                literals.push_back(draw(2) == 0 ? variable : !variable);
            }
            parts.push_back(disjunctive ? all_of(literals) : any_of(literals));
        }
        return disjunctive ? any_of(parts) : all_of(parts);
    }

private:
    std::uint32_t draw(std::uint32_t sides) {
        return static_cast<std::uint32_t>(random_.bits(round_, index_++) % sides);
    }

    Formula any(Graph& graph, int depth) {
        std::uint32_t kind = draw(depth == 0 ? 4 : 9);
        if (kind == 3) return draw(4) == 0;
        if (kind < 3) return graph.var(names_[draw(static_cast<std::uint32_t>(names_.size()))]);
        if (kind == 4) return !any(graph, depth - 1);
        std::vector<Formula> operands;
        for (std::uint32_t i = 0, count = 2 + draw(3); i < count; ++i)
            operands.push_back(any(graph, depth - 1));
        return kind % 2 == 0 ? all_of(operands) : any_of(operands);
    }

    std::vector<std::string> names_;
    loh::Random random_;
    std::uint32_t round_ = 0;
    std::uint32_t index_ = 0;
};

}  // namespace loh::testing
