// Idea: the logits of a row are a weighted sum, u * points of the card + v * logits of the trees. u and v minimise the log loss of
// the validation rows, which neither `smaller` nor the first trees have seen; the loss is convex in both. Then the trees are grown
// again on all rows. Points of `card` are those of `smaller` times the ratio of their spreads, because the card has more rules.
#include "learn/boost/blend.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "decision/decision_data.hpp"
#include "decision/scorecard.hpp"
#include "learn/boost/tree_literals.hpp"
#include "learn/class_schema.hpp"
#include "learn/learned_model.hpp"
#include "learn/probability_fit.hpp"
#include "learn/row_split.hpp"
#include "learn/scorecard/cross_fitted_base.hpp"

namespace loh {

namespace {

constexpr double kPointsOfLogit = 100;
constexpr double kWorthBlending = 0.003;  // nats of a row's log loss
constexpr std::size_t kMinClassRows = 10;
constexpr std::size_t kRoundsToCompare = 30;  // of boosting, with and without differences
constexpr double kMostRate = 0.5;             // likewise
constexpr double kWorthDifferences = 0.98;    // of the log loss without them

// Weights of two score tables that minimise the log loss of softmax(u * a + v * b), by Newton's method; neither is negative.
class TwoWeights {
public:
    TwoWeights(std::span<const double> a, std::span<const double> b, std::span<const std::uint32_t> labels,
               std::size_t classes)
        : a_(a), b_(b), labels_(labels), classes_(classes) {}

    struct Fit {
        double u = 0;
        double v = 0;
        double loss = 0;
    };

    // with_a, with_b: whether the weight may differ from 0.
    [[nodiscard]] Fit best(bool with_a, bool with_b) const {
        Fit fit{with_a ? 1e-3 : 0, with_b ? 1e-3 : 0, 0};
        fit.loss = terms(fit.u, fit.v).loss;
        for (int step = 0; step < 60; ++step) {
            Terms t = terms(fit.u, fit.v);
            auto [du, dv] = newton_step(t, with_a, with_b);
            Fit next = shortened(fit, du, dv);
            bool done = fit.loss - next.loss < 1e-10;
            if (next.loss < fit.loss) fit = next;
            if (done) break;
        }
        return fit;
    }

private:
    struct Terms {
        double loss = 0, gu = 0, gv = 0, huu = 1e-9, huv = 0, hvv = 1e-9;
    };

    static std::pair<double, double> newton_step(const Terms& t, bool with_a, bool with_b) {
        if (!with_b) return {-t.gu / t.huu, 0};
        if (!with_a) return {0, -t.gv / t.hvv};
        double determinant = t.huu * t.hvv - t.huv * t.huv;
        if (determinant <= 1e-12 * t.huu * t.hvv) return {-t.gu / (2 * t.huu), -t.gv / (2 * t.hvv)};
        return {-(t.hvv * t.gu - t.huv * t.gv) / determinant, -(t.huu * t.gv - t.huv * t.gu) / determinant};
    }

    // Halves the step until the loss falls.
    [[nodiscard]] Fit shortened(const Fit& from, double du, double dv) const {
        Fit next = from;
        for (double length = 1; length > 1e-6; length /= 2) {
            next = {std::max(0.0, from.u + length * du), std::max(0.0, from.v + length * dv), 0};
            next.loss = terms(next.u, next.v).loss;
            if (next.loss < from.loss) break;
        }
        return next;
    }

    [[nodiscard]] Terms terms(double u, double v) const {
        Terms t;
        std::vector<double> p(classes_);
        for (std::size_t row = 0; row < labels_.size(); ++row) {
            const double* a = a_.data() + row * classes_;
            const double* b = b_.data() + row * classes_;
            double most = u * a[0] + v * b[0];
            for (std::size_t c = 0; c < classes_; ++c) most = std::max(most, p[c] = u * a[c] + v * b[c]);
            double own = p[labels_[row]] - most;
            double sum = 0;
            for (double& x : p) sum += x = std::exp(x - most);
            t.loss += std::log(sum) - own;
            double ma = 0, mb = 0, maa = 0, mab = 0, mbb = 0;
            for (std::size_t c = 0; c < classes_; ++c) {
                double q = p[c] / sum;
                ma += q * a[c];
                mb += q * b[c];
                maa += q * a[c] * a[c];
                mab += q * a[c] * b[c];
                mbb += q * b[c] * b[c];
            }
            t.gu += ma - a[labels_[row]];
            t.gv += mb - b[labels_[row]];
            t.huu += maa - ma * ma;
            t.huv += mab - ma * mb;
            t.hvv += mbb - mb * mb;
        }
        t.loss /= static_cast<double>(std::max<std::size_t>(1, labels_.size()));
        return t;
    }

