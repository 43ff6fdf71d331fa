// Distillation: turns a scorecard into short formulas through a decision tree.
//
// Idea: the scorecard (the teacher) labels many more rows than were observed, and a tree is grown on these labels. With so
// many rows the tree can be deep without overfitting. Two trees are grown: one on the labels of the scorecard, one with the
// true classes of the training rows. The tree and its size are chosen by the true classes of the validation rows.
//
// Source: Craven and Shavlik, "Extracting tree-structured representations of trained networks", 1996.
//
// Rejected: drawing rows from a model of the data, as Craven and Shavlik do. Mixing the cells of training rows is simpler, and
// every cell has a value that occurs in the data.
#include "loh/distil.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "decision/metrics.hpp"
#include "learn/distil/rule_list.hpp"
#include "learn/distil/teacher_rows.hpp"
#include "learn/distil/tree.hpp"
#include "learn/learned_model.hpp"
#include "learn/rule_literals.hpp"

namespace loh {

namespace {

constexpr std::size_t kMaxLeaves = 8192;
// There are fewer rules than leaves: the last class has no rules, and redundant rules are dropped.
constexpr std::size_t kLeavesPerRule = 4;

std::vector<Bits> columns_of_rows(const PackedRows& rows) {
    std::vector<Bits> columns(rows.bits(), Bits(bit_words(rows.rows()), 0));
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        for (std::size_t i = 0; i < rows.bits(); ++i) {
            if (rows.at(row, i)) set_bit(columns[i], row);
        }
    }
    return columns;
}

// A candidate for the list of rules: a tree, truncated to a number of leaves.
struct Candidate {
    const Tree* tree = nullptr;
    std::size_t leaves = 0;
    std::pair<double, double> score;
};

class Distillation {
public:
    Distillation(const DecisionData& card, const LearnOptions& card_options, const DatasetData& data,
                 const LearnOptions& options)
        : card_(card),
          data_(data),
          options_(options),
          classes_(static_cast<std::uint32_t>(card.classes().size())) {
        DatasetColumns columns(data);
        labels_ = labels_in(card.classes(), data.classes, columns, columns.at(card.target));
        split_ = split_for_learning(data.examples(), card_options);
        known_ = predicted_bits(card, data);
        rows_ = teacher_rows(card, data, *known_, split_.training.list(), card_options.seed);
        std::vector<RuleLiterals::Literal> literals;
        for (const std::string& name : card.network->compiled.inputs) {
            auto atom = card.network->atoms.find(name);
            literals.push_back({name, atom == card.network->atoms.end() ? nullptr : &atom->second});
        }
        literals_.emplace(literals, columns_of_rows(rows_->bits), rows_->predicted.size());
        for (std::uint32_t c = classes_; c-- > 0;) order_.push_back(c);
    }

    // The best rules as a model with this head.
    Model model(Head head, LearnOptions record) {
        std::vector<Formula> formulas;
        RulesOfClasses rules = best_rules();
        for (std::size_t i = 0; i + 1 < order_.size(); ++i)
            formulas.push_back(literals_->formula(rules[order_[i]]));
        std::vector<std::string> classes = card_.classes();
        if (head == Head::list) std::reverse(classes.begin(), classes.end());  // rarest class first
        DatasetColumns columns(data_);
        Labels labels = labels_in(classes, data_.classes, columns, columns.at(card_.target));
        return model_of_formulas(formulas, {head, classes}, "distil", record, data_, labels, split_);
    }

private:
    RulesOfClasses best_rules() {
        grow();
        for (const Candidate& candidate : candidates()) {
            RulesOfClasses rules = rules_of(*candidate.tree, candidate.leaves);
            if (is_allowed(rules)) return rules;
        }
        return RulesOfClasses(classes_);
    }

    void grow() {
        std::size_t leaves = std::min(kMaxLeaves, kLeavesPerRule * options_.max_rules + 1);
        // A rule is a subset of the literals on a path, so the depth limits its length.
        std::size_t depth = options_.max_literals;
        if (depth == 0) depth = std::numeric_limits<std::size_t>::max();
        std::vector<std::uint32_t> labels = rows_->predicted;
        trees_.push_back(Tree::grow({rows_->bits, labels, rows_->weights, classes_}, literals_->candidates(),
                                    leaves, depth));
        if (split_.validation.empty()) return;  // trees are compared on validation rows
        std::size_t i = 0;
        for (std::uint32_t row : split_.training) labels[i++] = labels_[row];
        trees_.push_back(Tree::grow({rows_->bits, labels, rows_->weights, classes_}, literals_->candidates(),
                                    leaves, depth));
    }

