#include "decision/column_meanings.hpp"

#include <algorithm>
#include <variant>

#include "base/text.hpp"
#include "features/atom_types.hpp"
#include "formula/graph.hpp"
#include "formula/walk.hpp"

namespace loh {

namespace {

Error in_literal(const std::string& name, const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.message = "in the literal " + name + ": " + diagnostic.message;
    return Error(std::move(diagnostic));
}

}  // namespace

Atoms atoms_of(const std::vector<Formula>& formulas) {
    Atoms result;
    Roots roots = roots_of(formulas);
    if (!roots.graph) return result;
    for (NodeId id : below(*roots.graph, roots.ids)) {
        if (roots.graph->kind(id) != Kind::variable) continue;
        if (const Atom* atom = roots.graph->leaf_atom(id)) result.emplace(roots.graph->leaf_text(id), *atom);
    }
    return result;
}

ColumnMeanings find_meanings(const Atoms& atoms, const DatasetData& data, std::vector<Diagnostic>& warnings) {
    ColumnMeanings result{{}, MissingRules(data.missing), {}, data.target_cuts};
    DatasetColumns source(data);
    std::map<std::string, const Atom*> in_order;
    for (const auto& [text, atom] : atoms) in_order.emplace(text, &atom);
    for (const auto& [text, atom] : in_order) {
        if (source.find_input(text)) {
            result.plain.push_back(text);
            continue;
        }
        std::vector<TypedColumn> columns;
        for (std::size_t column : input_columns(columns_of(*atom), source, data.target)) {
            columns.push_back(source.typed(column));
            result.columns.try_emplace(data.names[column], schema_of(columns.back()));
        }
        try {
            for (Diagnostic& warning : check_atom(*atom, columns)) warnings.push_back(std::move(warning));
        } catch (const Error& error) {
            throw in_literal(text, error);
        }
    }
    check_differences(atoms, result);
    return result;
}

void collect_categories(const Atom& atom, std::set<std::string>& texts) {
    if (const auto* compare = std::get_if<CompareAtom>(&atom)) {
        if (const auto* text = std::get_if<std::string>(&compare->operand)) texts.insert(*text);
    } else if (const auto* member = std::get_if<MemberAtom>(&atom)) {
        for (const Constant& value : member->values) {
            if (const auto* text = std::get_if<std::string>(&value)) texts.insert(*text);
        }
    }
}

void add_categories(const std::set<std::string>& texts, const MissingRules& missing, ColumnSchema& schema) {
    if (schema.type != ColumnType::category) return;
    auto has = [](const std::vector<std::string>& all, const std::string& text) {
        return std::find(all.begin(), all.end(), text) != all.end();
    };
    std::vector<std::string> added;
    for (const std::string& text : texts) {
        bool known = std::binary_search(schema.categories.begin(), schema.categories.end(), text);
        if (!known && !has(missing.texts, text) && !has(missing.unless_category, text)) added.push_back(text);
    }
    std::size_t before = schema.categories.size();
    schema.categories.insert(schema.categories.end(), added.begin(), added.end());
    std::inplace_merge(schema.categories.begin(),
                       schema.categories.begin() + static_cast<std::ptrdiff_t>(before),
                       schema.categories.end());
}

namespace {

// The columns of the atom without rows, with the categories that atoms name. named: by the spelling of the column.
std::vector<TypedColumn> columns_as_named(const Atom& atom, const ColumnMeanings& meanings,
                                          std::map<std::string, std::set<std::string>>& named) {
    std::vector<TypedColumn> result;
    for (const std::string& name : columns_of(atom)) {
        for (const auto& [own, schema] : meanings.columns) {
            if (own != name && spell_name(own) != name) continue;
            ColumnSchema all = schema;
            add_categories(named[name], meanings.missing, all);
            result.push_back({own, all.type, {}, {}, all.categories, all.form});
        }
    }
    return result;
}

}  // namespace

void check_differences(const Atoms& atoms, const ColumnMeanings& meanings) {
    std::map<std::string, std::set<std::string>> named;
    for (const auto& [text, atom] : atoms) collect_categories(atom, named[column_of(atom).name]);
    std::set<std::string> plain(meanings.plain.begin(), meanings.plain.end());
    for (const auto& [text, atom] : atoms) {
        if (!column_of(atom).is_difference() || plain.contains(text)) continue;
        try {
            check_atom(atom, columns_as_named(atom, meanings, named), false);
        } catch (const Error& error) {
            Diagnostic diagnostic = in_literal(text, error).diagnostic();
            diagnostic.hint = "another literal names a category of the column that cannot be subtracted";
            throw Error(std::move(diagnostic));
        }
    }
}

}  // namespace loh
