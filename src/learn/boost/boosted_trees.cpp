// Idea: Newton boosting of the softmax log loss. One tree a round has a logit for every class in each leaf, because a rule of a
// scorecard gives points to every class. A tree grows best-first: the leaf whose best split gains most is divided next. The
// sums of derivatives of a node are computed by code (literal_features.hpp), for the smaller child only; those of the larger
// one are the difference to the parent.
//
// With two classes, only the second has logits.
//
// Rejected: one tree for each class and round, as XGBoost has by default. It needs as many more rules as there are classes.
#include "learn/boost/boosted_trees.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.hpp"

namespace loh {

namespace {

constexpr std::size_t kRowBlock = 4096;
constexpr double kLeastCurvature = 1e-6;

// One node of a growing tree.
struct Node {
    std::size_t begin = 0;  // its rows: places in the order of rows
    std::size_t end = 0;
    LiteralRule path;
    std::vector<double> sums;   // [code of all features][slope, curvature of each output; rows]
    std::vector<double> total;  // the same, over all codes
    // The best split.
    double gain = 0;
    std::size_t feature = 0;
    std::size_t literal = 0;  // index in the feature

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

class Booster {
public:
    Booster(std::span<const LiteralFeature> features, const Rows& training, const Rows& validation,
            const Labels& labels, std::span<const float> weights, std::size_t classes,
            const BoostOptions& options, ThreadPool& pool)
        : features_(features),
          training_(training.list()),
          validation_(validation.list()),
          labels_(labels),
          weights_(weights),
          classes_(classes),
          outputs_(classes == 2 ? 1 : classes),
          width_(2 * outputs_ + 1),
          options_(options),
          pool_(pool),
          random_(options.seed, Stream::rule_search) {
        first_code_.push_back(0);
        for (const LiteralFeature& feature : features_)
            first_code_.push_back(first_code_.back() + feature.code_count);
        find_places();
    }

    BoostedTrees run(const std::function<bool()>& stop) {
        start();
        double best_loss = validation_.empty() ? 0 : loss(validation_);
        std::size_t best_round = 0;
        for (round_ = 0; round_ < options_.rounds; ++round_) {
            if (stop && stop()) break;
            derive();
            std::vector<Node> leaves = grow();
            if (leaves.size() < 2) break;
            take(leaves);
            if (validation_.empty()) continue;
            double now = loss(validation_);
            if (now < best_loss) {
                best_loss = now;
                best_round = result_.trees.size();
            } else if (result_.trees.size() >= best_round + options_.patience) {
                break;
            }
        }
        if (!validation_.empty()) drop_after(best_round);
        result_.validation_loss = best_loss;
        return std::move(result_);
    }

private:
    [[nodiscard]] float weight(std::size_t row) const { return weights_.empty() ? 1.0F : weights_[row]; }

    // The logits of the class shares.
    void start() {
        std::vector<double> share(classes_, 1);
        for (std::uint32_t row : training_) share[labels_[row]] += static_cast<double>(weight(row));
        result_.base.resize(classes_);
        for (std::size_t c = 0; c < classes_; ++c)
            result_.base[c] = std::log(share[c]) - (outputs_ == 1 ? std::log(share[0]) : 0);
        result_.scores.resize(labels_.size() * classes_);
        for (std::size_t i = 0; i < result_.scores.size(); ++i)
            result_.scores[i] = result_.base[i % classes_];
        slopes_.resize(labels_.size() * 2 * outputs_);
    }

    void probabilities(std::size_t row, std::vector<double>& result) const {
        const double* scores = result_.scores.data() + row * classes_;
        double most = *std::max_element(scores, scores + classes_);
        double sum = 0;
        for (std::size_t c = 0; c < classes_; ++c) sum += result[c] = std::exp(scores[c] - most);
        for (std::size_t c = 0; c < classes_; ++c) result[c] /= sum;
    }

    [[nodiscard]] double loss(const RowList& rows) const {
        std::vector<double> probable(classes_);
        double total = 0;
        double weights = 0;
        for (std::uint32_t row : rows) {
            probabilities(row, probable);
            auto w = static_cast<double>(weight(row));
            total -= w * std::log(std::max(probable[labels_[row]], 1e-15));
            weights += w;
        }
        return total / weights;
    }

