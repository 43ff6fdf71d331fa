#include "features/literal_oracle.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <variant>

#include "base/check.hpp"
#include "features/atom_types.hpp"

namespace loh {

namespace {

struct Missing {};
struct Unseen {};
using Cell = std::variant<Missing, Unseen, double, std::string>;

Cell cell_at(const TypedColumn& column, std::size_t row) {
    if (column.type == ColumnType::number) {
        double number = column.numbers[row];
        return std::isnan(number) ? Cell(Missing{}) : Cell(number);
    }
    std::uint32_t code = column.codes[row];
    if (code == TypedColumn::kMissingCode) return Missing{};
    if (code == TypedColumn::kUnseenCode) return Unseen{};
    return column.categories[code];
}

Cell as_number(const Cell& cell) {
    const auto* category = std::get_if<std::string>(&cell);
    return category != nullptr ? Cell(number_of(*category).value()) : cell;
}

template <class T>
bool holds(const T& a, Comparison comparison, const T& b) {
    switch (comparison) {
        case Comparison::less: return a < b;
        case Comparison::less_equal: return a <= b;
        case Comparison::greater: return a > b;
        case Comparison::greater_equal: return a >= b;
        case Comparison::equal: return a == b;
        case Comparison::not_equal: return a != b;
    }
    return false;
}

bool compare(const Cell& a, Comparison comparison, const Cell& b) {
    if (std::holds_alternative<Missing>(a) || std::holds_alternative<Missing>(b)) return false;
    if (std::holds_alternative<Unseen>(a) || std::holds_alternative<Unseen>(b))
        return comparison == Comparison::not_equal;
    LOH_CHECK(a.index() == b.index());
    if (const auto* number = std::get_if<double>(&a)) return holds(*number, comparison, std::get<double>(b));
    return holds(std::get<std::string>(a), comparison, std::get<std::string>(b));
}

// The number that a cell has in a difference.
Cell ordinal(const Cell& cell) {
    const auto* category = std::get_if<std::string>(&cell);
    if (category == nullptr) return cell;
    if (std::optional<double> number = number_of(*category)) return *number;
    return static_cast<double>(
        std::string("abcdefghijklmnopqrstuvwxyz")
            .find(static_cast<char>(std::tolower(static_cast<unsigned char>((*category)[0])))));
}

struct AtRow {
    std::span<const TypedColumn> columns;
    std::size_t row;

    [[nodiscard]] Cell cell_of(const Column& column) const {
        if (!column.is_difference()) return cell_at(column_of(column, columns), row);
        Cell a = ordinal(cell_of({column.difference_of[0]}));
        Cell b = ordinal(cell_of({column.difference_of[1]}));
        if (!std::holds_alternative<double>(a) || !std::holds_alternative<double>(b)) return Missing{};
        double difference = std::get<double>(a) - std::get<double>(b);
        if (std::isnan(difference)) return Missing{};
        return column.absolute ? std::abs(difference) : difference;
    }

    bool operator()(const CompareAtom& atom) const {
        Cell cell = cell_of(atom.column);
        if (const auto* number = std::get_if<double>(&atom.operand))
            return compare(cell, atom.comparison, *number);
        if (const auto* category = std::get_if<std::string>(&atom.operand))
            return compare(cell, atom.comparison, *category);
        const TypedColumn& column = column_of(atom.column, columns);
        const TypedColumn& other = column_of(std::get<Column>(atom.operand), columns);
        Cell other_cell = cell_at(other, row);
        return compare_as_numbers(column, other)
                   ? compare(as_number(cell), atom.comparison, as_number(other_cell))
                   : compare(cell, atom.comparison, other_cell);
    }

    bool operator()(const MemberAtom& atom) const {
        bool found = std::any_of(atom.values.begin(), atom.values.end(), [&](const Constant& value) {
            Operand operand = std::visit([](const auto& constant) { return Operand(constant); }, value);
            return (*this)(CompareAtom{atom.column, Comparison::equal, operand});
        });
        return atom.excluded ? !found && !(*this)(MissingAtom{atom.column}) : found;
    }

    bool operator()(const IntervalAtom& atom) const {
        Cell cell = cell_of(atom.column);
        return compare(cell, atom.low_closed ? Comparison::greater_equal : Comparison::greater, atom.low) &&
               compare(cell, atom.high_closed ? Comparison::less_equal : Comparison::less, atom.high);
    }

    bool operator()(const MissingAtom& atom) const {
        return std::holds_alternative<Missing>(cell_of(atom.column));
    }
};

}  // namespace

bool literal_at(const Atom& atom, std::span<const TypedColumn> columns, std::size_t row) {
    return std::visit(AtRow{columns, row}, atom);
}

}  // namespace loh
