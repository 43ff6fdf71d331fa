// Candidates for the holes of a program (lang/candidate_source.hpp), computed from the training rows of a task. Validation and
// held-out rows are not used. Candidates are computed on first use.
#pragma once

#include <memory>
#include <optional>

#include "data/dataset_data.hpp"
#include "data/typed_columns.hpp"
#include "lang/candidate_source.hpp"
#include "loh/learn.hpp"

namespace loh {

class FittedCandidates : public CandidateSource {
public:
    explicit FittedCandidates(const LearnTask& task) : task_(task) {}  // keeps the reference

    HoleCandidates candidates(const Column& column) override;
    const std::vector<Atom>& literals() override;
    std::string remark_on(const Atom& written) override;  // one that holds in no training row, or in all
    [[nodiscard]] std::size_t max_literals() const override { return task_.options.max_literals; }

    // All candidates that were requested, for the model file; null if there were none.
    [[nodiscard]] std::shared_ptr<StoredCandidates> kept() const;

private:
    const RowList& training();
    HoleCandidates find_candidates(const Column& column);
    [[nodiscard]] TypedColumn cells_of(
        const Column& column) const;  // of a column of the dataset or a difference

    // The values of a column of numbers in the training rows; low > high: none.
    struct Range {
        double low = 0;
        double high = -1;
        bool missing = false;  // whether a training row has no value
        bool dates = false;
    };
    Range range_of(const Column& column);

    const LearnTask& task_;
    std::optional<RowList> training_;
    std::map<std::string, HoleCandidates> candidates_;  // by column: those that were requested
    std::vector<Atom> literals_;
    std::map<std::string, Range> ranges_;  // by column: those that were requested
};

}  // namespace loh