    // First and second derivatives of the loss, for the rows of this round.
    void derive() {
        order_.clear();
        for (std::uint32_t row : training_) {
            if (random_.uniform(static_cast<std::uint32_t>(2 * round_), row) < options_.row_share)
                order_.push_back(row);
        }
        std::size_t blocks = (order_.size() + kRowBlock - 1) / kRowBlock;
        pool_.parallel_for(blocks, [&](std::size_t block, std::size_t) {
            std::vector<double> probable(classes_);
            std::size_t end = std::min(order_.size(), (block + 1) * kRowBlock);
            for (std::size_t place = block * kRowBlock; place < end; ++place) {
                std::uint32_t row = order_[place];
                probabilities(row, probable);
                float* slopes = slopes_.data() + std::size_t{row} * 2 * outputs_;
                for (std::size_t k = 0; k < outputs_; ++k) {
                    std::size_t c = outputs_ == 1 ? 1 : k;
                    double p = probable[c];
                    slopes[2 * k] = weight(row) * static_cast<float>(p - (labels_[row] == c ? 1 : 0));
                    slopes[2 * k + 1] =
                        weight(row) * static_cast<float>(std::max(p * (1 - p), kLeastCurvature));
                }
            }
        });
    }

    void sum_rows(Node& node) {
        node.sums.assign(first_code_.back() * width_, 0);
        pool_.parallel_for(features_.size(), [&](std::size_t f, std::size_t) {
            double* sums = node.sums.data() + first_code_[f] * width_;
            const std::uint8_t* codes = features_[f].codes.data();
            for (std::size_t place = node.begin; place < node.end; ++place) {
                std::uint32_t row = order_[place];
                double* of_code = sums + codes[row] * width_;
                const float* slopes = slopes_.data() + std::size_t{row} * 2 * outputs_;
                for (std::size_t i = 0; i < 2 * outputs_; ++i) of_code[i] += static_cast<double>(slopes[i]);
                of_code[2 * outputs_] += 1;
            }
        });
    }

    void find_total(Node& node) const {
        node.total.assign(width_, 0);
        for (std::size_t code = first_code_[0]; code < first_code_[1]; ++code) {
            for (std::size_t i = 0; i < width_; ++i) node.total[i] += node.sums[code * width_ + i];
        }
    }

    // How much the loss falls, up to a factor, if these rows get their best logits.
    [[nodiscard]] double fit(const double* sums) const {
        double result = 0;
        for (std::size_t k = 0; k < outputs_; ++k)
            result += sums[2 * k] * sums[2 * k] / (sums[2 * k + 1] + options_.ridge);
        return result;
    }
    [[nodiscard]] double curvature(const double* sums) const {
        double result = 0;
        for (std::size_t k = 0; k < outputs_; ++k) result += sums[2 * k + 1];
        return result;
    }

    void find_split(Node& node) {
        std::vector<Node> best(features_.size());  // gain, feature and literal only
        double whole = fit(node.total.data());
        auto step = static_cast<std::uint32_t>(2 * round_ + 1);
        std::uint32_t number = node_number_++;
        auto count = static_cast<std::uint32_t>(features_.size());
        pool_.parallel_for(features_.size(), [&](std::size_t f, std::size_t) {
            auto index = static_cast<std::uint32_t>(f);
            if (random_.uniform(step, number * count + index) >= options_.feature_share) return;
            best_of_feature(node, f, whole, best[f]);
        });
        node.gain = 0;
        for (std::size_t f = 0; f < best.size(); ++f) {
            if (best[f].gain <= node.gain) continue;
            node.gain = best[f].gain;
            node.feature = f;
            node.literal = best[f].literal;
        }
    }

    void best_of_feature(const Node& node, std::size_t f, double whole, Node& best) const {
        const LiteralFeature& feature = features_[f];
        const double* sums = node.sums.data() + first_code_[f] * width_;
        std::vector<double> holds(width_);
        std::vector<double> fails(width_);
        for (std::size_t l = 0; l < feature.literals.size(); ++l) {
            std::fill(holds.begin(), holds.end(), 0);
            for (std::size_t code = 0; code < feature.code_count; ++code) {
                if (!feature.has(l, static_cast<std::uint8_t>(code))) continue;
                for (std::size_t i = 0; i < width_; ++i) holds[i] += sums[code * width_ + i];
            }
            for (std::size_t i = 0; i < width_; ++i) fails[i] = node.total[i] - holds[i];
            if (holds.back() < 0.5 || fails.back() < 0.5) continue;
            if (std::min(curvature(holds.data()), curvature(fails.data())) < options_.min_weight) continue;
            double gain = fit(holds.data()) + fit(fails.data()) - whole;
            if (gain > best.gain) {
                best.gain = gain;
                best.literal = l;
            }
        }
    }

