// Idea: for each row, the number of kept operands that decide it. An operand is redundant if every row that it decides has
// another one. Operands are removed greedily, and the counts are updated after each removal.
#include "learn/prune.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "formula/measure.hpp"

namespace loh {

namespace {

// An operand of the root.
struct Part {
    Formula formula;
    Bits rows;  // the rows that it decides (prune.hpp)
    std::size_t support = 0;
    std::size_t literals = 0;
    bool kept = true;
};

std::vector<Part> parts_of(const Formula& formula, const BitRows& rows) {
    bool disjunction = formula.kind() == Kind::disjunction;
    std::vector<Formula> operands;
    for (std::size_t i = 0; i < formula.size(); ++i)
        operands.push_back(disjunction ? formula[i] : !formula[i]);
    std::vector<Bits> bits = evaluate_rows(operands, rows);
    std::vector<Part> parts;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        std::size_t support = count_ones(bits[i]);
        parts.push_back({formula[i], std::move(bits[i]), support, count_literals(formula[i]), support > 0});
    }
    return parts;
}

// The number of kept parts that decide each row: [row].
std::vector<std::uint32_t> count_deciders(const std::vector<Part>& parts, std::size_t rows) {
    std::vector<std::uint32_t> deciders(rows, 0);
    for (const Part& part : parts) {
        for (std::size_t row = 0; part.kept && row < rows; ++row)
            deciders[row] += bit_at(part.rows, row) ? 1 : 0;
    }
    return deciders;
}

void drop_redundant(std::vector<Part>& parts, std::size_t rows) {
    std::vector<std::uint32_t> deciders = count_deciders(parts, rows);
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return parts[a].support != parts[b].support ? parts[a].support < parts[b].support
                                                    : parts[a].literals > parts[b].literals;
    });
    for (std::size_t index : order) {
        Part& part = parts[index];
        bool needed = false;
        for (std::size_t row = 0; row < rows && !needed; ++row)
            needed = bit_at(part.rows, row) && deciders[row] == 1;
        if (!part.kept || needed) continue;
        part.kept = false;
        for (std::size_t row = 0; row < rows; ++row) deciders[row] -= bit_at(part.rows, row) ? 1 : 0;
    }
}

}  // namespace

Formula prune(const Formula& formula, Prune level, const BitRows& rows) {
    bool disjunction = formula.kind() == Kind::disjunction;
    if (level == Prune::none || (!disjunction && formula.kind() != Kind::conjunction)) return formula;
    std::vector<Part> parts = parts_of(formula, rows);
    if (level == Prune::redundant) drop_redundant(parts, rows.rows);
    std::vector<Formula> kept;
    for (const Part& part : parts) {
        if (part.kept) kept.push_back(part.formula);
    }
    return disjunction ? any_of(kept) : all_of(kept);
}

}  // namespace loh
