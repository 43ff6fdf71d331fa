#include "model/model_data.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "decision/scorecard.hpp"
#include "formula/measure.hpp"
#include "formula/simplify.hpp"
#include "learn/gradient/head.hpp"
#include "learn/gradient/trainer.hpp"
#include "learn/gradient/vote_head.hpp"
#include "model/schema.hpp"
#include "network/compile.hpp"
#include "network/extract.hpp"
#include "network/forward_rows.hpp"
#include "network/kernels/batch.hpp"

namespace loh {

namespace {

// Formulas that speak: one for each output, but in a list the last class is what remains.
std::size_t formula_count(const ModelData& model) {
    return model.head == Head::list ? model.classes.size() - 1 : model.elaboration.outputs.size();
}

bool head_fits(Head head, std::size_t outputs, std::size_t classes) {
    switch (head) {
        case Head::single: return outputs == 1 && classes == 2;
        case Head::list: return classes >= 2 && (classes == outputs || classes == outputs + 1);
        case Head::paper: return classes >= 2 && classes == outputs;
        case Head::vote: return classes >= 2;
        case Head::automatic: break;
    }
    return false;
}

const std::string& class_of_formula(const ModelData& model, std::size_t index) {
    return model.head == Head::single ? model.classes[1] : model.classes[index];
}

}  // namespace

void prepare(ModelData& model) {
    model.elaboration =
        elaborate(model.program, {model.elaborate.limits, model.elaborate.constants, model.offer});
    std::vector<Formula> written = model.elaboration.formulas();
    model.atoms = atoms_of(written);
    if (!head_fits(model.head, written.size(), model.classes.size()))
        throw Error(ErrorKind::meaning, "head, outputs and classes do not fit together");
    auto classes = static_cast<std::uint32_t>(model.classes.size());
    model.network = compile(head_formulas(model.head, written, classes), written);
}

void use_meanings(ModelData& model, ColumnMeanings meanings) {
    for (const std::string& text : meanings.plain) model.atoms.erase(text);
    model.meanings = std::move(meanings);
}

std::vector<Formula> simple_outputs(const ModelData& model, const std::vector<double>& logits,
                                    double temperature) {
    Weights weights(model.network);
    weights.compute(logits, temperature, std::nullopt);
    std::vector<Formula> extracted =
        extract(model.elaboration.formulas(), model.network, weights.selection());
    LiteralsOf literals = model.meanings.plain.empty() ? LiteralsOf::columns : LiteralsOf::anything;
    std::vector<Formula> simple;
    for (std::size_t i = 0; i < formula_count(model); ++i) simple.push_back(simplify(extracted[i], literals));
    return simple;
}

Meaning meaning_of(const ModelData& model, const std::vector<double>& logits, double temperature,
                   const std::vector<std::int32_t>& points) {
    std::vector<Formula> simple = simple_outputs(model, logits, temperature);
    Meaning result;
    if (model.head != Head::vote) {
        for (std::size_t i = 0; i < simple.size(); ++i)
            result.formulas.push_back({class_of_formula(model, i), simple[i]});
        return result;
    }
    ScoredRules scored = scorecard_of(simple, points, model.classes.size());
    result.scorecard = std::move(scored.card);
    for (std::size_t i = 0; i < scored.rules.size(); ++i)
        result.formulas.push_back({model.classes[favoured_class(result.scorecard, i)], scored.rules[i]});
    return result;
}

std::vector<Formula> rules_of_formula(const ModelData& model, const Formula& formula) {
    return model.head == Head::vote ? std::vector{formula} : clauses_of(formula);
}

std::vector<std::string> formula_variables(const ModelData& model) {
    std::vector<std::string> names;
    for (const ClassFormula& part : model.formulas) {
        for (const std::string& name : variables(part.formula)) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

Atoms formula_atoms(const ModelData& model) {
    Atoms result;
    for (const ClassFormula& part : model.formulas) result.merge(atoms_of({part.formula}));
    for (const std::string& text : model.meanings.plain) result.erase(text);
    return result;
}

namespace {

// Rows are taken so many at a time, so that memory does not grow with the table.
constexpr std::size_t kChunk = std::size_t{1} << 16U;

// Calls visit(rows) with the numbers of the next rows until all have been there.
template <class Visit>
void in_chunks(const Rows& rows, const Visit& visit) {
    RowList chunk;
    for (std::size_t begin = 0; begin < rows.size(); begin += kChunk) {
        chunk.clear();
        for (std::size_t i = begin; i < std::min(begin + kChunk, rows.size()); ++i) chunk.push_back(rows[i]);
        visit(std::span<const std::uint32_t>(chunk));
    }
}

// The network of a model, ready to run without noise.
class NetworkRunner {
public:
    explicit NetworkRunner(const ModelData& model)
        : head_(model.head),
          program_(trainable(model.network, model.options.semantics)),
          weights_(program_),
          batch_(program_, model.options.semantics, kRows) {
        weights_.compute(model.logits, model.temperature, std::nullopt);
        if (head_ != Head::vote) return;
        scores_.emplace(program_.outputs.size(), model.classes.size());
        scores_->set_points(model.points);
    }

    // Calls visit(first, batch) after the forward pass of rows[first], rows[first + 1], ...
    template <class Visit>
    void run(const TruthRows& inputs, std::span<const std::uint32_t> rows, const Visit& visit) {
        for (std::size_t first = 0; first < rows.size(); first += kRows) {
            forward_rows(inputs, rows.subspan(first, std::min(kRows, rows.size() - first)), weights_.values(),
                         Batch::Then::nothing, batch_);
            visit(first, static_cast<const Batch&>(batch_));
        }
    }

    std::vector<std::uint32_t> classes(const TruthRows& inputs, std::span<const std::uint32_t> rows) {
        std::vector<std::uint32_t> result(rows.size());
        run(inputs, rows, [&](std::size_t first, const Batch& batch) {
            std::span<std::uint32_t> part(result.data() + first, batch.rows());
            if (!scores_) return predict_classes(head_, batch, program_.outputs.size(), part);
            scores_->compute(batch);
            scores_->classes(part);
        });
        return result;
    }

    [[nodiscard]] std::size_t outputs() const { return program_.outputs.size(); }

private:
    static constexpr std::size_t kRows = 256;
    Head head_;
    CompiledProgram program_;
    Weights weights_;
    Batch batch_;
    std::optional<VoteScores> scores_;  // with the head `vote`
};

std::vector<Formula> rules_of(const ModelData& model) {
    std::vector<Formula> formulas;
    for (const ClassFormula& part : model.formulas) formulas.push_back(part.formula);
    return formulas;
}

// For `paper` the formulas name the first class that holds, and classes.size() where none does.
std::vector<std::uint32_t> classes_by_formulas(const ModelData& model, const BitRows& rows) {
    std::vector<Formula> formulas = rules_of(model);
    if (model.head == Head::vote)
        return most_points(scores_of(model.scorecard, evaluate_rows(formulas, rows), rows.rows),
                           model.classes.size());
    if (model.head == Head::single) return classify_rows(formulas, {{1}, 0}, rows);
    RuleDecision decision;
    for (std::uint32_t f = 0; f < formulas.size(); ++f) decision.classes.push_back(f);
    decision.otherwise = static_cast<std::uint32_t>(formulas.size());
    return classify_rows(formulas, decision, rows);
}

}  // namespace

ModelRows network_rows(const ModelData& model, const Table& table) {
    ModelRows rows = read_rows(model.network.inputs, model.atoms, model.meanings, table, model.target);
    rows.beside.push_back(merged_rows(model, table));
    return rows;
}

ModelRows formula_rows(const ModelData& model, const Table& table) {
    return read_rows(formula_variables(model), formula_atoms(model), model.meanings, table, model.target);
}

ModelRows merged_rows(const ModelData& model, const Table& table) {
    Atoms atoms = formula_atoms(model);
    std::vector<std::string> names;
    for (const std::string& name : formula_variables(model)) {
        if (atoms.contains(name) && !model.atoms.contains(name)) names.push_back(name);
    }
    return read_rows(std::move(names), atoms, model.meanings, table, model.target);
}

namespace {

// Sets those columns of `result` that the rows speak about.
void round_into(BitRows& result, const ModelRows& all, std::span<const std::uint32_t> rows) {
    std::vector<Bits*> wanted;  // [input]; null: no formula uses it
    for (const std::string& name : all.names) {
        auto found = result.columns.find(name);
        wanted.push_back(found == result.columns.end() ? nullptr : &found->second);
    }
    if (all.inputs.is_packed()) {
        bit_columns(all.inputs, rows, [&](std::size_t input, std::size_t word, std::uint64_t bits) {
            if (wanted[input] != nullptr) (*wanted[input])[word] = bits;
        });
        return;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        for (std::size_t r = 0; wanted[i] != nullptr && r < rows.size(); ++r) {
            if (rounds_to_true(all.inputs.columns[i][rows[r]])) set_bit(*wanted[i], r);
        }
    }
}

}  // namespace

BitRows rounded(const ModelData& model, const ModelRows& all, std::span<const std::uint32_t> rows) {
    BitRows result{rows.size(), {}};
    for (const std::string& name : formula_variables(model))
        result.columns[name].assign(bit_words(rows.size()), 0);
    round_into(result, all, rows);
    for (const ModelRows& other : all.beside) round_into(result, other, rows);
    return result;
}

std::vector<std::vector<float>> network_outputs(const ModelData& model, const ModelRows& rows) {
    NetworkRunner network(model);
    std::vector<std::vector<float>> outputs(network.outputs());
    in_chunks(Rows::all(rows.count), [&](std::span<const std::uint32_t> chunk) {
        network.run(rows.inputs, chunk, [&](std::size_t, const Batch& batch) {
            for (std::size_t o = 0; o < outputs.size(); ++o)
                outputs[o].insert(outputs[o].end(), batch.output(o).begin(), batch.output(o).end());
        });
    });
    return outputs;
}

std::vector<std::uint32_t> predicted_classes(const ModelData& model, const ModelRows& rows) {
    std::vector<std::uint32_t> result;
    std::optional<NetworkRunner> network;
    if (model.head == Head::paper) network.emplace(model);
    in_chunks(Rows::all(rows.count), [&](std::span<const std::uint32_t> chunk) {
        std::vector<std::uint32_t> classes = network
                                                 ? network->classes(rows.inputs, chunk)
                                                 : classes_by_formulas(model, rounded(model, rows, chunk));
        result.insert(result.end(), classes.begin(), classes.end());
    });
    return result;
}

std::vector<std::int64_t> scores_by_formulas(const ModelData& model, const ModelRows& all, const Rows& rows) {
    std::vector<std::int64_t> result;
    in_chunks(rows, [&](std::span<const std::uint32_t> chunk) {
        std::vector<std::int64_t> part = scores_of(
            model.scorecard, evaluate_rows(rules_of(model), rounded(model, all, chunk)), chunk.size());
        result.insert(result.end(), part.begin(), part.end());
    });
    return result;
}

namespace {

// What follows from the counts.
void set_figures(Report& report, const Confusion& confusion) {
    report.accuracy = confusion.accuracy();
    report.macro_f1 = confusion.macro_f1();
    report.f1.clear();
    report.confusion.clear();
    for (std::uint32_t truth = 0; truth < confusion.classes(); ++truth) {
        report.f1.push_back(confusion.f1(truth));
        std::vector<std::size_t>& counts = report.confusion.emplace_back();
        for (std::uint32_t other = 0; other < confusion.classes(); ++other)
            counts.push_back(confusion.count(truth, other));
    }
}

}  // namespace

Report report_on(const ModelData& model, const ModelRows& all, const std::vector<std::uint32_t>& labels,
                 const Rows& rows, bool with_network) {
    auto classes = static_cast<std::uint32_t>(model.classes.size());
    Confusion confusion(classes);
    Report report;
    report.rows = rows.size();
    report.classes = model.classes;
    report.fidelity_known = with_network;
    std::optional<NetworkRunner> network;
    if (with_network) network.emplace(model);
    in_chunks(rows, [&](std::span<const std::uint32_t> chunk) {
        std::vector<std::uint32_t> by_formulas = classes_by_formulas(model, rounded(model, all, chunk));
        std::vector<std::uint32_t> by_network;
        if (network) by_network = network->classes(all.inputs, chunk);
        const std::vector<std::uint32_t>& predicted = model.head == Head::paper ? by_network : by_formulas;
        for (std::size_t r = 0; r < chunk.size(); ++r) {
            confusion.add(labels[chunk[r]], predicted[r]);
            if (network && by_network[r] == by_formulas[r]) ++report.faithful;
        }
    });
    set_figures(report, confusion);
    return report;
}

void Report::add(const Report& other) {
    auto count = static_cast<std::uint32_t>(classes.size());
    Confusion all(count);
    for (const Report* part : {static_cast<const Report*>(this), &other}) {
        for (std::uint32_t truth = 0; truth < count; ++truth)
            for (std::uint32_t predicted = 0; predicted < count; ++predicted)
                all.add(truth, predicted, part->confusion[truth][predicted]);
    }
    rows += other.rows;
    faithful += other.faithful;
    fidelity_known = fidelity_known && other.fidelity_known;
    set_figures(*this, all);
}

namespace {

void finish(RuleStatistics& statistics, std::size_t of_class, std::size_t rows) {
    auto right = static_cast<double>(statistics.right);
    if (statistics.support > 0) statistics.precision = right / static_cast<double>(statistics.support);
    if (of_class == 0) return;
    statistics.recall = right / static_cast<double>(of_class);
    statistics.lift = statistics.precision * static_cast<double>(rows) / static_cast<double>(of_class);
}

// Counts the rows of a chunk that satisfy each clause; `rules` are those of all formulas, one after the other.
void count_rules(const ModelData& model, const std::vector<std::vector<Formula>>& clauses,
                 const std::vector<std::uint32_t>& labels, const BitRows& rows, std::vector<Rule>& rules) {
    Bits open(bit_words(rows.rows), ~std::uint64_t{0});  // rows that no class before claims
    auto rule = rules.begin();
    for (const std::vector<Formula>& of_formula : clauses) {
        std::vector<Bits> holds = evaluate_rows(of_formula, rows);
        for (const Bits& bits : holds) {
            RuleStatistics& statistics = rule->statistics;
            for (std::size_t row = 0; row < rows.rows; ++row) {
                if (!bit_at(open, row) || !bit_at(bits, row)) continue;
                ++statistics.support;
                statistics.right += model.classes[labels[row]] == rule->name ? 1 : 0;
            }
            ++rule;
        }
        if (model.head != Head::list) continue;
        for (const Bits& bits : holds) {
            for (std::size_t w = 0; w < open.size(); ++w) open[w] &= ~bits[w];
        }
    }
}

}  // namespace

std::vector<Rule> rules_on(const ModelData& model, const ModelRows& all,
                           const std::vector<std::uint32_t>& labels, const Rows& rows) {
    std::vector<Rule> rules;
    std::vector<std::vector<Formula>> clauses;
    for (const ClassFormula& part : model.formulas) {
        clauses.push_back(rules_of_formula(model, part.formula));
        for (const Formula& clause : clauses.back())
            rules.push_back({part.name, clause.to_string(), count_literals(clause), {}});
    }
    for (std::size_t r = 0; r < model.scorecard.rules(); ++r) {
        for (std::size_t c = 0; c < model.classes.size(); ++c)
            rules[r].points.push_back(model.scorecard.at(r, c));
    }
    std::vector<std::size_t> of_class(model.classes.size(), 0);
    in_chunks(rows, [&](std::span<const std::uint32_t> chunk) {
        std::vector<std::uint32_t> chunk_labels;
        for (std::uint32_t row : chunk) chunk_labels.push_back(labels[row]);
        for (std::uint32_t label : chunk_labels) ++of_class[label];
        count_rules(model, clauses, chunk_labels, rounded(model, all, chunk), rules);
    });
    for (Rule& rule : rules) {
        auto label = std::find(model.classes.begin(), model.classes.end(), rule.name) - model.classes.begin();
        finish(rule.statistics, of_class[static_cast<std::size_t>(label)], rows.size());
    }
    return rules;
}

}  // namespace loh