    // Divides a node; it becomes the part in which the literal fails.
    Node divide(Node& node) {
        const LiteralFeature& feature = features_[node.feature];
        auto first = order_.begin() + static_cast<std::ptrdiff_t>(node.begin);
        auto last = order_.begin() + static_cast<std::ptrdiff_t>(node.end);
        auto middle = std::stable_partition(
            first, last, [&](std::uint32_t row) { return feature.has(node.literal, feature.codes[row]); });
        Node holds;
        holds.begin = node.begin;
        holds.end = static_cast<std::size_t>(middle - order_.begin());
        holds.path = node.path;
        holds.path.push_back({feature.literals[node.literal], true});
        node.path.push_back({feature.literals[node.literal], false});
        node.begin = holds.end;
        bool smaller_holds = holds.size() <= node.size();
        std::vector<double> parent = std::move(node.sums);
        Node& smaller = smaller_holds ? holds : node;
        Node& larger = smaller_holds ? node : holds;
        sum_rows(smaller);
        for (std::size_t i = 0; i < parent.size(); ++i) parent[i] -= smaller.sums[i];
        larger.sums = std::move(parent);
        for (Node* child : {&holds, &node}) {
            find_total(*child);
            find_split(*child);
        }
        return holds;
    }

    std::vector<Node> grow() {
        std::vector<Node> leaves(1);
        node_number_ = 0;
        leaves[0].end = order_.size();
        sum_rows(leaves[0]);
        find_total(leaves[0]);
        find_split(leaves[0]);
        while (leaves.size() < options_.leaves) {
            auto most = std::max_element(leaves.begin(), leaves.end(),
                                         [](const Node& a, const Node& b) { return a.gain < b.gain; });
            if (most->gain <= 0) break;
            Node holds = divide(*most);
            leaves.push_back(std::move(holds));
        }
        return leaves;
    }

    // Adds a tree and its logits to the scores of all rows.
    void take(const std::vector<Node>& leaves) {
        std::vector<BoostedLeaf>& tree = result_.trees.emplace_back();
        for (const Node& node : leaves) {
            BoostedLeaf leaf{node.path, std::vector<double>(classes_, 0)};
            for (std::size_t k = 0; k < outputs_; ++k)
                leaf.logits[outputs_ == 1 ? 1 : k] =
                    -options_.rate * node.total[2 * k] / (node.total[2 * k + 1] + options_.ridge);
            tree.push_back(std::move(leaf));
        }
        add_scores(tree, 1);
    }

    void add_scores(const std::vector<BoostedLeaf>& tree, double sign) {
        std::size_t rows = labels_.size();
        std::size_t blocks = (rows + kRowBlock - 1) / kRowBlock;
        pool_.parallel_for(blocks, [&](std::size_t block, std::size_t) {
            for (std::size_t row = block * kRowBlock; row < std::min(rows, (block + 1) * kRowBlock); ++row) {
                for (const BoostedLeaf& leaf : tree) {
                    if (!contains(leaf.rule, row)) continue;
                    for (std::size_t c = 0; c < classes_; ++c)
                        result_.scores[row * classes_ + c] += sign * leaf.logits[c];
                    break;
                }
            }
        });
    }

    [[nodiscard]] bool contains(const LiteralRule& rule, std::size_t row) const {
        return std::all_of(rule.begin(), rule.end(), [&](const SignedLiteral& literal) {
            auto [feature, index] = place_of_[literal.literal];
            return features_[feature].has(index, features_[feature].codes[row]) == literal.holds;
        });
    }

    void drop_after(std::size_t trees) {
        while (result_.trees.size() > trees) {
            add_scores(result_.trees.back(), -1);
            result_.trees.pop_back();
        }
    }

    void find_places() {
        for (std::size_t f = 0; f < features_.size(); ++f) {
            for (std::size_t l = 0; l < features_[f].literals.size(); ++l) {
                std::uint32_t literal = features_[f].literals[l];
                if (place_of_.size() <= literal) place_of_.resize(literal + std::size_t{1});
                place_of_[literal] = {f, l};
            }
        }
    }

    std::span<const LiteralFeature> features_;
    RowList training_;
    RowList validation_;
    const Labels& labels_;
    std::span<const float> weights_;
    std::size_t classes_;
    std::size_t outputs_;
    std::size_t width_;
    const BoostOptions& options_;
    ThreadPool& pool_;
    Random random_;
    std::vector<std::size_t> first_code_;  // [feature]: of its codes among all codes
    std::vector<std::pair<std::size_t, std::size_t>>
        place_of_;               // [literal]: its feature, and its index there
    std::vector<float> slopes_;  // [row][output]: slope, curvature
    RowList order_;              // rows of this round; those of a node are consecutive
    std::size_t round_ = 0;
    std::uint32_t node_number_ = 0;
    BoostedTrees result_;
};

}  // namespace

BoostedTrees boost(std::span<const LiteralFeature> features, const Rows& training, const Rows& validation,
                   const Labels& labels, std::span<const float> weights, std::size_t classes,
                   const BoostOptions& options, ThreadPool& pool, const std::function<bool()>& stop) {
    return Booster(features, training, validation, labels, weights, classes, options, pool).run(stop);
}

}  // namespace loh
