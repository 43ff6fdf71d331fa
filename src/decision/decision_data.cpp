#include "decision/decision_data.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/check.hpp"
#include "base/text.hpp"
#include "decision/metrics.hpp"
#include "decision/scorecard.hpp"
#include "formula/measure.hpp"

namespace loh {

std::vector<Formula> DecisionData::plain_formulas() const {
    std::vector<Formula> result;
    for (const ClassFormula& part : formulas) result.push_back(part.formula);
    return result;
}

std::vector<std::string> DecisionData::variables() const {
    std::vector<std::string> names;
    std::unordered_set<std::string> known;
    for (const ClassFormula& part : formulas) {
        for (const std::string& name : loh::variables(part.formula)) {
            if (known.insert(name).second) names.push_back(name);
        }
    }
    return names;
}

Atoms DecisionData::atoms() const {
    Atoms result;
    for (const ClassFormula& part : formulas) result.merge(atoms_of({part.formula}));
    for (const std::string& text : meanings.plain) result.erase(text);
    return result;
}

DecisionData decision_of(Head head, const std::vector<std::string>& classes, const std::string& target,
                         const std::vector<Formula>& simple, std::span<const std::int32_t> points,
                         Votes votes, ColumnMeanings meanings) {
    DecisionData result{target, nullptr, {}, std::move(meanings), nullptr};
    std::vector<Formula> rules = simple;
    Scorecard card;
    if (head == Head::vote) {
        ScoredRules scored = scorecard_of(simple, points, classes.size());
        card = std::move(scored.card);
        card.votes = votes;
        rules = std::move(scored.rules);
    }
    result.head = DecisionHead::make(head, classes, rules.size(), std::move(card));
    for (std::size_t i = 0; i < rules.size(); ++i)
        result.formulas.push_back({classes[result.head->class_of(i)], rules[i]});
    return result;
}

namespace {

// The inputs of the literals: columns of truth values, and columns that atoms compare.
struct LiteralNeeds {
    std::vector<RuleLiteral> literals;  // propositions have the name of their truth column
    std::vector<std::pair<std::string, std::size_t>> truths;  // name, column of the source
    std::vector<ColumnsLike::Column> compared;
};

LiteralNeeds needs_of(std::span<const RuleLiteral> literals, const DecisionData& decision,
                      const ColumnSource& columns) {
    // An atom may compare a column of truth values as well, so the latter gets a name that no column has.
    const std::string kTruth = "\x01";
    LiteralNeeds result;
    std::vector<std::set<std::string>> categories;       // that atoms name: [index in `compared`]
    std::unordered_map<std::string, std::size_t> known;  // index in `compared`; unused for truth columns
    std::unordered_set<std::string> plain(decision.meanings.plain.begin(), decision.meanings.plain.end());
    for (const RuleLiteral& literal : literals) {
        bool is_plain = !literal.atom || plain.contains(literal.text);
        if (is_plain) {
            std::size_t column = input_columns({literal.text}, columns, decision.target)[0];
            result.literals.push_back({kTruth + literal.text, std::nullopt});
            if (known.emplace(kTruth + literal.text, 0).second)
                result.truths.emplace_back(kTruth + literal.text, column);
            continue;
        }
        result.literals.push_back(literal);
        for (std::size_t column : input_columns(columns_of(*literal.atom), columns, decision.target)) {
            const std::string& name = columns.names()[column];
            auto [place, is_new] = known.emplace(name, result.compared.size());
            if (is_new) {
                auto meaning = decision.meanings.columns.find(name);
                if (meaning == decision.meanings.columns.end())
                    throw Error(ErrorKind::name, "the model does not know the column " + quote(name, '\''));
                result.compared.push_back({column, meaning->second});
                categories.emplace_back();
            }
            collect_categories(*literal.atom, categories[place->second]);
        }
    }
    for (std::size_t i = 0; i < categories.size(); ++i)
        add_categories(categories[i], decision.meanings.missing, result.compared[i].schema);
    return result;
}

TypedColumn truth_column_of(const std::string& name, const ColumnSource& columns, std::size_t column) {
    std::vector<double> numbers(columns.rows());
    if (std::shared_ptr<const PackedRows> bits = columns.bits()) {
        for (std::size_t row = 0; row < numbers.size(); ++row) numbers[row] = bits->at(row, column) ? 1 : 0;
    } else {
        std::vector<float> values = columns.truth_values(column);
        std::copy(values.begin(), values.end(), numbers.begin());
    }
    return {name, ColumnType::number, std::move(numbers), {}, {}};
}

}  // namespace

LiteralColumns literal_columns(std::span<const RuleLiteral> literals, const DecisionData& decision,
                               const ColumnSource& columns) {
    LiteralNeeds needs = needs_of(literals, decision, columns);
    LiteralColumns result{std::move(needs.literals), {}};
    for (const auto& [name, column] : needs.truths)
        result.columns.push_back(truth_column_of(name, columns, column));
    for (const ColumnsLike::Column& like : needs.compared)
        result.columns.push_back(columns.like(like.column, like.schema, decision.meanings.missing));
    return result;
}

LiteralReader::LiteralReader(std::span<const RuleLiteral> literals, const DecisionData& decision,
                             const Table& header)
    : compared_({}, MissingRules()), categories_({}, MissingRules()) {
    LiteralNeeds needs = needs_of(literals, decision, TableColumns(header));
    literals_ = std::move(needs.literals);
    truths_ = std::move(needs.truths);
    const MissingRules& missing = decision.meanings.missing;
    compared_ = ColumnsLike(needs.compared, missing);
    std::erase_if(needs.compared, [](const ColumnsLike::Column& column) {
        return column.schema.type != ColumnType::category;
    });
    categories_ = ColumnsLike(needs.compared, missing);
}

std::vector<TypedColumn> LiteralReader::read_categories(const Table& rows) const {
    return categories_.read(rows);
}

std::vector<TypedColumn> LiteralReader::read(const Table& rows) const {
    std::vector<TypedColumn> result = compared_.read(rows);
    TableColumns columns(rows);
    for (const auto& [name, column] : truths_) result.push_back(truth_column_of(name, columns, column));
    return result;
}

DecisionRows::DecisionRows(const DecisionData& decision, const ColumnSource& columns)
    : decision_(decision), program_(compile_rules(decision.plain_formulas())) {
    LiteralColumns literals = literal_columns(program_.literals, decision, columns);
    program_.literals = std::move(literals.literals);
    inputs_ = raw_inputs(program_, columns.rows(), literals.columns);
}

std::vector<std::uint32_t> DecisionRows::classify(ThreadPool& pool) const {
    std::vector<std::uint32_t> result(inputs_.rows);
    decision_.head->classify(program_, inputs_, pool, result);
    return result;
}

std::vector<std::int64_t> DecisionRows::scores(ThreadPool& pool) const {
    const Scorecard& card = decision_.head->card();
    std::vector<std::int64_t> result(inputs_.rows * card.classes);
    score(program_, inputs_, card, pool, result);
    return result;
}

BitRows variable_bits(const DecisionData& decision, const ColumnSource& columns) {
    Atoms atoms = decision.atoms();
    std::vector<RuleLiteral> literals;
    for (const std::string& name : decision.variables()) {
        auto atom = atoms.find(name);
        literals.push_back({name, atom == atoms.end() ? std::nullopt : std::optional(atom->second)});
    }
    LiteralColumns bound = literal_columns(literals, decision, columns);
    LiteralTests tests = bind_literals(bound.literals, bound.columns);
    BitRows result{columns.rows(), {}};
    std::vector<Block> blocks(literals.size());
    Block scratch{};
    for (const RuleLiteral& literal : literals) result.columns[literal.text].resize(bit_words(result.rows));
    for (std::size_t first = 0; first < result.rows; first += kBlockRows) {
        std::size_t count = std::min(kBlockRows, result.rows - first);
        run_tests(tests, first, count, blocks.data(), scratch);
        for (std::size_t i = 0; i < literals.size(); ++i) {
            std::uint64_t* to = result.columns[literals[i].text].data() + first / 64;
            std::copy_n(blocks[i].words, bit_words(count), to);
            if (count % 64 != 0) to[count / 64] &= (std::uint64_t{1} << (count % 64)) - 1;
        }
    }
    return result;
}

PredictedRows predict_rows(const DecisionData& decision, const ColumnSource& columns, bool with_network,
                           ThreadPool& pool) {
    PredictedRows result;
    result.network_predicts = decision.head->needs_network();
    const TrainedNetwork* network = with_network ? decision.network.get() : nullptr;
    bool asked = network != nullptr &&
                 (result.network_predicts || has_columns(network->compiled.inputs, network->atoms, columns));
    if (asked)
        result.by_network = network_classes(
            *network,
            truth_rows(network->compiled.inputs, network->atoms, decision.meanings, columns, decision.target),
            columns.rows());
    result.by_formulas = DecisionRows(decision, columns).classify(pool);
    return result;
}

namespace {

// The figures that are computed from the confusion matrix.
void fill_in(const Confusion& confusion, Report& report) {
    report.accuracy = confusion.accuracy();
    report.macro_f1 = confusion.macro_f1();
    report.f1.clear();
    report.confusion.clear();
    for (std::uint32_t truth = 0; truth < confusion.classes(); ++truth) {
        report.f1.push_back(confusion.f1(truth));
        std::vector<std::size_t>& counts = report.confusion.emplace_back();
        for (std::uint32_t other = 0; other < confusion.classes(); ++other)
            counts.push_back(static_cast<std::size_t>(confusion.count(truth, other)));
    }
}

}  // namespace

Report report_on(const DecisionData& decision, const PredictedRows& predicted, const Labels& labels,
                 const Rows& rows) {
    auto classes = static_cast<std::uint32_t>(decision.classes().size());
    Confusion confusion(classes);
    Report report;
    report.rows = rows.size();
    report.classes = decision.classes();
    report.has_network = decision.network != nullptr;
    bool has_network_classes = predicted.by_network.size() == predicted.by_formulas.size();
    report.fidelity_known = !report.has_network || has_network_classes;
    for (std::uint32_t row : rows) {
        confusion.add(labels[row], predicted.classes()[row]);
        bool agree = !report.has_network ||
                     (has_network_classes && predicted.by_network[row] == predicted.by_formulas[row]);
        report.faithful += agree ? 1 : 0;
    }
    fill_in(confusion, report);
    return report;
}

void Report::add(const Report& more) {
    Confusion sum(static_cast<std::uint32_t>(classes.size()));
    for (std::uint32_t truth = 0; truth < classes.size(); ++truth) {
        for (std::uint32_t other = 0; other < classes.size(); ++other)
            sum.add(truth, other,
                    static_cast<double>(confusion[truth][other] + more.confusion[truth][other]));
    }
    rows += more.rows;
    if (without_class == 0) first_line_without_class = more.first_line_without_class;
    without_class += more.without_class;
    faithful += more.faithful;
    fidelity_known = fidelity_known && more.fidelity_known;
    fill_in(sum, *this);
}

namespace {

std::size_t count_in_all(const Bits& a, const Bits& b) {
    std::size_t total = 0;
    for (std::size_t w = 0; w < a.size(); ++w) total += static_cast<std::size_t>(std::popcount(a[w] & b[w]));
    return total;
}

// The given rows of each class: [class].
std::vector<Bits> rows_of_classes(std::size_t classes, const Labels& labels, const Rows& rows) {
    std::vector<Bits> result(classes, Bits(bit_words(labels.size()), 0));
    for (std::uint32_t row : rows) set_bit(result[labels[row]], row);
    return result;
}

}  // namespace

RuleStatistics rule_statistics(std::size_t support, std::size_t right, std::size_t of_class,
                               std::size_t rows) {
    RuleStatistics result{support, right};
    if (support > 0) result.precision = static_cast<double>(right) / static_cast<double>(support);
    if (of_class == 0) return result;
    result.recall = static_cast<double>(right) / static_cast<double>(of_class);
    result.lift = result.precision * static_cast<double>(rows) / static_cast<double>(of_class);
    return result;
}

PrecisionInterval precision_interval(const RuleStatistics& statistics) {
    if (statistics.support == 0) return {};
    constexpr double kZ = 1.959963984540054;  // 97.5 % quantile of the normal distribution
    auto rows = static_cast<double>(statistics.support);
    double share = static_cast<double>(statistics.right) / rows;
    double centre = share + kZ * kZ / (2 * rows);
    double width = kZ * std::sqrt(share * (1 - share) / rows + kZ * kZ / (4 * rows * rows));
    double scale = 1 + kZ * kZ / rows;
    return {std::max(0.0, (centre - width) / scale), std::min(1.0, (centre + width) / scale)};
}

RuleFigures::RuleFigures(const DecisionData& decision)
    : decision_(decision), of_class_(decision.classes().size(), 0) {
    const DecisionHead& head = *decision.head;
    for (std::size_t f = 0; f < decision.formulas.size(); ++f) {
        for (const Formula& clause : head.rules_of(decision.formulas[f].formula)) {
            clauses_.push_back(clause);
            formula_of_.push_back(f);
            rules_.push_back({decision.formulas[f].name, clause.to_string(), count_literals(clause), {}});
        }
    }
    const Scorecard& card = head.card();
    for (std::size_t r = 0; r < card.rules(); ++r) {
        for (std::size_t c = 0; c < card.classes; ++c) rules_[r].points.push_back(card.at(r, c));
    }
}

void RuleFigures::add(const ColumnSource& columns, const Labels& labels, const Rows& rows) {
    const DecisionHead& head = *decision_.head;
    std::vector<Bits> of_class = rows_of_classes(of_class_.size(), labels, rows);
    for (std::size_t c = 0; c < of_class.size(); ++c) of_class_[c] += count_ones(of_class[c]);
    row_count_ += rows.size();
    Bits open(bit_words(labels.size()), 0);  // rows in which no earlier formula holds
    for (std::uint32_t row : rows) set_bit(open, row);
    Bits claimed = open;  // the same, excluding the current formula
    std::vector<Bits> holds = evaluate_rows(clauses_, variable_bits(decision_, columns));
    for (std::size_t r = 0; r < rules_.size(); ++r) {
        if (head.in_order() && r > 0 && formula_of_[r] != formula_of_[r - 1]) open = claimed;
        for (std::size_t w = 0; w < open.size(); ++w) {
            claimed[w] &= ~holds[r][w];
            holds[r][w] &= open[w];
        }
        rules_[r].statistics.support += count_ones(holds[r]);
        rules_[r].statistics.right += count_in_all(holds[r], of_class[head.class_of(formula_of_[r])]);
    }
}

std::vector<Rule> RuleFigures::rules() const {
    std::vector<Rule> result = rules_;
    for (std::size_t r = 0; r < result.size(); ++r) {
        const RuleStatistics& counts = rules_[r].statistics;
        std::size_t of_class = of_class_[decision_.head->class_of(formula_of_[r])];
        result[r].statistics = rule_statistics(counts.support, counts.right, of_class, row_count_);
    }
    return result;
}

std::vector<Rule> rules_on(const DecisionData& decision, const ColumnSource& columns, const Labels& labels,
                           const Rows& rows) {
    RuleFigures figures(decision);
    figures.add(columns, labels, rows);
    return figures.rules();
}

namespace {

// The texts that mean that a row has no class. A usual text is missing unless it is a class.
MissingTexts texts_without_class(const DecisionData& decision) {
    const std::vector<std::string>& classes = decision.classes();
    const TargetCuts& target = decision.meanings.target;
    bool numbers = !target.cuts.empty() || number_texts(classes, 0).has_value();
    return numbers ? MissingTexts::in_numbers(decision.meanings.missing)
                   : MissingTexts::in_categories(decision.meanings.missing, classes);
}

// The class that a cell of the target denotes: itself, or the interval of its number.
std::string class_of_cell(const DecisionData& decision, const std::string& cell) {
    const std::vector<std::string>& classes = decision.classes();
    if (std::find(classes.begin(), classes.end(), cell) != classes.end()) return cell;
    return decision.meanings.target.class_of(decision.target, cell).value_or(cell);
}

}  // namespace

Labels labels_in(const std::vector<std::string>& classes, const ClassColumn& column,
                 const ColumnSource& source, std::size_t target) {
    std::vector<std::uint32_t> number;
    for (std::size_t found = 0; found < column.names.size(); ++found) {
        auto match = std::find(classes.begin(), classes.end(), column.names[found]);
        if (match == classes.end()) {
            auto row = static_cast<std::size_t>(std::find(column.labels.begin(), column.labels.end(), found) -
                                                column.labels.begin());
            std::string known;
            for (const std::string& name : classes) known += (known.empty() ? "" : ", ") + quote(name, '\'');
            throw source.bad_cell(target, row,
                                  "the model does not know the class " + quote(column.names[found], '\''),
                                  "its classes are " + known);
        }
        number.push_back(static_cast<std::uint32_t>(match - classes.begin()));
    }
    return {column.labels, std::move(number)};
}

KnownRows known_rows(const DecisionData& decision, const ColumnSource& source) {
    std::size_t target = source.at(decision.target);
    ClassColumn column = source.classes(target, texts_without_class(decision));
    for (std::string& name : column.names) name = class_of_cell(decision, name);
    KnownRows result;
    result.labels = labels_in(decision.classes(), column, source, target);
    result.rows = Rows::all(column.labels.size());
    auto none = std::find(column.labels.begin(), column.labels.end(), TypedColumn::kMissingCode);
    if (none == column.labels.end()) return result;
    result.first_without_class = static_cast<std::size_t>(none - column.labels.begin());
    RowList rows;
    std::vector<std::uint32_t> labels(column.labels.size(), 0);
    for (std::uint32_t row = 0; row < labels.size(); ++row) {
        if (column.labels[row] == TypedColumn::kMissingCode) continue;
        rows.push_back(row);
        labels[row] = result.labels[row];
    }
    result.without_class = labels.size() - rows.size();
    result.rows = Rows(std::move(rows));
    result.labels = Labels(std::move(labels));
    return result;
}

}  // namespace loh
