#include "learn/sampled_literals.hpp"

#include <algorithm>

#include "features/column_tests.hpp"
#include "learn/proposed_literals.hpp"

namespace loh {

namespace {

// A rule on a category of one or two rows is seldom more than chance. Tables of less than sixty rows ask for fewer. Rejected: 5
// rows, which cost short scorecards .05 of macro F1 on a table of 200 rows with rare classes.
constexpr std::size_t kLeastCategoryRows = 3;
constexpr std::size_t kLeastCategoryShare = 20;  // one of so many rows

std::size_t least_category_rows(std::size_t rows) {
    return std::min(kLeastCategoryRows, std::max<std::size_t>(1, rows / kLeastCategoryShare));
}

constexpr std::uint32_t kSample = 3;  // purpose of stratified_split, besides those of row_split.hpp

}  // namespace

const Bits& LiteralsOnDemand::operator[](std::size_t literal) {
    std::call_once(known_[literal], [&] { bits_[literal] = literal_bits(atoms_[literal], columns_); });
    return bits_[literal];
}

SampledLiterals::SampledLiterals(const LearnTask& task, const Rows& training, double work, ThreadPool& pool)
    : data_(task.data.data()), columns_(data_.used_columns()) {
    atoms_ =
        proposed_literals(data_, training.list(), task.options, least_category_rows(training.size())).atoms;
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
