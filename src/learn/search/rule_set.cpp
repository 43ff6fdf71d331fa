// Local search for a set of rules that separates the rows of one class from the others. The default learner stands on it.
//
// Idea: the set is a disjunction of conjunctions of literals. Its value is the metric (macro F1 or accuracy) on the given rows
// minus a complexity penalty for each literal and each rule. One rule at a time is replaced by the best rule given all the
// others (coordinate ascent over rules), and rules are added while that pays, until no single replacement improves the value:
// a local optimum. Then a round removes up to three random rules and searches again (iterated local search); the best set of
// all rounds is returned. A single rule is found by beam search, literal by literal, and besides by exchanging one literal of
// the rule that it replaces.
//
// Counting: rows of equal class and weight stand side by side (RuleSetRows), so that the rows that a rule covers are counted by
// popcounts of whole words. A literal costs one `and` and one popcount for 64 rows; rules are compared by exact counts. Where
// nearly every row has a weight of its own, the weights are bit planes: up to eight popcounts for 64 rows.
//
// Pruning: a partial rule is dropped when even without any wrong row it could not beat the best rule so far (may_be_best): more
// literals can only lose rows of the class. Its wrong rows are not even counted then. Of partial rules with equal counts one is kept.
//
// Strictness: while the first rules of a round are searched, a wrong row may count three or ten times, which gives purer rules;
// the final phase counts it once. The beam ranks partial rules twice, counting wrong rows fully and at 0.3, since later literals
// may exclude them.
//
// Invariant: value_of_set() never falls from one replacement to the next within a phase, and every replacement improves it by
// more than rounding can (kLeastProgress), so a phase ends. The result is a function of rows, options and seed.
//
// Source: sequential covering with a beam is CN2 (Clark and Niblett, 1989); re-optimising each rule given the others is
// RIPPER's optimisation phase (Cohen, 1995), here repeated to a fixed point and with exact counts.
//
// Rejected: a tree distilled from a scorecard (twelve rules on tic-tac-toe: macro F1 .953 against 1.0), pruning the
// rules of a decision tree, and greedy covering without replacement, which were all worse at equal length.
#include "learn/search/rule_set.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/random.hpp"
#include "network/kernels/bit_counts.hpp"

namespace loh {

namespace {

// The cost of counting a segment besides its words, in words.
constexpr std::size_t kSegmentCost = 4;

}  // namespace

std::vector<RuleSetRows::RowsOfSegment> RuleSetRows::divide(const std::vector<bool>& wanted,
                                                            std::span<const std::uint32_t> weights) {
    std::map<std::pair<bool, std::uint32_t>, RowsOfSegment> same;
    std::map<bool, RowsOfSegment> of_class;
    std::uint32_t largest = 0;
    for (std::size_t row = 0; row < wanted.size(); ++row) {
        if (weights[row] == 0) continue;
        same[{wanted[row], weights[row]}].push_back(row);
        of_class[wanted[row]].push_back(row);
        largest = std::max(largest, weights[row]);
    }
    auto planes = static_cast<std::size_t>(std::bit_width(largest));
    std::size_t cost_of_segments = 0;
    std::size_t cost_of_planes = 0;
    for (const auto& [kind, rows] : same) cost_of_segments += kSegmentCost + bit_words(rows.size());
    for (const auto& [kind, rows] : of_class)
        cost_of_planes += kSegmentCost + planes * bit_words(rows.size());
    std::vector<RowsOfSegment> result;
    auto add = [&](bool is_wanted, std::uint32_t weight, RowsOfSegment& rows) {
        std::size_t first = segments_.empty() ? 0 : segments_.back().first_word + segments_.back().words;
        segments_.push_back({first, bit_words(rows.size()), is_wanted, weight});
        result.push_back(std::move(rows));
    };
    if (cost_of_segments <= cost_of_planes) {
        for (auto& [kind, rows] : same) add(kind.first, kind.second, rows);
        return result;
    }
    for (auto& [is_wanted, rows] : of_class) {
        add(is_wanted, 1, rows);
        segments_.back().plane_count = planes;
        set_planes(segments_.back(), result.back(), weights);
    }
    return result;
}

void RuleSetRows::set_planes(Segment& segment, const RowsOfSegment& rows,
                             std::span<const std::uint32_t> weights) {
    segment.planes.assign(segment.words * segment.plane_count, 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t plane = 0; plane < segment.plane_count; ++plane)
            segment.planes[i / 64 * segment.plane_count + plane] |=
                std::uint64_t{weights[rows[i]] >> plane & 1U} << (i % 64);
    }
}

