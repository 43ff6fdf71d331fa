#include "learn/learned_model.hpp"

#include "formula/simplify.hpp"
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

}  // namespace

Model learned_model(DecisionData decision, ModelData record, const DatasetData& data,
                    std::span<const std::uint32_t> labels, const RowSplit& split) {
    record.written_by = kVersion;
    if (record.options.prune != Prune::none)
        prune_decision(record.options.prune, data, split.training, decision);
    auto finished = std::make_shared<const DecisionData>(std::move(decision));
    DatasetColumns columns(data);
    ThreadPool pool(record.options.threads);
    PredictedRows predicted = predict_rows(*finished, columns, true, pool);
    auto add = [&](const char* name, const Rows& rows) {
        if (!rows.empty()) record.parts.push_back({name, report_on(*finished, predicted, labels, rows)});
    };
    add("training", split.training);
    add("validation", split.validation);
    add("holdout", split.holdout);
    record.rules = rules_on(*finished, columns, labels, split.training);
    return {Decision(finished), std::make_shared<const ModelData>(std::move(record))};
}

Model model_of_formulas(const std::vector<Formula>& formulas, const ClassSchema& schema, std::string learner,
                        LearnOptions options, const DatasetData& data, std::span<const std::uint32_t> labels,
                        const RowSplit& split) {
    Atoms atoms;
    for (const Formula& formula : formulas) atoms.merge(atoms_of({formula}));
    std::vector<Diagnostic> mistakes;  // stays empty: the literals were made for these columns
    ColumnMeanings meanings = find_meanings(atoms, data, mistakes);
    LiteralsOf literals = meanings.plain.empty() ? LiteralsOf::columns : LiteralsOf::anything;
    std::vector<Formula> simple;
    for (const Formula& formula : formulas) simple.push_back(simplify(formula, literals));
    ModelData record;
    record.learner = std::move(learner);
    record.options = std::move(options);
    record.options.head = schema.head;
    record.options.epochs = record.options.restarts = record.options.committees =
        1;  // unused: no gradient descent
    DecisionData decision =
        decision_of(schema.head, schema.classes, data.target, simple, {}, Votes::points, std::move(meanings));
    return learned_model(std::move(decision), std::move(record), data, labels, split);
}

}  // namespace loh