    // The score of the truncated tree on rows of the dataset, against the true classes or those of the scorecard.
    [[nodiscard]] double score(const Tree& tree, std::size_t leaves, const Rows& rows,
                               const Labels& labels) const {
        Confusion confusion(classes_);
        for (std::uint32_t row : rows)
            confusion.add(labels[row], tree.classify(known_->bits, row, leaves),
                          data_.weights.empty() ? 1 : data_.weights[row]);
        return confusion.score(options_.metric);
    }

    [[nodiscard]] bool is_allowed(const RulesOfClasses& rules) const {
        std::size_t count = 0;
        for (const std::vector<LiteralRule>& part : rules) count += part.size();
        return count <= options_.max_rules;
    }
    [[nodiscard]] bool is_allowed(const Tree& tree, std::size_t leaves) const {
        return leaves <= options_.max_rules || is_allowed(rules_of(tree, leaves));
    }

    // The numbers of leaves to try, in ascending order. Those with more rules than allowed are left out.
    [[nodiscard]] std::vector<std::size_t> sizes_of(const Tree& tree) const {
        std::vector<std::size_t> sizes;
        for (std::size_t leaves = 1; leaves < tree.leaves(); leaves = std::max(leaves + 1, leaves * 5 / 4))
            sizes.push_back(leaves);
        sizes.push_back(tree.leaves());
        if (is_allowed(tree, tree.leaves())) return sizes;
        auto allowed = std::partition_point(sizes.begin(), sizes.end(),
                                            [&](std::size_t leaves) { return is_allowed(tree, leaves); });
        sizes.erase(allowed, sizes.end());
        return sizes;
    }

    // Best first. Compared by the score on the validation rows, then on the training rows, then by size. Without validation
    // rows, the largest first, up to about twice the size at which the tree agrees with the scorecard on all training rows.
    [[nodiscard]] std::vector<Candidate> candidates() const {
        std::vector<Candidate> result;
        bool compare = !split_.validation.empty();
        for (const Tree& tree : trees_) {
            bool agrees = false;
            for (std::size_t leaves : sizes_of(tree)) {
                if (agrees) break;
                std::pair<double, double> value = {static_cast<double>(leaves), 0};
                if (compare)
                    value = {score(tree, leaves, split_.validation, labels_),
                             score(tree, leaves, split_.training, labels_)};
                result.push_back({&tree, leaves, value});
                agrees = !compare && score(tree, leaves / 2, split_.training, known_->predicted) == 1;
            }
        }
        std::stable_sort(result.begin(), result.end(), [](const Candidate& a, const Candidate& b) {
            return a.score != b.score ? a.score > b.score : a.leaves < b.leaves;
        });
        return result;
    }

    [[nodiscard]] RulesOfClasses rules_of(const Tree& tree, std::size_t leaves) const {
        std::vector<std::uint32_t> labels;
        for (std::size_t row = 0; row < rows_->predicted.size(); ++row)
            labels.push_back(tree.classify(rows_->bits, row, leaves));
        RulesOfClasses rules = rules_of_tree(tree, leaves, classes_);
        shorten(rules, order_, literals_->columns(), labels);
        std::vector<Bits> training(classes_, Bits(bit_words(labels.size()), 0));
        for (std::size_t row = 0; row < rows_->training; ++row) set_bit(training[labels[row]], row);
        for (std::uint32_t c = 0; c < classes_; ++c) {
            for (LiteralRule& rule : rules[c]) literals_->prefer_contraries(rule, training[c]);
        }
        return rules;
    }

    const DecisionData& card_;
    const DatasetData& data_;
    const LearnOptions& options_;
    std::uint32_t classes_;
    Labels labels_;  // [row of the dataset]
    RowSplit split_;
    std::optional<PredictedBits> known_;    // all rows of the dataset
    std::optional<TeacherRows> rows_;       // the rows that the trees are grown on
    std::optional<RuleLiterals> literals_;  // on rows_
    std::vector<std::uint32_t> order_;      // of the classes: rarest first
    std::vector<Tree> trees_;
};

}  // namespace

Model distil(const Model& scorecard, const Dataset& data, const LearnOptions& options,
             const LearnHooks& /*hooks*/) {
    const DecisionData& card = scorecard.decision_data();
    if (scorecard.head() != Head::vote || !card.network)
        throw Error(ErrorKind::usage, "only a trained model with the head `vote` can be distilled");
    if (options.head == Head::vote || options.head == Head::paper)
        throw Error(ErrorKind::usage, "distillation needs the head `single` or `list`");
    LearnOptions record = options;
    record.holdout = scorecard.options().holdout;
    record.validation = scorecard.options().validation;
    record.seed = scorecard.options().seed;
    Head head = options.head;
    if (head == Head::automatic) head = card.classes().size() == 2 ? Head::single : Head::list;
    return Distillation(card, scorecard.options(), data.data(), options).model(head, record);
}

}  // namespace loh