RuleSetRows::RuleSetRows(std::span<const Bits> literals, const std::vector<bool>& wanted,
                         std::span<const std::uint32_t> weights) {
    std::vector<RowsOfSegment> rows_of = divide(wanted, weights);
    std::size_t words = segments_.empty() ? 0 : segments_.back().first_word + segments_.back().words;
    all_.assign(words, 0);
    std::vector<std::pair<std::size_t, std::size_t>> moves;  // from row, to place
    for (std::size_t segment = 0; segment < segments_.size(); ++segment) {
        std::size_t place = segments_[segment].first_word * 64;
        for (std::size_t row : rows_of[segment]) {
            set_bit(all_, place);
            moves.emplace_back(row, place++);
        }
    }
    literals_.assign(literals.size() * words, 0);
    for (std::size_t i = 0; i < literals.size(); ++i) {
        const Bits& from = literals[i];
        std::uint64_t* to = literals_.data() + i * words;
        for (auto [row, place] : moves)
            to[place / 64] |= std::uint64_t{bit_at(from, row) ? 1U : 0U} << (place % 64);
    }
}

namespace {

constexpr std::size_t kBeam = 6;  // partial rules that are kept, for each way to rank them
// The weight of a wrong row when partial rules are ranked: later literals may exclude it.
constexpr std::array kRankingWeights = {1.0, 0.3};
// The weight of a wrong row while the first rules of a round are searched.
constexpr std::array kStrictness = {1.0, 3.0, 10.0};
constexpr std::size_t kPatience = 2;     // literals without progress before the beam search ends
constexpr std::size_t kMostRemoved = 3;  // rules removed at random at the start of a round
constexpr double kLeastProgress =
    1e-12;  // an improvement by less may be rounding, and replacements might never end

// Weights of rows.
struct RowCounts {
    std::uint64_t wanted = 0;
    std::uint64_t unwanted = 0;
    friend bool operator==(const RowCounts&, const RowCounts&) = default;
    RowCounts operator-(const RowCounts& other) const {
        return {wanted - other.wanted, unwanted - other.unwanted};
    }
};

struct FoundRule {
    LiteralRule rule;
    Bits cover;                 // rows where it holds
    std::uint64_t checked = 0;  // the number of changes when no better rule was found last
};

class RuleSetSearch {
public:
    RuleSetSearch(const RuleSetRows& rows, std::span<const CandidateLiteral> candidates,
                  const RuleSetOptions& options, const std::function<bool()>& stop)
        : rows_(rows),
          candidates_(candidates),
          options_(options),
          stop_(stop),
          random_(options.seed, Stream::rule_search) {
        for (const CandidateLiteral& candidate : candidates) group_[candidate.literal] = candidate.groups;
        total_ = count(rows.all(), rows.all());
        penalty_ = options.penalty / static_cast<double>(total_.wanted + total_.unwanted);
    }

    std::vector<LiteralRule> run() {
        improve_until_stable(options_.strictness);
        improve_until_stable(1);
        std::vector<FoundRule> best = rules_;
        double best_value = value_of_set();
        for (std::size_t round = 0; round < options_.rounds && !stopped(); ++round) {
            rules_ = best;
            auto step = static_cast<std::uint32_t>(round);
            remove_random_rules(step);
            improve_until_stable(kStrictness[random_.bits(step, 0) % kStrictness.size()]);
            improve_until_stable(1);
            double value = value_of_set();
            if (value <= best_value) continue;
            best_value = value;
            best = rules_;
        }
        std::vector<LiteralRule> result;
        for (FoundRule& found : best) result.push_back(std::move(found.rule));
        return result;
    }

private:
    [[nodiscard]] bool stopped() const { return stop_ && stop_(); }

