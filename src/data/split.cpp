#include <algorithm>
#include <cmath>
#include <map>

#include "base/permutation.hpp"
#include "base/random.hpp"
#include "data/examples.hpp"

namespace loh {

namespace {

// Rows that stay together are represented by the first of them. Without groups, each row represents itself.
class Units {
public:
    Units(const Examples& examples, const Rows& rows) : examples_(examples), by_class_(examples.classes) {
        if (!examples.plan || examples.plan->groups.empty()) {
            for (std::uint32_t row : rows) by_class_[examples.labels[row]].push_back(row);
            return;
        }
        std::map<std::uint32_t, std::vector<std::size_t>> counts;  // [group][class]
        for (std::uint32_t row : rows) {
            std::uint32_t group = examples.plan->groups[row];
            first_.emplace(group, row);
            std::vector<std::size_t>& count = counts[group];
            count.resize(examples.classes);
            ++count[examples.labels[row]];
            ++rows_of_[first_[group]];
        }
        for (const auto& [group, count] : counts) {
            auto most = std::max_element(count.begin(), count.end()) - count.begin();
            by_class_[static_cast<std::size_t>(most)].push_back(first_[group]);
        }
    }

    // [class]: the units with this most frequent class, each by its first row.
    [[nodiscard]] std::vector<RowList>& by_class() { return by_class_; }
    [[nodiscard]] std::size_t rows_of(std::uint32_t unit) const {
        return rows_of_.empty() ? 1 : rows_of_.at(unit);
    }
    [[nodiscard]] std::uint32_t unit_of(std::uint32_t row) const {
        return first_.empty() ? row : first_.at(examples_.plan->groups[row]);
    }

private:
    const Examples& examples_;
    std::vector<RowList> by_class_;
    std::map<std::uint32_t, std::uint32_t> first_;  // by group; empty: there are no groups
    std::map<std::uint32_t, std::size_t> rows_of_;  // by first row
};

bool has_times(const Examples& examples) { return examples.plan && !examples.plan->times.empty(); }

// Parts of about equal size, the earliest first; rows of the same time are in one part.
std::vector<RowList> parts_by_time(const std::vector<std::uint32_t>& times, const Rows& rows,
                                   const std::vector<double>& ends) {
    RowList sorted = rows.list();
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return times[a] < times[b]; });
    std::vector<RowList> parts(ends.size());
    std::size_t part = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        auto end = static_cast<std::size_t>(std::llround(ends[part] * static_cast<double>(sorted.size())));
        bool same_time = i > 0 && times[sorted[i]] == times[sorted[i - 1]];
        while (part + 1 < parts.size() && i >= end && !same_time) {
            ++part;
            end = static_cast<std::size_t>(std::llround(ends[part] * static_cast<double>(sorted.size())));
        }
        parts[part].push_back(sorted[i]);
    }
    for (RowList& each : parts) std::sort(each.begin(), each.end());
    return parts;
}

}  // namespace

Split stratified_split(const Examples& examples, const Rows& rows, double fraction, std::uint64_t seed,
                       std::uint32_t purpose) {
    if (fraction == 0) return {rows, {}};
    if (has_times(examples)) {
        std::vector<RowList> parts = parts_by_time(examples.plan->times, rows, {1 - fraction, 1});
        return {std::move(parts[0]), std::move(parts[1])};
    }
    Random random(seed, Stream::splitting);
    std::vector<bool> taken(examples.rows(), false);
    Units units(examples, rows);
    for (RowList& members : units.by_class()) {
        // A random order by a random number for each unit, so that the draw does not depend on the others.
        std::sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(random.bits(purpose, a), a) < std::pair(random.bits(purpose, b), b);
        });
        std::size_t all = 0;
        for (std::uint32_t unit : members) all += units.rows_of(unit);
        auto share = static_cast<std::size_t>(std::llround(fraction * static_cast<double>(all)));
        std::size_t so_far = 0;
        for (std::size_t i = 0; i + 1 < members.size() && so_far < share; ++i) {
            taken[members[i]] = true;
            so_far += units.rows_of(members[i]);
        }
    }
    RowList first;
    RowList second;
    for (std::uint32_t row : rows) (taken[units.unit_of(row)] ? second : first).push_back(row);
    return {std::move(first), std::move(second)};
}

namespace {

std::vector<RowFold> folds_by_time(const Examples& examples, const Rows& rows, std::uint32_t folds) {
    std::vector<double> ends;
    for (std::uint32_t part = 1; part <= folds + 1; ++part)
        ends.push_back(static_cast<double>(part) / (folds + 1));
    std::vector<RowList> parts = parts_by_time(examples.plan->times, rows, ends);
    std::vector<RowFold> result;
    RowList before = parts[0];
    for (std::size_t part = 1; part < parts.size(); ++part) {
        if (!before.empty() && !parts[part].empty()) result.push_back({before, parts[part]});
        before.insert(before.end(), parts[part].begin(), parts[part].end());
        std::sort(before.begin(), before.end());
    }
    return result;
}

}  // namespace

std::vector<RowFold> row_folds(const Examples& examples, const Rows& rows, std::uint32_t folds,
                               std::uint64_t seed, std::uint32_t repeat) {
    if (has_times(examples)) return folds_by_time(examples, rows, folds);
    std::vector<std::uint32_t> fold(examples.rows(), folds);  // [unit]
    Units units(examples, rows);
    const std::vector<RowList>& by_class = units.by_class();
    constexpr std::uint32_t kFirstStep = 1000;  // apart from the purposes of stratified_split
    Random random(seed, Stream::splitting);
    std::uint32_t next = 0;
    for (std::uint32_t c = 0; c < by_class.size(); ++c) {
        auto step = kFirstStep + repeat * static_cast<std::uint32_t>(by_class.size()) + c;
        Permutation order(static_cast<std::uint32_t>(by_class[c].size()), random, step);
        for (std::uint32_t i = 0; i < by_class[c].size(); ++i) fold[by_class[c][order(i)]] = next++ % folds;
    }
    std::vector<RowFold> result(folds);
    for (std::uint32_t row : rows) {
        std::uint32_t own = fold[units.unit_of(row)];
        for (std::uint32_t f = 0; f < folds; ++f)
            (f == own ? result[f].test : result[f].training).push_back(row);
    }
    return result;
}

}  // namespace loh
