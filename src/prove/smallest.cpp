#include "prove/smallest.hpp"

#include <algorithm>

#include "prove/point_sums.hpp"

namespace loh {

namespace {

// The cells of a claim, and a literal for each column: its cells belong to the proposal.
class Proposals {
public:
    explicit Proposals(const Claim& claim) : claim_(claim.make({}, false)) {
        CircuitSolver& solver = claim_->cells->solver();
        std::vector<PointTerm> terms;
        for (std::size_t c = 0; c < claim_->columns.columns().size(); ++c) {
            chosen_.push_back(solver.fresh());
            terms.push_back({1, chosen_.back()});
            if (claim_->differs == c) solver.clause({chosen_.back()});
        }
        for (std::size_t k = 0; k <= chosen_.size(); ++k)
            at_most_.push_back(
                -at_least_points(solver, claim_->cells->always(), terms, static_cast<std::int64_t>(k) + 1));
    }

    bool propose(std::size_t size) {
        const int assumed[] = {claim_->assumption, claim_->violation, at_most_[size]};
        if (!claim_->cells->solve(assumed)) return false;
        elements.clear();
        columns.clear();
        for (std::size_t c = 0; c < chosen_.size(); ++c) {
            if (claim_->cells->solver().value(chosen_[c])) columns.push_back(c);
            std::vector<std::size_t>& of_column = elements.emplace_back();
            for (CellId cell : claim_->cells_of(c)) of_column.push_back(claim_->cells->element(cell));
        }
        return true;
    }

    // The proposal must break one of these bounds: pairs of a column and a literal over its cells.
    void exclude(const std::vector<std::pair<std::size_t, int>>& bounds) {
        std::vector<int> clause;
        for (auto [column, bound] : bounds) {
            int breaks = claim_->cells->all({chosen_[column], -bound});
            clause.push_back(breaks);
        }
        claim_->cells->solver().clause(clause);
    }

    Elements elements;
    std::vector<std::size_t> columns;

private:
    std::unique_ptr<ClaimCells> claim_;
    std::vector<int> chosen_;
    std::vector<int> at_most_;
};

std::vector<std::pair<std::size_t, int>> bounds_of(const ClaimCells& claim, const Elements& elements,
                                                   const std::vector<std::size_t>& columns) {
    std::vector<std::pair<std::size_t, int>> result;
    for (std::size_t c : columns) {
        std::vector<CellId> cells = claim.cells_of(c);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            int from = claim.cells->from(cells[i], elements[c][i]);
            int behind = claim.cells->from(cells[i], elements[c][i] + 1);
            if (from != claim.cells->always()) result.emplace_back(c, from);
            if (behind != -claim.cells->always()) result.emplace_back(c, -behind);
        }
    }
    return result;
}

}  // namespace

bool find_smaller(const Claim& claim, ClaimCells& found, std::size_t max_rounds, Elements& elements,
                  std::vector<std::size_t>& reason) {
    std::size_t least = found.differs ? 1 : 0;
    if (reason.size() <= least) return true;
    Proposals proposals(claim);
    // Literals of the two solvers are the same, because they were made by the same calls; further ones are only used by one.
    int harmless = found.cells->all({found.assumption, -found.violation});
    std::vector<std::size_t> all;
    for (std::size_t c = 0; c < elements.size(); ++c) all.push_back(c);
    for (std::size_t round = 0; reason.size() > least; ++round) {
        if (round == max_rounds) return false;
        if (!proposals.propose(reason.size() - 1)) return true;
        std::vector<int> assumed = {harmless};
        for (auto [column, bound] : bounds_of(found, proposals.elements, proposals.columns))
            assumed.push_back(bound);
        if (!found.cells->solve(assumed)) {
            elements = proposals.elements;
            reason = proposals.columns;
            continue;
        }
        Elements counter;
        for (std::size_t c : all) {
            std::vector<std::size_t>& of_column = counter.emplace_back();
            for (CellId cell : found.cells_of(c)) of_column.push_back(found.cells->element(cell));
        }
        // Which bounds suffice that the assumption holds and there is no violation?
        std::vector<std::pair<std::size_t, int>> bounds = bounds_of(found, counter, all);
        std::vector<int> from_bounds = {-harmless};
        for (auto [column, bound] : bounds) from_bounds.push_back(bound);
        if (found.cells->solve(from_bounds)) return false;  // not reached: the elements decide
        std::erase_if(bounds, [&](const auto& bound) { return !found.cells->failed(bound.second); });
        proposals.exclude(bounds);
    }
    return true;
}

}  // namespace loh
