// Learning without choosing options. Explicit options take precedence over those chosen here.
//
// Idea: `brief` searches a few rules, with points where that is clearly better (short_path.hpp). The other efforts aim at accuracy: a scorecard whose numbers of rules and epochs fit a
// budget of work (recipes.hpp); `balanced` and `thorough` first compare a few settings on validation rows at a small size. With
// the heads `single` and `list` formulas are searched, or distilled from such a scorecard.
#include "learn/effort.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "features/column_pairs.hpp"
#include "formula/graph.hpp"
#include "learn/boost/blend.hpp"
#include "learn/chance_warning.hpp"
#include "learn/class_balance.hpp"
#include "learn/class_schema.hpp"
#include "learn/fitted_candidates.hpp"
#include "learn/gradient/gradient_learner.hpp"
#include "learn/option_use.hpp"
#include "learn/probability_fit.hpp"
#include "learn/proposed_literals.hpp"
#include "learn/recipes.hpp"
#include "learn/row_split.hpp"
#include "learn/short_path.hpp"
#include "loh/distil.hpp"
#include "loh/propose.hpp"
#include "loh/rule_path.hpp"
#include "loh/short_rules.hpp"
#include "model/model_data.hpp"

namespace loh {

namespace {

constexpr std::size_t kVeryFewRows = 500;  // too few to compare settings on
constexpr double kValidationShareOfFew = 0.25;
constexpr double kValidationShareForProbabilities = 1.0 / 3;
constexpr std::size_t kRoundsOfFew = 20;     // of a search for short rules: they cost nothing there
constexpr std::size_t kMostShortRules = 64;  // of more, distilling a scorecard finds better ones
constexpr std::size_t kShortRules = 32;      // unless another number is given
constexpr double kMostPathWork = 1e9;        // of one search on the path
constexpr std::size_t kBriefRules = 12;      // likewise, for each class but the last
constexpr std::size_t kBriefCardRules = 24;  // of a scorecard, likewise
constexpr std::size_t kBriefCardLiterals = 3;
constexpr std::size_t kBriefCardPoints = 5;
constexpr std::size_t kTooManyRowsForCards =
    5000;  // a scorecard of many classes takes long, and its few rules are too few
constexpr std::size_t kFewestRulesOfAClass = 4;
constexpr std::size_t kFewCommittees = 2;  // no fewer are wanted: two make fewer mistakes together than one
constexpr double kWorthJoining = 0.01;     // nats of a row's cross-entropy
constexpr std::size_t kMostColumnsToCompare = 64;  // with each other, for boosted trees
constexpr double kNearlyFlawless = 0.95;  // on the training rows: larger committees are not what is missing

// A flag, and another value for it.
using Variation = std::pair<const char*, const char*>;

class EffortSearch {
public:
    EffortSearch(const LearnTask& task, Effort effort, const LearnHooks& hooks)
        : task_(task), effort_(effort), hooks_(hooks) {}

    Model run() {
        size_ = measure();
        Head head = with_given({}).head;
        bool boolean = head == Head::single || head == Head::list;
        if (effort_ == Effort::brief && boolean && !task_.program && !wants_clauses()) return short_path();
        if (effort_ == Effort::brief && wants_short_scorecard())
            return find_scorecard_path(card_path_task(), budget().search, hooks_);
        return boolean && !task_.program ? formulas() : searched();  // a program is not distilled
    }

private:
    // Compares settings, if there is time for that, and learns with the best of them.
    Model searched() {
        LearnOptions chosen;
        std::optional<Model> best;
        bool in_a_hurry = effort_ == Effort::brief || effort_ == Effort::quick;
        if (!in_a_hurry && size_.rows >= kVeryFewRows) best = compare(chosen, budget().committees);
        if (best && stopped()) return *best;
        if (best) {
            if (std::optional<Model> rules = as_good_short_rules(*best)) return *rules;
        }
        if (best && chosen.comparisons != Comparisons::none) size_ = measure(chosen.comparisons);
        LearnOptions final = chosen_for(budget());
        if (best) take_choices(chosen, final);
        bool trees = joins_trees(final);
        if (trees && !best) {  // the validation rows decide how much the trees count
            final = chosen_for(half_of(budget()));
            if (final.validation == 0) final.validation = kValidationShare;
        }
        if (larger_committees_) final.committees = std::max(kFewCommittees, final.committees / 2);
        Model model = learned(final);
        if (trees && !stopped()) {
            if (std::optional<Model> joined = with_trees(model, best ? *best : model)) return *joined;
        }
        if (final.validation == 0) model = with_fitted_probabilities(model, final);
        bool comparable = best && score(model) >= 0;  // a scorecard learns from all rows in the end
        return comparable && score(*best) > score(model) ? *best : model;
    }

