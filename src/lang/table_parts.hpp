// Holes as formulas over the candidates of a table:
//
//     age > ?       a choice among the cut points of age; colour = ? and colour != ? among the categories
//     colour in ?   any categories: or over [colour = c, false]; colour not in ?: and over [colour != c, true]
//     ?             a choice among all literals of the table
//     rules(n)      or over n of [and over all literals of [literal, true], false]
//     clauses(n)    and over n of [or over all literals of [literal, false], true]
//                   with at most k literals for each rule: k times [all literals, true], or false in a clause
//
// The result has the same nodes and choices, in the same order, as the formula written out by hand.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formula/graph.hpp"
#include "lang/candidate_source.hpp"

namespace loh {

class TableParts {
public:
    using NewChoice = std::function<NodeId(std::span<const NodeId>)>;  // each call makes a new choice

    TableParts(GraphData& graph, std::shared_ptr<CandidateSource> candidates)
        : graph_(graph), candidates_(std::move(candidates)) {}

    // Without a table, holes stay open.
    [[nodiscard]] bool has_table() const { return candidates_ != nullptr; }

    // Both throw an Error without a place if the table has no candidates for the hole. `remark` gets a note for the user.
    NodeId comparison(const Atom& atom, const NewChoice& choice, std::string& remark);
    NodeId literal(const NewChoice& choice);

    // A likely mistake in a comparison without a hole; usually empty.
    [[nodiscard]] std::string remark_on(const Atom& atom) const {
        return candidates_ ? candidates_->remark_on(atom) : std::string();
    }

    // `begin_rule` is called with the number of a rule, from 1, before its literals and again before its own choice.
    enum class Network : std::uint8_t { rules, clauses };
    NodeId network(Network kind, std::int64_t count, const NewChoice& choice,
                   const std::function<void(std::int64_t)>& begin_rule);

    // The built-in template with this name, or null.
    static const Network* built_in(std::string_view name);

private:
    const std::vector<NodeId>& literals();
    [[nodiscard]] std::vector<NodeId> rule(NodeId neutral, const NewChoice& choice);

    GraphData& graph_;
    std::shared_ptr<CandidateSource> candidates_;
    std::vector<NodeId> literals_;  // created at the first use
};

}  // namespace loh
