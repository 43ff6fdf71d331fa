// How the rows of a dataset are to be split: by groups, by time, or as given.
#include <algorithm>
#include <map>

#include "data/dataset_data.hpp"

namespace loh {

Dataset Dataset::with_groups_from(const std::string& column) const {
    DatasetColumns columns(*data_);
    std::size_t index = columns.at(column);
    TypedColumn cells = columns.typed(index);
    std::map<std::string, std::uint32_t> numbers;
    auto plan = std::make_shared<SplitPlan>(data_->plan ? *data_->plan : SplitPlan{});
    plan->groups.clear();
    for (std::size_t row = 0; row < rows(); ++row) {
        if (cells.is_missing(row)) throw columns.bad_cell(index, row, "the group is missing", {});
        std::string name = cells.type == ColumnType::number ? std::to_string(cells.numbers[row])
                                                            : cells.categories[cells.codes[row]];
        plan->groups.push_back(
            numbers.emplace(name, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
    if (numbers.size() < 2)
        throw Error(ErrorKind::meaning, "the column '" + column + "' has only one group of rows");
    return with_plan(std::move(plan), index);
}

Dataset Dataset::with_times_from(const std::string& column) const {
    DatasetColumns columns(*data_);
    std::size_t index = columns.at(column);
    TypedColumn cells = columns.typed(index);
    if (cells.type != ColumnType::number)
        throw Error(ErrorKind::meaning, "the column '" + column + "' has neither numbers nor dates",
                    "rows are ordered by a number or a date");
    auto plan = std::make_shared<SplitPlan>(data_->plan ? *data_->plan : SplitPlan{});
    for (std::size_t row = 0; row < rows(); ++row) {
        if (cells.is_missing(row)) throw columns.bad_cell(index, row, "the time is missing", {});
    }
    std::vector<double> sorted(cells.numbers.begin(), cells.numbers.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    plan->times.clear();
    for (std::size_t row = 0; row < rows(); ++row) {
        auto place = std::lower_bound(sorted.begin(), sorted.end(), cells.numbers[row]);
        plan->times.push_back(static_cast<std::uint32_t>(place - sorted.begin()));
    }
    return with_plan(std::move(plan), index);
}

Dataset Dataset::with_plan(std::shared_ptr<const SplitPlan> plan, std::size_t column) const {
    if (data_->names[column] == target())
        throw Error(ErrorKind::usage, "the target column cannot split the rows");
    if (!plan->groups.empty() && !plan->times.empty())
        throw Error(ErrorKind::usage, "rows are split by groups or by time, not by both");
    auto planned = std::make_shared<DatasetData>(*data_);
    planned->plan = std::move(plan);
    planned->uses[column] = ColumnUse::ignore;
    return Dataset(std::move(planned));
}

Dataset Dataset::with_held_out(std::vector<std::uint32_t> held_out, std::vector<std::uint32_t> unused) const {
    auto plan = std::make_shared<SplitPlan>(data_->plan ? *data_->plan : SplitPlan{});
    plan->held_out = std::move(held_out);
    plan->unused = std::move(unused);
    std::vector<std::uint32_t> all = plan->held_out;
    all.insert(all.end(), plan->unused.begin(), plan->unused.end());
    for (std::vector<std::uint32_t>* list : {&all, &plan->held_out, &plan->unused})
        std::sort(list->begin(), list->end());
    bool valid = std::adjacent_find(all.begin(), all.end()) == all.end() &&
                 (all.empty() || all.back() < rows()) && all.size() < std::max<std::size_t>(rows(), 1);
    if (!valid) throw Error(ErrorKind::usage, "the rows to hold out are not some of the rows, each once");
    auto planned = std::make_shared<DatasetData>(*data_);
    planned->plan = std::move(plan);
    return Dataset(std::move(planned));
}

Dataset Dataset::with_validation_fold(std::size_t fold, std::size_t folds) const {
    if (folds < 2 || fold >= folds || 2 * folds > rows())
        throw Error(ErrorKind::usage,
                    "there is no fold " + std::to_string(fold) + " of " + std::to_string(folds) +
                        " folds of " + std::to_string(rows()) + " rows",
                    "at least two folds, numbered from 0, of at least two rows each");
    auto plan = std::make_shared<SplitPlan>(data_->plan ? *data_->plan : SplitPlan{});
    plan->fold = static_cast<std::uint32_t>(fold);
    plan->folds = static_cast<std::uint32_t>(folds);
    auto planned = std::make_shared<DatasetData>(*data_);
    planned->plan = std::move(plan);
    return Dataset(std::move(planned));
}

}  // namespace loh
