#include "loh/propose.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "data/binarizer.hpp"
#include "data/column_types.hpp"
#include "data/truth_columns.hpp"
#include "model/proposed_literals.hpp"
#include "model/purposes.hpp"
#include "model/schema.hpp"

namespace loh {

namespace {

using Names = std::vector<std::string>;

BinarizerOptions binarizer_options(const LearnOptions& options, std::size_t rows) {
    BinarizerOptions result;
    result.method = options.cuts == Cuts::quantiles ? CutMethod::quantiles : CutMethod::mdl;
    result.numbers =
        options.literals == Literals::intervals ? NumberLiterals::intervals : NumberLiterals::thresholds;
    result.quantiles = options.max_cuts;
    result.negated_categories = options.literals == Literals::all;
    result.both_sides = options.literals == Literals::both_sides || result.negated_categories;
    result.min_rows = std::max<std::size_t>(1, rows / 1000);
    return result;
}

// The columns to learn from: all but the target.
std::vector<TypedColumn> columns_without(const Table& table, const std::string& target, TableSchema schema) {
    TypeRules check(schema, table);  // names of columns that the table does not have
    schema.columns[target] = ColumnUse::ignore;
    return typed_columns(table, TypeRules(schema, table));
}

// The classes that get an output, in order.
Names output_classes(const ClassColumn& column, Head head, const std::string& positive) {
    Names classes = rarest_first(column);
    if (head == Head::paper) return classes;
    if (classes.size() == 2 && head != Head::list) {
        if (!positive.empty()) return {positive};
        return {positive_of_pair(classes).value_or(classes[0])};
    }
    classes.pop_back();
    return classes;
}

// A name that neither a column nor a class has.
std::string free_name(std::string name, const std::set<std::string>& taken) {
    while (taken.contains(name)) name += "_";
    return name;
}

std::string network_text(const Names& literal_texts, const Names& outputs, const LearnOptions& options,
                         const std::set<std::string>& taken) {
    bool dnf = options.network == Network::dnf;
    std::string literal = free_name("x", taken);
    std::string rule = free_name(dnf ? "rule" : "clause", taken);
    std::string text;
    for (std::size_t i = 0; i < literal_texts.size(); ++i)
        text += literal + "[" + std::to_string(i + 1) + "] := " + literal_texts[i] + "\n";
    std::string literals = "i in 1.." + std::to_string(literal_texts.size());
    std::string rules = "j in 1.." + std::to_string(options.max_rules);
    bool vote = options.head == Head::vote;
    text += "\n" + std::string(vote ? "output " : "") + rule + "[" + rules +
            "] := " + (dnf ? "and(" : "or(") + literals + ": [" + literal + "[i], " +
            (dnf ? "true" : "false") + "])\n";
    if (vote) return text;
    for (const std::string& name : outputs)
        text += "output " + spell_name(name) + " := " + (dnf ? "or(" : "and(") + rules + ": [" + rule +
                "[j], " + (dnf ? "false" : "true") + "])\n";
    return text;
}

void check_classes(const ClassColumn& classes, const Table& table, const std::string& target) {
    constexpr std::size_t kFew = 20;  // as many classes as rows: in a small table that may be so
    if (classes.names.size() < 2)
        throw Error(
            ErrorKind::meaning,
            "all rows have the class " + quote(classes.names[0], '\'') + ": there is nothing to tell apart",
            "the classes are those in column '" + target + "' of " + table.source());
    if (classes.names.size() == table.rows() && table.rows() > kFew)
        throw Error(ErrorKind::meaning,
                    "each of the " + std::to_string(table.rows()) + " rows of " + table.source() +
                        " has a class of its own in column '" + target + "'",
                    "that is an identifier or a number; choose another target, or make classes of it");
}

}  // namespace

RowList training_rows(const ClassColumn& classes, const LearnOptions& options) {
    Examples examples;
    examples.labels = classes.labels;
    examples.classes = static_cast<std::uint32_t>(classes.names.size());
    return split_for_learning(examples, options).training.list();
}

std::vector<Atom> proposed_literals(const Table& table, const std::string& target, const ClassColumn& classes,
                                    const LearnOptions& options, const TableSchema& schema) {
    RowList training = training_rows(classes, options);
    std::vector<Atom> result = literals(columns_without(table, target, schema), classes.labels, training,
                                        binarizer_options(options, training.size()));
    if (result.empty())
        throw Error(ErrorKind::meaning,
                    "no column of " + table.source() + " tells anything about '" + target + "'",
                    "--cuts quantiles divides numbers whatever the class");
    return result;
}

Program propose(const Table& table, const std::string& target, const LearnOptions& options,
                const TableSchema& schema, const std::string& positive) {
    std::size_t target_column = table.at(target);
    if (table.rows() == 0) throw Error(ErrorKind::meaning, table.source() + " has no rows to learn from");
    ClassColumn classes = class_column(table, target_column);
    check_classes(classes, table, target);
    Names texts;
    for (const Atom& atom : proposed_literals(table, target, classes, options, schema))
        texts.push_back(spell(atom));
    std::set<std::string> taken(table.names().begin(), table.names().end());
    taken.insert(classes.names.begin(), classes.names.end());
    return Program::parse(
        network_text(texts, output_classes(classes, options.head, positive), options, taken), "<proposed>");
}

}  // namespace loh
