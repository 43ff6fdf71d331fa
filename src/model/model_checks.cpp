#include "model/model_checks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_set>

#include "base/text.hpp"
#include "data/target_cuts.hpp"
#include "features/atom_types.hpp"
#include "formula/measure.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostRows = std::size_t{1} << 53U;  // counts are also used as doubles

// The schema of a column as a column without rows.
TypedColumn column_without_rows(const std::string& name, const ColumnSchema& schema) {
    return {name, schema.type, {}, {}, schema.categories, schema.form};
}

// The columns of the model by the spelling of their names in atoms.
std::map<std::string, TypedColumn> spelled_columns(const ColumnMeanings& meanings) {
    std::map<std::string, TypedColumn> result;
    for (const auto& [name, schema] : meanings.columns) {
        result.emplace(name, column_without_rows(name, schema));
        result.emplace(spell_name(name), column_without_rows(name, schema));
    }
    return result;
}

void check_categories(const ColumnMeanings& meanings, const JsonReader& reader) {
    std::set<std::string> missing(meanings.missing.texts.begin(), meanings.missing.texts.end());
    for (const auto& [name, schema] : meanings.columns) {
        auto in_column = [&, &name = name](const std::string& what) {
            return reader.broken("'columns': the categories of " + quote_name(name) + " " + what);
        };
        const std::vector<std::string>& texts = schema.categories;
        auto unsorted = std::adjacent_find(texts.begin(), texts.end(), std::greater_equal<>());
        if (unsorted != texts.end()) throw in_column("are not sorted, or one occurs twice");
        for (const std::string& text : texts) {
            if (missing.contains(text))
                throw in_column("include " + quote(text, '"') + ", which denotes a missing value");
        }
    }
}

// The sum of the counts; nothing if it is too large.
std::optional<std::size_t> sum_of(const std::vector<std::size_t>& counts) {
    std::size_t sum = 0;
    for (std::size_t count : counts) {
        if (count > kMostRows) return std::nullopt;
        sum += count;
        if (sum > kMostRows) return std::nullopt;
    }
    return sum;
}

// Rows of each class, and rows for which each class is predicted.
struct ClassRows {
    explicit ClassRows(const Report& report)
        : actual(report.classes.size(), 0), predicted(report.classes.size(), 0) {
        for (std::size_t truth = 0; truth < report.confusion.size(); ++truth) {
            for (std::size_t other = 0; other < report.confusion.size(); ++other) {
                actual[truth] += report.confusion[truth][other];
                predicted[other] += report.confusion[truth][other];
            }
        }
    }
    std::vector<std::size_t> actual;
    std::vector<std::size_t> predicted;
};

// Whether the statistics are possible for `rows` rows, of which `of_class` have the class, and follow from the counts.
bool are_possible(const RuleStatistics& given, std::size_t of_class, std::size_t rows) {
    if (given.right > given.support || given.right > of_class) return false;
    if (given.support > rows || given.support - given.right > rows - of_class) return false;
    RuleStatistics expected = rule_statistics(given.support, given.right, of_class, rows);
    return given.precision == expected.precision && given.recall == expected.recall &&
           given.lift == expected.lift;
}

bool is_part(const std::string& name) {
    return name == "training" || name == "validation" || name == "holdout";
}

std::string rule_member(std::size_t rule) { return "'rules[" + std::to_string(rule) + "]'"; }

}  // namespace

bool is_confusion(const Report& report) {
    std::vector<std::size_t> sums;
    for (const std::vector<std::size_t>& row : report.confusion) {
        std::optional<std::size_t> sum = sum_of(row);
        if (row.size() != report.classes.size() || !sum) return false;
        sums.push_back(*sum);
    }
    return sums.size() == report.classes.size() && sum_of(sums) == report.rows;
}

Report recomputed(const Report& report) {
    Report result;
    result.classes = report.classes;
    result.confusion.assign(report.classes.size(), std::vector<std::size_t>(report.classes.size(), 0));
    result.add(report);
    return result;
}

void check_classes(const DecisionData& decision, const JsonReader& reader) {
    std::unordered_set<std::string> known;
    for (const std::string& name : decision.classes()) {
        if (!known.insert(name).second)
            throw reader.broken("'classes': the class " + quote_name(name) + " occurs twice");
    }
    const TargetCuts& target = decision.meanings.target;
    if (target.cuts.empty()) return;
    std::vector<std::string> names = target.class_names(decision.target);
    std::unordered_set<std::string> expected(names.begin(), names.end());
    for (const std::string& name : decision.classes()) {
        if (!expected.contains(name))
            throw reader.broken("'target_cuts' does not give the class " + quote_name(name));
    }
}

