#include "loh/distil.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/text.hpp"
#include "decision/metrics.hpp"
#include "learn/distil/lesson.hpp"
#include "learn/distil/rule_list.hpp"
#include "learn/distil/tree.hpp"
#include "learn/purposes.hpp"
#include "learn/search/rule_literals.hpp"
#include "model/model_data.hpp"
#include "model/schema.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostLeaves = 8192;
constexpr std::size_t kLeavesOfARule =
    4;  // rules are fewer than leaves: the last class has none, and some are left out

std::vector<Bits> columns_of(const PackedRows& rows) {
    std::vector<Bits> columns(rows.bits(), Bits(bit_words(rows.rows()), 0));
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        for (std::size_t i = 0; i < rows.bits(); ++i) {
            if (rows.at(row, i)) set_bit(columns[i], row);
        }
    }
    return columns;
}

using RulesOfClasses = std::vector<std::vector<LiteralRule>>;  // [class]

// One way to have a list of rules: a tree cut off at so many leaves.
struct Candidate {
    const Tree* tree = nullptr;
    std::size_t leaves = 0;
    std::pair<double, double> score;
};

class Distillation {
public:
    Distillation(const ModelData& card, const Table& table, const LearnOptions& options)
        : card_(card), options_(options), classes_(static_cast<std::uint32_t>(card.classes.size())) {
        examples_.labels = labels_in(card.classes, table, table.at(card.target));
        examples_.classes = classes_;
        purposes_ = split_for_learning(examples_, card.options);
        known_ = ask(card, table);
        lesson_ = lesson_of(card, table, *known_, purposes_.training.list());
        literals_.emplace(card.network.inputs, card.atoms, columns_of(lesson_->bits), lesson_->said.size());
        for (std::uint32_t c = classes_; c-- > 0;) order_.push_back(c);
    }

    // The formulas as a program with no choices left.
    Program program() {
        grow();
        for (const Candidate& candidate : candidates()) {
            RulesOfClasses rules = rules_of(*candidate.tree, candidate.leaves);
            if (is_allowed(rules)) return Program::parse(text(rules), "<distilled>");
        }
        return Program::parse(text(RulesOfClasses(classes_)), "<distilled>");
    }

private:
    void grow() {
        std::size_t leaves = std::min(kMostLeaves, kLeavesOfARule * options_.max_rules + 1);
        // A rule is a way from the root to a leaf, or less.
        std::size_t depth = options_.max_literals;
        if (depth == 0) depth = std::numeric_limits<std::size_t>::max();
        std::vector<std::uint32_t> labels = lesson_->said;
        trees_.push_back(Tree::grow({lesson_->bits, labels, lesson_->weights, classes_},
                                    literals_->candidates(), leaves, depth));
        if (purposes_.validation.empty()) return;  // nothing to tell which tree is better
        std::size_t i = 0;
        for (std::uint32_t row : purposes_.training) labels[i++] = examples_.labels[row];
        trees_.push_back(Tree::grow({lesson_->bits, labels, lesson_->weights, classes_},
                                    literals_->candidates(), leaves, depth));
    }

    // Agreement on some of the known rows, with the truth or with what the scorecard says.
    [[nodiscard]] double score(const Tree& tree, std::size_t leaves, const Rows& rows,
                               const std::vector<std::uint32_t>& labels) const {
        Confusion confusion(classes_);
        for (std::uint32_t row : rows) confusion.add(labels[row], tree.classify(known_->bits, row, leaves));
        return options_.metric == Metric::macro_f1 ? confusion.macro_f1() : confusion.accuracy();
    }

    [[nodiscard]] bool is_allowed(const RulesOfClasses& rules) const {
        std::size_t count = 0;
        for (const std::vector<LiteralRule>& part : rules) count += part.size();
        return count <= options_.max_rules;
    }
    [[nodiscard]] bool is_allowed(const Tree& tree, std::size_t leaves) const {
        return leaves <= options_.max_rules || is_allowed(rules_of(tree, leaves));
    }

    // Numbers of leaves at which to cut the tree off, increasing; the last is the most for which there are few enough rules.
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

