// Rows to learn from: truth values and a class for each row.
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

// Truth values of some inputs in one of two forms: columns of floats, or, when all are 0 or 1, bits.
struct TruthRows {
    std::vector<std::vector<float>> columns;  // [input][row]: in [0, 1]; empty when packed
    std::shared_ptr<const PackedRows> bits;   // null when not packed
    std::vector<std::uint32_t> bit_of;        // [input]: its bit in each row

    [[nodiscard]] bool is_packed() const { return bits != nullptr; }
    [[nodiscard]] std::size_t count() const { return is_packed() ? bit_of.size() : columns.size(); }
    [[nodiscard]] float value(std::size_t input, std::size_t row) const {
        if (!is_packed()) return columns[input][row];
        return bits->at(row, bit_of[input]) ? 1.0F : 0.0F;
    }
};

// Turns columns of floats into bits when all are 0 or 1. Training is then faster; its result is the same.
void pack(TruthRows& rows);

// [row]: class. Copies share the values, also with other numbers for the classes.
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

    // Of so many rows from `first` on, not copied.
    [[nodiscard]] Labels part(std::size_t first, std::size_t count) const {
        return {values_.part(first, count), numbers_};
    }

private:
    SharedArray<std::uint32_t> values_;
    std::vector<std::uint32_t> numbers_;  // [value]: the class; empty: the value is the class
};

struct Examples {
    TruthRows inputs;  // of the program
    Labels labels;
    std::uint32_t classes = 2;
    std::vector<float> weights;  // [row]; empty: all 1

    [[nodiscard]] std::size_t rows() const { return labels.size(); }
    [[nodiscard]] float weight(std::size_t row) const { return weights.empty() ? 1.0F : weights[row]; }
};

using RowList = std::vector<std::uint32_t>;

// Some rows: all of so many, which takes no memory, or those of a list. Cheap to copy.
class Rows {
public:
    Rows() = default;
    Rows(RowList list)  // NOLINT(google-explicit-constructor): a list is some rows
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

// `rows` in two parts, in order. Each class gives its share of `fraction` to `second`, to the nearest row, but no class is
// taken away whole. Which rows go is drawn from `seed`; `purpose` tells apart the splits of one run.
struct Split {
    Rows first;
    Rows second;
};
Split stratified_split(const Examples& examples, const Rows& rows, double fraction, std::uint64_t seed,
                       std::uint32_t purpose);

}  // namespace loh
