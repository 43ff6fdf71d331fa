// The path of short scorecards.
//
// Idea: a forward search (short_scorecard.hpp) finds scorecards of all sizes, once with rules of one literal and once with longer
// ones. It runs on all training rows and again without each fold, and the predictions for the folds give the score of each size
// (learn/path_scores.hpp). Of scorecards with equally many literals, the better one stays.
//
// Rejected: only rules of up to three literals. Greedy search prefers conjunctions even where points for single literals are
// enough, and never gets rid of them.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "decision/decision_data.hpp"
#include "decision/metrics.hpp"
#include "decision/scorecard.hpp"
#include "formula/measure.hpp"
#include "formula/simplify.hpp"
#include "learn/class_schema.hpp"
#include "learn/learned_model.hpp"
#include "learn/path_progress.hpp"
#include "learn/path_scores.hpp"
#include "learn/probability_fit.hpp"
#include "learn/scorecard/short_scorecard.hpp"
#include "learn/short_path.hpp"
#include "loh/rule_path.hpp"

namespace loh {

namespace {

constexpr std::array<std::size_t, 17> kCardSizes = {
    0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50, kMostCardRules};

// Up to the largest number of rules, which is one of them.
std::vector<std::size_t> card_sizes(std::size_t max_rules) {
    std::vector<std::size_t> sizes;
    for (std::size_t size : kCardSizes) {
        if (size < max_rules) sizes.push_back(size);
    }
    sizes.push_back(std::min(max_rules, kMostCardRules));
    return sizes;
}

// The limits of literals of a rule that are tried. given: 0: none.
std::vector<std::size_t> rule_lengths(std::size_t given) {
    constexpr std::size_t kCardLiterals = 3;
    std::size_t most = given > 0 ? given : kCardLiterals;
    if (most == 1) return {1};
    return {1, most};
}

Labels labels_of(const ClassSchema& schema, const DatasetData& data) {
    DatasetColumns source(data);
    return labels_in(schema.classes, data.classes, source, source.at(data.target));
}

class ScorecardPath {
public:
    ScorecardPath(const LearnTask& task, double work, const LearnHooks& hooks)
        : task_(task),
          work_(work),
          progress_(hooks),
          data_(task.data.data()),
          threads_(task.options.threads),
          schema_(voting_classes(task)),
          labels_(labels_of(schema_, data_)),
          split_(split_for_learning(data_.examples(), task.options)),
          scores_(task, split_, labels_, schema_.classes.size()),
          sizes_(card_sizes(task.options.max_rules)),
          lengths_(rule_lengths(task.options.max_literals)),
          search_(task, split_.training, labels_, schema_.classes.size(), work, threads_) {}

    FoundPath run() {
        find_cards();
        std::vector<PathStep> steps;  // [length][size]
        for (const ShortCard& card : found_) steps.push_back(step_of(card));
        ScoredPath path = scores_.path(std::move(steps), threads_);
        path.steps[chosen_step(path.steps, task_.path_choice)].chosen = true;
        std::vector<Model> models;
        for (std::size_t card : path.candidate_of) models.push_back(model_of(card));
        Model model = with_path(models, path.steps);
        return comparable_path(model, path, scores_, schema_.classes, task_.path_choice);
    }

private:
    [[nodiscard]] std::size_t candidates() const { return sizes_.size() * lengths_.size(); }

    void report(const ShortCard& card, const Rows& rows) {
        Confusion confusion(static_cast<std::uint32_t>(schema_.classes.size()));
        for (std::uint32_t row : rows)
            confusion.add(labels_[row], card.predicted[row], data_.weights.empty() ? 1 : data_.weights[row]);
        LearnProgress::Size size{card.rules.size(), 0};
        for (const LiteralRule& rule : card.rules) size.literals += rule.size();
        progress_.report(confusion.score(task_.options.metric), size);
    }

    // The first job is all training rows, so that there is a model if learning is stopped; the others are the folds.
    void find_cards() {
        bool same_cards = scores_.has_validation_rows();
        const std::vector<PathFold>& folds = scores_.folds();
        std::size_t jobs = 1 + (same_cards ? 0 : folds.size());
        progress_.expect(jobs * candidates());
        scores_.start(candidates());
        fold_searches_ = std::vector<std::optional<ShortScorecardSearch>>(folds.size());
        fold_cards_.resize(folds.size());
        threads_.parallel_for(jobs, [&](std::size_t job, std::size_t) {
            if (job == 0) {
                found_ = cards_of(search_, split_.training);
            } else {
                if (progress_.stopped()) return;
                std::vector<ShortCard>& cards = fold_cards_[job - 1];
                cards = cards_without(folds[job - 1], fold_searches_[job - 1]);
                predict(job - 1, cards);
                for (ShortCard& card : cards) card.predicted = {};  // not needed any more
            }
        });
        if (same_cards) predict(0, found_);
        scores_.finish(!progress_.stopped());
    }