    // Whether boosted trees may be joined with the scorecard: nothing limits the number, length or points of its rules.
    [[nodiscard]] bool joins_trees(const LearnOptions& options) const {
        bool free_rules = !is_given("max-rules") && !is_given("committees") && options.max_literals == 0;
        bool free_points = options.votes == Votes::points && options.points == 0;
        return may_join_trees_ && !task_.program && options.head == Head::vote && effort_ != Effort::brief &&
               free_rules && free_points && size_.rows >= kFewRows;
    }
    static Budget half_of(Budget budget) {
        budget.steps /= 2;
        budget.seconds /= 2;
        return budget;
    }

    // The scorecard joined with boosted trees, where these help.
    std::optional<Model> with_trees(const Model& card, const Model& compared) {
        BoostOptions trees = boost_recipe(budget(), size_);
        trees.seed = card.options().seed;
        bool few_columns = task_.data.names().size() <= kMostColumnsToCompare;
        LearnTask weighted = task_;
        if (is_given("class-weights")) weighted.data = with_class_weights(task_.data, card.options());
        BlendTask blend{
            weighted, card, compared, trees, few_columns && !is_given("comparisons"), is_given("validation")};
        std::optional<Blend> joined = blended_with_trees(blend, hooks_);
        if (joined) tell({"joined with boosted trees", joined->score, true});
        if (!joined) return std::nullopt;
        return joined->model;
    }

    // A scorecard that was learned from all rows. Its probabilities are those of a smaller one that was not.
    Model with_fitted_probabilities(const Model& card, LearnOptions options) {
        constexpr std::size_t kFewestRows = 30;
        constexpr std::size_t kSmallerCommittees = 3;
        if (card.head() != Head::vote || size_.rows < kFewestRows || stopped()) return card;
        std::size_t committees = std::min(options.committees, kSmallerCommittees);
        options.max_rules = std::max<std::size_t>(1, options.max_rules * committees / options.committees);
        options.committees = committees;
        options.validation = kValidationShareForProbabilities;
        Model smaller = learned(options);
        if (!stopped())
            warn_about_chance(report_on(smaller, "validation"), "a smaller scorecard of this kind is",
                              hooks_);
        return stopped() ? card : with_probabilities(card, probabilities_like(card, smaller, task_.data));
    }

    // A few rules, where they are as good as the scorecard: that is soon tried, and they are shorter.
    std::optional<Model> as_good_short_rules(const Model& scorecard) {
        bool head_is_open = task_.options.head == Head::automatic && !task_.program;
        if (!head_is_open || has_many_classes() || stopped()) return std::nullopt;
        bool few = size_.rows < kFewRows;
        Model model = short_rules(few ? kRoundsOfFew : 0, scorecard.options().validation);
        // With more rows the scorecard still gains from being larger; only where there is nothing to gain it does not.
        bool as_good = score(model) >= (few ? score(scorecard) : 1);
        tell({"short rules", score(model), as_good});
        if (!as_good) return std::nullopt;
        return few ? short_rules(0) : model;  // few rows are needed, every one
    }
    [[nodiscard]] bool has_many_classes() const { return size_.classes * kFewestRulesOfAClass > kShortRules; }

    // One formula for each class: a few rules that are searched for, or many, distilled from a scorecard.
    Model formulas() {
        check_classes_of_single();
        Head head = with_given({}).head;
        if (wants_clauses()) return searched();  // the others make rules
        if (wants_short_rules()) {
            refuse_descent_options(task_);
            Model rules = short_rules(budget().rounds);
            tell({"short rules", score(rules, scored_on(rules)), true});
            return rules;
        }
        Model distilled = distilled_formulas(head);
        if (has_many_classes() || stopped()) return distilled;
        Model rules = short_rules(0);
        bool better = is_better(rules, distilled);
        tell({"short rules", score(rules), better});
        return better ? rules : distilled;
    }

    void check_classes_of_single() const {
        if (with_given({}).head == Head::single && size_.classes > 2)
            throw Error(
                ErrorKind::usage,
                "the head `single` is for two classes, and there are " + std::to_string(size_.classes),
                "use --head list");
    }

    [[nodiscard]] bool wants_clauses() const {
        return is_given("network") && task_.options.network == NormalForm::cnf;
    }