    [[nodiscard]] RowCounts count(const Bits& some, const Bits& others) const {
        return count(some, others.data());
    }
    [[nodiscard]] RowCounts count(const Bits& some, const std::uint64_t* others) const {
        return {weight_of(true, some, others), weight_of(false, some, others)};
    }
    // Of the common rows that are of the class, or of the others.
    [[nodiscard]] std::uint64_t weight_of(bool wanted, const Bits& some, const std::uint64_t* others) const {
        std::uint64_t sum = 0;
        for (const RuleSetRows::Segment& segment : rows_.segments()) {
            if (segment.wanted != wanted) continue;
            const std::uint64_t* a = &some[segment.first_word];
            const std::uint64_t* b = others + segment.first_word;
            sum += segment.plane_count == 0
                       ? segment.weight * count_common(a, b, segment.words)
                       : sum_common(a, b, segment.planes.data(), segment.words, segment.plane_count);
        }
        return sum;
    }
    // The same for each of these literals.
    void weights_of(bool wanted, const Bits& cover, const std::vector<std::uint32_t>& literals,
                    std::vector<std::uint64_t>& weights) const {
        weights.assign(literals.size(), 0);
        for (const RuleSetRows::Segment& segment : rows_.segments()) {
            if (segment.wanted != wanted) continue;
            const std::uint64_t* a = &cover[segment.first_word];
            if (segment.plane_count == 0) {
                count_common_each(a, rows_.literal(0) + segment.first_word, cover.size(), segment.words,
                                  literals, segment.weight, weights.data());
                continue;
            }
            for (std::size_t i = 0; i < literals.size(); ++i)
                weights[i] += sum_common(a, rows_.literal(literals[i]) + segment.first_word,
                                         segment.planes.data(), segment.words, segment.plane_count);
        }
    }

    void restrict_to(Bits& cover, SignedLiteral literal) const {
        const std::uint64_t* bits = rows_.literal(literal.literal);
        std::uint64_t flip = literal.holds ? 0 : ~std::uint64_t{0};
        for (std::size_t w = 0; w < cover.size(); ++w) cover[w] &= bits[w] ^ flip;
    }
    [[nodiscard]] Bits cover_of(const LiteralRule& rule) const {
        Bits cover = rows_.all();
        for (SignedLiteral literal : rule) restrict_to(cover, literal);
        return cover;
    }

    // The metric of rules that cover these rows, with a weight for wrong rows.
    [[nodiscard]] double metric(const RowCounts& have, double strictness) const {
        auto own = static_cast<double>(total_.wanted);
        auto other = static_cast<double>(total_.unwanted);
        auto right = static_cast<double>(have.wanted);
        double wrong = std::min(other, static_cast<double>(have.unwanted) * strictness);
        double mistakes = own - right + wrong;
        if (!options_.macro_f1) return 1 - mistakes / (own + other);
        auto f1 = [&](double hits) { return hits == 0 ? 0 : 2 * hits / (2 * hits + mistakes); };
        return (f1(right) + f1(other - wrong)) / 2;
    }
    [[nodiscard]] double penalty(std::size_t literals) const {
        return literals == 0 ? 0 : penalty_ * static_cast<double>(literals + 1);
    }
    [[nodiscard]] double value_of_set() const {
        Bits cover(rows_.all().size(), 0);
        double value = 0;
        for (const FoundRule& found : rules_) {
            value -= penalty(found.rule.size());
            for (std::size_t w = 0; w < cover.size(); ++w) cover[w] |= found.cover[w];
        }
        return value + metric(count(cover, rows_.all()), 1);
    }