    // The best first: by the truth on the validation rows, then on the training rows. Without validation rows,
    // twice the first size that says what the scorecard says on all training rows, then the smaller ones.
    [[nodiscard]] std::vector<Candidate> candidates() const {
        std::vector<Candidate> result;
        bool compare = !purposes_.validation.empty();
        for (const Tree& tree : trees_) {
            bool agrees = false;
            for (std::size_t leaves : sizes_of(tree)) {
                if (agrees) break;
                std::pair<double, double> value = {static_cast<double>(leaves), 0};
                if (compare)
                    value = {score(tree, leaves, purposes_.validation, examples_.labels),
                             score(tree, leaves, purposes_.training, examples_.labels)};
                result.push_back({&tree, leaves, value});
                agrees = !compare && score(tree, leaves / 2, purposes_.training, known_->said) == 1;
            }
        }
        std::stable_sort(result.begin(), result.end(), [](const Candidate& a, const Candidate& b) {
            return a.score != b.score ? a.score > b.score : a.leaves < b.leaves;
        });
        return result;
    }

    [[nodiscard]] RulesOfClasses rules_of(const Tree& tree, std::size_t leaves) const {
        std::vector<std::uint32_t> labels;
        for (std::size_t row = 0; row < lesson_->said.size(); ++row)
            labels.push_back(tree.classify(lesson_->bits, row, leaves));
        RulesOfClasses rules = rules_of_tree(tree, leaves, classes_);
        shorten(rules, order_, literals_->columns(), labels);
        std::vector<Bits> training(classes_, Bits(bit_words(labels.size()), 0));
        for (std::size_t row = 0; row < lesson_->training; ++row) set_bit(training[labels[row]], row);
        for (std::uint32_t c = 0; c < classes_; ++c) {
            for (LiteralRule& rule : rules[c]) literals_->affirm(rule, training[c]);
        }
        return rules;
    }

    [[nodiscard]] std::string text(const RulesOfClasses& rules) const {
        std::string result;
        for (std::size_t i = 0; i + 1 < order_.size(); ++i)
            result += "output " + spell_name(card_.classes[order_[i]]) +
                      " := " + literals_->text(rules[order_[i]]) + "\n";
        return result;
    }

    const ModelData& card_;
    const LearnOptions& options_;
    std::uint32_t classes_;
    Examples examples_;
    RowsByPurpose purposes_;
    std::optional<AskedRows> known_;
    std::optional<Lesson> lesson_;
    std::optional<RuleLiterals> literals_;  // on the rows of the lesson
    std::vector<std::uint32_t> order_;      // of the classes: the rarest first
    std::vector<Tree> trees_;
};

// The types that the scorecard gave to its columns.
TableSchema schema_of(const ColumnMeanings& meanings) {
    TableSchema schema;
    schema.missing = meanings.missing;
    for (const auto& [name, column] : meanings.columns)
        schema.columns[name] = column.type == ColumnType::number ? ColumnUse::number : ColumnUse::category;
    return schema;
}

}  // namespace

Model distil(const Model& scorecard, const Table& table, const LearnOptions& options,
             const LearnHooks& hooks) {
    const ModelData& card = scorecard.data();
    if (card.head != Head::vote)
        throw Error(ErrorKind::usage, "only a model of the head `vote` can be distilled");
    if (options.head == Head::vote || options.head == Head::paper)
        throw Error(ErrorKind::usage, "distilling makes formulas of the heads `single` or `list`");
    LearnOptions plain = options;
    plain.holdout = card.options.holdout;
    plain.validation = card.options.validation;
    plain.seed = card.options.seed;
    plain.epochs = plain.restarts = plain.committees = 1;
    if (plain.head == Head::automatic) plain.head = card.classes.size() == 2 ? Head::single : Head::list;
    LearnTask task{Distillation(card, table, options).program(), table, card.target, {}, plain};
    if (plain.head == Head::single) task.positive = card.classes.back();
    task.schema = schema_of(card.meanings);
    return learn(task, hooks);
}

}  // namespace loh
