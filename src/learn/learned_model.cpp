#include "learn/learned_model.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "decision/deciding_rules.hpp"
#include "formula/simplify.hpp"
#include "learn/probability_fit.hpp"
#include "learn/prune.hpp"
#include "loh/version.hpp"

namespace loh {

namespace {

BitRows rows_among(const BitRows& all, const Rows& rows) {
    BitRows result{rows.size(), {}};
    for (const auto& [name, bits] : all.columns) {
        Bits& to = result.columns[name];
        to.assign(bit_words(rows.size()), 0);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (bit_at(bits, rows[i])) set_bit(to, i);
        }
    }
    return result;
}

// For the head `vote`: removes rules that no training row satisfies.
void prune_scorecard(const BitRows& training, DecisionData& decision) {
    std::vector<Bits> holds = evaluate_rows(decision.plain_formulas(), training);
    const Scorecard& whole = decision.head->card();
    Scorecard card{whole.classes, whole.votes, whole.base, {}};
    std::vector<ClassFormula> formulas;
    for (std::size_t r = 0; r < holds.size(); ++r) {
        if (count_ones(holds[r]) == 0) continue;
        formulas.push_back(decision.formulas[r]);
        for (std::size_t c = 0; c < card.classes; ++c) card.points.push_back(whole.at(r, c));
    }
    decision.head = DecisionHead::make(Head::vote, decision.classes(), formulas.size(), std::move(card));
    decision.formulas = std::move(formulas);
}

void prune_decision(Prune level, const DatasetData& data, const Rows& training, DecisionData& decision) {
    BitRows rows = rows_among(variable_bits(decision, DatasetColumns(data)), training);
    if (decision.head->kind() == Head::vote) return prune_scorecard(rows, decision);
    for (ClassFormula& part : decision.formulas) part.formula = prune(part.formula, level, rows);
}

// Computes the figures of a decision on the training, validation and held-out rows. Rows may be added in blocks.
class ModelFigures {
public:
    ModelFigures(const DecisionData& decision, const Labels& labels, const RowSplit& split,
                 std::size_t threads)
        : decision_(decision),
          labels_(labels),
          parts_{{"training", split.training, {}, 0},
                 {"validation", split.validation, {}, 0},
                 {"holdout", split.holdout, {}, 0}},
          rules_(decision),
          rules_part_(split.holdout.empty() ? 0 : 2),
          pool_(threads) {
        if (decision.head->kind() == Head::vote) return;
        deciding_.emplace(decision);
        decided_.start(deciding_->classes(), decision.classes().size());
    }

    // Adds a block of rows. `first` is the number of its first row in the whole dataset.
    void add(const DatasetData& data, std::size_t first) {
        DatasetColumns columns(data);
        PredictedRows predicted = predict_rows(decision_, columns, true, pool_);
        Labels labels = labels_.part(first, data.rows);
        std::vector<std::uint32_t> rules;
        if (deciding_) rules = deciding_->on(columns, pool_);
        std::vector<std::int64_t> scores;
        if (!deciding_) scores = DecisionRows(decision_, columns).scores(pool_);
        for (PartFigures& part : parts_) {
            Rows rows = part.next(first, data.rows);
            if (&part == &parts_[rules_part_]) rules_.add(columns, labels, rows);
            if (part.rows.empty()) continue;
            if (deciding_) add_decided(part, rules, labels, rows);
            if (!deciding_ && &part == &fitted_part()) add_scores(scores, labels, rows);
            Report report = report_on(decision_, predicted, labels, rows);
            if (part.report) {
                part.report->add(report);
            } else {
                part.report = std::move(report);
            }
        }
    }

    void write_to(ModelData& record) const {
        for (const PartFigures& part : parts_) {
            if (part.report) record.parts.push_back({part.name, *part.report});
        }
        record.rules = rules_.rules();
        record.rules_part = parts_[rules_part_].name;
        record.decided = decided_;
    }

    // On the validation rows, or on the training rows without any.
    [[nodiscard]] Probabilities probabilities() const {
        std::size_t classes = decision_.classes().size();
        const char* name = fitted_part().name;
        if (!deciding_) return fit_softmax(scores_, score_labels_, classes, name);
        std::span<const DecidedRows> folds(&decided_, decided_.others.empty() ? 0 : 1);
        return fit_shares(decided_, folds, classes, name);
    }

private:
    struct PartFigures {
        const char* name;
        Rows rows;
        std::optional<Report> report;
        std::size_t done;  // number of elements of `rows` in the blocks so far

