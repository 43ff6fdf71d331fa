// Random columns of numbers and categories with missing and unseen cells, and random conditions on them.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "data/typed_columns.hpp"
#include "formula/graph.hpp"
#include "support/random.hpp"

namespace loh::testing {

inline constexpr std::uint32_t kUnseen = TypedColumn::kUnseenCode;

// Few distinct values, so that equal cells and common thresholds occur.
inline TypedColumn random_numbers(Random& random, const std::string& name, std::size_t rows) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::vector<double> values = {-kInfinity, -2.5, -1, -0.0, 0.0, 5e-324, 0.5, 1, 2.25, 3, kInfinity};
    std::vector<double> numbers;
    for (std::size_t row = 0; row < rows; ++row)
        numbers.push_back(random.chance(15) ? std::nan("") : random.pick(values));
    return {name, ColumnType::number, std::move(numbers), {}, {}};
}

inline TypedColumn random_categories(Random& random, const std::string& name,
                                     std::vector<std::string> categories, std::size_t rows) {
    std::vector<std::uint32_t> codes;
    for (std::size_t row = 0; row < rows; ++row) {
        auto code = static_cast<std::uint32_t>(random.below(categories.size()));
        codes.push_back(random.chance(15) ? TypedColumn::kMissingCode : random.chance(10) ? kUnseen : code);
    }
    return {name, ColumnType::category, {}, std::move(codes), std::move(categories)};
}

// Two columns of numbers, two of overlapping categories, and one of many categories.
inline std::vector<TypedColumn> random_columns(std::uint64_t seed, std::size_t rows) {
    Random random(seed);
    std::vector<std::string> many;
    for (int i = 10; i < 50; ++i) many.push_back("town " + std::to_string(i));
    return {random_numbers(random, "age", rows), random_numbers(random, "body height", rows),
            random_categories(random, "color", {"blue", "green", "red"}, rows),
            random_categories(random, "shade", {"green", "pink", "red", "white"}, rows),
            random_categories(random, "town", std::move(many), rows)};
}

inline Comparison random_comparison(Random& random, bool ordered) {
    return static_cast<Comparison>(ordered ? random.below(6) : 4 + random.below(2));
}

inline Atom random_atom(Random& random, const std::vector<TypedColumn>& columns) {
    const std::vector<double> numbers = {-1, 0, 0.5, 0.75, 2.25, 4};
    std::size_t index = random.below(columns.size());
    const TypedColumn& column = columns[index];
    Column name{spell_name(column.name)};
    bool number = column.type == ColumnType::number;
    if (number && random.chance(30))
        name = difference_column(name.name, spell_name(columns[random.below(2)].name), random.chance(50));
    std::size_t kind = random.below(8);
    if (kind == 0) return MissingAtom{name};
    if (kind == 1 && column.name != "town" && !name.is_difference()) {
        std::size_t other = number ? random.below(2) : 2 + random.below(2);
        return CompareAtom{name, random_comparison(random, number), Column{spell_name(columns[other].name)}};
    }
    if (kind == 2 && number) {
        double low = random.pick(numbers);
        return IntervalAtom{name, low, low + 2, random.chance(50), random.chance(50)};
    }
    if (kind <= 4) {
        MemberAtom atom{name, {}, random.chance(30)};
        for (std::size_t i = random.below(number ? 3 : 30); i-- > 0;) {
            if (number) atom.values.emplace_back(random.pick(numbers));
            if (!number) atom.values.emplace_back(random.pick(column.categories.to_vector()));
        }
        return atom;
    }
    if (number) return CompareAtom{name, random_comparison(random, true), random.pick(numbers)};
    std::string category = random.chance(20) ? "nowhere" : random.pick(column.categories.to_vector());
    return CompareAtom{name, random_comparison(random, false), category};
}

// Formulas over atoms with many shared parts: each new formula joins earlier ones.
inline std::vector<Formula> random_rules(Random& random, Graph& graph,
                                         const std::vector<TypedColumn>& columns, std::size_t count) {
    std::vector<Formula> made = {true, false};
    for (std::size_t i = 0; i < 12; ++i)
        made.emplace_back(graph.data(), graph.data()->atom(random_atom(random, columns)));
    for (std::size_t i = 0; i < 3 * count; ++i) {
        std::vector<Formula> operands;
        for (std::size_t k = 1 + random.below(5); k-- > 0;) {
            Formula operand =
                random.chance(4) ? made[random.below(2)] : made[2 + random.below(made.size() - 2)];
            operands.push_back(random.chance(30) ? !operand : operand);
        }
        made.push_back(random.chance(60) ? all_of(operands) : any_of(operands));
    }
    return {made.end() - static_cast<std::ptrdiff_t>(count), made.end()};
}

}  // namespace loh::testing
