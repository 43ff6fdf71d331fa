#include "learn/boost/tree_literals.hpp"

#include <string>
#include <unordered_set>

#include "base/text.hpp"
#include "features/column_tests.hpp"
#include "learn/proposed_literals.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kTreeCuts = 100;

// With differences, comparisons of two columns of numbers say nothing new: `a >= b` is `a - b >= 0`.
void drop_comparisons_of_numbers(const DatasetData& data, std::vector<Atom>& atoms) {
    std::unordered_set<std::string> numbers;
    for (const TypedColumn& column : data.used_columns()) {
        if (column.type == ColumnType::number) numbers.insert(spell_name(column.name));
    }
    std::erase_if(atoms, [&](const Atom& atom) {
        const auto* compare = std::get_if<CompareAtom>(&atom);
        bool pair = compare != nullptr && std::holds_alternative<Column>(compare->operand);
        return pair && numbers.contains(compare->column.name);
    });
}

std::vector<Atom> proposed(const DatasetData& data, const RowList& training, LearnOptions options) {
    options.literals = Literals::thresholds;  // a tree has both sides of each
    options.max_cuts = kTreeCuts;
    options.cuts = Cuts::quantiles;
    std::vector<Atom> result = proposed_literals(data, training, options).atoms;
    std::unordered_set<std::string> known;
    for (const Atom& atom : result) known.insert(spell(atom));
    options.cuts = Cuts::mdl;
    try {
        for (const Atom& atom : proposed_literals(data, training, options).atoms) {
            if (known.insert(spell(atom)).second) result.push_back(atom);
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::meaning) throw;  // otherwise no column alone separates the classes
    }
    if (options.comparisons == Comparisons::differences) drop_comparisons_of_numbers(data, result);
    return result;
}

}  // namespace

TreeLiterals::TreeLiterals(const DatasetData& data, const Rows& training, const LearnOptions& options,
                           ThreadPool& pool)
    : atoms_(proposed(data, training.list(), options)) {
    std::vector<TypedColumn> columns = data.used_columns();
    RowList rows = training.list();
    std::vector<TypedColumn> of_training;
    for (const TypedColumn& column : columns) of_training.push_back(gathered(column, rows));
    std::vector<RuleLiterals::Literal> named;
    for (const Atom& atom : atoms_) named.push_back({spell(atom), &atom});
    literals_.emplace(named, literal_bits(atoms_, of_training, &pool), rows.size());
    const std::vector<std::uint32_t>& numbers = literals_->candidates();
    std::vector<Atom> candidates;
    for (std::uint32_t number : numbers) candidates.push_back(atoms_[number]);
    features_ = literal_features(numbers, literal_bits(candidates, columns, &pool), atoms_, data.rows);
}

}  // namespace loh
