#include "formula/subsumption.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace loh {

namespace {

class SubsumptionIndex {
public:
    SubsumptionIndex(const std::vector<ClauseLiterals>& clauses, std::size_t& steps)
        : clauses_(clauses), steps_(steps), signatures_(clauses.size(), 0) {
        for (std::size_t i = 0; i < clauses.size(); ++i) {
            for (std::uint32_t literal : clauses[i]) {
                ++occurrences_[literal];
                signatures_[i] |= std::uint64_t{1} << (literal * 0x9E3779B1U >> 26U);
            }
        }
    }

    // Whether this clause contains all literals of a clause added before.
    bool covers(std::size_t clause) {
        if (has_empty_) return true;
        for (std::uint32_t literal : clauses_[clause]) {
            auto listed = watched_.find(literal);
            if (listed == watched_.end()) continue;
            for (std::size_t other : listed->second) {
                if (!spend(1)) return false;
                if ((signatures_[other] & ~signatures_[clause]) == 0 && is_part(other, clause)) return true;
            }
        }
        return false;
    }

    void add(std::size_t clause) {
        if (clauses_[clause].empty()) {
            has_empty_ = true;
            return;
        }
        std::uint32_t rarest = *std::min_element(
            clauses_[clause].begin(), clauses_[clause].end(),
            [&](std::uint32_t a, std::uint32_t b) { return occurrences_[a] < occurrences_[b]; });
        watched_[rarest].push_back(clause);
    }

    bool spend(std::size_t cost) {
        steps_ -= std::min(steps_, cost);
        return steps_ > 0;
    }

private:
    bool is_part(std::size_t small, std::size_t large) {
        spend(clauses_[large].size());
        return std::includes(clauses_[large].begin(), clauses_[large].end(), clauses_[small].begin(),
                             clauses_[small].end());
    }

    const std::vector<ClauseLiterals>& clauses_;
    std::size_t& steps_;
    std::vector<std::uint64_t> signatures_;
    std::unordered_map<std::uint32_t, std::uint32_t> occurrences_;  // by literal
    std::unordered_map<std::uint32_t, std::vector<std::size_t>>
        watched_;  // kept clauses by their rarest literal
    bool has_empty_ = false;
};

}  // namespace

std::vector<bool> find_subsumed(const std::vector<ClauseLiterals>& clauses, std::size_t& steps) {
    std::vector<std::size_t> order(clauses.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return clauses[a].size() < clauses[b].size(); });
    std::vector<bool> redundant(clauses.size(), false);
    SubsumptionIndex index(clauses, steps);
    for (std::size_t clause : order) {
        if (!index.spend(1 + clauses[clause].size())) break;
        redundant[clause] = index.covers(clause);
        if (!redundant[clause]) index.add(clause);
    }
    return redundant;
}

}  // namespace loh
