// The literals that a search for rules uses: found on the training rows, evaluated on a sample of them.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "data/dataset_data.hpp"
#include "data/examples.hpp"
#include "learn/literal_rule.hpp"
#include "learn/rule_literals.hpp"
#include "loh/learn.hpp"

namespace loh {

// The literals on all rows of a dataset, each evaluated when it is first needed. Several threads may ask.
class LiteralsOnDemand {
public:
    LiteralsOnDemand(std::span<const Atom> atoms, std::span<const TypedColumn> columns)
        : atoms_(atoms), columns_(columns), bits_(atoms.size()), known_(atoms.size()) {}

    const Bits& operator[](std::size_t literal);

private:
    std::span<const Atom> atoms_;
    std::span<const TypedColumn> columns_;
    std::vector<Bits> bits_;
    std::deque<std::once_flag> known_;
};

class SampledLiterals {
public:
    // If rows x literals x rules (task.options.max_rules) exceeds `work`, the sample is stratified, otherwise it is all training
    // rows. The pool is used by the constructor only.
    SampledLiterals(const LearnTask& task, const Rows& training, double work, ThreadPool& pool);
    SampledLiterals(const SampledLiterals&) = delete;
    SampledLiterals& operator=(const SampledLiterals&) = delete;

    [[nodiscard]] const RowList& sample() const { return sample_; }             // rows of the dataset
    [[nodiscard]] const RuleLiterals& on_sample() const { return *literals_; }  // bits: [row of the sample]
    [[nodiscard]] std::span<const Atom> atoms() const { return atoms_; }        // [literal]
    [[nodiscard]] Bits holds_on_all_rows(const LiteralRule& rule) const;        // [row of the dataset]

private:
    void take_sample(const LearnTask& task, const Rows& training, double work, ThreadPool& pool);

    const DatasetData& data_;
    std::vector<TypedColumn> columns_;                     // to learn from
    std::vector<Atom> atoms_;                              // [literal]
    mutable std::optional<LiteralsOnDemand> on_all_rows_;  // [literal]
    RowList sample_;                                       // training rows to search on
    std::optional<RuleLiterals> literals_;                 // on the sample
};

}  // namespace loh
