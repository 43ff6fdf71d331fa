#include "learn/fitted_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "data/table_data.hpp"
#include "features/binarizer.hpp"
#include "features/column_differences.hpp"
#include "features/discretize.hpp"
#include "learn/proposed_literals.hpp"
#include "learn/row_split.hpp"

namespace loh {

namespace {

// The candidates for a hole in a comparison of one column: cut points or categories on some rows.
class ColumnCandidates {
public:
    // what: the column in an error message.
    ColumnCandidates(const TypedColumn& column, std::string what, std::span<const std::uint32_t> labels,
                     const RowList& rows, const LearnOptions& options)
        : column_(column), what_(std::move(what)), labels_(labels), rows_(rows), options_(options) {}

    [[nodiscard]] HoleCandidates all() const {
        return column_.type == ColumnType::number ? cuts() : categories();
    }

private:
    [[nodiscard]] HoleCandidates cuts() const {
        std::vector<double> found;
        if (options_.cuts == Cuts::mdl)
            found = mdl_cuts(column_.numbers, labels_, rows_, rounding_of(column_));
        bool mdl_found_none = found.empty() && options_.cuts == Cuts::mdl;
        if (found.empty())
            found = quantile_cuts(column_.numbers, rows_, options_.max_cuts, rounding_of(column_));
        if (found.empty()) throw no_candidates("there is nothing to cut");
        HoleCandidates result{{found.begin(), found.end()}, {}, column_.form.is_date()};
        if (mdl_found_none)
            result.remark = "--cuts mdl finds no cut of " + column_.name + ": " +
                            (found.size() == 1 ? "1 quantile cut is"
                                               : std::to_string(found.size()) + " quantile cuts are") +
                            " used instead";
        return result;
    }

    [[nodiscard]] HoleCandidates categories() const {
        std::vector<bool> occurs(column_.categories.size());
        bool missing = false;
        for (std::uint32_t row : rows_) {
            if (column_.codes[row] < occurs.size()) {
                occurs[column_.codes[row]] = true;
            } else {
                missing = true;
            }
        }
        HoleCandidates result;
        for (std::size_t code = 0; code < occurs.size(); ++code) {
            if (occurs[code]) result.values.emplace_back(column_.categories[code]);
        }
        bool constant = result.values.size() == 1 && !missing;
        if (constant || result.values.empty()) throw no_candidates("there is nothing to choose from");
        return result;
    }

    [[nodiscard]] Error no_candidates(const std::string& why) const {
        bool numbers = column_.type == ColumnType::number;
        bool empty = std::all_of(rows_.begin(), rows_.end(), [&](std::uint32_t row) {
            return numbers ? std::isnan(column_.numbers[row])
                           : column_.codes[row] == TypedColumn::kMissingCode;
        });
        return {ErrorKind::meaning,
                what_ +
                    (empty ? " has no value in the training rows: "
                           : " has the same value in all training rows: ") +
                    why,
                "write the value instead of the hole, or leave the comparison out"};
    }

