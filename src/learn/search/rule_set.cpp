#include "learn/search/rule_set.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/random.hpp"
#include "network/kernels/bit_counts.hpp"

namespace loh {

RuleSetRows::RuleSetRows(std::span<const Bits> literals, const std::vector<bool>& wanted,
                         std::span<const std::uint32_t> weights) {
    std::map<std::pair<bool, std::uint32_t>, std::vector<std::size_t>> same;
    for (std::size_t row = 0; row < wanted.size(); ++row) {
        if (weights[row] > 0) same[{wanted[row], weights[row]}].push_back(row);
    }
    std::size_t words = 0;
    for (const auto& [kind, list] : same) {
        segments_.push_back({words, bit_words(list.size()), kind.first, kind.second});
        words += bit_words(list.size());
    }
    all_.assign(words, 0);
    literals_.assign(literals.size(), all_);
    std::size_t segment = 0;
    for (const auto& [kind, list] : same) {
        std::size_t place = segments_[segment++].first_word * 64;
        for (std::size_t row : list) {
            set_bit(all_, place);
            for (std::size_t i = 0; i < literals.size(); ++i) {
                if (bit_at(literals[i], row)) set_bit(literals_[i], place);
            }
            ++place;
        }
    }
}

namespace {

constexpr std::size_t kBeam = 6;  // begun rules that are gone on with, for each way to rank them
// What a wrong row counts when begun rules are ranked: literals to come may keep it out.
constexpr std::array kLenience = {1.0, 0.3};
// What it counts while a round looks for its first rules: strict ones are pure. Then it counts once.
constexpr std::array kStrictness = {1.0, 3.0, 10.0};
constexpr std::size_t kPatience = 2;     // literals in vain, before a begun rule is given up
constexpr std::size_t kMostLeftOut = 3;  // rules, for a round to find others
constexpr double kLeastProgress =
    1e-12;  // above what rounding can make of nothing, or changes might never end

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
    std::uint64_t checked = 0;  // the number of changes so far when nothing better was found
};

class RuleSetSearch {
public:
    RuleSetSearch(const RuleSetRows& rows, std::span<const std::uint32_t> candidates,
                  const RuleSetOptions& options, const std::function<bool()>& stop)
        : rows_(rows),
          candidates_(candidates),
          options_(options),
          stop_(stop),
          random_(options.seed, Stream::rule_search) {
        total_ = count(rows.all(), rows.all());
        penalty_ = options.penalty / static_cast<double>(total_.wanted + total_.unwanted);
    }

