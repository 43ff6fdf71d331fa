// The parts of a program that a table fills in, as nodes of the graph:
//
//     age > ?       a choice among the cut points of age; colour = ? and colour != ? among the categories
//     colour in ?   any categories: or over [colour = c, false]; colour not in ?: and over [colour != c, true]
//     ?             a choice among all literals that the table offers
//     rules(n)      or over n of [and over all literals of [literal, true], false]
//     clauses(n)    and over n of [or over all literals of [literal, false], true]
//                   where rules are limited to k literals: k times [one of all literals, true], or false
//
// This is what somebody could have written by hand, had they known the table: the choices come in the same order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formula/graph.hpp"
#include "lang/table_offer.hpp"

namespace loh {

class TableParts {
public:
    using NewChoice = std::function<NodeId(std::span<const NodeId>)>;  // each call makes one

    TableParts(GraphData& graph, std::shared_ptr<TableOffer> offer)
        : graph_(graph), offer_(std::move(offer)) {}

    // Without a table holes stay as they are.
    [[nodiscard]] bool has_table() const { return offer_ != nullptr; }

    // Each throws an Error without a place when the table has nothing for the hole. Remarks go to `remark`.
    NodeId comparison(const Atom& atom, const NewChoice& choice, std::string& remark);
    NodeId literal(const NewChoice& choice);

    // `begin_rule` is called before each of the rules with its number from 1, and again before its choice.
    enum class Network : std::uint8_t { rules, clauses };
    NodeId network(Network kind, std::int64_t count, const NewChoice& choice,
                   const std::function<void(std::int64_t)>& begin_rule);

    // The template that is built in under this name, if one is.
    static const Network* built_in(std::string_view name);

private:
    const std::vector<NodeId>& literals();
    [[nodiscard]] std::vector<NodeId> rule(NodeId neutral, const NewChoice& choice);

    GraphData& graph_;
    std::shared_ptr<TableOffer> offer_;
    std::vector<NodeId> literals_;  // made at the first use
};

}  // namespace loh