    std::vector<ShortCard> cards_of(const ShortScorecardSearch& search, const Rows& rows) {
        std::vector<ShortCard> result;
        for (std::size_t length : lengths_) {
            std::vector<ShortCard> cards = search.find(
                sizes_, length, [&] { return progress_.stopped(); },
                [&](const ShortCard& card) { report(card, rows); });
            result.insert(result.end(), cards.begin(), cards.end());
        }
        return result;
    }

    // If the rows have no literals, because all columns are constant there, no card has rules: the most frequent class.
    std::vector<ShortCard> cards_without(const PathFold& fold, std::optional<ShortScorecardSearch>& search) {
        try {
            ThreadPool alone(1);
            search.emplace(task_, fold.training, labels_, schema_.classes.size(), work_, alone);
            return cards_of(*search, fold.training);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::meaning) throw;
        }
        ShortCard none;
        none.predicted.assign(data_.rows, 0);
        return std::vector<ShortCard>(candidates(), none);
    }

    void predict(std::size_t fold, const std::vector<ShortCard>& cards) {
        for (std::size_t c = 0; c < cards.size(); ++c) {
            for (std::uint32_t row : scores_.folds()[fold].test)
                scores_.predictions(fold, c)[row] = cards[c].predicted[row];
        }
    }

    // From the scorecards of this size that were found without each fold.
    [[nodiscard]] Probabilities fitted_probabilities(std::size_t card) const {
        std::size_t classes = schema_.classes.size();
        std::vector<double> scores;
        std::vector<std::uint32_t> labels;
        for (std::size_t f = 0; f < fold_cards_.size(); ++f) {
            std::vector<std::int64_t> of_fold(data_.rows * classes, 0);
            if (fold_searches_[f]) of_fold = fold_searches_[f]->scores(fold_cards_[f][card]);
            for (std::uint32_t row : scores_.folds()[f].test) {
                auto first = of_fold.begin() + static_cast<std::ptrdiff_t>(row * classes);
                scores.insert(scores.end(), first, first + static_cast<std::ptrdiff_t>(classes));
                labels.push_back(labels_[row]);
            }
        }
        return fit_softmax(scores, labels, classes, "cross-validation");
    }

    // Without scores yet.
    [[nodiscard]] PathStep step_of(const ShortCard& card) const {
        std::vector<Formula> simple;
        for (const Formula& formula : search_.formulas(card))
            simple.push_back(simplify(formula, LiteralsOf::columns));
        ScoredRules scored = scorecard_of(simple, card.points, schema_.classes.size());
        PathStep step;
        step.rules = scored.rules.size();
        for (std::size_t r = 0; r < scored.rules.size(); ++r) {
            step.literals += count_literals(scored.rules[r]);
            step.formulas.emplace_back(schema_.classes[favoured_class(scored.card, r)],
                                       scored.rules[r].to_string());
        }
        step.card = std::move(scored.card);
        return step;
    }

    [[nodiscard]] Model model_of(std::size_t card) const {
        const ShortCard& found = found_[card];
        Model model = model_of_formulas(search_.formulas(found), schema_, "search", task_.options, data_,
                                        labels_, split_, found.points);
        if (!scores_.is_scored() || scores_.has_validation_rows()) return model;
        return with_probabilities(model, fitted_probabilities(card));
    }

    const LearnTask& task_;
    double work_;
    PathProgress progress_;
    const DatasetData& data_;
    ThreadPool threads_;
    ClassSchema schema_;
    Labels labels_;
    RowSplit split_;
    PathScores scores_;
    std::vector<std::size_t> sizes_;    // numbers of rules
    std::vector<std::size_t> lengths_;  // limits of literals of a rule
    ShortScorecardSearch search_;
    std::vector<std::optional<ShortScorecardSearch>> fold_searches_;  // none where a fold has no literals
    std::vector<std::vector<ShortCard>> fold_cards_;  // [fold][length][size], without predictions
    std::vector<ShortCard> found_;                    // [length][size]: on all training rows
};

}  // namespace

FoundPath found_scorecard_path(const LearnTask& task, double work, const LearnHooks& hooks) {
    check_options(task.options);
    if (task.options.head != Head::vote && task.options.head != Head::automatic)
        throw Error(ErrorKind::usage, "a scorecard has the head `vote`");
    classes_to_learn(task.data);
    return ScorecardPath(task, work, hooks).run();
}

Model find_scorecard_path(const LearnTask& task, double work, const LearnHooks& hooks) {
    FoundPath found = found_scorecard_path(task, work, hooks);
    warn_about_chance(found, hooks);
    return found.model;
}

}  // namespace loh
