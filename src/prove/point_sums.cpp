#include "prove/point_sums.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::int64_t kMostSum = std::int64_t{1} << 62U;

Error too_large() { return {ErrorKind::limit, "the points of this scorecard are too large for a proof"}; }

// a + b, far from overflow.
std::int64_t sum_of(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (__builtin_add_overflow(a, b, &result) || result >= kMostSum || -kMostSum >= result) throw too_large();
    return result;
}

// Positive points for distinct variables, and the bound that remains. Negative points are moved to the negated literal.
std::int64_t normalize(std::vector<PointTerm>& terms, std::int64_t least, int always) {
    std::map<int, std::int64_t> points;  // of the positive literal
    std::int64_t bound = sum_of(least, 0);
    for (const PointTerm& term : terms) {
        std::int64_t value = sum_of(term.points, 0);
        bool certain = std::abs(term.literal) == always;
        if (term.literal < 0 ? !certain : certain) bound = sum_of(bound, -value);  // p * !x = p - p * x
        if (certain) continue;
        std::int64_t& known = points[std::abs(term.literal)];
        known = sum_of(known, term.literal > 0 ? value : -value);
    }
    terms.clear();
    std::int64_t total = 0;
    for (auto [variable, value] : points) {
        if (value == 0) continue;
        if (value < 0) bound = sum_of(bound, -value);  // p * x = p + |p| * !x
        terms.push_back({std::abs(value), value > 0 ? variable : -variable});
        total = sum_of(total, std::abs(value));
    }
    std::sort(terms.begin(), terms.end(), [](const PointTerm& a, const PointTerm& b) {
        return a.points != b.points ? a.points > b.points : std::abs(a.literal) < std::abs(b.literal);
    });
    return bound;
}

// The diagram. A node is the question whether the terms from `level` on reach a bound; nodes of a level with bounds between
// the same two sums are one.
class PointDiagram {
public:
    PointDiagram(CircuitSolver& solver, int always, const std::vector<PointTerm>& terms, std::size_t most)
        : solver_(solver),
          always_(always),
          terms_(terms),
          most_(most),
          levels_(terms.size() + 1),
          rest_(terms.size() + 1) {
        for (std::size_t i = terms.size(); i-- > 0;) rest_[i] = rest_[i + 1] + terms[i].points;
    }

    std::optional<int> reaches(std::int64_t least) {
        std::optional<Node> root = node(0, least);
        if (!root) return std::nullopt;
        emit();
        return root->literal;
    }

private:
    struct Node {
        std::int64_t low;  // the same question for all bounds from `low` + 1 to `high`
        std::int64_t high;
        int literal;
    };
    struct Gate {
        int self;
        int term;
        int with;
        int without;
    };

    // Recursion is as deep as there are terms, at most kMostTerms.
    std::optional<Node> node(std::size_t level, std::int64_t least) {
        if (least <= 0) return Node{std::numeric_limits<std::int64_t>::min(), 0, always_};
        if (least > rest_[level])
            return Node{rest_[level], std::numeric_limits<std::int64_t>::max(), -always_};
        std::map<std::int64_t, Node>& known = levels_[level];
        auto found = known.lower_bound(least);
        if (found != known.end() && found->second.low < least) return found->second;
        std::optional<Node> with = node(level + 1, least - terms_[level].points);
        if (!with) return std::nullopt;
        std::optional<Node> without = node(level + 1, least);
        if (!without || gates_.size() >= most_) return std::nullopt;
        auto shifted = [&](std::int64_t bound) {
            bool open = bound == std::numeric_limits<std::int64_t>::min() ||
                        bound == std::numeric_limits<std::int64_t>::max();
            return open ? bound : bound + terms_[level].points;
        };
        Node result{std::max(without->low, shifted(with->low)), std::min(without->high, shifted(with->high)),
                    0};
        if (with->literal == without->literal) {
            result.literal = with->literal;
        } else {
            result.literal = solver_.fresh();
            gates_.push_back({result.literal, terms_[level].literal, with->literal, without->literal});
        }
        known.emplace(result.high, result);
        return result;
    }

