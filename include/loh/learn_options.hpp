// The options of learning. One table defines this struct, the flags of `loh learn`, the options in a model file and the page
// docs/learning.md, so each default is written once.
//
//     loh::LearnOptions options;
//     options.restarts = 10;
//     options.learning_rate = 0.05;
//     loh::set_option(options, "class-weights", "balanced");     // from text, as for a flag
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "loh/semantics.hpp"

namespace loh {

// How outputs become a prediction (docs/learning.md).
enum class Head : std::uint8_t {
    automatic,  // single for one output, list for several
    single,     // one output: true or false
    list,       // exclusive classes, an ordered list: the class of the first output that holds
    paper,      // exclusive classes, the largest output: the paper's shifted-logit head
    vote        // every output is a rule that gives points to the classes; the class with the most points
};

// The step size of Adam over the epochs.
enum class RateSchedule : std::uint8_t { constant, linear };

// What happens when a run makes no more mistakes.
enum class WhenFlawless : std::uint8_t {
    end,   // the search ends with this run
    go_on  // training continues: all epochs, restarts and committees
};

// What a rule gives to a class with the head `vote`.
enum class Votes : std::uint8_t {
    points,  // any number of points
    count    // one vote or none
};

// The metric by which hypotheses are compared.
enum class Metric : std::uint8_t { macro_f1, accuracy };

enum class Loss : std::uint8_t { binary_cross_entropy, cross_entropy, squared_error };

enum class ClassWeights : std::uint8_t {
    none,     // every row has the same weight
    balanced  // every class has the same weight
};

// Pruning: removes clauses of the learned formula that the training rows do not need. It changes the function of the formula,
// so it is separate from simplification, which never does.
enum class Prune : std::uint8_t {
    none,
    unsatisfied,  // clauses that no training row satisfies, as in the paper's study of length
    redundant     // also clauses that no training row needs, the least used first
};

// The structure of a proposed program (loh/propose.hpp).
enum class NormalForm : std::uint8_t {
    dnf,  // rules: a class holds if all literals of one rule hold
    cnf   // clauses: a class holds if one literal of every clause holds
};
enum class Literals : std::uint8_t {
    thresholds,  // age >= 20, age >= 40
    both_sides,  // also age < 20, age < 40
    intervals,   // age < 20, 20 <= age < 40, age >= 40
    all          // both sides, and for categories also job != "clerk"
};
enum class Cuts : std::uint8_t {
    mdl,       // by entropy and minimal description length
    quantiles  // parts with the same number of rows
};
enum class Comparisons : std::uint8_t {
    none,
    equal,       // equality of two columns: from = to
    all,         // also income < debt, income >= debt
    differences  // also income - debt >= 2000, |x - y| <= 1
};

namespace bounds {

struct Bounds {
    double least;
    double most;
    bool open;  // whether `least` itself is excluded
};

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr Bounds at_least(double least) { return {least, kNoLimit, false}; }
constexpr Bounds above(double least) { return {least, kNoLimit, true}; }
constexpr Bounds between(double least, double most) { return {least, most, false}; }
constexpr Bounds above_up_to(double least, double most) { return {least, most, true}; }
constexpr Bounds any() { return {-kNoLimit, kNoLimit, false}; }

}  // namespace bounds

// What a learner must be for an option to apply to it. An option that is given to another learner is an error.
namespace needs {

inline constexpr unsigned kNothing = 0;  // every learner reads it
inline constexpr unsigned kDescent = 1;  // gradient descent: of a program, a proposed network or a scorecard
inline constexpr unsigned kVotes = 2;    // a scorecard: the head `vote`
inline constexpr unsigned kNoProgram = 4;  // no given program: a program has its own rules

}  // namespace needs

// The table: type, name, default, allowed values, needs, explanation. The flag is the name with dashes.
// clang-format off
#define LOH_LEARN_OPTIONS(OPTION)                                                                                         \
    OPTION(Head, head, Head::automatic, any(), kNothing, "how outputs become a prediction; automatic: single for one output, list for several, vote where the default finds that better or simpler") \
    OPTION(Semantics, semantics, Semantics::goedel, any(), kDescent, "fuzzy semantics; only goedel keeps extraction lossless")      \
    OPTION(Loss, loss, Loss::binary_cross_entropy, any(), kDescent, "loss function")                                      \
    OPTION(std::size_t, epochs, 300, at_least(1), kDescent, "maximum number of passes over the training rows for each run")                 \
    OPTION(std::size_t, batch, 64, at_least(1), kDescent, "rows per mini-batch")                                                \
    OPTION(double, learning_rate, 0.05, above_up_to(0, 100), kDescent, "step size of Adam")                                                     \
    OPTION(RateSchedule, rate_schedule, RateSchedule::constant, any(), kDescent, "step size over the epochs; linear: it decays linearly to zero") \
    OPTION(double, noise, 1, between(0, 100), kDescent, "scale of the Gumbel noise on the logits; 0 trains without noise, also in the head paper, which otherwise multiplies its logits by uniform noise in [0.75, 1.25]")              \
    OPTION(double, temperature, 1, above_up_to(0, 1000), kDescent, "initial temperature of the sigmoid that turns logits into weights")               \
    OPTION(double, temperature_decay, 1, above_up_to(0, 1), kDescent, "factor on the temperature after each epoch")                 \
    OPTION(double, temperature_floor, 0.1, above_up_to(0, 1000), kDescent, "lower bound of the temperature")                                     \
    OPTION(double, initial_literals, 0, between(0, 1000), kDescent, "mean initial number of literals of a rule; 0: half of all literals") \
    OPTION(double, initial_deviation, 0.5, between(0, 100), kDescent, "standard deviation of the initial logits; 0 leaves every choice undecided") \
    OPTION(std::size_t, restarts, 10, at_least(1), kDescent, "independent runs, of which the best is kept") \
    OPTION(std::size_t, committees, 1, between(1, 1000), kDescent, "with the head vote: N independently trained ensemble members, which share the rules; their points are added. They replace restarts") \
    OPTION(WhenFlawless, when_flawless, WhenFlawless::end, any(), kDescent, "when a run makes no mistake: end: the search ends with it; go-on: all epochs, restarts and committees are trained, which often generalises better") \
    OPTION(double, validation, 0, between(0, 0.9), kNothing, "share of validation rows, stratified, among the rows that are not held out; runs and epochs are compared on them; 0: on the training rows") \
    OPTION(std::size_t, patience, 0, at_least(0), kDescent, "stop a run after so many epochs without improvement; 0: never")       \
    OPTION(Metric, metric, Metric::macro_f1, any(), kNothing, "metric for comparing runs and epochs; with the head vote, macro-f1 also adjusts the base points") \
    OPTION(ClassWeights, class_weights, ClassWeights::none, any(), kNothing, "none: every row has the same weight; balanced: every class has the same weight")     \
    OPTION(Prune, prune, Prune::none, any(), kNothing, "remove clauses that no training row satisfies (unsatisfied) or needs (redundant); this can change predictions") \
    OPTION(NormalForm, network, NormalForm::dnf, any(), kDescent | kNoProgram, "without a program: rules of which one must hold (dnf), or clauses that must all hold (cnf)") \
    OPTION(std::size_t, max_rules, 64, between(1, 100000), kNoProgram, "without a program: maximum number of rules or clauses") \
    OPTION(std::size_t, max_literals, 0, between(0, 1000), kNothing, "without a program, and for rules(n): maximum number of literals of a rule or clause; 0: no limit") \
    OPTION(std::size_t, second_layer, 0, between(0, 100000), kDescent | kNoProgram, "without a program: size of a second hidden layer; then max-rules is the size of the first, whose clauses (with dnf) or rules (with cnf) the second joins to rules or clauses; 0: no second layer") \
    OPTION(std::size_t, second_inputs, 0, between(0, 1000), kDescent | kNoProgram, "with a second layer: how many neurons of the first a neuron of the second joins at most; 0: no limit") \
    OPTION(Literals, literals, Literals::both_sides, any(), kNothing, "without a program, and for ? and rules(n): form of the literals; both-sides: also age < 20; all: also job != clerk") \
    OPTION(Cuts, cuts, Cuts::mdl, any(), kNothing, "without a program, and for holes: method for cut points of numbers; mdl: by entropy and description length; quantiles: parts with equally many rows") \
    OPTION(std::size_t, max_cuts, 9, between(1, 10000), kNothing, "without a program, and for holes: maximum number of quantile cuts of a column") \
    OPTION(Comparisons, comparisons, Comparisons::none, any(), kNothing, "without a program, and for ? and rules(n): literals that compare two columns of one type; equal: from = to; all: also income < debt; differences: also income - debt >= 2000 and |x - y| <= 1") \
    OPTION(std::size_t, min_category_rows, 0, at_least(0), kNothing, "without a program, and for ? and rules(n): categories in fewer training rows share one literal, job in {maid, poet}; 0: never") \
    OPTION(Votes, votes, Votes::points, any(), kVotes, "with the head vote: points: a rule gives points to each class; count: it gives each class one vote or none") \
    OPTION(std::size_t, points, 0, between(0, 1000000), kVotes, "with the head vote: points of a rule are whole numbers from -N to N; 0: hundredths of a logit") \
    OPTION(double, holdout, 0, between(0, 0.9), kNothing, "share of held-out rows, stratified, used only for the final figures") \
    OPTION(std::uint64_t, seed, 0, at_least(0), kNothing, "random seed")                                                   \
    OPTION(std::size_t, threads, 0, between(0, 1024), kNothing, "number of threads; 0: one for each core; the result does not depend on it")
// clang-format on

struct LearnOptions {
#define LOH_DECLARE_OPTION(type, name, value, allowed, needed, help) type name = value;
    LOH_LEARN_OPTIONS(LOH_DECLARE_OPTION)
#undef LOH_DECLARE_OPTION
};

// One row of the table, as text.
struct OptionInfo {
    std::string flag;     // learning-rate
    std::string values;   // allowed values: `number above 0`, `goedel|product|lukasiewicz`
    std::string initial;  // default
    std::string help;
    unsigned needed = needs::kNothing;  // what the learner must be
    std::string by_search = {};         // default of rule search, if it is another one
};
const std::vector<OptionInfo>& learn_option_table();

// Reads and writes an option by its flag. Throws Error (usage) for an unknown flag or a value that is not allowed.
void set_option(LearnOptions& options, std::string_view flag, std::string_view value);
std::string get_option(const LearnOptions& options, std::string_view flag);

// Throws Error (usage) if an option has a value that is not allowed.
void check_options(const LearnOptions& options);

}  // namespace loh
