#include "loh/space.hpp"

#include <cmath>
#include <memory>
#include <optional>
#include <ostream>
#include <unordered_set>

#include "base/check.hpp"
#include "formula/graph.hpp"
#include "formula/walk.hpp"
#include "loh/error.hpp"
#include "space/bound.hpp"
#include "space/equivalence.hpp"
#include "space/selections.hpp"

namespace loh {

namespace {

Roots space_roots(const std::vector<Formula>& outputs) {
    if (outputs.empty()) throw Error(ErrorKind::usage, "a hypothesis space needs at least one formula");
    return roots_of(outputs);
}

struct TupleHash {
    std::size_t operator()(const std::vector<NodeId>& tuple) const noexcept {
        std::uint64_t hash = 0;
        for (NodeId id : tuple) hash = (hash ^ id.value) * 0x9E3779B97F4A7C15ULL + (hash >> 29U);
        return hash;
    }
};
using TupleSet = std::unordered_set<std::vector<NodeId>, TupleHash>;

// Visits each distinct hypothesis; returns whether all were visited.
bool walk(const Roots& roots, GraphData& target, const SpaceOptions& options,
          const std::function<bool(const std::vector<NodeId>&)>& visit) {
    SelectionWalker walker(*roots.graph, roots.ids, target);
    TupleSet seen;
    std::vector<NodeId> hypothesis;
    std::size_t selections = 0;
    while (walker.next(hypothesis)) {
        if (++selections > options.max_selections || walker.steps() > options.max_steps) return false;
        if (seen.insert(hypothesis).second && !visit(hypothesis)) return false;
    }
    return true;
}

std::size_t count_leaves(const Roots& roots) {
    std::size_t count = 0;
    for (NodeId id : below(*roots.graph, roots.ids)) {
        Kind kind = roots.graph->kind(id);
        count += kind == Kind::variable || kind == Kind::hole ? 1 : 0;
    }
    return count;
}

// A space is not enumerated if its bound is more than this many powers of ten above the limit. The actual number of
// selections can be smaller than the bound only if some choices are in use under some alternatives and not under others.
constexpr double kBoundSlack = 2;

SpaceSize exactly(std::size_t count) {
    return {true, std::to_string(count), std::log10(static_cast<double>(count))};
}

}  // namespace

std::string SpaceSize::to_string() const {
    std::string number = digits;
    if (number.empty()) {
        std::string exponent = std::to_string(std::ceil(log10));
        number = "10^" + exponent.substr(0, exponent.find('.'));
    }
    return exact ? number : "<= " + number;
}

std::ostream& operator<<(std::ostream& out, const SpaceSize& size) { return out << size.to_string(); }

SpaceSize bound_hypotheses(const std::vector<Formula>& outputs) {
    Roots roots = space_roots(outputs);
    return bound_space(*roots.graph, roots.ids);
}

SpaceSize count_hypotheses(const std::vector<Formula>& outputs, const SpaceOptions& options) {
    Roots roots = space_roots(outputs);
    SpaceSize bound = bound_space(*roots.graph, roots.ids);
    if (bound.exact || bound.log10 > std::log10(static_cast<double>(options.max_selections)) + kBoundSlack)
        return bound;
    GraphData target;
    EquivalenceClasses classes(target, options.up_to_equivalence ? count_leaves(roots) : 0);
    TupleSet functions;
    std::size_t count = 0;
    bool all = walk(roots, target, options, [&](const std::vector<NodeId>& hypothesis) {
        ++count;
        if (!options.up_to_equivalence) return true;
        std::vector<NodeId> function;
        for (NodeId id : hypothesis) {
            std::optional<NodeId> first = classes.representative(id);
            if (!first) return false;
            function.push_back(*first);
        }
        functions.insert(std::move(function));
        return true;
    });
    if (!all) return bound;
    return exactly(options.up_to_equivalence ? functions.size() : count);
}

bool for_each_hypothesis(const std::vector<Formula>& outputs,
                         const std::function<bool(const std::vector<Formula>&)>& visit,
                         const SpaceOptions& options) {
    Roots roots = space_roots(outputs);
    auto target = std::make_shared<GraphData>();
    std::vector<Formula> formulas;
    return walk(roots, *target, options, [&](const std::vector<NodeId>& hypothesis) {
        formulas.clear();
        for (NodeId id : hypothesis) formulas.emplace_back(target, id);
        return visit(formulas);
    });
}

std::vector<Formula> hypotheses(const Formula& formula, const SpaceOptions& options) {
    std::vector<Formula> result;
    bool all = for_each_hypothesis(
        {formula},
        [&](const std::vector<Formula>& hypothesis) {
            result.push_back(hypothesis[0]);
            return true;
        },
        options);
    if (!all) {
        throw Error(
            ErrorKind::limit,
            "too many selections to enumerate (" + bound_hypotheses({formula}).to_string() + " hypotheses)",
            "raise the limits in SpaceOptions, or visit some with for_each_hypothesis");
    }
    return result;
}

}  // namespace loh
