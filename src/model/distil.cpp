#include "loh/distil.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/text.hpp"
#include "model/lesson.hpp"
#include "model/model_data.hpp"
#include "model/purposes.hpp"
#include "model/schema.hpp"
#include "rules/rule_list.hpp"
#include "rules/tree.hpp"
#include "train/metrics.hpp"

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

// Literals to split by: of those that are equal on all rows, or each other's opposites, the first.
struct SplitLiterals {
    std::vector<std::uint32_t> list;
    std::unordered_map<std::uint32_t, std::uint32_t>
        opposite;  // of some, another literal: true where it is false
};

SplitLiterals split_literals(const std::vector<Bits>& columns, std::size_t rows) {
    auto key = [&](Bits bits, bool flipped) {
        for (std::uint64_t& word : bits) word = flipped ? ~word : word;
        if (rows % 64 != 0) bits.back() &= (std::uint64_t{1} << (rows % 64)) - 1;
        return std::string(reinterpret_cast<const char*>(bits.data()), bits.size() * sizeof(std::uint64_t));
    };
    SplitLiterals result;
    std::unordered_map<std::string, std::uint32_t> first;
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
        auto opposite = first.find(key(columns[i], true));
        if (opposite != first.end()) {
            result.opposite.try_emplace(opposite->second, i);
        } else if (first.try_emplace(key(columns[i], false), i).second) {
            result.list.push_back(i);
        }
    }
    return result;
}

using RulesOfClasses = std::vector<std::vector<LiteralRule>>;  // [class]

// What is compared the other way: `age < 40` for `age >= 40`. Where the cell is missing, neither holds.
std::unordered_map<std::uint32_t, std::uint32_t> contraries(const ModelData& card) {
    const std::vector<std::string>& names = card.network.inputs;
    std::unordered_map<std::string, std::uint32_t> place;
    for (std::uint32_t i = 0; i < names.size(); ++i) place[names[i]] = i;
    std::unordered_map<std::uint32_t, std::uint32_t> result;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        auto atom = card.atoms.find(names[i]);
        const CompareAtom* compare =
            atom == card.atoms.end() ? nullptr : std::get_if<CompareAtom>(&atom->second);
        if (compare == nullptr) continue;
        CompareAtom other = *compare;
        other.comparison = negated(compare->comparison);
        auto found = place.find(spell(Atom(other)));
        if (found != place.end()) result[i] = found->second;
    }
    return result;
}

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
        columns_ = columns_of(lesson_->bits);
        splits_ = split_literals(columns_, lesson_->said.size());
        contraries_ = contraries(card);
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
        trees_.push_back(
            Tree::grow({lesson_->bits, labels, lesson_->weights, classes_}, splits_.list, leaves, depth));
        if (purposes_.validation.empty()) return;  // nothing to tell which tree is better
        std::size_t i = 0;
        for (std::uint32_t row : purposes_.training) labels[i++] = examples_.labels[row];
        trees_.push_back(
            Tree::grow({lesson_->bits, labels, lesson_->weights, classes_}, splits_.list, leaves, depth));
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
        shorten(rules, order_, columns_, labels);
        for (std::uint32_t c = 0; c < classes_; ++c) {
            for (LiteralRule& rule : rules[c]) affirm(rule, c, labels);
        }
        return rules;
    }

    // `age < 40` is easier to read than `!(age >= 40)`. It says less, where the cell is missing: no training row of
    // the class may go.
    void affirm(LiteralRule& rule, std::uint32_t of_class, const std::vector<std::uint32_t>& labels) const {
        for (std::size_t i = 0; i < rule.size(); ++i) {
            auto contrary = contraries_.find(rule[i].literal);
            if (rule[i].holds || contrary == contraries_.end()) continue;
            const Bits& one = columns_[rule[i].literal];
            const Bits& other = columns_[contrary->second];
            bool lost = false;
            for (std::size_t row = 0; row < lesson_->training && !lost; ++row) {
                if ((one[row / 64] | other[row / 64]) == ~std::uint64_t{0}) {
                    row |= 63U;  // none of these 64 is missing
                    continue;
                }
                lost =
                    labels[row] == of_class && !bit_at(one, row) && !bit_at(other, row) && holds(rule, row);
            }
            if (!lost) rule[i] = {contrary->second, true};
        }
    }
    [[nodiscard]] bool holds(const LiteralRule& rule, std::size_t row) const {
        return std::all_of(rule.begin(), rule.end(), [&](SignedLiteral literal) {
            return bit_at(columns_[literal.literal], row) == literal.holds;
        });
    }

    [[nodiscard]] std::string text(const RulesOfClasses& rules) const {
        std::string result;
        for (std::size_t i = 0; i + 1 < order_.size(); ++i) {
            std::string formula;
            for (const LiteralRule& rule : rules[order_[i]])
                formula += (formula.empty() ? "" : "\n    | ") + text(rule);
            result += "output " + spell_name(card_.classes[order_[i]]) +
                      " := " + (formula.empty() ? "false" : formula) + "\n";
        }
        return result;
    }
    [[nodiscard]] std::string text(const LiteralRule& rule) const {
        std::string result;
        for (auto [literal, holds] : rule) {
            if (!result.empty()) result += " & ";
            auto opposite = splits_.opposite.find(literal);
            if (holds) {
                result += card_.network.inputs[literal];
            } else if (opposite != splits_.opposite.end()) {
                result += card_.network.inputs[opposite->second];
            } else {
                result += "!(" + card_.network.inputs[literal] + ")";
            }
        }
        return result.empty() ? "true" : result;
    }

    const ModelData& card_;
    const LearnOptions& options_;
    std::uint32_t classes_;
    Examples examples_;
    RowsByPurpose purposes_;
    std::optional<AskedRows> known_;
    std::optional<Lesson> lesson_;
    std::vector<Bits> columns_;         // [literal], over the rows of the lesson
    std::vector<std::uint32_t> order_;  // of the classes: the rarest first
    SplitLiterals splits_;
    std::unordered_map<std::uint32_t, std::uint32_t> contraries_;  // of literals
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
