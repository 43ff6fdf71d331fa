#include "features/binarizer.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "data/table_data.hpp"
#include "features/discretize.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// Makes the literals of one column, with one method for each kind.
class ColumnLiterals {
public:
    ColumnLiterals(const TypedColumn& column, const RowList& rows, const BinarizerOptions& options,
                   std::vector<Atom>& result)
        : source_(column),
          rows_(rows),
          options_(options),
          column_{spell_name(column.name), column.form.is_date()},
          result_(result) {}

    void add_thresholds(std::span<const double> cuts) {
        if (cuts.size() == 1 && cuts[0] > 0 && cuts[0] <= 1 && is_flag()) {
            // `smoker = 1` is easier to read than `smoker >= 0.5`.
            if (options_.both_sides) add(Comparison::equal, 0.0);
            return add(Comparison::equal, 1.0);
        }
        for (double cut : cuts) {
            if (options_.both_sides) add(Comparison::less, cut);
            add(Comparison::greater_equal, cut);
        }
    }

    void add_intervals(std::span<const double> cuts) {
        if (cuts.empty()) {
            // The only interval is unbounded. `x = x` holds for every number and fails for a missing one.
            if (options_.constants) add(Comparison::equal, column_);
            return;
        }
        add(Comparison::less, cuts.front());
        for (std::size_t i = 1; i < cuts.size(); ++i)
            result_.emplace_back(IntervalAtom{column_, cuts[i - 1], cuts[i], true, false});
        add(Comparison::greater_equal, cuts.back());
    }

    void add_categories() {
        std::vector<std::size_t> counts(source_.categories.size());
        for (std::uint32_t row : rows_) {
            if (source_.codes[row] < counts.size()) ++counts[source_.codes[row]];
        }
        MemberAtom rare{column_, {}};
        std::size_t rare_rows = 0;
        std::size_t occur = 0;
        for (std::size_t code = 0; code < counts.size(); ++code) {
            if (counts[code] == 0) continue;
            ++occur;
            if (counts[code] >= options_.min_rows) continue;
            rare.values.emplace_back(source_.categories[code]);
            rare_rows += counts[code];
        }
        if (options_.group_rare && !rare.values.empty()) occur -= rare.values.size() - 1;
        bool negated = options_.negated_categories && occur > 2;
        for (std::size_t code = 0; code < counts.size(); ++code) {
            if (counts[code] == 0 || counts[code] < options_.min_rows || !is_wanted(counts[code])) continue;
            add(Comparison::equal, source_.categories[code]);
            if (negated) add(Comparison::not_equal, source_.categories[code]);
        }
        if (options_.group_rare && !rare.values.empty() && is_wanted(rare_rows))
            add_group(std::move(rare), negated);
    }

    void add_missing() {
        bool numbers = source_.type == ColumnType::number;
        auto is_missing = [&](std::uint32_t row) {
            return numbers ? std::isnan(source_.numbers[row])
                           : source_.codes[row] == TypedColumn::kMissingCode;
        };
        auto missing = static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_missing));
        if (missing > 0 && is_wanted(missing)) result_.emplace_back(MissingAtom{column_});
    }

private:
    // Whether all numbers are 0 or 1.
    [[nodiscard]] bool is_flag() const {
        return std::all_of(rows_.begin(), rows_.end(), [&](std::uint32_t row) {
            double number = source_.numbers[row];
            return number == 0 || number == 1 || std::isnan(number);
        });
    }

    void add(Comparison comparison, Operand operand) {
        result_.emplace_back(CompareAtom{column_, comparison, std::move(operand)});
    }

    void add_group(MemberAtom group, bool negated) {
        if (group.values.size() == 1) {
            const auto& category = std::get<std::string>(group.values[0]);
            add(Comparison::equal, category);
            if (negated) add(Comparison::not_equal, category);
            return;
        }
        result_.emplace_back(group);
        group.excluded = true;
        if (negated) result_.emplace_back(std::move(group));
    }

    // Whether a literal that holds in `count` rows is wanted.
    [[nodiscard]] bool is_wanted(std::size_t count) const {
        return options_.constants || count < rows_.size();
    }

    const TypedColumn& source_;
    const RowList& rows_;
    const BinarizerOptions& options_;
    Column column_;
    std::vector<Atom>& result_;
};

void check_given(std::span<const TypedColumn> columns, const BinarizerOptions& options) {
    for (const auto& entry : options.given) {
        const std::string& name = entry.first;
        auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const TypedColumn& column) { return column.name == name; });
        if (found == columns.end()) {
            std::vector<std::string> names;
            for (const TypedColumn& column : columns) names.push_back(column.name);
            std::optional<std::string> meant = closest(name, names);
            throw Error(ErrorKind::name, "cuts are given for an unknown column " + quote_name(name),
                        meant ? "did you mean " + quote_name(*meant) + "?" : "");
        }
        if (found->type != ColumnType::number)
            throw Error(ErrorKind::usage,
                        "cuts are given for column " + quote_name(name) + ", which has categories",
                        "only numbers can be cut");
        check_cuts(entry.second, name);
    }
}

}  // namespace

BinarizerOptions BinarizerOptions::published() {
    BinarizerOptions options;
    options.numbers = NumberLiterals::intervals;
    options.constants = true;
    return options;
}

std::vector<double> cut_points(const TypedColumn& column, std::span<const std::uint32_t> labels,
                               const RowList& rows, const BinarizerOptions& options) {
    auto given = options.given.find(column.name);
    if (given != options.given.end()) return given->second;
    switch (options.method) {
        case CutMethod::mdl: return mdl_cuts(column.numbers, labels, rows, rounding_of(column));
        case CutMethod::quantiles:
            return quantile_cuts(column.numbers, rows, options.quantiles, rounding_of(column));
        case CutMethod::given: break;
    }
    return {};
}

std::vector<Atom> literals(std::span<const TypedColumn> columns, std::span<const std::uint32_t> labels,
                           const RowList& rows, const BinarizerOptions& options) {
    check_given(columns, options);
    std::vector<Atom> result;
    for (const TypedColumn& column : columns) {
        ColumnLiterals of_column(column, rows, options, result);
        if (column.type == ColumnType::category) {
            of_column.add_categories();
        } else if (options.numbers == NumberLiterals::thresholds) {
            of_column.add_thresholds(cut_points(column, labels, rows, options));
        } else {
            of_column.add_intervals(cut_points(column, labels, rows, options));
        }
        if (options.missing_literals) of_column.add_missing();
    }
    return result;
}

}  // namespace loh
