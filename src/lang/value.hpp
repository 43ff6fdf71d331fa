// Values of index arithmetic: whole numbers, decimals and dates (for comparisons with columns) and names of elements.
#pragma once

#include <cstdint>
#include <vector>

namespace loh {

// Whole numbers are limited to 2^53, so that each one is exactly a double and comparisons are exact.
inline constexpr std::int64_t kLargestWholeNumber = std::int64_t{1} << 53U;

struct Value {
    enum class Kind : std::uint8_t { integer, decimal, date, symbol };
    Kind kind = Kind::integer;
    std::int64_t integer = 0;
    double decimal = 0;        // of a date: seconds since 1970
    std::uint32_t symbol = 0;  // in the program's symbol table

    static Value of_integer(std::int64_t value) { return {Kind::integer, value, 0, 0}; }
    static Value of_decimal(double value) { return {Kind::decimal, 0, value, 0}; }
    static Value of_date(double seconds) { return {Kind::date, 0, seconds, 0}; }
    static Value of_symbol(std::uint32_t value) { return {Kind::symbol, 0, 0, value}; }

    [[nodiscard]] bool is_number() const { return kind == Kind::integer || kind == Kind::decimal; }
    [[nodiscard]] bool is_date() const { return kind == Kind::date; }
    [[nodiscard]] bool has_order() const { return kind != Kind::symbol; }
    [[nodiscard]] double as_double() const {
        return kind == Kind::integer ? static_cast<double>(integer) : decimal;
    }

    friend bool operator==(const Value& a, const Value& b) {
        if (a.kind == Kind::symbol || b.kind == Kind::symbol) return a.kind == b.kind && a.symbol == b.symbol;
        if (a.is_date() != b.is_date()) return false;
        return a.as_double() == b.as_double();
    }
};

// A range is stored as its ends: 1..1000000 takes constant memory.
struct ValueSet {
    bool is_range = false;
    std::int64_t low = 0;  // of a range, both included
    std::int64_t high = -1;
    std::vector<Value> elements;  // of any other set, in order, without duplicates

    [[nodiscard]] std::uint64_t size() const {
        if (!is_range) return elements.size();
        return high < low ? 0 : static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    }
    [[nodiscard]] Value at(std::uint64_t i) const {
        return is_range ? Value::of_integer(low + static_cast<std::int64_t>(i)) : elements[i];
    }
};

// An indexed name as a map key: the name's symbol, then kind and content of each index.
using NameKey = std::vector<std::int64_t>;

struct NameKeyHash {
    std::size_t operator()(const NameKey& key) const {  // not noexcept: libstdc++ then stores the hashes
        std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
        for (std::int64_t part : key) {
            hash = (hash ^ static_cast<std::uint64_t>(part)) * 0xBF58476D1CE4E5B9ULL;
            hash ^= hash >> 31U;
        }
        return hash;
    }
};

}  // namespace loh
