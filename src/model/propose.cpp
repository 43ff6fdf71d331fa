#include "loh/propose.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "data/binarizer.hpp"
#include "data/column_pairs.hpp"
#include "data/column_types.hpp"
#include "data/truth_columns.hpp"
#include "model/purposes.hpp"
#include "model/schema.hpp"

namespace loh {

namespace {

using Names = std::vector<std::string>;

// What holds in fewer rows than this tells nothing.
std::size_t least_rows(std::size_t rows) { return std::max<std::size_t>(1, rows / 1000); }

BinarizerOptions binarizer_options(const LearnOptions& options, std::size_t rows) {
    BinarizerOptions result;
    result.method = options.cuts == Cuts::quantiles ? CutMethod::quantiles : CutMethod::mdl;
    result.numbers =
        options.literals == Literals::intervals ? NumberLiterals::intervals : NumberLiterals::thresholds;
    result.quantiles = options.max_cuts;
    result.negated_categories = options.literals == Literals::all;
    result.both_sides = options.literals == Literals::both_sides || result.negated_categories;
    result.group_rare = options.min_category_rows > 0;
    result.min_rows = result.group_rare ? options.min_category_rows : least_rows(rows);
    return result;
}

PairOptions pair_options(const LearnOptions& options, std::size_t rows) {
    PairOptions result;
    result.order = options.comparisons == Comparisons::all;
    result.negated = options.literals == Literals::all;
    result.both_sides = options.literals == Literals::both_sides || result.negated;
    result.exclusive = options.literals == Literals::intervals;
    result.min_rows = least_rows(rows);
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

// The literals that the training rows offer, and what there is to say about them.
struct Offer {
    Names literals;
    std::string remark;  // a comment, or empty
};

Offer offer_of(const std::vector<TypedColumn>& columns, const ClassColumn& classes,
               const LearnOptions& options) {
    Examples examples;
    examples.labels = classes.labels;
    examples.classes = static_cast<std::uint32_t>(classes.names.size());
    RowList training = split_for_learning(examples, options).training.list();
    Offer offer;
    for (const Atom& atom :
         literals(columns, classes.labels, training, binarizer_options(options, training.size())))
        offer.literals.push_back(spell(atom));
    if (options.comparisons == Comparisons::none) return offer;
    PairLiterals pairs =
        pair_literals(columns, classes.labels, training, pair_options(options, training.size()));
    for (const Atom& atom : pairs.atoms) offer.literals.push_back(spell(atom));
    if (pairs.found > pairs.atoms.size())
        offer.remark = "# Of " + std::to_string(pairs.found) + " comparisons of columns, the " +
                       std::to_string(pairs.atoms.size()) + " that tell most about the class.\n";
    return offer;
}

std::string network_text(const Offer& offer, const Names& outputs, const LearnOptions& options,
                         const std::set<std::string>& taken) {
    bool dnf = options.network == Network::dnf;
    std::string literal = free_name("x", taken);
    std::string rule = free_name(dnf ? "rule" : "clause", taken);
    std::string text = offer.remark;
    for (std::size_t i = 0; i < offer.literals.size(); ++i)
        text += literal + "[" + std::to_string(i + 1) + "] := " + offer.literals[i] + "\n";
    std::string literals = "i in 1.." + std::to_string(offer.literals.size());
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

Program propose(const Table& table, const std::string& target, const LearnOptions& options,
                const TableSchema& schema, const std::string& positive) {
    std::size_t target_column = table.at(target);
    if (table.rows() == 0) throw Error(ErrorKind::meaning, table.source() + " has no rows to learn from");
    std::vector<TypedColumn> columns = columns_without(table, target, schema);
    ClassColumn classes = class_column(table, target_column);
    check_classes(classes, table, target);
    Offer offer = offer_of(columns, classes, options);
    if (offer.literals.empty())
        throw Error(ErrorKind::meaning,
                    "no column of " + table.source() + " tells anything about '" + target + "'",
                    "--cuts quantiles divides numbers whatever the class");
    std::set<std::string> taken(table.names().begin(), table.names().end());
    taken.insert(classes.names.begin(), classes.names.end());
    return Program::parse(
        network_text(offer, output_classes(classes, options.head, positive), options, taken), "<proposed>");
}

}  // namespace loh
