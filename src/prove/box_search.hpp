// Searches rows by boxes: for scorecards of many rules, whose sums are too much for a SAT solver.
//
// Idea: branch and bound. A box is a set of elements for each cell. In a box a rule holds, fails or is open, so each difference of
// the points of two classes has bounds, and a class is possible or not. If the goal is certain in the box, it is done; otherwise the
// box is divided by the condition of an open rule with many points. Rules that exclude each other, such as the leaves of one tree,
// are grouped, and at most one of a group counts in a bound. Without this, the bounds of boosted trees are too wide to be of use.
//
// Rules must be conjunctions of conditions on one column each.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "prove/element_formulas.hpp"
#include "prove/policy.hpp"

namespace loh {

class BoxSearch {
public:
    struct DecidedCells {
        const DecisionData* decision;
        const ColumnView* view;
        Row row;
    };
    // Nothing if a rule is not such a conjunction. `cells`: the column of each cell.
    static std::unique_ptr<BoxSearch> make(const QuestionColumns& columns, std::vector<std::size_t> cells,
                                           std::vector<DecidedCells> rows, std::size_t max_boxes);

    // Goals: that a row is decided to be in one of the classes, or fulfils a policy.
    ElementFormulas& formulas() { return formulas_; }
    NodeNumber in_classes(std::size_t decided, const std::vector<bool>& classes);
    NodeNumber policy(const Policy& policy, std::size_t decided);

    // Elements of all cells within the box that fulfil the goal. Throws Error (limit) after too many boxes.
    std::optional<std::vector<std::size_t>> find(const std::vector<ElementSet>& box, NodeNumber goal);

private:
    using Words = std::vector<std::uint64_t>;  // a set of elements
    struct Condition {
        CellId cell;
        Words accepted;
    };
    struct BoxRule {
        std::vector<Condition> conditions;
        std::vector<std::int64_t> points;  // [class]
        std::int64_t spread = 0;
        std::uint32_t group = 0;
    };
    struct Scores {  // of one decided row
        std::vector<BoxRule> rules;
        std::uint32_t groups = 0;
        std::vector<std::int64_t> base;  // [class]
    };
    struct Box {
        std::vector<Words> cells;
        struct Open {
            std::vector<std::uint32_t> rules;
            std::vector<std::int64_t> sums;  // of the rules that hold: [class]
        };
        std::vector<Open> open;                   // [decided row with points]
        std::vector<std::vector<bool>> possible;  // [decided row]: [class]
        double promise = 0;
    };
    enum class Truth : std::uint8_t { no, yes, open };
    struct Split {
        CellId cell = 0;
        Words part;
    };

    BoxSearch(const QuestionColumns& columns, std::vector<std::size_t> cells, std::vector<DecidedCells> rows,
              std::size_t max_boxes);
    bool read_rules();
    [[nodiscard]] std::optional<BoxRule> rule_of(NodeNumber number) const;
    static void group_rules(Scores& scores);
    void update(Box& box, std::optional<CellId> changed, NodeNumber goal) const;
    static void decide_rules(Box& box, std::size_t decided, const Scores& scores,
                             std::optional<CellId> changed);
    [[nodiscard]] double promise_of(const Box& box, std::size_t decided, NodeNumber goal) const;
    [[nodiscard]] std::int64_t most_lead(const Scores& scores, const Box::Open& open, std::size_t a,
                                         std::size_t b) const;
    [[nodiscard]] Truth value(NodeNumber number, const Box& box) const;
    [[nodiscard]] std::optional<Split> split_by_goal(NodeNumber number, const Box& box) const;
    [[nodiscard]] Split split(const Box& box, NodeNumber goal) const;

    const QuestionColumns& columns_;
    std::vector<std::size_t> cells_;  // [cell]: its column
    std::vector<DecidedCells> rows_;
    std::size_t max_boxes_;
    ElementFormulas formulas_;
    std::vector<Scores> scores_;  // [decided row]; without rules if it has no points
};

}  // namespace loh