    std::span<const double> a_;
    std::span<const double> b_;
    std::span<const std::uint32_t> labels_;
    std::size_t classes_;
};

// The root of the mean squared difference of a score from the mean of its row.
double spread(std::span<const std::int64_t> scores, std::size_t classes, const Rows& rows) {
    double sum = 0;
    for (std::uint32_t row : rows) {
        std::span<const std::int64_t> of_row = scores.subspan(row * classes, classes);
        double mean = 0;
        for (std::int64_t score : of_row) mean += static_cast<double>(score) / static_cast<double>(classes);
        for (std::int64_t score : of_row)
            sum += (static_cast<double>(score) - mean) * (static_cast<double>(score) - mean);
    }
    return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, rows.size())));
}

class Blender {
public:
    Blender(const BlendTask& blend, const LearnHooks& hooks)
        : blend_(blend),
          card_(blend.card),
          hooks_(hooks),
          data_(blend.task.data.data()),
          pool_(card_.options().threads),
          schema_(voting_classes(task_with(blend.smaller.options()))),
          labels_(labels_of()),
          classes_(schema_.classes.size()) {}

    std::optional<Blend> run() {
        RowSplit split = split_for_learning(data_.examples(), blend_.smaller.options());
        if (!grow_best(split)) return std::nullopt;
        std::vector<std::int64_t> of_smaller = card_scores(blend_.smaller);
        Rows final_rows = with_final_rows(split).training;
        double ratio = spread(of_smaller, classes_, final_rows) /
                       std::max(1e-9, spread(card_scores(card_), classes_, final_rows));
        return joined_if_better(rows_of(of_smaller, split.validation),
                                rows_of(trees_.scores, split.validation), split, ratio);
    }

private:
    // a, b: scores of the validation rows by the smaller card and by the trees.
    std::optional<Blend> joined_if_better(const std::vector<double>& a, const std::vector<double>& b,
                                          const RowSplit& split, double ratio) {
        std::vector<std::uint32_t> labels;
        for (std::uint32_t row : split.validation) labels.push_back(labels_[row]);
        TwoWeights weights(a, b, labels, classes_);
        TwoWeights::Fit both = weights.best(true, true);
        if (both.v <= 0 || both.loss > weights.best(true, false).loss - kWorthBlending) return std::nullopt;
        std::vector<double> points = points_of(a, b, both);
        std::vector<std::int64_t> base = tuned_base(points, labels);
        points = with_base(std::move(points), base);
        if (!blend_.keep_validation && !grow_again(split)) return std::nullopt;
        Model model = joined(both.u * ratio, both.v, base, with_final_rows(split));
        model = with_probabilities(model, fit_softmax(points, labels, classes_, "validation"));
        return Blend{model, confusion_of_points(points, labels, classes_).score(card_.options().metric)};
    }

    [[nodiscard]] LearnTask task_with(const LearnOptions& options) const {
        LearnTask result{blend_.task.data, {}, blend_.task.positive};
        result.options = options;
        return result;
    }
    [[nodiscard]] Labels labels_of() const {
        DatasetColumns source(data_);
        return labels_in(schema_.classes, data_.classes, source, source.at(data_.target));
    }
    [[nodiscard]] LearnOptions final_options() const {
        LearnOptions options = card_.options();
        if (!blend_.keep_validation) options.validation = 0;
        return options;
    }
    // The rows that the final model learns from.
    [[nodiscard]] RowSplit with_final_rows(const RowSplit& split) const {
        return blend_.keep_validation ? split : split_for_learning(data_.examples(), final_options());
    }
    [[nodiscard]] bool stopped() const { return hooks_.stop && hooks_.stop(); }

    [[nodiscard]] std::vector<std::int64_t> card_scores(const Model& model) {
        return DecisionRows(model.decision_data(), DatasetColumns(data_)).scores(pool_);
    }

    template <class Score>
    [[nodiscard]] std::vector<double> rows_of(const std::vector<Score>& scores, const Rows& rows) const {
        std::vector<double> result;
        for (std::uint32_t row : rows) {
            for (std::size_t c = 0; c < classes_; ++c)
                result.push_back(static_cast<double>(scores[row * classes_ + c]));
        }
        return result;
    }

