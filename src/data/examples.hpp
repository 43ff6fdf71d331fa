// Training rows: truth values and a class for each row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "base/shared_array.hpp"
#include "data/packed_rows.hpp"

namespace loh {

// Truth values of inputs in one of two forms: columns of floats, or bits if all values are 0 or 1.
struct TruthRows {
    std::vector<std::vector<float>> columns;  // [input][row]: in [0, 1]; empty if packed
    std::shared_ptr<const PackedRows> bits;   // null if not packed
    std::vector<std::uint32_t> bit_of;        // [input]: its bit in each row

    [[nodiscard]] bool is_packed() const { return bits != nullptr; }
    [[nodiscard]] std::size_t count() const { return is_packed() ? bit_of.size() : columns.size(); }
    [[nodiscard]] float value(std::size_t input, std::size_t row) const {
        if (!is_packed()) return columns[input][row];
        return bits->at(row, bit_of[input]) ? 1.0F : 0.0F;
    }
};

// Turns columns of floats into bits if all are 0 or 1. Training is then faster and has the same result.
void pack(TruthRows& rows);

// The class of each row: [row]. Copies share the values, even with another numbering of the classes.
class Labels {
public:
    Labels() = default;
    Labels(SharedArray<std::uint32_t> values,  // NOLINT(google-explicit-constructor): any such array converts
           std::vector<std::uint32_t> numbers = {})
        : values_(std::move(values)), numbers_(std::move(numbers)) {}
    Labels(std::vector<std::uint32_t> values)  // NOLINT(google-explicit-constructor): likewise
        : values_(std::move(values)) {}
    Labels(std::initializer_list<std::uint32_t> values) : values_(values) {}

    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] std::uint32_t operator[](std::size_t row) const {
        return numbers_.empty() ? values_[row] : numbers_[values_[row]];
    }

    // The labels of `count` rows from `first` on, without a copy.
    [[nodiscard]] Labels part(std::size_t first, std::size_t count) const {
        return {values_.part(first, count), numbers_};
    }

private:
    SharedArray<std::uint32_t> values_;
    std::vector<std::uint32_t> numbers_;  // [value]: the class; empty: the value is the class
};

using RowList = std::vector<std::uint32_t>;

// What splits of the rows have to respect.
struct SplitPlan {
    std::vector<std::uint32_t> groups;  // [row]: rows of one group stay together; empty: each row is alone
    std::vector<std::uint32_t> times;   // [row]: rank in time; the latest rows are split off; empty: no order
    RowList held_out;                   // held out whatever the options say, in order; empty: by the options
    RowList unused;                     // neither learned nor measured, in order
    std::uint32_t folds = 0;            // the validation rows are fold `fold` of so many; 0: by the options
    std::uint32_t fold = 0;
};

struct Examples {
    TruthRows inputs;  // inputs of the program
    Labels labels;
    std::uint32_t classes = 2;
    std::vector<float> weights;             // [row]; empty: all 1
    std::shared_ptr<const SplitPlan> plan;  // null: nothing to respect

    [[nodiscard]] std::size_t rows() const { return labels.size(); }
    [[nodiscard]] float weight(std::size_t row) const { return weights.empty() ? 1.0F : weights[row]; }
};

// A set of rows: either 0, ..., count - 1, which takes no memory, or a list. Cheap to copy.
class Rows {
public:
    Rows() = default;
    Rows(RowList list)  // NOLINT(google-explicit-constructor): a list of rows is a set of rows
        : count_(list.size()), list_(std::make_shared<const RowList>(std::move(list))) {}

    static Rows all(std::size_t count) {
        Rows rows;
        rows.count_ = count;
        return rows;
    }

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    std::uint32_t operator[](std::size_t place) const {
        return list_ ? (*list_)[place] : static_cast<std::uint32_t>(place);
    }

    class Iterator {
    public:
        Iterator(const Rows& rows, std::size_t place) : rows_(&rows), place_(place) {}
        std::uint32_t operator*() const { return (*rows_)[place_]; }
        Iterator& operator++() {
            ++place_;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return place_ != other.place_; }

    private:
        const Rows* rows_;
        std::size_t place_;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, count_}; }

    [[nodiscard]] RowList list() const {
        RowList result;
        result.reserve(count_);
        for (std::uint32_t row : *this) result.push_back(row);
        return result;
    }
    friend bool operator==(const Rows& a, const Rows& b) {
        if (a.count_ != b.count_) return false;
        for (std::size_t i = 0; i < a.count_; ++i) {
            if (a[i] != b[i]) return false;
        }
        return true;
    }

private:
    std::size_t count_ = 0;
    std::shared_ptr<const RowList> list_;  // null: 0, 1, ..., count_ - 1
};

// Splits `rows` into two parts, in order. Each class gives the share `fraction` of its rows, rounded to the nearest row, to
// `second`, but never all of them. The rows are drawn with `seed`; `purpose` separates the splits of one run. With groups, whole
// groups are drawn, each counted for its most frequent class. With times, `second` is the latest rows, of all classes together;
// rows of the same time stay together.
struct Split {
    Rows first;
    Rows second;
};
Split stratified_split(const Examples& examples, const Rows& rows, double fraction, std::uint64_t seed,
                       std::uint32_t purpose);

// All but the given rows, then these. Both are sorted.
inline Split without_rows(const Rows& rows, const RowList& others) {
    RowList first;
    std::size_t next = 0;
    for (std::uint32_t row : rows) {
        while (next < others.size() && others[next] < row) ++next;
        if (next == others.size() || others[next] != row) first.push_back(row);
    }
    return {std::move(first), others};
}

// The parts of a cross-validation, stratified: each row is in one test part. With times, there is one more part, the earliest
// rows, and each test part is learned from the rows before it. `repeat` separates repetitions, which differ unless rows have times.
struct RowFold {
    RowList training;
    RowList test;
};
std::vector<RowFold> row_folds(const Examples& examples, const Rows& rows, std::uint32_t folds,
                               std::uint64_t seed, std::uint32_t repeat);

}  // namespace loh