    [[nodiscard]] bool wants_short_scorecard() const {
        return with_given({}).head == Head::vote && !task_.program;
    }

    // Whether nothing else is to be tried.
    [[nodiscard]] bool wants_short_rules() const {
        bool few_rules = is_given("max-rules") && task_.options.max_rules <= kMostShortRules;
        if (few_rules && size_.classes == 2) return true;
        return !has_many_classes() && size_.rows < kFewRows;
    }

    // A scorecard as formulas.
    Model distilled_formulas(Head head) {
        LearnTask scorecard = task_;
        std::erase_if(scorecard.given, [](const std::string& flag) {
            return flag == "head" || flag == "max-rules" || flag == "network" || flag == "restarts" ||
                   flag == "points";
        });
        if (size_.rows >= kFewRows && !is_given("validation")) {  // sizes are to be compared
            scorecard.options.validation = kValidationShare;
            scorecard.given.emplace_back("validation");
        }
        EffortSearch cards(scorecard, effort_, hooks_);
        cards.may_join_trees_ = false;  // the network is distilled
        Model card = cards.run();
        LearnOptions options = card.options();
        options.head = head;
        LearnOptions limits;
        limits.max_rules = budget().distilled;
        options.max_rules = with_given(limits).max_rules;
        Model distilled = distil(card, task_.data, options, hooks_);
        tell({"rules distilled from a scorecard", score(distilled, scored_on(distilled)), true});
        return distilled;
    }

    // A rule list, or a scorecard where that is clearly better.
    Model short_path() {
        check_classes_of_single();
        // The rules of each class are searched on their own, so the work is that of two classes for each.
        double work = std::min(kMostPathWork, budget().search * static_cast<double>(size_.classes - 1));
        return find_short_path(
            {rule_path_task(), work, card_path_task(), budget().search, may_be_scorecard()}, hooks_);
    }

    // Whether the form is left open, and a short scorecard could be the answer.
    [[nodiscard]] bool may_be_scorecard() const {
        bool form_given = task_.options.head != Head::automatic || is_given("head") || is_given("network");
        bool for_rules = !task_.constraints.empty() || is_given("class-weights") || is_given("prune");
        bool hopeless = has_many_classes() && size_.rows >= kTooManyRowsForCards && !wants_few_literals();
        return !form_given && !for_rules && !hopeless;
    }
    // Not more than a short scorecard has. Then a list of many classes is too short as well.
    [[nodiscard]] bool wants_few_literals() const {
        const std::optional<std::size_t>& most = task_.path_choice.most_literals;
        return most && *most <= kBriefCardRules * kBriefCardLiterals;
    }

    [[nodiscard]] LearnTask rule_path_task() const {
        LearnOptions recipe = voting_recipe(budget(), size_);
        recipe.head = Head::automatic;
        recipe.max_rules = kBriefRules * (size_.classes - 1);
        LearnTask task = path_task(recipe);
        if (!is_given("head") && task_.options.head == Head::automatic) task.options.head = Head::automatic;
        task.data = with_class_weights(task.data, task.options);
        task.constraints = task_.constraints;
        return task;
    }
    [[nodiscard]] LearnTask card_path_task() const {
        LearnOptions recipe = voting_recipe(budget(), size_);
        recipe.head = Head::vote;
        recipe.max_rules = kBriefCardRules;
        recipe.max_literals = kBriefCardLiterals;
        recipe.points = kBriefCardPoints;
        return path_task(recipe);
    }
    [[nodiscard]] LearnTask path_task(LearnOptions recipe) const {
        recipe.validation = 0;
        LearnTask task{task_.data, {}, task_.positive};
        task.options = with_given(recipe);
        task.path_choice = task_.path_choice;
        return task;
    }

    // A few rules, found by search.
    Model short_rules(std::size_t rounds) {
        bool few = size_.rows < kFewRows;
        return short_rules(few ? kRoundsOfFew : rounds, few ? 0 : kValidationShare);
    }
    Model short_rules(std::size_t rounds, double validation) {
        LearnTask task{task_.data, {}, task_.positive};
        LearnOptions recipe = voting_recipe(budget(), size_);
        recipe.validation = validation;
        recipe.max_rules = kShortRules;
        task.options = with_given(recipe);
        if (task.options.head == Head::vote) task.options.head = Head::automatic;
        task.options.max_rules = std::min(task.options.max_rules, kMostShortRules);
        task.data = with_class_weights(task.data, task.options);
        return find_short_rules(task, {rounds, budget().search}, hooks_);
    }

