// Candidates for the holes of a program (lang/table_offer.hpp), computed from the training rows of a task. Validation and
// held-out rows are not used. Candidates are computed on first use.
#pragma once

#include <memory>
#include <optional>

#include "data/dataset_data.hpp"
#include "lang/table_offer.hpp"
#include "loh/learn.hpp"

namespace loh {

class FittedOffer : public TableOffer {
public:
    explicit FittedOffer(const LearnTask& task) : task_(task) {}  // keeps the reference

    HoleCandidates candidates(const Column& column) override;
    const std::vector<Atom>& literals() override;
    [[nodiscard]] std::size_t max_literals() const override { return task_.options.max_literals; }

    // All candidates that were requested, for the model file; null if there were none.
    [[nodiscard]] std::shared_ptr<KeptOffer> kept() const;

private:
    const RowList& training();
    HoleCandidates find_candidates(const Column& column);

    const LearnTask& task_;
    std::optional<RowList> training_;
    std::map<std::string, HoleCandidates> candidates_;  // by column: those that were requested
    std::vector<Atom> literals_;
};

}  // namespace loh