    // More points never hurt: `without` implies the node, which implies `with`.
    void emit() {
        for (const Gate& gate : gates_) {
            solver_.clause({-gate.self, gate.with});
            solver_.clause({-gate.self, gate.term, gate.without});
            solver_.clause({gate.self, -gate.without});
            solver_.clause({gate.self, -gate.term, -gate.with});
        }
    }

    CircuitSolver& solver_;
    int always_;
    const std::vector<PointTerm>& terms_;
    std::size_t most_;
    std::vector<std::map<std::int64_t, Node>> levels_;  // [level], by `high`
    std::vector<std::int64_t> rest_;                    // [level]: the sum of its and all later points
    std::vector<Gate> gates_;
};

class BinarySum {
public:
    BinarySum(CircuitSolver& solver, int always) : solver_(solver), always_(always) {}

    int reaches(const std::vector<PointTerm>& terms, std::int64_t least) {
        std::vector<std::vector<int>> columns(64);  // literals of weight 2^i
        for (const PointTerm& term : terms)
            for (std::size_t bit = 0; bit < 62; ++bit)
                if ((term.points >> bit & 1) != 0) columns[bit].push_back(term.literal);
        std::vector<int> digits;
        for (std::size_t bit = 0; bit + 1 < columns.size(); ++bit)
            digits.push_back(digit(columns[bit], columns[bit + 1]));
        int result = always_;  // sum >= least, from the lowest digit on
        for (std::size_t bit = 0; bit < digits.size(); ++bit) {
            bool one = (least >> bit & 1) != 0;
            result = one ? both(digits[bit], result) : -both(-digits[bit], -result);
        }
        return result;
    }

private:
    // The lowest digit of the sum of a column; the carries go to the next one.
    int digit(std::vector<int> column, std::vector<int>& next) {
        std::size_t first = 0;  // a queue keeps the adders shallow
        while (column.size() - first > 1) {
            int a = column[first];
            int b = column[first + 1];
            int c = column.size() - first > 2 ? column[first + 2] : -always_;
            first += column.size() - first > 2 ? 3 : 2;
            column.push_back(odd(a, b, c));
            next.push_back(most_of(a, b, c));
        }
        return first < column.size() ? column[first] : -always_;
    }

    int both(int a, int b) {
        if (a == -always_ || b == -always_) return -always_;
        if (a == always_) return b;
        if (b == always_) return a;
        int result = solver_.fresh();
        const int operands[] = {a, b};
        solver_.define_all(result, operands);
        return result;
    }

    int odd(int a, int b, int c) {
        int result = solver_.fresh();
        for (int x : {a, -a})
            for (int y : {b, -b})
                for (int z : {c, -c}) {
                    bool is_odd = ((x == a ? 1 : 0) + (y == b ? 1 : 0) + (z == c ? 1 : 0)) % 2 == 1;
                    solver_.clause({-x, -y, -z, is_odd ? result : -result});
                }
        return result;
    }

    int most_of(int a, int b, int c) {
        int result = solver_.fresh();
        for (auto [x, y] : {std::pair{a, b}, std::pair{a, c}, std::pair{b, c}}) {
            solver_.clause({-x, -y, result});
            solver_.clause({x, y, -result});
        }
        return result;
    }

    CircuitSolver& solver_;
    int always_;
};

}  // namespace

int at_least_points(CircuitSolver& solver, int always, std::vector<PointTerm> terms, std::int64_t least,
                    std::size_t most_nodes) {
    constexpr std::size_t kMostTerms = 2000;  // of a diagram
    std::int64_t bound = normalize(terms, least, always);
    std::int64_t total = 0;
    for (const PointTerm& term : terms) total += term.points;
    if (bound <= 0) return always;
    if (bound > total) return -always;
    if (terms.size() <= kMostTerms && most_nodes > 0) {
        if (std::optional<int> found = PointDiagram(solver, always, terms, most_nodes).reaches(bound))
            return *found;
    }
    return BinarySum(solver, always).reaches(terms, bound);
}

}  // namespace loh