    const TypedColumn& column_;
    std::string what_;
    std::span<const std::uint32_t> labels_;
    const RowList& rows_;
    const LearnOptions& options_;
};

// Whether no value, or every value, from `low` to `high` satisfies a comparison with a number.
struct Constancy {
    bool never = false;
    bool always = false;
};
Constancy constancy(Comparison comparison, double number, double low, double high) {
    bool outside = number < low || number > high;
    switch (comparison) {
        case Comparison::less: return {low >= number, high < number};
        case Comparison::less_equal: return {low > number, high <= number};
        case Comparison::greater: return {high <= number, low > number};
        case Comparison::greater_equal: return {high < number, low >= number};
        case Comparison::equal: return {outside, low == high && low == number};
        case Comparison::not_equal: break;
    }
    return {low == high && low == number, outside};
}

Constancy constancy_of(const Atom& atom, double low, double high) {
    if (const auto* compare = std::get_if<CompareAtom>(&atom)) {
        const auto* number = std::get_if<double>(&compare->operand);
        return number == nullptr ? Constancy{} : constancy(compare->comparison, *number, low, high);
    }
    const auto* interval = std::get_if<IntervalAtom>(&atom);
    if (interval == nullptr) return {};
    Constancy above = constancy(interval->low_closed ? Comparison::greater_equal : Comparison::greater,
                                interval->low, low, high);
    Constancy below = constancy(interval->high_closed ? Comparison::less_equal : Comparison::less,
                                interval->high, low, high);
    return {above.never || below.never, above.always && below.always};
}

}  // namespace

const RowList& FittedCandidates::training() {
    if (!training_)
        training_ = split_for_learning(task_.data.data().examples(), task_.options).training.list();
    return *training_;
}

HoleCandidates FittedCandidates::candidates(const Column& column) {
    auto known = candidates_.find(column.name);
    if (known == candidates_.end()) known = candidates_.emplace(column.name, find_candidates(column)).first;
    return known->second;
}

TypedColumn FittedCandidates::cells_of(const Column& column) const {
    const DatasetData& data = task_.data.data();
    DatasetColumns columns(data);
    std::vector<std::string> names = column.is_difference() ? column.difference_of : std::vector{column.name};
    std::vector<TypedColumn> read;
    for (std::size_t input : input_columns(names, columns, data.target)) read.push_back(columns.typed(input));
    return column.is_difference() ? difference(column, read[0], read[1]) : read[0];
}

HoleCandidates FittedCandidates::find_candidates(const Column& column) {
    TypedColumn cells = cells_of(column);
    std::string what = column.is_difference() ? column.name : "column " + quote_name(cells.name);
    return ColumnCandidates(cells, what, task_.data.data().classes.labels, training(), task_.options).all();
}

FittedCandidates::Range FittedCandidates::range_of(const Column& column) {
    auto known = ranges_.find(column.name);
    if (known != ranges_.end()) return known->second;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Range range{kInfinity, -kInfinity, false};
    TypedColumn typed = cells_of(column);
    if (typed.type == ColumnType::number) {
        range.dates = typed.form.is_date();
        for (std::uint32_t row : training()) {
            double number = typed.numbers[row];
            range.missing = range.missing || std::isnan(number);
            range.low = number < range.low ? number : range.low;
            range.high = number > range.high ? number : range.high;
        }
    }
    return ranges_.emplace(column.name, range).first->second;
}

std::string FittedCandidates::remark_on(const Atom& written) {
    const Column& compared = column_of(written);
    bool pair = !compared.is_difference() && columns_of(written).size() == 2;
    if (pair || DatasetColumns(task_.data.data()).find_input(spell(written))) return {};
    Range range;
    try {
        range = range_of(compared);
    } catch (const Error&) {
        return {};  // the error is reported later
    }
    if (range.low > range.high || compared.date != range.dates) return {};  // the latter is an error, too
    Constancy constant = constancy_of(written, range.low, range.high);
    if (!constant.never && !constant.always) return {};
    std::string where = constant.never  ? " holds in no training row: "
                        : range.missing ? " holds in every training row with a value: "
                                        : " holds in every training row: ";
    return spell(written) + where + compared.name +
           (range.low == range.high ? " is always " + spell_cell(compared, range.low)
                                    : " ranges from " + spell_cell(compared, range.low) + " to " +
                                          spell_cell(compared, range.high));
}

const std::vector<Atom>& FittedCandidates::literals() {
    if (literals_.empty()) literals_ = proposed_literals(task_.data.data(), training(), task_.options).atoms;
    return literals_;
}

std::shared_ptr<StoredCandidates> FittedCandidates::kept() const {
    if (candidates_.empty() && literals_.empty()) return nullptr;
    auto result = std::make_shared<StoredCandidates>();
    for (const auto& [column, found] : candidates_) {
        result->kept_candidates.emplace(column, found.values);
        if (found.dates) result->kept_dates.insert(column);
    }
    result->kept_literals = literals_;
    result->kept_max_literals = max_literals();
    return result;
}

}  // namespace loh
