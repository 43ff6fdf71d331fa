#include "learn/sampled_literals.hpp"

#include "features/column_tests.hpp"
#include "learn/proposed_literals.hpp"

namespace loh {

namespace {

constexpr std::uint32_t kSample = 3;  // purpose of stratified_split, besides those of row_split.hpp

}  // namespace

const Bits& LiteralsOnDemand::operator[](std::size_t literal) {
    std::call_once(known_[literal], [&] { bits_[literal] = literal_bits(atoms_[literal], columns_); });
    return bits_[literal];
}

SampledLiterals::SampledLiterals(const LearnTask& task, const Rows& training, double work, ThreadPool& pool)
    : data_(task.data.data()), columns_(data_.used_columns()) {
    atoms_ = proposed_literals(data_, training.list(), task.options).atoms;
    on_all_rows_.emplace(atoms_, columns_);
    take_sample(task, training, work, pool);
}

void SampledLiterals::take_sample(const LearnTask& task, const Rows& training, double work,
                                  ThreadPool& pool) {
    double whole_work =
        static_cast<double>(training.size()) * static_cast<double>(atoms_.size() * task.options.max_rules);
    Rows sample = training;
    if (whole_work > work)
        sample =
            stratified_split(data_.examples(), sample, work / whole_work, task.options.seed, kSample).second;
    sample_ = sample.list();
    std::vector<TypedColumn> on_sample;
    for (const TypedColumn& column : columns_) on_sample.push_back(gathered(column, sample_));
    std::vector<RuleLiterals::Literal> named;
    for (const Atom& atom : atoms_) named.push_back({spell(atom), &atom});
    literals_.emplace(named, literal_bits(atoms_, on_sample, &pool), sample_.size());
}

Bits SampledLiterals::holds_on_all_rows(const LiteralRule& rule) const {
    Bits holds = all_ones(data_.rows);
    for (auto [literal, wanted] : rule) {
        const Bits& bits = (*on_all_rows_)[literal];
        for (std::size_t w = 0; w < holds.size(); ++w) holds[w] &= wanted ? bits[w] : ~bits[w];
    }
    return holds;
}

}  // namespace loh
