// What changed between two decisions about the same target: rules that were added, removed, widened or narrowed, and rows that
// are decided differently.
//
//     loh::DecisionDiff diff = loh::compare_decisions(old_model, new_model);
//     for (const loh::RuleChange& change : diff.rules)
//         if (change.kind == loh::RuleChange::Kind::added) std::cout << "+ " << change.after << '\n';
//
// A rule is widened if it holds wherever it did before and somewhere else; this is proved for every possible row, as in
// loh/prove.hpp, so rules that are only written differently are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "loh/decision.hpp"
#include "loh/prove.hpp"
#include "loh/table.hpp"

namespace loh {

struct RuleChange {
    enum class Kind : std::uint8_t { same, rewritten, widened, narrowed, removed, added };
    Kind kind = Kind::same;
    std::string name;                              // its class; of a scorecard, the class that it favours
    std::string before;                            // the old rule; empty if it was added
    std::string after;                             // the new rule; empty if it was removed
    std::vector<std::int64_t> points_before = {};  // of a scorecard: [class of the old decision]
    std::vector<std::int64_t> points_after = {};   // [class of the new decision]
};

// Whether every possible row is decided alike.
enum class Agreement : std::uint8_t { proved, refuted, undecided };

struct DecisionDiff {
    std::vector<RuleChange> rules;  // the old rules in their order, then those that were added
    Agreement agreement = Agreement::undecided;
    ProofAnswer difference;  // if refuted: a row that is decided differently

    [[nodiscard]] std::size_t count(RuleChange::Kind kind) const;
};

struct DiffOptions {
    ProofOptions proof = {};
    std::size_t max_pairs = 20'000;  // of rules to compare; more is an Error (limit)
};

// Throws Error (usage) if a decision is of the head `paper`.
DecisionDiff compare_decisions(const Decision& before, const Decision& after,
                               const DiffOptions& options = {});

// The rows of a table that are decided differently.
struct ChangedDecision {
    std::size_t row = 0;
    std::string before;
    std::string after;
};
std::vector<ChangedDecision> changed_decisions(const Decision& before, const Decision& after,
                                               const Table& table);

}  // namespace loh
