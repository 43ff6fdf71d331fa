#include "loh/decision.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "base/check.hpp"
#include "base/text.hpp"
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

std::vector<std::int64_t> scores_on(const DecisionData& decision, const ColumnSource& columns,
                                    std::size_t threads) {
    require_scores(decision.head->kind());
    ThreadPool pool(threads);
    return DecisionRows(decision, columns).scores(pool);
}

SoftOutputs soft_on(const DecisionData& decision, const ColumnSource& columns) {
    const TrainedNetwork* network = decision.network.get();
    if (network == nullptr)
        throw Error(
            ErrorKind::usage, "this model has no network, so there are no truth values between 0 and 1",
            "its rules were found by search; gradient descent (--formula, --effort quick) trains a network");
    Head head = decision.head->kind();
    SoftOutputs result;
    result.columns = network_outputs(
        *network,
        truth_rows(network->compiled.inputs, network->atoms, decision.meanings, columns, decision.target),
        columns.rows());
    for (std::size_t o = 0; o < result.columns.size(); ++o)
        result.names.push_back(head == Head::vote ? network->elaboration.outputs[o].name
                                                  : decision.classes()[head == Head::single ? 1 : o]);
    return result;
}

struct Evaluation {
    Report report;
    std::size_t first_without_class = 0;
};

Evaluation evaluation_on(const DecisionData& decision, const ColumnSource& columns, std::size_t threads) {
    KnownRows known = known_rows(decision, columns);
    ThreadPool pool(threads);
    Report report =
        report_on(decision, predict_rows(decision, columns, true, pool), known.labels, known.rows);
    report.without_class = known.without_class;
    return {std::move(report), known.first_without_class};
}

// The cells of a column whose text is not among the categories.
UnseenCells::Column unseen_in(const TypedColumn& column, const std::vector<std::string>& categories) {
    std::unordered_set<std::string_view> known(categories.begin(), categories.end());
    UnseenCells::Column result;
    auto count = [&](const std::string& text, std::size_t cells) {
        if (cells == 0 || known.count(text) > 0) return;
        result.cells += cells;
        if (result.texts.size() < UnseenCells::kMostTexts || result.texts.count(text) > 0)
            result.texts[text] += cells;
    };
    if (column.type == ColumnType::number) {
        for (double number : column.numbers)
            if (!std::isnan(number)) count(spell_number(number), 1);
        return result;
    }
    std::vector<std::size_t> cells(column.categories.size(), 0);
    for (std::uint32_t code : column.codes)
        if (code < cells.size()) ++cells[code];
    for (std::size_t code = 0; code < cells.size(); ++code) count(column.categories[code], cells[code]);
    return result;
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
    return scores_on(*decision_, TableColumns(table), kThreadsOfATable);
}

std::vector<std::int64_t> Decision::scores(const Dataset& data, std::size_t threads) const {
    return scores_on(*decision_, DatasetColumns(data.data()), threads);
}

const Probabilities& Decision::probabilities() const { return decision_->probabilities; }

std::vector<double> Decision::probabilities(const Table& table) const {
    ThreadPool pool(kThreadsOfATable);
    return probabilities_on(*decision_, TableColumns(table), pool);
}

std::vector<double> Decision::probabilities(const Dataset& data, std::size_t threads) const {
    ThreadPool pool(threads);
    return probabilities_on(*decision_, DatasetColumns(data.data()), pool);
}

SoftOutputs Decision::soft(const Table& table) const { return soft_on(*decision_, TableColumns(table)); }

SoftOutputs Decision::soft(const Dataset& data) const {
    return soft_on(*decision_, DatasetColumns(data.data()));
}

Report Decision::evaluate(const Table& table) const {
    static_cast<void>(table.at(target()));  // throws if there is none
    Evaluation found = evaluation_on(*decision_, TableColumns(table), kThreadsOfATable);
    if (found.report.without_class > 0)
        found.report.first_line_without_class = table.line(found.first_without_class);
    return found.report;
}

Report Decision::evaluate(const Dataset& data, std::size_t threads) const {
    return evaluation_on(*decision_, DatasetColumns(data.data()), threads).report;
}

std::vector<Rule> Decision::rules_on(const Table& table) const {
    TableColumns columns(table);
    static_cast<void>(table.at(target()));  // throws if there is none
    KnownRows known = known_rows(*decision_, columns);
    return loh::rules_on(*decision_, columns, known.labels, known.rows);
}

std::vector<Rule> Decision::rules_on(const Dataset& data) const {
    DatasetColumns columns(data.data());
    KnownRows known = known_rows(*decision_, columns);
    return loh::rules_on(*decision_, columns, known.labels, known.rows);
}

UnseenCells Decision::unseen_cells(const Dataset& data) const {
    UnseenCells result;
    if (decision_->head->needs_network()) return result;
    DatasetColumns source(data.data());
    for (const std::string& name : columns()) {
        auto schema = decision_->meanings.columns.find(name);
        std::optional<std::size_t> column = source.find(name);
        if (schema == decision_->meanings.columns.end() || !column) continue;
        if (schema->second.type != ColumnType::category) continue;
        UnseenCells::Column unseen = unseen_in(source.typed(*column), schema->second.categories);
        if (unseen.cells > 0) result.columns.emplace(name, std::move(unseen));
    }
    return result;
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
