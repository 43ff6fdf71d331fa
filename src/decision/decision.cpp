#include "loh/decision.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "decision/deciding_rules.hpp"
#include "decision/decision_data.hpp"
#include "decision/scorecard.hpp"
#include "decision/unseen_cells.hpp"
#include "formula/measure.hpp"

namespace loh {

namespace {

// Blocks of a table are small, and the caller predicts several of them in parallel.
constexpr std::size_t kThreadsOfATable = 1;

PredictedRows predicted(const DecisionData& decision, const ColumnSource& columns, std::size_t threads) {
    ThreadPool pool(threads);
    return predict_rows(decision, columns, decision.head->needs_network(), pool);
}

void require_scores(Head head) {
    if (head == Head::vote) return;
    throw Error(ErrorKind::usage, "this model has no points: its formulas decide, without scores",
                "scorecards have points for each class: learn one with --effort quick or --head vote");
}

}  // namespace

const std::vector<ClassFormula>& Decision::formulas() const { return decision_->formulas; }
const std::vector<std::string>& Decision::classes() const { return decision_->classes(); }
const std::string& Decision::target() const { return decision_->target; }
Head Decision::head() const { return decision_->head->kind(); }
HeadWords Decision::words() const { return decision_->head->words(); }
const Scorecard& Decision::scorecard() const { return decision_->head->card(); }
bool Decision::has_network() const { return decision_->network != nullptr; }

std::vector<std::string> Decision::columns() const {
    std::vector<std::string> result;
    Atoms atoms = decision_->atoms();
    for (const std::string& name : decision_->variables()) {
        auto atom = atoms.find(name);
        for (const std::string& column : atom == atoms.end() ? std::vector{name} : columns_of(atom->second)) {
            if (std::find(result.begin(), result.end(), column) == result.end()) result.push_back(column);
        }
    }
    return result;
}

std::size_t Decision::rule_count() const {
    std::size_t total = 0;
    for (const ClassFormula& part : decision_->formulas)
        total += decision_->head->rules_of(part.formula).size();
    return total;
}

std::size_t Decision::literal_count() const {
    std::size_t total = 0;
    for (const ClassFormula& part : decision_->formulas) total += count_literals(part.formula);
    return total;
}

void Decision::print(std::ostream& out) const {
    decision_->head->print(out, decision_->target, decision_->formulas);
}

std::vector<std::uint32_t> Decision::classify(const Table& table) const {
    return predicted(*decision_, TableColumns(table), kThreadsOfATable).classes();
}

std::vector<std::uint32_t> Decision::classify(const Dataset& data, std::size_t threads) const {
    return predicted(*decision_, DatasetColumns(data.data()), threads).classes();
}

std::vector<std::string> Decision::predict(const Table& table) const {
    std::vector<std::string> result;
    result.reserve(table.rows());
    for (std::uint32_t number : classify(table)) result.push_back(classes()[number]);
    return result;
}

std::vector<std::int64_t> Decision::scores(const Table& table) const {
    require_scores(head());
    ThreadPool pool(kThreadsOfATable);
    return DecisionRows(*decision_, TableColumns(table)).scores(pool);
}

const Probabilities& Decision::probabilities() const { return decision_->probabilities; }

std::vector<double> Decision::probabilities(const Table& table) const {
    ThreadPool pool(kThreadsOfATable);
    return probabilities_on(*decision_, TableColumns(table), pool);
}

SoftOutputs Decision::soft(const Table& table) const {
    const TrainedNetwork* network = decision_->network.get();
    if (network == nullptr)
        throw Error(
            ErrorKind::usage, "this model has no network, so there are no truth values between 0 and 1",
            "its rules were found by search; gradient descent (--formula, --effort quick) trains a network");
    TableColumns columns(table);
    SoftOutputs result;
    result.columns = network_outputs(
        *network,
        truth_rows(network->compiled.inputs, network->atoms, decision_->meanings, columns, target()),
        table.rows());
    for (std::size_t o = 0; o < result.columns.size(); ++o)
        result.names.push_back(head() == Head::vote ? network->elaboration.outputs[o].name
                                                    : classes()[head() == Head::single ? 1 : o]);
    return result;
}

Report Decision::evaluate(const Table& table) const {
    TableColumns columns(table);
    static_cast<void>(table.at(target()));  // throws if there is none
    KnownRows known = known_rows(*decision_, columns);
    ThreadPool pool(kThreadsOfATable);
    Report report =
        report_on(*decision_, predict_rows(*decision_, columns, true, pool), known.labels, known.rows);
    report.without_class = known.without_class;
    if (known.without_class > 0) report.first_line_without_class = table.line(known.first_without_class);
    return report;
}

std::vector<Rule> Decision::rules_on(const Table& table) const {
    TableColumns columns(table);
    static_cast<void>(table.at(target()));  // throws if there is none
    KnownRows known = known_rows(*decision_, columns);
    return loh::rules_on(*decision_, columns, known.labels, known.rows);
}

struct Predictor::State {
    State(const DecisionData& decision, const Table& header)
        : program(compile_rules(decision.plain_formulas())), reader(program.literals, decision, header) {
        program.literals = reader.literals();
    }
    RuleProgram program;
    LiteralReader reader;
};

Predictor::Predictor(Decision decision, const Table& header) : decision_(std::move(decision)) {
    if (decision_.decision_data().head->needs_network()) {
        static_cast<void>(decision_.classify(header));  // without rows: throws if a column is missing
    } else {
        state_ = std::make_shared<State>(decision_.decision_data(), header);
    }
}

std::vector<std::uint32_t> Predictor::classify_typed(const Table& rows,
                                                     const std::vector<TypedColumn>& columns) const {
    ThreadPool alone(1);
    std::vector<std::uint32_t> result(rows.rows());
    decision_.decision_data().head->classify(
        state_->program, raw_inputs(state_->program, rows.rows(), columns), alone, result);
    return result;
}

std::vector<std::uint32_t> Predictor::classify(const Table& rows) const {
    return state_ ? classify_typed(rows, state_->reader.read(rows)) : decision_.classify(rows);
}

std::vector<std::uint32_t> Predictor::classify(const Table& rows, UnseenCells& unseen) const {
    if (!state_) return decision_.classify(rows);
    std::vector<TypedColumn> columns = state_->reader.read(rows);
    loh::count_unseen(rows, columns, unseen);
    return classify_typed(rows, columns);
}

void Predictor::count_unseen(const Table& rows, UnseenCells& unseen) const {
    if (state_) loh::count_unseen(rows, state_->reader.read_categories(rows), unseen);
}

std::vector<std::int64_t> Predictor::scores(const Table& rows) const {
    require_scores(decision_.head());
    std::vector<TypedColumn> columns = state_->reader.read(rows);
    ThreadPool alone(1);
    const Scorecard& card = decision_.scorecard();
    std::vector<std::int64_t> result(rows.rows() * card.classes);
    score(state_->program, raw_inputs(state_->program, rows.rows(), columns), card, alone, result);
    return result;
}

std::vector<double> Predictor::probabilities(const Table& rows) const {
    require_probabilities(decision_.decision_data());
    if (decision_.head() == Head::vote) return softmax(decision_.probabilities(), scores(rows));
    return decision_.probabilities(rows);
}

}  // namespace loh