void check_points(const Scorecard& card, const std::string& member, const JsonReader& reader) {
    constexpr std::int64_t kMost = std::int64_t{1} << 53U;
    std::int64_t sum = 0;
    for (const std::vector<std::int64_t>* points : {&card.base, &card.points}) {
        for (std::int64_t value : *points) {
            if (value > kMost || value < -kMost || (sum += std::abs(value)) > kMost)
                throw reader.broken("'" + member + "': the points are too large");
        }
    }
}

void check_columns(const DecisionData& decision, const JsonReader& reader) {
    check_categories(decision.meanings, reader);
    std::map<std::string, TypedColumn> columns = spelled_columns(decision.meanings);
    Atoms atoms = decision.atoms();
    if (decision.network) {
        for (const auto& [text, atom] : decision.network->atoms) atoms.emplace(text, atom);
    }
    for (const auto& [text, atom] : atoms) {
        std::vector<TypedColumn> compared;
        for (const std::string& name : columns_of(atom)) {
            auto found = columns.find(name);
            if (found == columns.end())
                throw reader.broken("'columns' lacks the column " + name + " of the literal " + text);
            compared.push_back(found->second);
        }
        try {
            check_atom(atom, compared, false);
        } catch (const Error& error) {
            std::string what = "'columns' does not fit the literal " + text;
            throw reader.broken(what + ": " + error.diagnostic().message);
        }
    }
    try {
        check_differences(atoms, decision.meanings);
    } catch (const Error& error) {
        throw reader.broken("'columns': " + error.diagnostic().message);
    }
}

void check_runs(const ModelData& record, const JsonReader& reader) {
    if (record.best_run >= record.runs.size())
        throw reader.broken("'network.best_run' is not one of the runs");
    for (const ModelData::RunSummary& run : record.runs) {
        if (!(run.macro_f1 >= 0 && run.macro_f1 <= 1) || !std::isfinite(run.loss))
            throw reader.broken("'network.runs' has figures that are impossible");
    }
}

void check_reports(const ModelData& record, const JsonReader& reader) {
    for (const Model::Part& part : record.parts) {
        std::string member = "'metrics." + part.name + "'";
        if (!is_part(part.name))
            throw reader.broken(
                "'metrics' has figures of unknown rows; known are training, validation and holdout");
        const Report& report = part.report;
        if (!is_confusion(report))
            throw reader.broken(member + ": the confusion matrix does not fit the classes and rows");
        Report expected = recomputed(report);
        if (report.accuracy != expected.accuracy || report.macro_f1 != expected.macro_f1 ||
            report.f1 != expected.f1)
            throw reader.broken(member + ": the figures are not those of the confusion matrix");
        if (report.faithful > report.rows)
            throw reader.broken(member + ": more rows are faithful than there are");
    }
}

void check_rules(const DecisionData& decision, const ModelData& record, const JsonReader& reader) {
    auto part = std::find_if(record.parts.begin(), record.parts.end(),
                             [&](const Model::Part& one) { return one.name == record.rules_part; });
    if (part == record.parts.end()) throw reader.broken("'rules_on' names rows without figures");
    std::vector<Rule> expected = RuleFigures(decision).rules();
    if (record.rules.size() != expected.size())
        throw reader.broken("'rules' has another number of rules than the formulas");
    std::map<std::string, std::size_t> index_of;
    for (const std::string& name : decision.classes()) index_of.emplace(name, index_of.size());
    ClassRows rows(part->report);
    std::vector<std::size_t> held(index_of.size(), 0);  // [class]: sum of the supports, at most kMostRows
    for (std::size_t r = 0; r < expected.size(); ++r) {
        const Rule& given = record.rules[r];
        if (given.name != expected[r].name || given.text != expected[r].text ||
            given.literals != expected[r].literals || given.points != expected[r].points)
            throw reader.broken(rule_member(r) + " is not the rule of the formulas: " + expected[r].text);
        std::size_t of_class = index_of.at(given.name);
        if (!are_possible(given.statistics, rows.actual[of_class], part->report.rows))
            throw reader.broken(rule_member(r) + ": the statistics do not fit its counts and the " +
                                record.rules_part + " rows");
        if (decision.head->decides_by_rules() && given.statistics.support > rows.predicted[of_class])
            throw reader.broken(rule_member(r) + " holds in more rows than its class is predicted for");
        held[of_class] = std::min(kMostRows, held[of_class] + given.statistics.support);
    }
    for (std::size_t f = 0; decision.head->decides_by_rules() && f < decision.formulas.size(); ++f) {
        std::size_t of_class = decision.head->class_of(f);
        if (held[of_class] < rows.predicted[of_class])
            throw reader.broken("'rules': the class " + quote_name(decision.classes()[of_class]) +
                                " is predicted for more rows than its rules hold in");
    }
}

Limits formula_limits(Limits limits, std::size_t bytes) {
    constexpr std::size_t kPartsPerByte = 32;  // a name of one letter counts 30
    limits.max_expansion = std::min(limits.max_expansion, kPartsPerByte * (bytes + 2));
    return limits;
}

}  // namespace loh
