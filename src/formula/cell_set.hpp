// The set of cells of a column that a literal accepts. A cell is missing, a number or a category; the constants in the
// atoms tell whether a column has numbers or categories. Cell sets are closed under complement, intersection and union, so
// any combination of literals of one column is one set, and often one literal:
//
//     age >= 20 & age < 40            = 20 <= age < 40
//     job = "admin" | job = "tech"    = job in {"admin", "tech"}
//     job != "admin" & job != "tech"  = job not in {"admin", "tech"}      none of them accepts a missing cell
//
// Categories that no atom names, unseen ones included, are all treated alike. They belong to a set of categories exactly
// when the set is given by the categories it excludes.
//
// The comparison of two columns is treated as a column of categories: less, equal or greater, none of these if a category
// is unseen, and missing if one of the cells is missing.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "formula/atom.hpp"

namespace loh {

class CellSet {
public:
    // A position on the number line: just before a number, or just after it.
    struct Cut {
        double at = 0;
        bool after = false;
        friend bool operator==(const Cut& a, const Cut& b) { return a.at == b.at && a.after == b.after; }
        friend bool operator<(const Cut& a, const Cut& b) {
            return a.at < b.at || (a.at == b.at && !a.after && b.after);
        }
    };

    // The cells that satisfy the atom; nothing if it compares two columns or mixes numbers and categories.
    static std::optional<CellSet> of(const Atom& atom);
    static CellSet of_pair(Comparison comparison);  // first column compared with the second
    static CellSet numbers(Cut low, Cut high);      // the numbers between the cuts
    static CellSet category(const std::string& name);
    static CellSet only_missing();

    [[nodiscard]] bool is_empty() const;
    [[nodiscard]] bool is_full() const { return complement().is_empty(); }
    [[nodiscard]] bool has_missing() const { return missing_; }
    [[nodiscard]] bool contains(double number) const;
    [[nodiscard]] bool contains(const std::string& category) const;
    [[nodiscard]] bool contains_unseen() const { return type_ != Type::number && !listed_; }

    // Numbers: ranges [low, high) of cuts, in ascending order. Categories: the named ones, which the set contains if
    // `listed`, and excludes otherwise.
    [[nodiscard]] const std::vector<Cut>& cuts() const { return cuts_; }
    [[nodiscard]] const std::set<std::string>& named() const { return named_; }
    [[nodiscard]] bool listed() const { return listed_; }
    [[nodiscard]] bool has_dates() const { return date_; }  // the numbers are dates

    [[nodiscard]] CellSet complement() const;
    // Both sets must be `comparable`: both of numbers, both of dates or both of categories.
    friend bool comparable(const CellSet& a, const CellSet& b);
    friend CellSet unite(const CellSet& a, const CellSet& b);
    friend CellSet intersect(const CellSet& a, const CellSet& b);
    friend bool is_subset(const CellSet& a, const CellSet& b) {
        return intersect(a, b.complement()).is_empty();
    }

private:
    enum class Type : std::uint8_t { unknown, number, category };
    [[nodiscard]] CellSet as(Type type) const;

    Type type_ = Type::unknown;  // unknown: all present cells, or none of them
    std::vector<Cut> cuts_;      // numbers: sorted, alternately the start and the end of a range
    std::set<std::string> named_;
    bool listed_ = true;
    bool missing_ = false;
    bool date_ = false;  // numbers: dates
};

// A literal: an atom, or its negation.
struct CellLiteral {
    Atom atom;
    bool negated = false;
};

// The literal that accepts exactly these cells, if there is one. The set must be neither empty nor full. The literal is
// negated only for sets with the missing cell and for the set of all present cells.
std::optional<CellLiteral> literal_for(const CellSet& cells, const Column& column);

// The comparison of two columns that accepts exactly these pairs, or its negation, if there is one.
struct PairComparison {
    Comparison comparison;
    bool negated = false;
};
std::optional<PairComparison> comparison_for(const CellSet& pairs);

}  // namespace loh
