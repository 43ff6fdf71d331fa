#include "features/column_differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "data/table_data.hpp"
#include "features/atom_types.hpp"
#include "features/column_pairs.hpp"
#include "features/discretize.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr double kNoDifference = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kRowsToChoose = 5000;
constexpr std::size_t kCutsToChoose = 30;

bool is_lower(const std::string& text) { return text.size() == 1 && text[0] >= 'a' && text[0] <= 'z'; }
bool is_upper(const std::string& text) { return text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z'; }

enum class Scale : std::uint8_t { numbers, small_letters, capital_letters };

// What the cells count as in a difference; nothing if they cannot be subtracted.
std::optional<Scale> scale_of(const TypedColumn& column) {
    if (column.form.is_date()) return std::nullopt;
    if (column.type == ColumnType::number) return Scale::numbers;
    const SharedArray<std::string>& all = column.categories;
    auto each = [&](auto test) { return std::all_of(all.begin(), all.end(), test); };
    if (each([](const std::string& category) { return number_of(category).has_value(); }))
        return Scale::numbers;
    if (each(is_lower)) return Scale::small_letters;
    if (each(is_upper)) return Scale::capital_letters;
    return std::nullopt;
}

double value_of(const std::string& category) {
    if (is_lower(category)) return category[0] - 'a';
    if (is_upper(category)) return category[0] - 'A';
    return number_of(category).value_or(kNoDifference);
}

// The numbers of all rows, NaN for missing and unseen cells. `computed` holds them if they are not in the column.
std::span<const double> numbers_of(const TypedColumn& column, std::vector<double>& computed) {
    if (column.type == ColumnType::number) return {column.numbers.data(), column.numbers.size()};
    std::vector<double> of_code;
    for (const std::string& category : column.categories) of_code.push_back(value_of(category));
    computed.assign(column.rows(), kNoDifference);
    for (std::size_t row = 0; row < computed.size(); ++row)
        if (column.codes[row] < of_code.size()) computed[row] = of_code[column.codes[row]];
    return computed;
}

std::string kind_of_cells(const TypedColumn& column) {
    if (column.form.is_date()) return "dates";
    std::optional<Scale> scale = scale_of(column);
    if (!scale) return "categories";
    return *scale == Scale::numbers         ? "numbers"
           : *scale == Scale::small_letters ? "letters"
                                            : "capital letters";
}

// The letters a, b, c, ... without a gap, at least three.
bool is_alphabet(const TypedColumn& column) {
    std::vector<double> places;
    for (const std::string& category : column.categories) places.push_back(value_of(category));
    std::sort(places.begin(), places.end());
    return places.size() >= 3 && places.front() == 0 &&
           places.back() + 1 == static_cast<double>(places.size());
}

struct Range {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
    bool more_than_two = false;  // values
};

Range range_of(std::span<const double> numbers, const RowList& rows) {
    Range range;
    for (std::uint32_t row : rows) {
        double number = numbers[row];
        range.least = number < range.least ? number : range.least;
        range.most = number > range.most ? number : range.most;
    }
    range.more_than_two = std::any_of(rows.begin(), rows.end(), [&](std::uint32_t row) {
        return numbers[row] > range.least && numbers[row] < range.most;
    });
    return range;
}

// The conditional entropy of the class, in bits times rows, given the best of the cuts.
double entropy_of_best_cut(const TypedColumn& column, std::span<const double> cuts,
                           std::span<const std::uint32_t> labels, const RowList& rows, std::size_t classes) {
    std::size_t parts = cuts.size() + 1;
    std::vector<double> counts((parts + 1) * classes, 0);  // [part][class]; then the missing cells
    for (std::uint32_t row : rows) {
        double number = column.numbers[row];
        auto part =
            static_cast<std::size_t>(std::upper_bound(cuts.begin(), cuts.end(), number) - cuts.begin());
        ++counts[(std::isnan(number) ? parts : part) * classes + labels[row]];
    }
    auto entropy = [&](std::span<const double> of_class) {
        double all = 0;
        double sum = 0;
        for (double count : of_class) {
            all += count;
            if (count > 0) sum += count * std::log2(count);
        }
        return all > 0 ? all * std::log2(all) - sum : 0;
    };
    std::vector<double> below(classes, 0);
    std::vector<double> above(classes, 0);
    for (std::size_t part = 0; part <= parts; ++part) {
        for (std::size_t c = 0; c < classes; ++c) above[c] += counts[part * classes + c];
    }
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t cut = 0; cut < cuts.size(); ++cut) {
        for (std::size_t c = 0; c < classes; ++c) {
            below[c] += counts[cut * classes + c];
            above[c] -= counts[cut * classes + c];
        }
        best = std::min(best, entropy(below) + entropy(above));
    }
    return best;
}

class DifferenceSearch {
public:
    DifferenceSearch(std::span<const TypedColumn> columns, std::span<const std::uint32_t> labels,
                     const RowList& rows, const BinarizerOptions& options)
        : columns_(columns), labels_(labels), rows_(rows), options_(options) {
        options_.missing_literals = false;  // the literals of the two columns say this
        for (std::uint32_t row : rows)
            classes_ = std::max<std::size_t>(classes_, labels[row] + std::size_t{1});
        std::size_t step = 1 + rows.size() / kRowsToChoose;
        for (std::size_t i = 0; i < rows.size(); i += step) {
            places_.push_back(static_cast<std::uint32_t>(chosen_rows_.size()));
            chosen_rows_.push_back(rows[i]);
            chosen_labels_.push_back(labels[rows[i]]);
        }
    }

