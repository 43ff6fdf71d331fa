// Formulas over elements of cells, and over decided classes: a small graph in which constants are folded and equal nodes are one.
//
//     ElementFormulas formulas(cells);
//     NodeNumber node = FormulaMaker(columns, formulas, row).make(formula, view, {});
//     node = ElementFormulas::Restriction(formulas, cell, element)(node);      // what remains if a cell is in an element
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formula/walk.hpp"
#include "prove/cells.hpp"

namespace loh {

using NodeNumber = std::uint32_t;

inline constexpr NodeNumber kNever = 0;
inline constexpr NodeNumber kAlways = 1;

// Formulas over elements of columns, and over the class.
class ElementFormulas {
public:
    struct Node {
        enum class Kind : std::uint8_t { constant, cell, of_class, negation, all } kind = Kind::constant;
        std::uint32_t cell = 0;           // of `of_class`: the number of the decided row
        std::vector<bool> accepted = {};  // of a cell: [element]; of a class: [class]
        std::vector<NodeNumber> operands = {};
        std::vector<bool> reads = {};  // [cell]
    };

    explicit ElementFormulas(std::size_t cells) : cells_(cells), nodes_(2) {
        for (Node& node : nodes_) node.reads.resize(cells);
    }

    [[nodiscard]] const Node& node(NodeNumber number) const { return nodes_[number]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }

    NodeNumber cell(std::uint32_t cell, std::vector<bool> accepted) {
        if (std::find(accepted.begin(), accepted.end(), true) == accepted.end()) return kNever;
        if (std::find(accepted.begin(), accepted.end(), false) == accepted.end()) return kAlways;
        return unique({Node::Kind::cell, cell, std::move(accepted), {}, {}});
    }
    NodeNumber of_class(std::uint32_t decided, std::vector<bool> accepted) {
        return unique({Node::Kind::of_class, decided, std::move(accepted), {}, {}});
    }

    NodeNumber negation(NodeNumber operand) {
        if (operand <= kAlways) return 1 - operand;
        if (nodes_[operand].kind == Node::Kind::negation) return nodes_[operand].operands[0];
        return unique({Node::Kind::negation, 0, {}, {operand}, {}});
    }

    NodeNumber all(std::vector<NodeNumber> operands) {
        std::sort(operands.begin(), operands.end());
        operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
        if (!operands.empty() && operands[0] == kNever) return kNever;
        std::erase(operands, kAlways);
        if (operands.empty()) return kAlways;
        if (operands.size() == 1) return operands[0];
        return unique({Node::Kind::all, 0, {}, std::move(operands), {}});
    }

    NodeNumber any(std::vector<NodeNumber> operands) {
        for (NodeNumber& operand : operands) operand = negation(operand);
        return negation(all(std::move(operands)));
    }

    // What remains of a formula if the column is in an element.
    class Restriction {
    public:
        Restriction(ElementFormulas& formulas, std::uint32_t column, std::size_t element)
            : formulas_(formulas), column_(column), element_(element) {}
        NodeNumber operator()(NodeNumber number) {
            if (!formulas_.nodes_[number].reads[column_]) return number;
            auto known = known_.find(number);
            if (known != known_.end()) return known->second;
            Node node = formulas_.nodes_[number];
            NodeNumber result = kNever;
            if (node.kind == Node::Kind::cell) {
                result = node.accepted[element_] ? kAlways : kNever;
            } else {
                for (NodeNumber& operand : node.operands) operand = (*this)(operand);
                result = node.kind == Node::Kind::negation ? formulas_.negation(node.operands[0])
                                                           : formulas_.all(std::move(node.operands));
            }
            known_.emplace(number, result);
            return result;
        }

    private:
        ElementFormulas& formulas_;
        std::uint32_t column_;
        std::size_t element_;
        std::unordered_map<NodeNumber, NodeNumber> known_;
    };

