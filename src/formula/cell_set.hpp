// Which cells of a column a literal accepts. A cell is missing, a number, or a category; which of the two last a column has
// is known from the constants it is compared with. Sets of cells are closed under not, and, or, so what literals of one
// column say together is one set, and often one literal again:
//
//     age >= 20 & age < 40            = 20 <= age < 40
//     job = "admin" | job = "tech"    = job in {"admin", "tech"}
//     job != "admin" & job != "tech"  = job not in {"admin", "tech"}      none of them accepts a missing cell
//
// A category that nobody has named, which is all that is known of an unseen one, is in a set of categories exactly when the
// set is given by those it leaves out.
//
// How the cells of two columns compare is a category too, as if it stood in a column of its own: below, equal or above, none
// of these where a category is unseen, and missing where one of the cells is.
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
    // A place between numbers: just before one, or just after it.
    struct Cut {
        double at = 0;
        bool after = false;
        friend bool operator==(const Cut& a, const Cut& b) { return a.at == b.at && a.after == b.after; }
        friend bool operator<(const Cut& a, const Cut& b) {
            return a.at < b.at || (a.at == b.at && !a.after && b.after);
        }
    };

    // What the atom accepts; nothing when it compares two columns or mixes numbers and categories.
    static std::optional<CellSet> of(const Atom& atom);
    static CellSet of_pair(Comparison comparison);  // of the first column with the second
    static CellSet numbers(Cut low, Cut high);      // those between
    static CellSet category(const std::string& name);
    static CellSet only_missing();

    [[nodiscard]] bool is_empty() const;
    [[nodiscard]] bool is_full() const { return complement().is_empty(); }
    [[nodiscard]] bool has_missing() const { return missing_; }
    [[nodiscard]] bool contains(double number) const;
    [[nodiscard]] bool contains(const std::string& category) const;
    [[nodiscard]] bool contains_unseen() const { return type_ != Type::number && !listed_; }

    // Numbers as ranges [low, high) of cuts, one after the other; categories as those named, which are in the set or (not
    // `listed`) left out of it.
    [[nodiscard]] const std::vector<Cut>& cuts() const { return cuts_; }
    [[nodiscard]] const std::set<std::string>& named() const { return named_; }
    [[nodiscard]] bool listed() const { return listed_; }

    [[nodiscard]] CellSet complement() const;
    // Sets of numbers and sets of categories do not mix: ask `comparable` before.
    friend bool comparable(const CellSet& a, const CellSet& b);
    friend CellSet unite(const CellSet& a, const CellSet& b);
    friend CellSet intersect(const CellSet& a, const CellSet& b);
    friend bool is_subset(const CellSet& a, const CellSet& b) {
        return intersect(a, b.complement()).is_empty();
    }

private:
    enum class Type : std::uint8_t { unknown, number, category };
    [[nodiscard]] CellSet as(Type type) const;

    Type type_ = Type::unknown;  // unknown: all that is present or nothing of it
    std::vector<Cut> cuts_;      // of numbers: sorted, where the set begins and ends in turn
    std::set<std::string> named_;
    bool listed_ = true;
    bool missing_ = false;
};

// A literal: an atom, or its negation.
struct CellLiteral {
    Atom atom;
    bool negated = false;
};

// The literal that accepts exactly these cells, if there is one; the set is neither empty nor full. A negation stands only
// where there is no other way: for sets with the missing cell, and for all that is present.
std::optional<CellLiteral> literal_for(const CellSet& cells, const Column& column);

// The comparison of two columns that accepts exactly these, or its negation, if there is one.
struct PairComparison {
    Comparison comparison;
    bool negated = false;
};
std::optional<PairComparison> comparison_for(const CellSet& pairs);

}  // namespace loh