    // With differences of columns as literals if they help; false if learning is stopped.
    bool grow_best(const RowSplit& split) {
        literal_options_ = blend_.smaller.options();
        literals_ = std::make_unique<TreeLiterals>(data_, split.training, literal_options_, pool_);
        if (blend_.differences && !stopped()) choose_differences(split);
        trees_ = boosted(split.training, split.validation);
        return !stopped() && !trees_.trees.empty();
    }

    // By fewer trees with larger steps, with and without them: with small steps, more literals always look better at first.
    void choose_differences(const RowSplit& split) {
        LearnOptions options = literal_options_;
        options.comparisons = Comparisons::differences;
        auto more = std::make_unique<TreeLiterals>(data_, split.training, options, pool_);
        if (more->size() == literals_->size()) return;
        BoostOptions usual = options_;
        options_.rounds = std::min(usual.rounds, kRoundsToCompare);
        options_.rate = std::min(
            kMostRate, usual.rate * static_cast<double>(usual.rounds) / static_cast<double>(options_.rounds));
        double without = boosted(split.training, split.validation).validation_loss;
        std::swap(literals_, more);
        double with = boosted(split.training, split.validation).validation_loss;
        options_ = usual;
        if (with <= kWorthDifferences * without) {
            literal_options_ = options;
        } else {
            std::swap(literals_, more);
        }
    }

    // On all rows, as many trees as were best.
    bool grow_again(const RowSplit& split) {
        options_.rounds = trees_.trees.size();
        grow(with_final_rows(split).training, Rows(RowList{}));
        return !stopped();
    }

    void grow(const Rows& training, const Rows& validation) {
        literals_ = std::make_unique<TreeLiterals>(data_, training, literal_options_, pool_);
        trees_ = boosted(training, validation);
    }
    BoostedTrees boosted(const Rows& training, const Rows& validation) {
        return boost(literals_->features(), training, validation, labels_, data_.weights, classes_, options_,
                     pool_, hooks_.stop);
    }

    // Points of both: [row][class].
    [[nodiscard]] static std::vector<double> points_of(std::span<const double> a, std::span<const double> b,
                                                       const TwoWeights::Fit& fit) {
        std::vector<double> result(a.size());
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = kPointsOfLogit * (fit.u * a[i] + fit.v * b[i]);
        return result;
    }

    // Points to add to each class for the metric of the task.
    [[nodiscard]] std::vector<std::int64_t> tuned_base(std::span<const double> points,
                                                       std::span<const std::uint32_t> labels) const {
        if (card_.options().metric != Metric::macro_f1) return std::vector<std::int64_t>(classes_, 0);
        return cross_fitted_base(points, labels, classes_, kMinClassRows);
    }

    [[nodiscard]] Model joined(double u, double v, std::span<const std::int64_t> base,
                               const RowSplit& split) const {
        std::vector<Formula> formulas;
        std::vector<std::int32_t> points;
        const Scorecard& card = card_.scorecard();
        auto add = [&](double logits) {
            points.push_back(static_cast<std::int32_t>(std::lround(kPointsOfLogit * logits)));
        };
        for (std::size_t r = 0; r < card.rules(); ++r) {
            formulas.push_back(card_.formulas()[r].formula);
            for (std::size_t c = 0; c < classes_; ++c) add(u * static_cast<double>(card.at(r, c)));
        }
        for (const std::vector<BoostedLeaf>& tree : trees_.trees) {
            for (const BoostedLeaf& leaf : tree) {
                formulas.push_back(literals_->formula(leaf.rule));
                for (double logit : leaf.logits) add(v * logit);
            }
        }
        for (std::size_t c = 0; c < classes_; ++c)
            add(u * static_cast<double>(card.base[c]) + v * trees_.base[c] +
                static_cast<double>(base[c]) / kPointsOfLogit);
        return model_of_formulas(formulas, schema_, "blend", final_options(), data_, labels_, split, points);
    }

    const BlendTask& blend_;
    const Model& card_;
    const LearnHooks& hooks_;
    const DatasetData& data_;
    ThreadPool pool_;
    ClassSchema schema_;
    Labels labels_;
    std::size_t classes_;
    BoostOptions options_ = blend_.trees;
    LearnOptions literal_options_;
    std::unique_ptr<TreeLiterals> literals_;
    BoostedTrees trees_;
};

}  // namespace

std::optional<Blend> blended_with_trees(const BlendTask& task, const LearnHooks& hooks) {
    return Blender(task, hooks).run();
}

}  // namespace loh