        // The elements of `rows` in the next block, relative to the first row of the block.
        Rows next(std::size_t first, std::size_t count) {
            RowList list;
            for (; done < rows.size() && rows[done] < first + count; ++done)
                list.push_back(static_cast<std::uint32_t>(rows[done] - first));
            return list;
        }
    };

    [[nodiscard]] const PartFigures& fitted_part() const { return parts_[parts_[1].rows.empty() ? 0 : 1]; }

    void add_decided(const PartFigures& part, const std::vector<std::uint32_t>& rules, const Labels& labels,
                     const Rows& rows) {
        std::size_t classes = decision_.classes().size();
        for (std::uint32_t row : rows) {
            if (&part == parts_.data()) ++decided_.training[rules[row] * classes + labels[row]];
            if (&part == &parts_[1]) decided_.others.emplace_back(rules[row], labels[row]);
        }
    }

    // At most about kScoredRows rows, evenly distributed.
    void add_scores(const std::vector<std::int64_t>& scores, const Labels& labels, const Rows& rows) {
        constexpr std::size_t kScoredRows = 10'000;
        std::size_t classes = decision_.classes().size();
        std::size_t step = 1 + fitted_part().rows.size() / kScoredRows;
        for (std::uint32_t row : rows) {
            if (scored_++ % step != 0) continue;
            auto first = scores.begin() + static_cast<std::ptrdiff_t>(row * classes);
            scores_.insert(scores_.end(), first, first + static_cast<std::ptrdiff_t>(classes));
            score_labels_.push_back(labels[row]);
        }
    }

    const DecisionData& decision_;
    const Labels& labels_;
    std::vector<PartFigures> parts_;
    RuleFigures rules_;
    std::size_t
        rules_part_;  // held-out rows if there are any: on training rows rules look better than they are
    ThreadPool pool_;
    std::optional<DecidingRules> deciding_;  // not for scorecards
    DecidedRows decided_;
    std::vector<double> scores_;  // of scorecards: [row][class]
    std::vector<std::uint32_t> score_labels_;
    std::size_t scored_ = 0;  // rows so far
};

}  // namespace

Model learned_model(DecisionData decision, ModelData record, const DatasetData& data, const Labels& labels,
                    const RowSplit& split) {
    record.written_by = kVersion;
    if (record.options.prune != Prune::none)
        prune_decision(record.options.prune, data, split.training, decision);
    auto finished = std::make_shared<DecisionData>(std::move(decision));
    ModelFigures figures(*finished, labels, split, record.options.threads);
    // Evaluation converts a column of bits to doubles, which take 64 times the memory. So tables of bits are processed in blocks.
    constexpr std::size_t kBitBlock = std::size_t{1} << 13U;
    if (!data.bits) figures.add(data, 0);
    for (std::size_t first = 0; data.bits && first < data.rows; first += kBitBlock)
        figures.add(bit_rows(data, first, std::min(kBitBlock, data.rows - first)), first);
    figures.write_to(record);
    finished->probabilities = figures.probabilities();
    return {Decision(finished), std::make_shared<const ModelData>(std::move(record))};
}

Model model_of_formulas(const std::vector<Formula>& formulas, const ClassSchema& schema, std::string learner,
                        LearnOptions options, const DatasetData& data, const Labels& labels,
                        const RowSplit& split, std::span<const std::int32_t> points) {
    Atoms atoms;
    for (const Formula& formula : formulas) atoms.merge(atoms_of({formula}));
    std::vector<Diagnostic> mistakes;  // stays empty: the literals were made for these columns
    ColumnMeanings meanings = find_meanings(atoms, data, mistakes);
    LiteralsOf literals = meanings.plain.empty() ? LiteralsOf::columns : LiteralsOf::anything;
    std::vector<Formula> simple;
    for (const Formula& formula : formulas) simple.push_back(simplify(formula, literals));
    ModelData record;
    record.learner = std::move(learner);
    record.options = options;
    record.options.head = schema.head;
    record.options.epochs = record.options.restarts = record.options.committees =
        1;  // unused: no gradient descent
    DecisionData decision = decision_of(schema.head, schema.classes, data.target, simple, points,
                                        Votes::points, std::move(meanings));
    return learned_model(std::move(decision), std::move(record), data, labels, split);
}

}  // namespace loh
