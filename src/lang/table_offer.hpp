// What a table offers to the parts of a program that are left to the data: values for the hole in `age > ?`, and literals
// for `?`, `rules(n)` and `clauses(n)`.
//
// Elaboration asks when it meets such a part. Whoever has the table answers: learning looks at the training rows, and a
// model at what it has kept of the answers, so that its program means the same wherever it is read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formula/atom.hpp"

namespace loh {

struct HoleCandidates {
    std::vector<Constant> values;  // one or more: all cut points, or all categories
    std::string remark;            // about how they were found, where that may surprise; usually empty
};

class TableOffer {
public:
    TableOffer() = default;
    virtual ~TableOffer() = default;
    TableOffer(const TableOffer&) = default;
    TableOffer& operator=(const TableOffer&) = default;

    // Both throw an Error that names no place when there is nothing to offer. The caller knows the place.
    virtual HoleCandidates candidates(const Column& column) = 0;
    virtual const std::vector<Atom>& literals() = 0;

    // The most literals of a rule or clause; 0: no limit.
    [[nodiscard]] virtual std::size_t max_literals() const = 0;
};

// Answers that were given before.
class KeptOffer : public TableOffer {
public:
    HoleCandidates candidates(const Column& column) override;
    const std::vector<Atom>& literals() override;
    [[nodiscard]] std::size_t max_literals() const override { return kept_max_literals; }

    std::map<std::string, std::vector<Constant>> kept_candidates;  // by the column as the language spells it
    std::vector<Atom> kept_literals;
    std::size_t kept_max_literals = 0;
};

}  // namespace loh
