// x >= 20 & x >= 40 = x >= 40        x >= 20 | x >= 40 = x >= 20        x < 20 & x >= 40 = false
//
// Literals of one column imply or exclude one another. What a literal says is where the column's value lies: in an interval
// of numbers, at a category, or anywhere but there; a missing cell lies nowhere. In a conjunction a literal goes that another
// one implies, in a disjunction one that implies another.
#include <limits>
#include <map>
#include <optional>

#include "rules/rewrites/join.hpp"

namespace loh {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Range {  // of numbers
    double low = -kInfinity;
    double high = kInfinity;
    bool low_closed = true;
    bool high_closed = true;
};

struct Place {
    enum class Kind : std::uint8_t { range, category, other_category, missing };
    Kind kind = Kind::range;
    Range range;
    std::string category;
};

bool begins_no_later(const Range& a, const Range& b) {
    return a.low < b.low || (a.low == b.low && (a.low_closed || !b.low_closed));
}
bool ends_no_earlier(const Range& a, const Range& b) {
    return a.high > b.high || (a.high == b.high && (a.high_closed || !b.high_closed));
}
bool is_before(const Range& a, const Range& b) {
    return a.high < b.low || (a.high == b.low && !(a.high_closed && b.low_closed));
}

bool implies(const Place& a, const Place& b) {
    using K = Place::Kind;
    if (a.kind == K::range && b.kind == K::range)
        return begins_no_later(b.range, a.range) && ends_no_earlier(b.range, a.range);
    if (a.kind == K::category && b.kind == K::other_category) return a.category != b.category;
    return a.kind == b.kind && a.kind != K::range && a.category == b.category;
}

bool exclude(const Place& a, const Place& b) {
    using K = Place::Kind;
    if (a.kind == K::missing || b.kind == K::missing) return a.kind != b.kind;
    if (a.kind == K::range && b.kind == K::range)
        return is_before(a.range, b.range) || is_before(b.range, a.range);
    if (a.kind == K::category && b.kind == K::category) return a.category != b.category;
    bool opposite = (a.kind == K::category && b.kind == K::other_category) ||
                    (a.kind == K::other_category && b.kind == K::category);
    return opposite && a.category == b.category;
}

std::optional<Place> place_of(const CompareAtom& atom) {
    Place place;
    if (const auto* category = std::get_if<std::string>(&atom.operand)) {
        if (atom.comparison != Comparison::equal && atom.comparison != Comparison::not_equal)
            return std::nullopt;
        place.kind =
            atom.comparison == Comparison::equal ? Place::Kind::category : Place::Kind::other_category;
        place.category = *category;
        return place;
    }
    const auto* number = std::get_if<double>(&atom.operand);
    if (number == nullptr) return std::nullopt;
    switch (atom.comparison) {
        case Comparison::less: place.range = {-kInfinity, *number, true, false}; break;
        case Comparison::less_equal: place.range = {-kInfinity, *number, true, true}; break;
        case Comparison::greater: place.range = {*number, kInfinity, false, true}; break;
        case Comparison::greater_equal: place.range = {*number, kInfinity, true, true}; break;
        case Comparison::equal: place.range = {*number, *number, true, true}; break;
        case Comparison::not_equal: return std::nullopt;
    }
    return place;
}

// Where an atom puts its column; nothing when it says something else.
std::optional<Place> place_of(const Atom& atom) {
    if (const auto* compare = std::get_if<CompareAtom>(&atom)) return place_of(*compare);
    Place place;
    if (const auto* interval = std::get_if<IntervalAtom>(&atom)) {
        place.range = {interval->low, interval->high, interval->low_closed, interval->high_closed};
        return place;
    }
    if (!std::holds_alternative<MissingAtom>(atom)) return std::nullopt;
    place.kind = Place::Kind::missing;
    return place;
}

struct Literal {
    std::size_t operand;  // of the join
    Place place;
};

}  // namespace

void drop_implied(Join& join) {
    std::map<std::string, std::vector<Literal>> by_column;
    for (std::size_t i = 0; i < join.operands.size(); ++i) {
        if (join.graph.kind(join.operands[i]) != Kind::variable) continue;
        const Atom* atom = join.graph.leaf_atom(join.operands[i]);
        if (atom == nullptr) continue;
        if (std::optional<Place> place = place_of(*atom))
            by_column[columns_of(*atom)[0]].push_back({i, *place});
    }
    bool conjunction = join.kind == Kind::conjunction;
    std::vector<bool> dropped(join.operands.size(), false);
    for (const auto& [column, literals] : by_column) {
        for (const Literal& one : literals) {
            for (const Literal& other : literals) {
                if (&one == &other || dropped[other.operand]) continue;
                if (conjunction && exclude(one.place, other.place)) return join.decide();
                if (conjunction ? implies(other.place, one.place) : implies(one.place, other.place))
                    dropped[one.operand] = true;
            }
        }
    }
    std::size_t next = 0;
    std::erase_if(join.operands, [&](NodeId) { return dropped[next++]; });
}

}  // namespace loh
