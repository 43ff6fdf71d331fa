// What the training rows of a task offer to the holes of its program (lang/candidate_source.hpp). Rows that are kept aside are
// not looked at, and nothing is worked out before a hole asks for it.
#pragma once

#include <memory>
#include <optional>

#include "data/dataset_data.hpp"
#include "lang/candidate_source.hpp"
#include "loh/learn.hpp"

namespace loh {

class FittedCandidates : public CandidateSource {
public:
    explicit FittedCandidates(const LearnTask& task) : task_(task) {}  // which must stay

    HoleCandidates candidates(const Column& column) override;
    const std::vector<Atom>& literals() override;
    [[nodiscard]] std::size_t max_literals() const override { return task_.options.max_literals; }

    // What was asked for, to be kept; null when nothing was.
    [[nodiscard]] std::shared_ptr<StoredCandidates> kept() const;

private:
    const RowList& training();
    HoleCandidates found(const Column& column);

    const LearnTask& task_;
    std::optional<RowList> training_;
    std::map<std::string, HoleCandidates> candidates_;  // that were asked for
    std::vector<Atom> literals_;
};

}  // namespace loh
