#include "data/target_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/calendar.hpp"
#include "base/text.hpp"
#include "data/dataset_data.hpp"
#include "data/parse_number.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

std::string spell_cut(double cut, const CellForm& form) {
    return form.is_date() ? spell_moment(cut) : spell_number(cut);
}

NumberTexts numbers_of_target(const DatasetData& data) {
    if (data.target.empty()) throw Error(ErrorKind::usage, "the dataset has no target column to cut");
    if (std::optional<NumberTexts> numbers = number_texts(data.classes.names, data.separator))
        return *numbers;
    auto text = std::find_if(data.classes.names.begin(), data.classes.names.end(),
                             [](const std::string& name) { return !parse_number(name); });
    throw Error(ErrorKind::meaning,
                "the target " + quote_name(data.target) + " cannot be cut: " +
                    (text == data.classes.names.end() ? "its cells are not numbers of one form"
                                                      : quote_name(*text) + " is not a number"),
                "cut points divide a column of numbers into classes");
}

// The classes of the intervals that occur, in increasing order.
std::shared_ptr<DatasetData> cut_data(const DatasetData& data, const NumberTexts& numbers,
                                      std::vector<double> cuts) {
    auto result = std::make_shared<DatasetData>(data);
    result->target_cuts = {std::move(cuts), numbers.form};
    const TargetCuts& by = result->target_cuts;
    std::vector<std::string> names = by.class_names(data.target);
    std::vector<bool> used(names.size(), false);
    for (double value : numbers.values) used[by.index_of(value)] = true;
    std::vector<std::uint32_t> label(names.size());
    result->classes.names.clear();
    for (std::size_t i = 0; i < names.size(); ++i) {
        label[i] = static_cast<std::uint32_t>(result->classes.names.size());
        if (used[i]) result->classes.names.push_back(names[i]);
    }
    std::vector<std::uint32_t> labels;
    labels.reserve(data.rows);
    for (std::uint32_t old : data.classes.labels) labels.push_back(label[by.index_of(numbers.values[old])]);
    result->classes.labels = std::move(labels);
    return result;
}

}  // namespace

std::vector<std::string> TargetCuts::class_names(const std::string& target) const {
    std::vector<std::string> result;
    if (cuts.empty()) return result;
    result.push_back(target + " < " + spell_cut(cuts.front(), form));
    for (std::size_t i = 1; i < cuts.size(); ++i)
        result.push_back(spell_cut(cuts[i - 1], form) + " <= " + target + " < " + spell_cut(cuts[i], form));
    result.push_back(target + " >= " + spell_cut(cuts.back(), form));
    return result;
}

std::size_t TargetCuts::index_of(double number) const {
    return static_cast<std::size_t>(std::upper_bound(cuts.begin(), cuts.end(), number) - cuts.begin());
}

std::optional<std::string> TargetCuts::class_of(const std::string& target, std::string_view cell) const {
    if (cuts.empty()) return std::nullopt;
    std::optional<double> number = form.parse(cell);
    if (!number) return std::nullopt;
    return class_names(target)[index_of(*number)];
}

std::optional<NumberTexts> number_texts(std::span<const std::string> texts, char separator) {
    NumberTexts result;
    FormFinder finder(separator);
    bool plain = !texts.empty();
    bool formed = plain;
    for (const std::string& text : texts) {
        plain = plain && parse_number(text).has_value();
        formed = formed && finder.add(text);
    }
    CommonForm found = formed ? finder.found() : CommonForm{};
    if (!plain && !found.form) return std::nullopt;
    if (!plain) result.form = *found.form;
    for (const std::string& text : texts) result.values.push_back(*result.form.parse(text));
    return result;
}

Dataset Dataset::with_cut_target(const std::vector<double>& cuts) const {
    NumberTexts numbers = numbers_of_target(*data_);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (!std::isfinite(cuts[i]) || (i > 0 && cuts[i] <= cuts[i - 1]))
            throw Error(ErrorKind::usage, "the cut points of the target must be finite and increase");
    }
    if (cuts.empty()) throw Error(ErrorKind::usage, "the target needs at least one cut point");
    return Dataset(cut_data(*data_, numbers, cuts));
}

Dataset Dataset::with_target_quantiles(std::size_t parts) const {
    NumberTexts numbers = numbers_of_target(*data_);
    if (parts < 2) throw Error(ErrorKind::usage, "the target must be divided into at least two parts");
    std::vector<double> sorted;
    sorted.reserve(data_->rows);
    for (std::uint32_t label : data_->classes.labels) sorted.push_back(numbers.values[label]);
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> cuts;
    for (std::size_t i = 1; i < parts && !sorted.empty(); ++i) {
        double cut = sorted[i * sorted.size() / parts];  // the least number of the upper part
        if (cut > sorted.front() && (cuts.empty() || cut > cuts.back())) cuts.push_back(cut);
    }
    if (cuts.empty())
        throw Error(ErrorKind::meaning, "the target " + quote_name(data_->target) + " has no quantiles",
                    "most rows have the same number: give cut points");
    return Dataset(cut_data(*data_, numbers, std::move(cuts)));
}

double Dataset::parse_cut(const std::string& text) {
    std::optional<double> cut = parse_number(text);
    if (!cut) cut = parse_moment(text);
    if (cut) return *cut;
    throw Error(ErrorKind::usage, quote_name(text) + " is not a cut point",
                "expected a number such as 12.5, or a date such as 2023-06-01");
}

Dataset Dataset::with_each_target_value() const {
    auto result = std::make_shared<DatasetData>(*data_);
    result->target_cuts.each_value = true;
    return Dataset(std::move(result));
}

}  // namespace loh