    // The value for a class, after all columns.
    [[nodiscard]] bool value(NodeNumber number, std::size_t decided) const {
        const Node& node = nodes_[number];
        switch (node.kind) {
            case Node::Kind::constant: return number == kAlways;
            case Node::Kind::of_class: return node.accepted[decided];
            case Node::Kind::negation: return !value(node.operands[0], decided);
            default:
                return std::all_of(node.operands.begin(), node.operands.end(),
                                   [&](NodeNumber operand) { return value(operand, decided); });
        }
    }

private:
    NodeNumber unique(Node node) {
        Key key{static_cast<std::uint32_t>(node.kind), node.cell, node.accepted, node.operands};
        auto [entry, is_new] = numbers_.try_emplace(std::move(key), static_cast<NodeNumber>(nodes_.size()));
        if (!is_new) return entry->second;
        node.reads.assign(cells_, false);
        if (node.kind == Node::Kind::cell) node.reads[node.cell] = true;
        for (NodeNumber operand : node.operands)
            for (std::size_t c = 0; c < cells_; ++c)
                if (nodes_[operand].reads[c]) node.reads[c] = true;
        nodes_.push_back(std::move(node));
        return entry->second;
    }

    using Key = std::tuple<std::uint32_t, std::uint32_t, std::vector<bool>, std::vector<NodeNumber>>;
    std::size_t cells_;
    std::vector<Node> nodes_;
    std::map<Key, NodeNumber> numbers_;
};

// The formulas of a decision and a condition, over elements.
class FormulaMaker {
public:
    // row: the cells of the row, by column. decided: the number of the row for nodes `of_class`.
    FormulaMaker(const QuestionColumns& columns, ElementFormulas& formulas, Row row,
                 std::uint32_t decided = 0)
        : columns_(columns), formulas_(formulas), row_(std::move(row)), decided_(decided) {}

    NodeNumber make(const Formula& formula, const ColumnView& view,
                    const std::unordered_map<std::uint32_t, std::vector<bool>>& classes) {
        if (!formula.data()) return formula == Formula(true) ? kAlways : kNever;
        const GraphData& graph = *formula.data();
        const NodeId roots[] = {formula.id()};
        std::unordered_map<std::uint32_t, NodeNumber> made;
        for (NodeId id : below(graph, roots)) {
            std::vector<NodeNumber> operands;
            for (NodeId operand : graph.operands(id)) operands.push_back(made.at(operand.value));
            NodeNumber number = kNever;
            switch (graph.kind(id)) {
                case Kind::verum: number = kAlways; break;
                case Kind::variable: {
                    auto found = classes.find(id.value);
                    number = found != classes.end() ? formulas_.of_class(decided_, found->second)
                                                    : leaf(graph, id, view);
                    break;
                }
                case Kind::negation: number = formulas_.negation(operands[0]); break;
                case Kind::conjunction: number = formulas_.all(std::move(operands)); break;
                case Kind::disjunction: number = formulas_.any(std::move(operands)); break;
                default: break;
            }
            made[id.value] = number;
        }
        return made.at(formula.id().value);
    }

private:
    NodeNumber leaf(const GraphData& graph, NodeId id, const ColumnView& view) {
        const Atom* atom = graph.leaf_atom(id);
        bool is_truth = atom == nullptr || view.plain.contains(graph.leaf_text(id));
        std::size_t column = columns_.find(is_truth ? graph.leaf_text(id) : columns_of(*atom)[0]);
        const QuestionColumn& about = columns_.columns()[column];
        ElementSet accepted(about.elements(), false);
        if (!is_truth) {
            if (columns_of(*atom).size() > 1 || loh::column_of(*atom).is_difference())
                throw Error(ErrorKind::usage,
                            "rows cannot be counted: " + graph.leaf_text(id) + " compares two columns",
                            "counting needs rules whose literals are about one column each");
            accepted = about.accepted(*atom);
        } else if (about.type == QuestionColumn::Type::truth) {
            accepted[1] = true;
        } else {
            for (std::size_t e = 1; e < accepted.size(); ++e) accepted[e] = about.starts[e - 1] > 0.5;
        }
        return formulas_.cell(row_[column], std::move(accepted));
    }

    const QuestionColumns& columns_;
    ElementFormulas& formulas_;
    Row row_;
    std::uint32_t decided_;
};

}  // namespace loh
