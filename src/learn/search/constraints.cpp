// Idea: a disjunction of rules is monotone in a column if each of its literals is. So a rule for the positive class may ask for
// at least some number of an increasing column, never for at most: literals of the other direction are no candidates. Missing
// cells are not ordered, and `age is missing` stays a candidate.
#include "learn/search/constraints.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include "base/text.hpp"
#include "data/dataset_data.hpp"
#include "data/table_data.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostGroups = 64;  // bits of CandidateLiteral::groups

std::size_t column_index(const std::string& name, const DatasetData& data, const char* flag) {
    auto found = std::find(data.names.begin(), data.names.end(), name);
    auto index = static_cast<std::size_t>(found - data.names.begin());
    if (found == data.names.end()) {
        std::optional<std::string> meant = closest(name, data.names);
        throw Error(ErrorKind::name,
                    std::string(flag) + ": " + data.source + " has no column " + quote_name(name),
                    meant ? "did you mean " + quote_name(*meant) + "?" : "");
    }
    if (data.uses[index] == ColumnUse::ignore)
        throw Error(ErrorKind::usage, std::string(flag) + ": rules do not use column " + quote_name(name),
                    "it is the target, or ignored");
    return index;
}

// Whether the literal becomes true (1) or false (-1) as the number grows; 0: neither.
int direction(const CompareAtom& atom) {
    if (!std::holds_alternative<double>(atom.operand)) return 0;
    switch (atom.comparison) {
        case Comparison::greater:
        case Comparison::greater_equal: return 1;
        case Comparison::less:
        case Comparison::less_equal: return -1;
        case Comparison::equal:  // of a column of zeros and ones: cuts are inequalities otherwise
            if (atom.column.is_difference()) return 0;
            return std::get<double>(atom.operand) == 1 ? 1 : std::get<double>(atom.operand) == 0 ? -1 : 0;
        case Comparison::not_equal: return 0;
    }
    return 0;
}

// The direction of a difference as a column grows.
int direction_in(const Column& compared, const std::string& column) {
    if (!compared.is_difference()) return 1;
    if (compared.absolute || compared.difference_of[0] == compared.difference_of[1]) return 0;
    return compared.difference_of[0] == column ? 1 : -1;
}

// Leaves the signs for which the literal points in the wanted direction as the column grows.
void allow_direction(const Atom& atom, const std::string& column, int wanted, CandidateLiteral& candidate) {
    if (std::holds_alternative<MissingAtom>(atom)) return;
    const auto* compare = std::get_if<CompareAtom>(&atom);
    int own = compare == nullptr ? 0 : direction(*compare) * direction_in(compare->column, column);
    candidate.may_hold = candidate.may_hold && own == wanted;
    candidate.may_be_negated = candidate.may_be_negated && own == -wanted;
}

// A column in no group is in all of them.
std::uint64_t groups_of_column(const std::string& column, const RuleConstraints& constraints) {
    std::uint64_t groups = 0;
    for (std::size_t g = 0; g < constraints.together.size(); ++g) {
        const std::vector<std::string>& group = constraints.together[g];
        bool in = std::any_of(group.begin(), group.end(),
                              [&](const std::string& name) { return spell_name(name) == column; });
        if (in) groups |= std::uint64_t{1} << g;
    }
    return groups == 0 ? ~std::uint64_t{0} : groups;
}

}  // namespace

void check_constraints(const RuleConstraints& constraints, const Dataset& dataset) {
    const DatasetData& data = dataset.data();
    for (const RuleConstraints::Monotone& monotone : constraints.monotone) {
        std::size_t index = column_index(monotone.column, data, "--monotone");
        if (data.uses[index] != ColumnUse::number)
            throw Error(ErrorKind::usage,
                        "--monotone: column " + quote_name(monotone.column) +
                            " has categories, which are not ordered",
                        "only columns of numbers can be monotone");
        if (data.classes.names.size() > 2)
            throw Error(ErrorKind::usage, "--monotone is for two classes, and " + quote_name(data.target) +
                                              " has " + std::to_string(data.classes.names.size()));
    }
    for (const std::vector<std::string>& group : constraints.together) {
        for (const std::string& name : group) static_cast<void>(column_index(name, data, "--together"));
    }
    if (constraints.together.size() > kMostGroups)
        throw Error(ErrorKind::usage,
                    "--together: at most " + std::to_string(kMostGroups) + " groups are possible");
}

std::vector<CandidateLiteral> constrained(std::span<const CandidateLiteral> candidates,
                                          std::span<const Atom> atoms, const RuleConstraints& constraints,
                                          bool positive_class) {
    std::vector<CandidateLiteral> result;
    for (CandidateLiteral candidate : candidates) {
        const Atom& atom = atoms[candidate.literal];
        for (const std::string& column : columns_of(atom)) {
            for (const RuleConstraints::Monotone& monotone : constraints.monotone) {
                if (spell_name(monotone.column) != column) continue;
                allow_direction(atom, column, monotone.increasing == positive_class ? 1 : -1, candidate);
            }
            if (!constraints.together.empty()) candidate.groups &= groups_of_column(column, constraints);
        }
        if (candidate.may_hold || candidate.may_be_negated) result.push_back(candidate);
    }
    return result;
}

}  // namespace loh