    // Replaces one rule after the other, and adds rules, until nothing changes.
    void improve_until_stable(double strictness) {
        strictness_ = strictness;
        ++changes_;
        for (bool changed = true; changed && !stopped();) {
            changed = add_rules();
            for (std::size_t r = 0; r < rules_.size() && !stopped();) {
                bool removed = false;
                if (rules_[r].checked != changes_) changed |= replace_rule(r, removed);
                if (!removed) ++r;
            }
        }
    }

    bool add_rules() {
        bool added = false;
        while (rules_.size() < options_.max_rules && !stopped()) {
            LiteralRule rule = find_rule(nullptr);
            if (rule.empty()) break;
            rules_.push_back({rule, cover_of(rule), ++changes_});
            added = true;
        }
        return added;
    }

    // Looks for a rule in the place of this one; it is left out when none is worth its literals.
    bool replace_rule(std::size_t place, bool& removed) {
        FoundRule before = std::move(rules_[place]);
        rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(place));
        LiteralRule rule = find_rule(&before);
        removed = rule.empty();
        if (removed) {
            ++changes_;
            return true;
        }
        bool changed = rule != before.rule;
        if (changed) before = {rule, cover_of(rule)};
        before.checked = changed ? ++changes_ : changes_;
        rules_.insert(rules_.begin() + static_cast<std::ptrdiff_t>(place), std::move(before));
        return changed;
    }

    // The best rule given the others; empty when no rule is worth its penalty. The rule before is replaced by a better one only.
    LiteralRule find_rule(const FoundRule* before) {
        left_ = rows_.all();
        for (const FoundRule& found : rules_) {
            for (std::size_t w = 0; w < left_.size(); ++w) left_[w] &= ~found.cover[w];
        }
        have_ = total_ - count(left_, rows_.all());
        best_rule_.clear();
        best_value_ = value({}, 0, strictness_);
        least_wanted_ = {};
        if (before != nullptr) {
            consider(before->rule, count(before->cover, left_));
            exchange_one_literal(before->rule);
        }
        grow();
        return best_rule_;
    }

    // The value of the whole set with one more rule, which covers these of the rows that are left.
    [[nodiscard]] double value(const RowCounts& more, std::size_t literals, double strictness) const {
        return metric({have_.wanted + more.wanted, have_.unwanted + more.unwanted}, strictness) -
               penalty(literals);
    }
    // An upper bound: more literals lose rows of the class or none, and at best all wrong rows.
    [[nodiscard]] bool may_be_best(const RowCounts& counts, std::size_t literals) const {
        return counts.wanted >= least_wanted(literals);
    }
    // The fewest rows of the class with which a rule of this length and no wrong row is better than the best. It is asked for every
    // candidate and changes only with the best value, so whole numbers are compared instead of metrics.
    [[nodiscard]] std::uint64_t least_wanted(std::size_t literals) const {
        LeastWanted& known = least_wanted_[literals % least_wanted_.size()];
        if (known.literals == literals && known.best_value == best_value_) return known.rows;
        std::uint64_t low = 0;
        std::uint64_t high = total_.wanted - have_.wanted + 1;  // more than there are: no rule is good enough
        while (low < high) {
            std::uint64_t middle = low + (high - low) / 2;
            if (is_better(value({middle, 0}, literals, strictness_)))
                high = middle;
            else
                low = middle + 1;
        }
        known = {literals, best_value_, low};
        return low;
    }
    [[nodiscard]] bool is_better(double value) const { return value > best_value_ + kLeastProgress; }
    void consider(const LiteralRule& rule, const RowCounts& counts) {
        double own = value(counts, rule.size(), strictness_);
        if (!is_better(own)) return;
        best_value_ = own;
        best_rule_ = rule;
    }

    // Removes each literal of the rule, or replaces it by another.
    void exchange_one_literal(const LiteralRule& rule) {
        for (std::size_t i = 0; i < rule.size() && rule.size() > 1; ++i) {
            LiteralRule changed = rule;
            changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
            Bits cover = left_;
            for (SignedLiteral literal : changed) restrict_to(cover, literal);
            RowCounts whole = count(cover, cover);
            consider(changed, whole);
            std::uint64_t groups = groups_of(changed);
            changed.emplace_back();
            if (!may_be_best(whole, changed.size())) continue;
            for (const CountedCandidate& counted :
                 promising_candidates(cover, whole, groups, changed.size())) {
                changed.back() = {counted.candidate->literal, true};
                if (counted.candidate->may_hold) consider(changed, counted.holds);
                if (!counted.candidate->may_be_negated) continue;
                changed.back() = {counted.candidate->literal, false};
                consider(changed, whole - counted.holds);
            }
        }
    }

