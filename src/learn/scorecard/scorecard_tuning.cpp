// Base for macro F1. Idea: coordinate ascent. With the other classes fixed, raising the base of one class makes it win rows in
// the order of their deficits, so one sweep over the sorted rows computes macro F1 for all values that change a prediction.
// Invariant: each change of a class that is not small increases macro F1.
#include "learn/scorecard/scorecard_tuning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace loh {

namespace {

// The counts that determine the F1 of each class.
struct Counts {
    std::vector<double> right, predicted, occur;  // [class]: weights

    explicit Counts(std::size_t classes) : right(classes), predicted(classes), occur(classes) {}
    void predict(std::size_t of_class, std::size_t label, double weight) {
        predicted[of_class] += weight;
        right[of_class] += of_class == label ? weight : 0;
    }
    [[nodiscard]] double macro_f1() const {
        double total = 0;
        std::size_t present = 0;
        for (std::size_t c = 0; c < right.size(); ++c) {
            if (predicted[c] + occur[c] == 0) continue;
            ++present;
            total += 2 * right[c] / (predicted[c] + occur[c]);
        }
        return present == 0 ? 1 : total / static_cast<double>(present);
    }
};

// A row, for one class. The class wins the row if its base is raised by at least `deficit` points.
struct Candidate {
    std::int64_t deficit;  // at most 0 if the class wins the row already
    std::uint32_t label;
    std::uint32_t other;  // the best other class
    float weight;
};

class BaseSearch {
public:
    BaseSearch(std::span<const std::int64_t> scores, std::span<const std::uint32_t> labels,
               std::span<const float> weights, std::size_t classes, std::size_t min_rows)
        : scores_(scores.begin(), scores.end()),
          labels_(labels),
          weights_(weights),
          classes_(classes),
          base_(classes, 0) {
        for (std::uint32_t c = 0; c < classes; ++c) {
            bool small = static_cast<std::size_t>(std::count(labels.begin(), labels.end(), c)) < min_rows;
            (small ? small_ : large_).push_back(c);
        }
    }

    std::vector<std::int64_t> run() {
        constexpr int kRounds = 10;
        double best = current_macro_f1();
        for (int round = 0; round < kRounds; ++round) {
            bool better = false;
            for (std::uint32_t c : large_) better = improve(c, best) || better;
            if (!better) break;
        }
        if (large_.empty()) return base_;  // the whole table is small
        for (std::uint32_t c : small_) lower_base(c);
        return base_;
    }

private:
    [[nodiscard]] double current_macro_f1() const {
        Counts counts(classes_);
        for (const Candidate& row : candidates(0)) {
            counts.occur[row.label] += row.weight;
            counts.predict(row.deficit <= 0 ? 0 : row.other, row.label, row.weight);
        }
        return counts.macro_f1();
    }

    // All rows, sorted by ascending deficit of the class.
    [[nodiscard]] std::vector<Candidate> candidates(std::uint32_t of_class) const {
        std::vector<Candidate> result;
        result.reserve(labels_.size());
        for (std::size_t row = 0; row < labels_.size(); ++row) {
            const std::int64_t* score = scores_.data() + row * classes_;
            std::uint32_t other = of_class == 0 ? 1 : 0;
            for (std::uint32_t c = other + 1; c < classes_; ++c) {
                if (c != of_class && score[c] > score[other]) other = c;
            }
            // Ties go to the first class.
            std::int64_t deficit = score[other] - score[of_class] + (other < of_class ? 1 : 0);
            result.push_back({deficit, labels_[row], other, weights_.empty() ? 1.0F : weights_[row]});
        }
        std::sort(result.begin(), result.end(),
                  [](const Candidate& a, const Candidate& b) { return a.deficit < b.deficit; });
        return result;
    }

    // Lowers the base as far as possible without losing a row of the class that it wins.
    void lower_base(std::uint32_t of_class) {
        std::optional<std::int64_t> largest;  // deficit of a row of the class that it wins: at most 0
        for (const Candidate& row : candidates(of_class)) {
            if (row.label == of_class && row.deficit <= 0) largest = row.deficit;  // ascending order
        }
        if (largest) raise_base(of_class, *largest);
    }

    bool improve(std::uint32_t of_class, double& best) {
        constexpr double kMinGain = 1e-9;
        std::vector<Candidate> rows = candidates(of_class);
        Counts counts(classes_);
        for (const Candidate& row : rows) {
            counts.occur[row.label] += row.weight;
            counts.predict(row.other, row.label, row.weight);
        }
        double highest = best + kMinGain;
        bool found = false;
        std::int64_t from = 0;
        std::int64_t to = 0;
        // The class wins exactly the rows up to i for any value from rows[i].deficit to rows[i + 1].deficit - 1.
        for (std::size_t i = 0; i < rows.size();) {
            std::int64_t deficit = rows[i].deficit;
            for (; i < rows.size() && rows[i].deficit == deficit; ++i) {
                counts.predict(rows[i].other, rows[i].label, -rows[i].weight);
                counts.predict(of_class, rows[i].label, rows[i].weight);
            }
            double value = counts.macro_f1();
            if (value <= highest) continue;
            highest = value;
            found = true;
            from = deficit;
            to = i < rows.size() ? rows[i].deficit - 1 : deficit;
        }
        if (!found) return false;
        best = highest;
        raise_base(of_class, from + (to - from) / 2);
        return true;
    }

    void raise_base(std::uint32_t of_class, std::int64_t points) {
        base_[of_class] += points;
        for (std::size_t row = 0; row < labels_.size(); ++row) scores_[row * classes_ + of_class] += points;
    }

    std::vector<std::int64_t> scores_;  // [row][class]: with the current base_
    std::span<const std::uint32_t> labels_;
    std::span<const float> weights_;
    std::size_t classes_;
    std::vector<std::int64_t> base_;    // [class]: points added so far
    std::vector<std::uint32_t> large_;  // classes with at least min_rows rows
    std::vector<std::uint32_t> small_;  // the other classes
};

}  // namespace

std::vector<std::int64_t> base_for_macro_f1(std::span<const std::int64_t> scores,
                                            std::span<const std::uint32_t> labels,
                                            std::span<const float> weights, std::size_t classes,
                                            std::size_t min_rows) {
    return BaseSearch(scores, labels, weights, classes, min_rows).run();
}

std::vector<std::int32_t> coarse_points(std::span<const std::int32_t> points, std::size_t classes,
                                        std::int32_t most,
                                        const std::function<double(std::span<const std::int32_t>)>& quality) {
    constexpr double kClippings[] = {1, 1.5, 2, 3, 4, 6, 8};  // largest point before clipping, over `most`
    double largest = 0;
    std::size_t base = points.size() - classes;
    for (std::int32_t value : points.first(base))
        largest = std::max(largest, std::abs(static_cast<double>(value)));
    std::vector<std::int32_t> best(points.begin(), points.end());
    if (largest <= most) return best;
    double highest = -1;
    for (double clipping : kClippings) {
        std::vector<std::int32_t> rounded;
        for (std::size_t i = 0; i < points.size(); ++i) {
            double scaled = std::nearbyint(points[i] * (most * clipping / largest));
            if (i < base) scaled = std::clamp<double>(scaled, -most, most);
            rounded.push_back(static_cast<std::int32_t>(scaled));
        }
        if (double value = quality(rounded); value > highest) {
            highest = value;
            best = std::move(rounded);
        }
    }
    return best;
}

}  // namespace loh
