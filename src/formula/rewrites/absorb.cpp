// x | (x & y) = x        x & (x | y) = x
//
// More generally, in a disjunction of clauses one whose literals are all in another makes the other redundant
// (subsumption): a & b | a & b & c = a & b. Literals are compared as nodes. A 64-bit signature, one bit for each literal,
// rules out most pairs without looking at them.
#include <algorithm>
#include <cstdint>

#include "formula/rewrites/join.hpp"

namespace loh {

namespace {

struct Clause {
    std::vector<NodeId> literals;  // sorted
    std::uint64_t signature = 0;
    bool redundant = false;
};

Clause clause_of(const Join& join, NodeId operand) {
    Clause clause;
    if (join.graph.kind(operand) == join.dual()) {
        std::span<const NodeId> literals = join.graph.operands(operand);
        clause.literals.assign(literals.begin(), literals.end());
        std::sort(clause.literals.begin(), clause.literals.end());
    } else {
        clause.literals = {operand};
    }
    for (NodeId literal : clause.literals)
        clause.signature |= std::uint64_t{1} << (literal.value * 0x9E3779B1U >> 26U);
    return clause;
}

bool subsumes(const Clause& small, const Clause& large) {
    if (small.literals.size() > large.literals.size() || (small.signature & ~large.signature) != 0)
        return false;
    return std::includes(large.literals.begin(), large.literals.end(), small.literals.begin(),
                         small.literals.end());
}

}  // namespace

void absorb(Join& join) {
    std::vector<Clause> clauses;
    for (NodeId operand : join.operands) clauses.push_back(clause_of(join, operand));
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        for (std::size_t j = 0; j < clauses.size() && !clauses[i].redundant; ++j) {
            bool equal_later =
                clauses[i].literals == clauses[j].literals && i < j;  // of equal clauses the first stays
            if (i != j && !clauses[j].redundant && !equal_later && subsumes(clauses[j], clauses[i]))
                clauses[i].redundant = true;
        }
    }
    std::size_t next = 0;
    std::erase_if(join.operands, [&](NodeId) { return clauses[next++].redundant; });
}

}  // namespace loh