    // On the validation rows, or on the training rows if either has none; of equals the shorter one.
    [[nodiscard]] bool is_better(const Model& a, const Model& b) const {
        bool validated = score(a) >= 0 && score(b) >= 0;
        double of_a = score(a, validated ? "validation" : "training");
        double of_b = score(b, validated ? "validation" : "training");
        return of_a != of_b ? of_a > of_b : a.literal_count() < b.literal_count();
    }

    // Rows to learn from, and what the default proposal, with these comparisons unless others are given, or the program that
    // is given makes of them.
    WorkSize measure(Comparisons comparisons = Comparisons::none) {
        WorkSize size;
        size.rows =
            static_cast<std::size_t>(static_cast<double>(task_.data.rows()) * (1 - with_given({}).holdout));
        size.classes = task_.data.classes().size();
        size.most_parts = task_.elaborate.limits.max_expansion;
        if (task_.program) {
            size.program_given = true;
            size.literals = parts_of(*task_.program);
            return size;
        }
        LearnOptions options = voting_recipe(budget_of(Effort::quick), size);
        options.comparisons = comparisons;
        options = with_given(options);
        size.literals = offered(options).size();
        if (options.max_literals < size.literals)
            size.literals *= std::max<std::size_t>(1, options.max_literals);
        return size;
    }

    // The literals that rules may have with these options, as text.
    [[nodiscard]] std::set<std::string> offered(const LearnOptions& options) const {
        static_cast<void>(classes_to_learn(task_.data));
        const DatasetData& data = task_.data.data();
        RowList training = split_for_learning(data.examples(), options).training.list();
        std::set<std::string> result;
        for (const Atom& atom : proposed_literals(data, training, options).atoms) result.insert(spell(atom));
        return result;
    }

    // With its holes filled as they will be, or nearly so: cut points may be chosen differently later.
    std::size_t parts_of(const Program& program) {
        LearnTask task = gradient_task(program, with_given({}));
        auto candidates = std::make_shared<FittedCandidates>(task);
        return elaborate(program, {task.elaborate.limits, task.elaborate.constants, candidates})
            .graph.data()
            ->node_count();
    }

    [[nodiscard]] bool is_given(std::string_view flag) const {
        return std::find(task_.given.begin(), task_.given.end(), flag) != task_.given.end();
    }

    [[nodiscard]] Head usual_head() const {
        if (effort_ != Effort::brief) return Head::vote;
        return size_.classes > 2 ? Head::list : Head::single;
    }

    // What was given comes before what is chosen here.
    [[nodiscard]] LearnOptions with_given(LearnOptions options) const {
        for (const std::string& flag : task_.given)
            set_option(options, flag, get_option(task_.options, flag));
        if (options.head == Head::automatic && !task_.program) options.head = usual_head();
        if (!is_given("committees") && is_given("restarts")) options.committees = 1;
        std::size_t rules = options.second_layer > 0 ? options.second_layer : options.max_rules;
        if (!is_given("committees")) options.committees = std::min(options.committees, rules);
        options.threads = task_.options.threads;
        return options;
    }

    [[nodiscard]] LearnOptions chosen_for(const Budget& budget) const {
        bool voting = with_given({}).head == Head::vote;
        return with_given(voting ? voting_recipe(budget, size_) : boolean_recipe(budget, size_));
    }
    [[nodiscard]] std::span<const Variation> variations() const {
        if (with_given({}).head == Head::vote) return kVoting;
        std::span<const Variation> all = kBoolean;
        return task_.program ? all.subspan(1) : all;  // the network is the program's
    }

    [[nodiscard]] LearnTask gradient_task(const Program& program, const LearnOptions& options) const {
        return {task_.data, program, task_.positive, options, Effort::none, {}, task_.elaborate};
    }

    Model learned(const LearnOptions& options) {
        LearnHooks hooks = hooks_;
        if (std::exchange(warned_, true)) hooks.warning = {};  // once is enough for all attempts
        LearnTask task = gradient_task(
            task_.program ? *task_.program : propose({task_.data, {}, task_.positive, options}), options);
        return learn_by_gradient(task, hooks);
    }

    static const char* scored_on(const Model& model) {
        return model.options().validation > 0 ? "validation" : "training";
    }
    // On the validation rows, or on others; -1 without any.
    [[nodiscard]] double score(const Model& model, const char* on = "validation") const {
        const Report* report = report_on(model, on);
        if (report == nullptr) return -1;
        return with_given({}).metric == Metric::macro_f1 ? report->macro_f1 : report->accuracy;
    }
    static double log_loss(const Model& model) {
        return model.data().validation_log_loss.value_or(std::numeric_limits<double>::infinity());
    }
    static const Report* report_on(const Model& model, const char* rows) {
        for (const Model::Part& part : model.parts()) {
            if (part.name == rows) return &part.report;
        }
        return nullptr;
    }

