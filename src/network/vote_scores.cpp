#include "network/vote_scores.hpp"

#include "network/kernels/lanes.hpp"

namespace loh {

void VoteScores::compute(const Batch& batch) {
    columns_of_rules_.clear();
    for (std::size_t r = 0; r < shape_.rules; ++r) columns_of_rules_.push_back(batch.padded_output(r).data());
    shape_.stride = padded(batch.rows());
    scores_.resize(shape_.classes * shape_.stride);
    add_votes(shape_, columns_of_rules_.data(), points_.data(), scores_.data());
}

void VoteScores::classes(std::span<std::uint32_t> chosen) const {
    most_votes(scores_, shape_.classes, shape_.stride, chosen);
}

}  // namespace loh
