#include "features/atom_types.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "base/calendar.hpp"
#include "base/text.hpp"
#include "data/table_data.hpp"
#include "features/column_differences.hpp"

namespace loh {

namespace {

bool is_order(Comparison comparison) {
    return comparison != Comparison::equal && comparison != Comparison::not_equal;
}

std::string named(const TypedColumn& column) { return "column " + quote_name(column.name); }

bool has_category(const TypedColumn& column, std::string_view category) {
    return std::binary_search(column.categories.begin(), column.categories.end(), category);
}

// The first category that is not a number.
auto find_text(const TypedColumn& column) {
    return std::find_if(column.categories.begin(), column.categories.end(),
                        [](const std::string& category) { return !number_of(category); });
}

bool spells_numbers(const TypedColumn& column) { return find_text(column) == column.categories.end(); }

Error needs_order(const TypedColumn& column) {
    return {ErrorKind::meaning, named(column) + " has categories, which have no order",
            "categories are compared with =, != and in"};
}

Error open_hole(const Atom& atom) {
    return {ErrorKind::meaning, "the hole in '" + spell(atom) + "' has not been filled"};
}

std::string some_categories(const TypedColumn& column) {
    constexpr std::size_t kShown = 5;
    if (column.categories.empty()) return "all its cells are missing";
    std::string result = "it has ";
    for (std::size_t i = 0; i < std::min(kShown, column.categories.size()); ++i)
        result += (i > 0 ? ", " : "") + quote(column.categories[i], '"');
    return column.categories.size() > kShown ? result + ", ..." : result;
}

Diagnostic unknown_category(const TypedColumn& column, const std::string& category) {
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.kind = ErrorKind::name;
    warning.message = named(column) + " has no category " + quote(category, '"');
    std::optional<std::string> meant = closest(category, column.categories.to_vector());
    warning.hint = meant ? "did you mean " + quote(*meant, '"') + "?" : some_categories(column);
    return warning;
}

class AtomChecker {
public:
    AtomChecker(std::span<const TypedColumn> columns, bool with_warnings)
        : columns_(columns), with_warnings_(with_warnings) {}

    void operator()(const CompareAtom& atom) {
        TypedColumn column = type_of(atom.column);
        if (const auto* other = std::get_if<Column>(&atom.operand)) {
            check_pair(column, atom.comparison, column_of(*other, columns_));
        } else if (const auto* number = std::get_if<double>(&atom.operand)) {
            check_date(column, atom.column, *number);
            if (is_order(atom.comparison) && column.type == ColumnType::category) throw needs_order(column);
            check_constant(column, *number);
        } else if (const auto* category = std::get_if<std::string>(&atom.operand)) {
            if (is_order(atom.comparison)) throw needs_order(column);
            check_constant(column, *category);
        } else {
            throw open_hole(atom);
        }
    }

    void operator()(const MemberAtom& atom) {
        TypedColumn column = type_of(atom.column);
        if (atom.hole) throw open_hole(atom);
        for (const Constant& value : atom.values) {
            if (const auto* number = std::get_if<double>(&value)) check_date(column, atom.column, *number);
            check_constant(column, value);
        }
    }

    void operator()(const IntervalAtom& atom) const {
        TypedColumn column = type_of(atom.column);
        check_date(column, atom.column, atom.low);
        if (column.type == ColumnType::category) throw needs_order(column);
    }

    void operator()(const MissingAtom& atom) const { static_cast<void>(type_of(atom.column)); }

    std::vector<Diagnostic> warnings;

private:
    // A difference has the type of a column of numbers, without cells.
    [[nodiscard]] TypedColumn type_of(const Column& column) const {
        if (!column.is_difference()) return column_of(column, columns_);
        check_difference(column_of({column.difference_of[0]}, columns_),
                         column_of({column.difference_of[1]}, columns_));
        return {column.name, ColumnType::number, {}, {}, {}};
    }