    // A candidate, and the rows of a cover where it holds.
    struct CountedCandidate {
        const CandidateLiteral* candidate;
        RowCounts holds;
    };

    // The candidates of these groups, on the rows of the cover, which are `whole`. Those are left out with which, negated or not, no
    // rule of this length can be the best: the rows of the class, which are often few, are counted first.
    const std::vector<CountedCandidate>& promising_candidates(const Bits& cover, const RowCounts& whole,
                                                              std::uint64_t groups, std::size_t literals) {
        std::vector<CountedCandidate>& result = counted_;
        result.clear();
        literals_.clear();
        for (const CandidateLiteral& candidate : candidates_) {
            if ((candidate.groups & groups) == 0) continue;
            result.push_back({&candidate, {}});
            literals_.push_back(candidate.literal);
        }
        weights_of(true, cover, literals_, weights_);
        std::uint64_t least = least_wanted(literals);
        std::size_t promising = 0;
        for (std::size_t i = 0; i < result.size(); ++i) {
            const CandidateLiteral& candidate = *result[i].candidate;
            std::uint64_t wanted = weights_[i];
            if (!(candidate.may_hold && wanted >= least) &&
                !(candidate.may_be_negated && whole.wanted - wanted >= least))
                continue;
            literals_[promising] = candidate.literal;
            result[promising++] = {&candidate, {wanted, 0}};
        }
        result.resize(promising);
        literals_.resize(promising);
        weights_of(false, cover, literals_, weights_);
        for (std::size_t i = 0; i < promising; ++i) result[i].holds.unwanted = weights_[i];
        return result;
    }

    // The groups of columns that all literals of the rule are in.
    [[nodiscard]] std::uint64_t groups_of(const LiteralRule& rule) const {
        std::uint64_t groups = ~std::uint64_t{0};
        for (SignedLiteral literal : rule) groups &= group_.at(literal.literal);
        return groups;
    }

    // A partial rule with one more literal.
    struct Step {
        std::size_t from;  // in the beam
        SignedLiteral literal;
        RowCounts counts;
        double value;  // of the set with this rule
    };

    struct Ranked {
        double value;
        std::size_t step;
    };

    // Beam search, literal by literal.
    void grow() {
        std::vector<FoundRule> beam = {{{}, left_}};
        std::size_t most = options_.max_literals;
        if (most == 0) most = std::numeric_limits<std::size_t>::max();
        double grown = -1;  // the best value of a partial rule so far
        std::size_t without_progress = 0;
        for (std::size_t length = 1; length <= most && !beam.empty() && !stopped(); ++length) {
            std::vector<Step> steps = steps_from(beam, length);
            double highest = grown;
            for (const Step& step : steps) {
                if (step.value > highest) highest = step.value;
            }
            without_progress = highest > grown ? 0 : without_progress + 1;
            grown = highest;
            if (without_progress == kPatience) return;
            beam = best_of(beam, steps, length);
        }
    }

    std::vector<Step> steps_from(const std::vector<FoundRule>& beam, std::size_t length) {
        std::vector<Step> steps;
        for (std::size_t from = 0; from < beam.size(); ++from) {
            RowCounts whole = count(beam[from].cover, beam[from].cover);
            if (!may_be_best(whole, length)) continue;
            const std::vector<CountedCandidate>& counted =
                promising_candidates(beam[from].cover, whole, groups_of(beam[from].rule), length);
            for (bool sign : {true, false}) {  // of equals, one without negation
                std::uint64_t least = least_wanted(length);
                for (const CountedCandidate& candidate : counted) {
                    if (sign ? !candidate.candidate->may_hold : !candidate.candidate->may_be_negated)
                        continue;
                    RowCounts counts = sign ? candidate.holds : whole - candidate.holds;
                    if (counts == whole || counts.wanted < least) continue;
                    double own = value(counts, length, strictness_);
                    steps.push_back({from, {candidate.candidate->literal, sign}, counts, own});
                    if (!is_better(own)) continue;
                    best_value_ = own;
                    best_rule_ = beam[from].rule;
                    best_rule_.push_back(steps.back().literal);
                    least = least_wanted(length);
                }
            }
        }
        return steps;
    }

