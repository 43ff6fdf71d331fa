#include "decision/deciding_rules.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loh {

DecidingRules::DecidingRules(const DecisionData& decision) : decision_(decision) {
    const DecisionHead& head = *decision.head;
    auto classes = static_cast<std::uint32_t>(decision.classes().size());
    if (head.needs_network()) {
        classes_.resize(classes + 1);
        std::iota(classes_.begin(), classes_.end(), 0);
        return;
    }
    for (std::size_t f = 0; f < decision.formulas.size(); ++f) {
        for (const Formula& rule : head.rules_of(decision.formulas[f].formula)) {
            rules_.push_back(rule);
            classes_.push_back(head.class_of(f));
        }
    }
    classes_.push_back(head.kind() == Head::single ? 0 : classes - 1);
}

std::vector<std::uint32_t> DecidingRules::on(const ColumnSource& columns, ThreadPool& pool) const {
    if (decision_.head->needs_network()) return predict_rows(decision_, columns, true, pool).classes();
    RuleProgram program = compile_rules(rules_);
    LiteralColumns literals = literal_columns(program.literals, decision_, columns);
    program.literals = std::move(literals.literals);
    RuleDecision numbers;
    numbers.classes.resize(rules_.size());
    std::iota(numbers.classes.begin(), numbers.classes.end(), 0);
    numbers.otherwise = static_cast<std::uint32_t>(rules_.size());
    std::vector<std::uint32_t> result(columns.rows());
    classify(program, raw_inputs(program, columns.rows(), literals.columns), numbers, pool,
             std::span(result));
    return result;
}

std::vector<double> softmax(const Probabilities& probabilities, std::span<const std::int64_t> scores) {
    std::size_t classes = probabilities.shift.size();
    std::vector<double> result(scores.size());
    for (std::size_t first = 0; first < scores.size(); first += classes) {
        double* row = result.data() + first;
        for (std::size_t c = 0; c < classes; ++c)
            row[c] = probabilities.unit * static_cast<double>(scores[first + c]) + probabilities.shift[c];
        double most = *std::max_element(row, row + classes);
        double sum = 0;
        for (std::size_t c = 0; c < classes; ++c) sum += row[c] = std::exp(row[c] - most);
        for (std::size_t c = 0; c < classes; ++c) row[c] /= sum;
    }
    return result;
}

void require_probabilities(const DecisionData& decision) {
    if (!decision.probabilities.empty()) return;
    throw Error(ErrorKind::usage, "this model has no probabilities: an earlier version of loh learned it",
                "learn it again");
}

std::vector<double> probabilities_on(const DecisionData& decision, const ColumnSource& columns,
                                     ThreadPool& pool) {
    require_probabilities(decision);
    if (decision.head->kind() == Head::vote)
        return softmax(decision.probabilities, DecisionRows(decision, columns).scores(pool));
    std::size_t classes = decision.classes().size();
    const std::vector<double>& shares = decision.probabilities.shares;
    std::vector<double> result;
    result.reserve(columns.rows() * classes);
    for (std::uint32_t rule : DecidingRules(decision).on(columns, pool)) {
        auto first = shares.begin() + static_cast<std::ptrdiff_t>(rule * classes);
        result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(classes));
    }
    return result;
}

}  // namespace loh