    DifferenceLiterals run(std::size_t most) {
        if (too_many_pairs(columns_.size())) return {};
        find_usable();
        for (std::size_t a = 0; a < usable_.size(); ++a) {
            for (std::size_t b = a + 1; b < usable_.size(); ++b) {
                const Usable& left = usable_[a];
                const Usable& right = usable_[b];
                if (left.scale != right.scale || !overlap(left.range, right.range)) continue;
                examine(left, right, false);
                examine(left, right, true);
            }
        }
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Found& x, const Found& y) { return x.entropy < y.entropy; });
        return literals_of_found(most);
    }

private:
    struct Usable {
        const TypedColumn* column;
        TypedColumn cells;  // of the rows to choose on
        Scale scale;
        Range range;
    };
    struct Found {
        const TypedColumn* a;
        const TypedColumn* b;
        bool absolute;
        double entropy;  // of the class, given the best literal
    };

    static bool overlap(const Range& a, const Range& b) { return a.least <= b.most && b.least <= a.most; }

    void find_usable() {
        for (const TypedColumn& column : columns_) {
            std::optional<Scale> scale = scale_of(column);
            if (!scale || (*scale != Scale::numbers && !is_alphabet(column))) continue;
            std::vector<double> computed;
            std::span<const double> numbers = numbers_of(column, computed);
            Range range = range_of(numbers, rows_);
            if (!range.more_than_two) continue;
            std::vector<double> chosen;
            for (std::uint32_t row : chosen_rows_) chosen.push_back(numbers[row]);
            TypedColumn cells{column.name, ColumnType::number, std::move(chosen), {}, {}};
            usable_.push_back({&column, std::move(cells), *scale, range});
        }
    }

    [[nodiscard]] double best_entropy(const TypedColumn& cells) const {
        std::vector<double> cuts = quantile_cuts(cells.numbers, places_, kCutsToChoose, rounding_of(cells));
        return entropy_of_best_cut(cells, cuts, chosen_labels_, places_, classes_);
    }

    void examine(const Usable& a, const Usable& b, bool absolute) {
        Column name = difference_column(spell_name(a.column->name), spell_name(b.column->name), absolute);
        double entropy = best_entropy(difference(name, a.cells, b.cells));
        found_.push_back({a.column, b.column, absolute, entropy});
    }

    [[nodiscard]] DifferenceLiterals literals_of_found(std::size_t most) const {
        DifferenceLiterals result;
        result.found = found_.size();
        for (const Found& one : found_) {
            Column name = difference_column(spell_name(one.a->name), spell_name(one.b->name), one.absolute);
            TypedColumn cells = difference(name, *one.a, *one.b);
            std::vector<Atom> atoms = literals({&cells, 1}, labels_, rows_, options_);
            if (result.atoms.size() + atoms.size() > most) break;
            ++result.used;
            for (Atom& atom : atoms) {
                std::visit([&](auto& of) { of.column = name; }, atom);
                result.atoms.push_back(std::move(atom));
            }
        }
        return result;
    }

    std::span<const TypedColumn> columns_;
    std::span<const std::uint32_t> labels_;
    const RowList& rows_;
    RowList chosen_rows_;                       // some of them, to choose pairs on
    RowList places_;                            // 0, 1, ...: the same rows, in cells of Usable
    std::vector<std::uint32_t> chosen_labels_;  // of the same rows
    BinarizerOptions options_;
    std::size_t classes_ = 0;
    std::vector<Usable> usable_;
    std::vector<Found> found_;
};

}  // namespace

void check_difference(const TypedColumn& a, const TypedColumn& b) {
    std::optional<Scale> scale = scale_of(a);
    if (scale && scale == scale_of(b)) return;
    throw Error(ErrorKind::meaning,
                "column " + quote_name(a.name) + " has " + kind_of_cells(a) + " and column " +
                    quote_name(b.name) + " has " + kind_of_cells(b) + ": they have no difference",
                "two columns of numbers, or of single letters, can be subtracted");
}

TypedColumn difference(const Column& column, const TypedColumn& a, const TypedColumn& b) {
    check_difference(a, b);
    std::vector<double> of_a;
    std::vector<double> of_b;
    std::span<const double> left = numbers_of(a, of_a);
    std::span<const double> right = numbers_of(b, of_b);
    std::vector<double> result(left.size());
    for (std::size_t row = 0; row < result.size(); ++row) result[row] = left[row] - right[row];
    if (column.absolute) {
        for (double& number : result) number = std::abs(number);
    }
    return {column.name, ColumnType::number, std::move(result), {}, {}};
}

DifferenceLiterals difference_literals(std::span<const TypedColumn> columns,
                                       std::span<const std::uint32_t> labels, const RowList& rows,
                                       const BinarizerOptions& options, std::size_t most) {
    return DifferenceSearch(columns, labels, rows, options).run(most);
}

}  // namespace loh
