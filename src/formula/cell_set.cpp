#include "formula/cell_set.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "base/check.hpp"

namespace loh {

namespace {

using Cut = CellSet::Cut;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Cut kFirst{-kInfinity, false};
constexpr Cut kLast{kInfinity, false};

std::vector<Cut> complement_of(const std::vector<Cut>& cuts) {
    std::vector<Cut> result = cuts;
    auto toggle = [&](Cut cut, bool front) {
        bool there = !result.empty() && (front ? result.front() : result.back()) == cut;
        if (there) {
            result.erase(front ? result.begin() : result.end() - 1);
        } else {
            result.insert(front ? result.begin() : result.end(), cut);
        }
    };
    toggle(kFirst, true);
    toggle(kLast, false);
    return result;
}

// Sweeps over the ends of all ranges. Two ranges that touch become one.
std::vector<Cut> union_of(const std::vector<Cut>& a, const std::vector<Cut>& b) {
    std::vector<std::pair<Cut, int>> ends;  // +1 begins, -1 ends
    for (const std::vector<Cut>* cuts : {&a, &b}) {
        for (std::size_t i = 0; i < cuts->size(); ++i) ends.emplace_back((*cuts)[i], i % 2 == 0 ? 1 : -1);
    }
    std::sort(ends.begin(), ends.end(), [](const auto& x, const auto& y) {
        return x.first < y.first || (x.first == y.first && x.second > y.second);
    });
    std::vector<Cut> result;
    int depth = 0;
    for (const auto& [cut, step] : ends) {
        if (depth == 0 || depth + step == 0) result.push_back(cut);
        depth += step;
    }
    return result;
}

using CategoryNames = std::set<std::string>;

CategoryNames both_of(const CategoryNames& a, const CategoryNames& b) {
    CategoryNames result;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
    return result;
}

CategoryNames without(const CategoryNames& a, const CategoryNames& b) {
    CategoryNames result;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
    return result;
}

CellSet range_of(Comparison comparison, double number) {
    Cut before{number, false};
    Cut after{number, true};
    switch (comparison) {
        case Comparison::less: return CellSet::numbers(kFirst, before);
        case Comparison::less_equal: return CellSet::numbers(kFirst, after);
        case Comparison::greater: return CellSet::numbers(after, kLast);
        case Comparison::greater_equal: return CellSet::numbers(before, kLast);
        default: return CellSet::numbers(before, after);
    }
}

// All present cells outside the set.
CellSet others(const CellSet& cells) {
    return intersect(cells.complement(), CellSet::only_missing().complement());
}

CellSet equal_to(const Constant& constant) {
    if (const auto* number = std::get_if<double>(&constant)) return range_of(Comparison::equal, *number);
    return CellSet::category(std::get<std::string>(constant));
}

std::optional<CellSet> cells_of(const CompareAtom& atom) {
    std::optional<CellSet> equal;
    if (const auto* number = std::get_if<double>(&atom.operand)) {
        if (atom.comparison != Comparison::not_equal) return range_of(atom.comparison, *number);
        equal = range_of(Comparison::equal, *number);
    } else if (const auto* category = std::get_if<std::string>(&atom.operand)) {
        bool equality = atom.comparison == Comparison::equal || atom.comparison == Comparison::not_equal;
        if (!equality) return std::nullopt;
        equal = CellSet::category(*category);
    }
    return equal && atom.comparison == Comparison::not_equal ? others(*equal) : equal;
}

std::optional<CellSet> cells_of(const MemberAtom& atom) {
    std::optional<CellSet> result;
    for (const Constant& value : atom.values) {
        CellSet one = equal_to(value);
        if (result && !comparable(*result, one)) return std::nullopt;
        result = result ? unite(*result, one) : one;
    }
    return result && atom.excluded ? others(*result) : result;
}

}  // namespace

std::optional<CellSet> CellSet::of(const Atom& atom) {
    std::optional<CellSet> result = only_missing();
    if (const auto* compare = std::get_if<CompareAtom>(&atom)) result = cells_of(*compare);
    if (const auto* member = std::get_if<MemberAtom>(&atom)) result = cells_of(*member);
    if (const auto* interval = std::get_if<IntervalAtom>(&atom))
        result = numbers({interval->low, !interval->low_closed}, {interval->high, interval->high_closed});
    if (result && result->type_ == Type::number)
        result->date_ = std::visit([](const auto& of) { return of.column.date; }, atom);
    return result;
}

CellSet CellSet::of_pair(Comparison comparison) {
    CellSet below = category("<");
    CellSet equal = category("=");
    CellSet above = category(">");
    switch (comparison) {
        case Comparison::less: return below;
        case Comparison::less_equal: return unite(below, equal);
        case Comparison::greater: return above;
        case Comparison::greater_equal: return unite(equal, above);
        case Comparison::equal: return equal;
        case Comparison::not_equal: return others(equal);
    }
    return equal;
}

CellSet CellSet::numbers(Cut low, Cut high) {
    CellSet result;
    result.type_ = Type::number;
    if (low < high) result.cuts_ = {low, high};
    return result;
}

CellSet CellSet::category(const std::string& name) {
    CellSet result;
    result.type_ = Type::category;
    result.named_ = {name};
    return result;
}

CellSet CellSet::only_missing() {
    CellSet result;
    result.missing_ = true;
    return result;
}

bool CellSet::is_empty() const {
    return !missing_ && (type_ == Type::number ? cuts_.empty() : listed_ && named_.empty());
}

bool CellSet::contains(double number) const {
    if (type_ == Type::unknown) return !listed_;
    auto after = std::upper_bound(cuts_.begin(), cuts_.end(), Cut{number, false});
    return (after - cuts_.begin()) % 2 == 1;
}

bool CellSet::contains(const std::string& category) const { return named_.contains(category) == listed_; }

CellSet CellSet::complement() const {
    CellSet result = *this;
    result.missing_ = !missing_;
    if (type_ == Type::number) {
        result.cuts_ = complement_of(cuts_);
    } else {
        result.listed_ = !listed_;
    }
    return result;
}

CellSet CellSet::as(Type type) const {
    if (type_ == type || type != Type::number) {
        CellSet result = *this;
        result.type_ = type;
        return result;
    }
    CellSet result = numbers(kFirst, listed_ ? kFirst : kLast);
    result.missing_ = missing_;
    return result;
}

bool comparable(const CellSet& a, const CellSet& b) {
    if (a.type_ == CellSet::Type::unknown || b.type_ == CellSet::Type::unknown) return true;
    return a.type_ == b.type_ && a.date_ == b.date_;
}

CellSet unite(const CellSet& a, const CellSet& b) {
    LOH_CHECK(comparable(a, b));
    CellSet::Type type = a.type_ == CellSet::Type::unknown ? b.type_ : a.type_;
    CellSet left = a.as(type);
    CellSet right = b.as(type);
    CellSet result = left;
    result.missing_ = left.missing_ || right.missing_;
    result.date_ = a.date_ || b.date_;
    result.cuts_ = union_of(left.cuts_, right.cuts_);
    if (left.listed_ && right.listed_) {
        result.named_.insert(right.named_.begin(), right.named_.end());
    } else if (!left.listed_ && !right.listed_) {
        result.named_ = both_of(left.named_, right.named_);
    } else {
        result.named_ =
            left.listed_ ? without(right.named_, left.named_) : without(left.named_, right.named_);
        result.listed_ = false;
    }
    return result;
}

CellSet intersect(const CellSet& a, const CellSet& b) {
    return unite(a.complement(), b.complement()).complement();
}

namespace {

bool all_points(const std::vector<Cut>& cuts) {
    for (std::size_t i = 0; i < cuts.size(); i += 2) {
        if (cuts[i].at != cuts[i + 1].at) return false;
    }
    return !cuts.empty();
}

std::vector<Constant> points(const std::vector<Cut>& cuts) {
    std::vector<Constant> result;
    for (std::size_t i = 0; i < cuts.size(); i += 2) result.emplace_back(cuts[i].at);
    return result;
}

Atom equal_or_member(const Column& column, std::vector<Constant> values, bool excluded) {
    if (values.size() > 1) return MemberAtom{column, std::move(values), excluded};
    return CompareAtom{column, excluded ? Comparison::not_equal : Comparison::equal,
                       std::visit([](const auto& value) { return Operand(value); }, values[0])};
}

std::optional<Atom> atom_of_numbers(const std::vector<Cut>& cuts, const Column& column) {
    if (all_points(cuts)) return equal_or_member(column, points(cuts), false);
    if (std::vector<Cut> outside = complement_of(cuts); all_points(outside))
        return equal_or_member(column, points(outside), true);
    if (cuts.size() != 2) return std::nullopt;
    Cut low = cuts[0];
    Cut high = cuts[1];
    if (low == kFirst)
        return CompareAtom{column, high.after ? Comparison::less_equal : Comparison::less, high.at};
    if (high == kLast)
        return CompareAtom{column, low.after ? Comparison::greater : Comparison::greater_equal, low.at};
    return IntervalAtom{column, low.at, high.at, !low.after, high.after};
}

// The atom for a set without the missing cell that does not contain all present cells.
std::optional<Atom> atom_for(const CellSet& cells, Column column) {
    column.date = cells.has_dates();
    if (!cells.cuts().empty()) return atom_of_numbers(cells.cuts(), column);
    return equal_or_member(column, {cells.named().begin(), cells.named().end()}, !cells.listed());
}

}  // namespace

std::optional<CellLiteral> literal_for(const CellSet& cells, const Column& column) {
    LOH_CHECK(!cells.is_empty() && !cells.is_full());
    CellSet present = cells.has_missing() ? cells.complement() : cells;  // the atom accepts no missing cell
    if (unite(present, CellSet::only_missing()).is_full())
        return CellLiteral{MissingAtom{column}, !cells.has_missing()};
    std::optional<Atom> atom = atom_for(present, column);
    if (!atom) return std::nullopt;
    return CellLiteral{*atom, cells.has_missing()};
}

std::optional<PairComparison> comparison_for(const CellSet& pairs) {
    bool negated = pairs.has_missing();
    CellSet accepted = negated ? pairs.complement() : pairs;
    for (Comparison comparison : {Comparison::less, Comparison::less_equal, Comparison::greater,
                                  Comparison::greater_equal, Comparison::equal, Comparison::not_equal}) {
        CellSet candidate = CellSet::of_pair(comparison);
        if (is_subset(accepted, candidate) && is_subset(candidate, accepted))
            return PairComparison{comparison, negated};
    }
    return std::nullopt;
}

}  // namespace loh
