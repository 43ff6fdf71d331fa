// Truth values of choice-free formulas: for one assignment, or for all assignments with 64 rows to a word. Both visit nodes
// in the order of their ids, which is topological, so there is no recursion.
#include <algorithm>
#include <functional>
#include <unordered_map>

#include "base/check.hpp"
#include "base/text.hpp"
#include "formula/graph.hpp"
#include "formula/table.hpp"
#include "formula/walk.hpp"
#include "loh/error.hpp"
#include "loh/formula.hpp"

namespace loh {

namespace {

constexpr std::size_t kMaxTableVariables = 24;

void require_no_choices(const Formula& formula) {
    if (formula.has_choices()) {
        throw Error(ErrorKind::usage, "a formula with choices has no truth value yet",
                    "enumerate its hypotheses (loh/space.hpp), or resolve the choices first");
    }
}

}  // namespace

std::vector<std::string> variables(const Formula& formula) {
    std::vector<std::string> result;
    if (!formula.data()) return result;
    for (NodeId id : leaves_in_order(*formula.data(), formula.id()))
        result.push_back(formula.data()->leaf_text(id));
    return result;
}

bool evaluate(const Formula& formula, const Assignment& assignment) {
    require_no_choices(formula);
    if (!formula.data()) return formula.id() == kTrue;
    const GraphData& graph = *formula.data();
    std::unordered_map<std::string, bool> spelled(assignment.begin(), assignment.end());
    for (const auto& [name, value] : assignment) spelled.try_emplace(spell_name(name), value);
    std::unordered_map<std::uint32_t, bool> value;
    for (NodeId id : below(graph, {&formula, 1})) {
        std::span<const NodeId> operands = graph.operands(id);
        auto holds = [&](NodeId operand) { return value.at(operand.value); };
        switch (graph.kind(id)) {
            case Kind::falsum: value[id.value] = false; break;
            case Kind::verum: value[id.value] = true; break;
            case Kind::negation: value[id.value] = !holds(operands[0]); break;
            case Kind::conjunction:
                value[id.value] = std::all_of(operands.begin(), operands.end(), holds);
                break;
            case Kind::disjunction:
                value[id.value] = std::any_of(operands.begin(), operands.end(), holds);
                break;
            default: {
                auto found = spelled.find(graph.leaf_text(id));
                if (found == spelled.end()) {
                    throw Error(ErrorKind::usage, "the assignment has no value for " + graph.leaf_text(id));
                }
                value[id.value] = found->second;
            }
        }
    }
    return value.at(formula.id().value);
}

namespace {

std::vector<std::uint64_t> column_table(std::size_t variable, std::size_t words) {
    std::vector<std::uint64_t> table(words);
    for (std::size_t w = 0; w < words; ++w) table[w] = table_word(variable, w);
    return table;
}

template <class Combine>
std::vector<std::uint64_t> fold(std::span<const NodeId> operands, const auto& tables, Combine combine) {
    std::vector<std::uint64_t> result = tables.at(operands[0].value);
    for (NodeId operand : operands.subspan(1)) {
        const std::vector<std::uint64_t>& other = tables.at(operand.value);
        for (std::size_t w = 0; w < result.size(); ++w) result[w] = combine(result[w], other[w]);
    }
    return result;
}

}  // namespace

std::vector<std::uint64_t> truth_table(const Formula& formula, const std::vector<std::string>& names) {
    require_no_choices(formula);
    if (names.size() > kMaxTableVariables) {
        throw Error(ErrorKind::limit,
                    "a truth table over " + std::to_string(names.size()) + " variables; the limit is 24");
    }
    std::size_t words = table_words(names.size());
    std::uint64_t used =
        names.size() >= 6 ? ~std::uint64_t{0} : (std::uint64_t{1} << (std::size_t{1} << names.size())) - 1;
    std::unordered_map<std::string, std::size_t> index_of;
    for (std::size_t i = 0; i < names.size(); ++i) index_of.try_emplace(names[i], i);
    for (std::size_t i = 0; i < names.size(); ++i) index_of.try_emplace(spell_name(names[i]), i);
    if (!formula.data()) {
        std::vector<std::uint64_t> constant(words, formula.id() == kTrue ? used : 0);
        return constant;
    }

    const GraphData& graph = *formula.data();
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> tables;
    for (NodeId id : below(graph, {&formula, 1})) {
        std::vector<std::uint64_t>& table = tables[id.value];
        std::span<const NodeId> operands = graph.operands(id);
        switch (graph.kind(id)) {
            case Kind::falsum: table.assign(words, 0); break;
            case Kind::verum: table.assign(words, ~std::uint64_t{0}); break;
            case Kind::negation:
                table = tables.at(operands[0].value);
                for (std::uint64_t& word : table) word = ~word;
                break;
            case Kind::conjunction: table = fold(operands, tables, std::bit_and<>()); break;
            case Kind::disjunction: table = fold(operands, tables, std::bit_or<>()); break;
            default: {
                auto found = index_of.find(graph.leaf_text(id));
                if (found == index_of.end()) {
                    throw Error(ErrorKind::usage, "the table has no column for " + graph.leaf_text(id));
                }
                table = column_table(found->second, words);
            }
        }
    }
    std::vector<std::uint64_t> result = std::move(tables.at(formula.id().value));
    for (std::uint64_t& word : result) word &= used;
    return result;
}

}  // namespace loh