    std::vector<LiteralRule> run() {
        settle(options_.strictness);
        settle(1);
        std::vector<FoundRule> best = rules_;
        double best_value = value_of_set();
        for (std::size_t round = 0; round < options_.rounds && !stopped(); ++round) {
            rules_ = best;
            auto step = static_cast<std::uint32_t>(round);
            leave_some_out(step);
            settle(kStrictness[random_.bits(step, 0) % kStrictness.size()]);
            settle(1);
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
        RowCounts counts;
        for (const RuleSetRows::Segment& segment : rows_.segments()) {
            std::uint64_t weight = segment.weight * count_common(&some[segment.first_word],
                                                                 &others[segment.first_word], segment.words);
            (segment.wanted ? counts.wanted : counts.unwanted) += weight;
        }
        return counts;
    }

    void restrict_to(Bits& cover, SignedLiteral literal) const {
        const Bits& bits = rows_.literals()[literal.literal];
        std::uint64_t flip = literal.holds ? 0 : ~std::uint64_t{0};
        for (std::size_t w = 0; w < cover.size(); ++w) cover[w] &= bits[w] ^ flip;
    }
    [[nodiscard]] Bits cover_of(const LiteralRule& rule) const {
        Bits cover = rows_.all();
        for (SignedLiteral literal : rule) restrict_to(cover, literal);
        return cover;
    }

    // The metric of rules that have these rows, when each wrong one counts so often.
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

    // Betters one rule after the other, and adds some, until nothing changes.
    void settle(double strictness) {
        strictness_ = strictness;
        ++changes_;
        for (bool changed = true; changed && !stopped();) {
            changed = add_rules();
            for (std::size_t r = 0; r < rules_.size() && !stopped();) {
                bool left_out = false;
                if (rules_[r].checked != changes_) changed |= better(r, left_out);
                if (!left_out) ++r;
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
    bool better(std::size_t place, bool& left_out) {
        FoundRule before = std::move(rules_[place]);
        rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(place));
        LiteralRule rule = find_rule(&before);
        left_out = rule.empty();
        if (left_out) {
            ++changes_;
            return true;
        }
        bool changed = rule != before.rule;
        if (changed) before = {rule, cover_of(rule)};
        before.checked = changed ? ++changes_ : changes_;
        rules_.insert(rules_.begin() + static_cast<std::ptrdiff_t>(place), std::move(before));
        return changed;
    }

    // The best rule to go with those there are; none, when all are worth less than their penalty. One that was there before is
    // only given up for a better one.
    LiteralRule find_rule(const FoundRule* before) {
        left_ = rows_.all();
        for (const FoundRule& found : rules_) {
            for (std::size_t w = 0; w < left_.size(); ++w) left_[w] &= ~found.cover[w];
        }
        have_ = total_ - count(left_, rows_.all());
        best_rule_.clear();
        best_value_ = value({}, 0, strictness_);
        if (before != nullptr) {
            consider(before->rule, count(before->cover, left_));
            change_one_literal(before->rule);
        }
        grow();
        return best_rule_;
    }

    // Of the whole set, with one more rule that has these rows of those that are left.
    [[nodiscard]] double value(const RowCounts& more, std::size_t literals, double strictness) const {
        return metric({have_.wanted + more.wanted, have_.unwanted + more.unwanted}, strictness) -
               penalty(literals);
    }
    // At best: no literal to come costs a row of the class.
    [[nodiscard]] bool may_be_best(const RowCounts& counts, std::size_t literals) const {
        return is_better(value({counts.wanted, 0}, literals, strictness_));
    }
    [[nodiscard]] bool is_better(double value) const { return value > best_value_ + kLeastProgress; }
    void consider(const LiteralRule& rule, const RowCounts& counts) {
        double own = value(counts, rule.size(), strictness_);
        if (!is_better(own)) return;
        best_value_ = own;
        best_rule_ = rule;
    }

    // Leaves out each literal of the rule, or puts another in its place.
    void change_one_literal(const LiteralRule& rule) {
        for (std::size_t i = 0; i < rule.size() && rule.size() > 1; ++i) {
            LiteralRule changed = rule;
            changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
            Bits cover = left_;
            for (SignedLiteral literal : changed) restrict_to(cover, literal);
            RowCounts whole = count(cover, cover);
            consider(changed, whole);
            changed.emplace_back();
            for (std::uint32_t literal : candidates_) {
                RowCounts holds = count(cover, rows_.literals()[literal]);
                changed.back() = {literal, true};
                consider(changed, holds);
                changed.back() = {literal, false};
                consider(changed, whole - holds);
            }
        }
    }

    // A literal more for a begun rule.
    struct Step {
        std::size_t from;  // in the beam
        SignedLiteral literal;
        RowCounts counts;
    };

    // Literal after literal, with the most promising rules of each length.
    void grow() {
        std::vector<FoundRule> beam = {{{}, left_}};
        std::size_t most = options_.max_literals;
        if (most == 0) most = std::numeric_limits<std::size_t>::max();
        double grown = -1;  // the best value of a rule so far, good enough or not
        std::size_t in_vain = 0;
        for (std::size_t length = 1; length <= most && !beam.empty() && !stopped(); ++length) {
            std::vector<Step> steps = steps_from(beam, length);
            double before = grown;
            for (const Step& step : steps) grown = std::max(grown, value(step.counts, length, strictness_));
            in_vain = grown > before ? 0 : in_vain + 1;
            if (in_vain == kPatience) return;
            beam = best_of(beam, steps, length);
        }
    }

    std::vector<Step> steps_from(const std::vector<FoundRule>& beam, std::size_t length) {
        std::vector<Step> steps;
        std::vector<RowCounts> holds(candidates_.size());
        for (std::size_t from = 0; from < beam.size(); ++from) {
            RowCounts whole = count(beam[from].cover, beam[from].cover);
            for (std::size_t i = 0; i < candidates_.size(); ++i)
                holds[i] = count(beam[from].cover, rows_.literals()[candidates_[i]]);
            for (bool sign : {true, false}) {  // of equals, one without negation
                for (std::size_t i = 0; i < candidates_.size(); ++i) {
                    RowCounts counts = sign ? holds[i] : whole - holds[i];
                    if (counts == whole || !may_be_best(counts, length)) continue;
                    steps.push_back({from, {candidates_[i], sign}, counts});
                    double own = value(counts, length, strictness_);
                    if (!is_better(own)) continue;
                    best_value_ = own;
                    best_rule_ = beam[from].rule;
                    best_rule_.push_back(steps.back().literal);
                }
            }
        }
        return steps;
    }

    // Some of each ranking; of those with the same counts, one.
    std::vector<FoundRule> best_of(const std::vector<FoundRule>& beam, const std::vector<Step>& steps,
                                   std::size_t length) const {
        std::vector<FoundRule> next;
        std::vector<RowCounts> seen;
        for (double lenience : kLenience) {
            std::vector<std::pair<double, std::size_t>> ranked;  // the best first
            for (std::size_t s = 0; s < steps.size(); ++s) {
                if (may_be_best(steps[s].counts, length + 1))
                    ranked.emplace_back(-value(steps[s].counts, length, strictness_ * lenience), s);
            }
            std::sort(ranked.begin(), ranked.end());
            std::size_t taken = 0;
            for (const auto& [rank, s] : ranked) {
                const Step& step = steps[s];
                if (std::find(seen.begin(), seen.end(), step.counts) != seen.end()) continue;
                seen.push_back(step.counts);
                next.push_back(beam[step.from]);
                next.back().rule.push_back(step.literal);
                restrict_to(next.back().cover, step.literal);
                if (++taken == kBeam) break;
            }
        }
        return next;
    }

    void leave_some_out(std::uint32_t step) {
        auto some = static_cast<std::uint32_t>(1 + random_.bits(step, 1) % kMostLeftOut);
        for (std::uint32_t i = 0; i < some && !rules_.empty(); ++i)
            rules_.erase(rules_.begin() +
                         static_cast<std::ptrdiff_t>(random_.bits(step, 2 + i) % rules_.size()));
    }

    const RuleSetRows& rows_;
    std::span<const std::uint32_t> candidates_;
    const RuleSetOptions& options_;
    const std::function<bool()>& stop_;
    Random random_;
    RowCounts total_;
    double penalty_ = 0;  // of a literal, as a share of the rows
    double strictness_ = 1;
    std::vector<FoundRule> rules_;
    std::uint64_t changes_ = 0;
    // While a rule is looked for.
    Bits left_;       // rows that no other rule has
    RowCounts have_;  // rows that others have
    LiteralRule best_rule_;
    double best_value_ = 0;
};

}  // namespace

std::vector<LiteralRule> find_rule_set(const RuleSetRows& rows, std::span<const std::uint32_t> candidates,
                                       const RuleSetOptions& options, const std::function<bool()>& stop) {
    return RuleSetSearch(rows, candidates, options, stop).run();
}

}  // namespace loh