    // The first of each ranking; of partial rules with equal counts, one.
    std::vector<FoundRule> best_of(const std::vector<FoundRule>& beam, const std::vector<Step>& steps,
                                   std::size_t length) const {
        std::vector<std::size_t> promising;
        for (std::size_t s = 0; s < steps.size(); ++s) {
            if (may_be_best(steps[s].counts, length + 1)) promising.push_back(s);
        }
        std::vector<FoundRule> next;
        std::vector<RowCounts> taken;
        for (double weight : kRankingWeights) {
            std::vector<Ranked> best;  // the best first, of equals the first
            for (std::size_t s : promising) {
                const Step& step = steps[s];
                double rank = weight == 1 ? step.value : value(step.counts, length, strictness_ * weight);
                if (best.size() == kBeam && rank <= best.back().value) continue;
                auto same_counts = [&](const Ranked& other) {
                    return steps[other.step].counts == step.counts;
                };
                if (std::find(taken.begin(), taken.end(), step.counts) != taken.end() ||
                    std::any_of(best.begin(), best.end(), same_counts))
                    continue;
                if (best.size() == kBeam) best.pop_back();
                auto worse = [&](const Ranked& other) { return other.value < rank; };
                best.insert(std::find_if(best.begin(), best.end(), worse), {rank, s});
            }
            for (const Ranked& ranked : best) {
                const Step& step = steps[ranked.step];
                taken.push_back(step.counts);
                next.push_back(beam[step.from]);
                next.back().rule.push_back(step.literal);
                restrict_to(next.back().cover, step.literal);
            }
        }
        return next;
    }

    void remove_random_rules(std::uint32_t step) {
        auto some = static_cast<std::uint32_t>(1 + random_.bits(step, 1) % kMostRemoved);
        for (std::uint32_t i = 0; i < some && !rules_.empty(); ++i)
            rules_.erase(rules_.begin() +
                         static_cast<std::ptrdiff_t>(random_.bits(step, 2 + i) % rules_.size()));
    }

    const RuleSetRows& rows_;
    std::span<const CandidateLiteral> candidates_;
    std::unordered_map<std::uint32_t, std::uint64_t> group_;  // [literal]: of its candidate
    const RuleSetOptions& options_;
    const std::function<bool()>& stop_;
    Random random_;
    RowCounts total_;
    double penalty_ = 0;  // of a literal, as a share of the rows
    double strictness_ = 1;
    std::vector<FoundRule> rules_;
    std::uint64_t changes_ = 0;
    // Of promising_candidates.
    std::vector<CountedCandidate> counted_;
    std::vector<std::uint32_t> literals_;
    std::vector<std::uint64_t> weights_;
    // While a rule is looked for.
    Bits left_;       // rows that no other rule has
    RowCounts have_;  // rows that others have
    LiteralRule best_rule_;
    double best_value_ = 0;
    struct LeastWanted {
        std::size_t literals = 0;
        double best_value = std::numeric_limits<double>::quiet_NaN();
        std::uint64_t rows = 0;
    };
    mutable std::array<LeastWanted, 2> least_wanted_;  // for two lengths in turn
};

}  // namespace

std::vector<LiteralRule> find_rule_set(const RuleSetRows& rows, std::span<const CandidateLiteral> candidates,
                                       const RuleSetOptions& options, const std::function<bool()>& stop) {
    return RuleSetSearch(rows, candidates, options, stop).run();
}

}  // namespace loh
