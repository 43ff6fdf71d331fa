// Idea: if a rule with the covered rows R gets new logits, the loss falls by half of sum_c G_c^2 / (H_c + ridge), to second
// order, with the sums G_c, H_c of the derivatives over R. Partial rules are extended literal by literal, and the best kBeam go
// on. The sums are counts of bits (row_sums.hpp); a negated literal has those of the partial rule less those of the literal.
// A literal has to earn its place: with each, a smaller share of the gain counts.
//
// Rounded sums only propose rules: the finalists are compared by exact sums.
//
// Source: gain and step of gradient boosting with second derivatives (Friedman, Hastie and Tibshirani, "Additive logistic
// regression", 2000), with a rule in place of a tree.
#include "learn/scorecard/rule_gain.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "learn/scorecard/row_sums.hpp"

namespace loh {

namespace {

constexpr std::size_t kGainBeam = 6;
constexpr double kLiteralShare = 0.75;  // of the gain that counts with one more literal
constexpr std::size_t kFinalists = 8;
constexpr std::size_t kRanked = 64;  // extensions, of which those that hold in the same rows are dropped

class GainSearch {
public:
    GainSearch(std::span<const Bits> literals, std::span<const CandidateLiteral> candidates, std::size_t rows,
               const RowSlopes& slopes, const GainOptions& options)
        : literals_(literals),
          candidates_(candidates),
          slopes_(slopes),
          options_(options),
          all_(all_ones(rows)),
          sums_(columns_of(slopes)),
          classes_(slopes.first.size()) {}

    GainedRule run() {
        std::vector<Partial> beam = {{{}, all_, 0}};
        for (std::size_t length = 1; length <= options_.max_literals && !beam.empty(); ++length) {
            beam = extended(beam);
            finalists_.insert(finalists_.end(), beam.begin(), beam.end());
        }
        std::stable_sort(finalists_.begin(), finalists_.end(),
                         [](const Partial& a, const Partial& b) { return a.value > b.value; });
        if (finalists_.size() > kFinalists) finalists_.resize(kFinalists);
        GainedRule best;
        for (Partial& partial : finalists_) {
            double gain =
                exact_gain(slopes_, partial.cover, options_.ridge) * literal_share(partial.rule.size());
            if (gain > best.gain) best = {std::move(partial.rule), gain};
        }
        return best;
    }

private:
    struct Partial {
        LiteralRule rule;
        Bits cover;
        double value;  // the gain that counts
    };
    // A partial rule with one more literal.
    struct Extension {
        double value;
        std::size_t place;  // of all extensions, to order equals
        std::size_t from;   // in the beam
        SignedLiteral literal;
    };

    // First derivatives, then second ones.
    static std::vector<std::vector<double>> columns_of(const RowSlopes& slopes) {
        std::vector<std::vector<double>> result = slopes.first;
        result.insert(result.end(), slopes.second.begin(), slopes.second.end());
        return result;
    }
    [[nodiscard]] double gain(std::span<const double> sums) const {
        double total = 0;
        for (std::size_t c = 0; c < classes_; ++c)
            total += sums[c] * sums[c] / (sums[classes_ + c] + options_.ridge);
        return total;
    }

    [[nodiscard]] std::vector<Partial> extended(const std::vector<Partial>& beam) const {
        std::vector<Extension> extensions;
        Bits both(all_.size());
        std::vector<double> whole(sums_.columns());
        std::vector<double> holds(sums_.columns());
        for (std::size_t from = 0; from < beam.size(); ++from) {
            const Partial& partial = beam[from];
            sums_.sum(partial.cover, whole);
            double share = literal_share(partial.rule.size() + 1);
            for (CandidateLiteral candidate : candidates_) {
                const Bits& bits = literals_[candidate.literal];
                for (std::size_t w = 0; w < both.size(); ++w) both[w] = partial.cover[w] & bits[w];
                sums_.sum(both, holds);
                extensions.push_back(
                    {share * gain(holds), extensions.size(), from, {candidate.literal, true}});
                if (!candidate.may_be_negated) continue;
                for (std::size_t i = 0; i < holds.size(); ++i) holds[i] = whole[i] - holds[i];
                extensions.push_back(
                    {share * gain(holds), extensions.size(), from, {candidate.literal, false}});
            }
        }
        auto better = [](const Extension& a, const Extension& b) {
            return a.value != b.value ? a.value > b.value : a.place < b.place;
        };
        std::size_t some = std::min(kRanked, extensions.size());
        auto last = extensions.begin() + static_cast<std::ptrdiff_t>(some);
        std::partial_sort(extensions.begin(), last, extensions.end(), better);
        extensions.resize(some);
        return best_of(beam, extensions);
    }

    // Of partial rules that hold in the same rows, one.
    [[nodiscard]] std::vector<Partial> best_of(const std::vector<Partial>& beam,
                                               const std::vector<Extension>& extensions) const {
        std::vector<Partial> next;
        for (const Extension& extension : extensions) {
            const Partial& from = beam[extension.from];
            Partial partial{from.rule, from.cover, extension.value};
            partial.rule.push_back(extension.literal);
            const Bits& bits = literals_[extension.literal.literal];
            std::uint64_t flip = extension.literal.holds ? 0 : ~std::uint64_t{0};
            for (std::size_t w = 0; w < bits.size(); ++w) partial.cover[w] &= bits[w] ^ flip;
            bool seen = partial.cover == from.cover ||
                        std::any_of(next.begin(), next.end(),
                                    [&](const Partial& other) { return other.cover == partial.cover; });
            if (seen) continue;
            next.push_back(std::move(partial));
            if (next.size() == kGainBeam) break;
        }
        return next;
    }

    std::span<const Bits> literals_;
    std::span<const CandidateLiteral> candidates_;
    const RowSlopes& slopes_;
    const GainOptions& options_;
    Bits all_;
    RowSums sums_;  // [class]: first derivatives, then second ones
    std::size_t classes_;
    std::vector<Partial> finalists_;
};

}  // namespace

double literal_share(std::size_t literals) {
    return std::pow(kLiteralShare, static_cast<double>(literals) - 1);
}

double exact_gain(const RowSlopes& slopes, const Bits& rows, double ridge) {
    double total = 0;
    for (std::size_t c = 0; c < slopes.first.size(); ++c) {
        double first = 0;
        double second = 0;
        for (std::size_t w = 0; w < rows.size(); ++w) {
            for (std::uint64_t bits = rows[w]; bits != 0; bits &= bits - 1) {
                std::size_t row = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
                first += slopes.first[c][row];
                second += slopes.second[c][row];
            }
        }
        total += first * first / (second + ridge);
    }
    return total;
}

GainedRule find_gained_rule(std::span<const Bits> literals, std::span<const CandidateLiteral> candidates,
                            std::size_t rows, const RowSlopes& slopes, const GainOptions& options) {
    return GainSearch(literals, candidates, rows, slopes, options).run();
}

}  // namespace loh