    // Changes one thing after the other, at a small size, and keeps what is better on the validation rows.
    Model compare(LearnOptions& chosen, std::size_t committees) {
        chosen = chosen_for(kComparing);
        if (chosen.validation == 0)
            chosen.validation = size_.rows < kFewRows ? kValidationShareOfFew : kValidationShare;
        Model best = learned(chosen);
        tell({"the usual settings", score(best), true});
        for (const auto& [flag, value] : variations()) {
            if (is_given(flag)) continue;
            if (stopped()) break;
            LearnOptions changed = chosen;
            set_option(changed, flag, value);
            if (changed.cuts != chosen.cuts && offers_nothing(changed)) continue;
            if (changes_nothing(changed, chosen)) continue;
            Model model = learned(changed);
            bool better = score(model) > score(best);
            tell({std::string(flag) + " " + value, score(model), better});
            if (!better) continue;
            best = std::move(model);
            chosen = changed;
        }
        bool divided = chosen.committees > 1 && !task_.program && !is_given("committees");
        if (divided && size_.rows >= kFewRows && committees > kFewCommittees && !stopped())
            larger_committees_ = gains_from_joining(chosen, best);
        return best;
    }

    // Whether the table asks for so many rules that a committee learns too little. Then half as many committees are learned,
    // each twice as large. Compared by cross-entropy, which depends less on luck than macro F1 and accuracy: what is gained at
    // this small size is often less than what one or two rows decide there.
    bool gains_from_joining(LearnOptions joined, const Model& divided) {
        const Report* training = report_on(divided, "training");
        if (training == nullptr || training->accuracy >= kNearlyFlawless) return false;
        joined.committees = 1;
        Model model = learned(joined);
        bool gains = log_loss(model) < log_loss(divided) - kWorthJoining;
        tell({"fewer, larger committees", score(model), gains});
        return gains;
    }

    // As cuts by `mdl` where no column alone tells about the class: no reason to give up what was learned with other cuts.
    [[nodiscard]] bool offers_nothing(const LearnOptions& changed) const {
        try {
            static_cast<void>(offered(changed));
            return false;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::meaning) throw;
            return true;
        }
    }

    // Whether what is offered to the rules is the same: no column of numbers to cut, no two columns to compare. The holes of
    // a program that is given may have cuts; its text does not tell.
    [[nodiscard]] bool changes_nothing(const LearnOptions& changed, const LearnOptions& chosen) const {
        bool compared = changed.comparisons != chosen.comparisons;
        if (!compared && (task_.program || changed.cuts == chosen.cuts)) return false;
        if (compared && too_many_pairs(task_.data.names().size())) return true;
        return task_.program || offered(changed) == offered(chosen);
    }

    void take_choices(const LearnOptions& from, LearnOptions& to) {
        for (const auto& [flag, value] : variations()) set_option(to, flag, get_option(from, flag));
    }

    [[nodiscard]] Budget budget() const { return budget_of(effort_); }
    [[nodiscard]] bool stopped() const { return hooks_.stop && hooks_.stop(); }
    void tell(const EffortAttempt& attempt) const {
        if (hooks_.tried) hooks_.tried(attempt);
    }

    static constexpr Variation kVoting[] = {
        {"noise", "0.3"},          {"cuts", "mdl"},        {"class-weights", "balanced"},
        {"learning-rate", "0.05"}, {"comparisons", "all"}, {"comparisons", "differences"}};
    static constexpr Variation kBoolean[] = {
        {"network", "cnf"}, {"class-weights", "balanced"}, {"noise", "0.5"}, {"comparisons", "all"}};

    const LearnTask& task_;
    Effort effort_;
    const LearnHooks& hooks_;
    WorkSize size_;
    bool larger_committees_ = false;
    bool warned_ = false;
    bool may_join_trees_ = true;
};

}  // namespace

Model learn_with_effort(const LearnTask& task, Effort effort, const LearnHooks& hooks) {
    check_options(task.options);
    if (!hooks.trace_path.empty() || !hooks.checkpoint_path.empty())
        throw Error(ErrorKind::usage, "an effort is several runs: it has neither a trace nor a checkpoint",
                    "give the options themselves, or --effort none");
    return EffortSearch(task, effort, hooks).run();
}

}  // namespace loh