    // Dates are compared with dates, and nothing else is.
    static void check_date(const TypedColumn& column, const Column& compared, double number) {
        if (column.form.is_date() == compared.date) return;
        std::string date = spell_moment(number);
        if (!compared.date)
            throw Error(ErrorKind::meaning, named(column) + " has dates, not numbers",
                        "a date is written 2023-06-01: four digits, two and two, without blanks and quotes");
        if (column.type == ColumnType::number)
            throw Error(ErrorKind::meaning, named(column) + " has numbers, and " + date + " is a date",
                        "arithmetic has blanks: 2023 - 6 - 1");
        throw Error(ErrorKind::meaning, named(column) + " has categories, and " + date + " is a date",
                    "a category is written in quotes: " + quote(date, '"'));
    }

    void check_constant(const TypedColumn& column, const Constant& value) {
        const auto* category = std::get_if<std::string>(&value);
        if (category == nullptr && column.type == ColumnType::category) {
            throw Error(ErrorKind::meaning, named(column) + " has categories, not numbers",
                        "a category is written in quotes: \"" + spell_number(std::get<double>(value)) + '"');
        }
        if (category != nullptr && column.type == ColumnType::number) {
            throw Error(ErrorKind::meaning, named(column) + " has numbers, not categories",
                        column.form.is_date()  ? "a date is written without quotes: 2023-06-01"
                        : number_of(*category) ? "write " + *category + " without quotes"
                                               : "compare it with a number");
        }
        if (with_warnings_ && category != nullptr && !has_category(column, *category))
            warnings.push_back(unknown_category(column, *category));
    }

    static void check_pair(const TypedColumn& a, Comparison comparison, const TypedColumn& b) {
        if (a.form.is_date() != b.form.is_date()) {
            const TypedColumn& date = a.form.is_date() ? a : b;
            throw Error(ErrorKind::meaning,
                        named(date) + " has dates, and " + named(a.form.is_date() ? b : a) + " has none");
        }
        if (compare_as_numbers(a, b)) return;
        if (a.type == ColumnType::category && b.type == ColumnType::category) {
            if (is_order(comparison)) throw needs_order(spells_numbers(a) ? b : a);
            return;
        }
        const TypedColumn& number = a.type == ColumnType::number ? a : b;
        const TypedColumn& category = a.type == ColumnType::number ? b : a;
        throw Error(ErrorKind::meaning,
                    named(number) + " has numbers, and " + named(category) + " has categories",
                    "they can be compared only if all categories are numbers; " +
                        quote(*find_text(category), '"') + " is not a number");
    }

    std::span<const TypedColumn> columns_;
    bool with_warnings_;
};

}  // namespace

const TypedColumn& column_of(const Column& column, std::span<const TypedColumn> columns) {
    for (const TypedColumn& candidate : columns) {
        if (candidate.name == column.name) return candidate;
    }
    std::vector<std::string> names;
    for (const TypedColumn& candidate : columns) {
        names.push_back(spell_name(candidate.name));
        if (names.back() == column.name) return candidate;
    }
    std::optional<std::string> meant = closest(column.name, names);
    throw Error(ErrorKind::name, "there is no column " + column.name,
                meant ? "did you mean " + *meant + "?" : "");
}

std::vector<Diagnostic> check_atom(const Atom& atom, std::span<const TypedColumn> columns,
                                   bool with_warnings) {
    AtomChecker checker(columns, with_warnings);
    std::visit(checker, atom);
    return std::move(checker.warnings);
}

bool compare_as_numbers(const TypedColumn& a, const TypedColumn& b) {
    return spells_numbers(a) && spells_numbers(b);
}

std::optional<double> number_of(std::string_view category) {
    double value = 0;
    auto [end, error] = std::from_chars(category.data(), category.data() + category.size(), value);
    if (error != std::errc() || end != category.data() + category.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

}  // namespace loh
