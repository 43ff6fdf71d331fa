// Candidates for holes, from a table: values for `age > ?`, and literals for `?`, `rules(n)` and `clauses(n)`.
//
// Elaboration asks for candidates when it reaches a hole. During learning they come from the training rows. A model stores
// them, so that its program has the same meaning when it is loaded.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "formula/atom.hpp"

namespace loh {

struct HoleCandidates {
    std::vector<Constant> values;  // one or more: all cut points, or all categories
    std::string remark;            // a note for the user about how they were found; usually empty
    bool dates = false;            // the cut points are dates
};

class CandidateSource {
public:
    CandidateSource() = default;
    virtual ~CandidateSource() = default;
    CandidateSource(const CandidateSource&) = default;
    CandidateSource& operator=(const CandidateSource&) = default;

    // Both throw an Error without a place if there are no candidates. The caller adds the place.
    virtual HoleCandidates candidates(const Column& column) = 0;
    virtual const std::vector<Atom>& literals() = 0;

    // A likely mistake in a comparison that the program states, such as one that no row satisfies; usually empty.
    virtual std::string remark_on(const Atom& /*written*/) { return {}; }

    // The maximum number of literals of a rule or clause; 0: no limit.
    [[nodiscard]] virtual std::size_t max_literals() const = 0;
};

// Stored candidates, for loaded models.
class StoredCandidates : public CandidateSource {
public:
    HoleCandidates candidates(const Column& column) override;
    const std::vector<Atom>& literals() override;
    [[nodiscard]] std::size_t max_literals() const override { return kept_max_literals; }

    std::map<std::string, std::vector<Constant>>
        kept_candidates;               // by column, in the spelling of the language
    std::set<std::string> kept_dates;  // columns whose cut points are dates
    std::vector<Atom> kept_literals;
    std::size_t kept_max_literals = 0;
};

}  // namespace loh
