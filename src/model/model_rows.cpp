#include "model/model_rows.hpp"

#include <algorithm>
#include <optional>

#include "data/table_data.hpp"
#include "data/truth_columns.hpp"
#include "features/atom_types.hpp"
#include "features/literal_bits.hpp"
#include "formula/graph.hpp"
#include "formula/walk.hpp"
#include "model/schema.hpp"

namespace loh {

namespace {

const Atom* atom_of(const std::string& name, const Atoms& atoms) {
    auto found = atoms.find(name);
    return found == atoms.end() ? nullptr : &found->second;
}

Error in_literal(const std::string& name, const Error& error) {
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.message = "in the literal " + name + ": " + diagnostic.message;
    return Error(std::move(diagnostic));
}

// The columns of the table that atoms need, each read once.
class AtomColumns {
public:
    AtomColumns(const Table& table, const ColumnMeanings& meanings)
        : table_(table), meanings_(meanings), missing_(meanings.missing) {}

    void add(const std::vector<std::size_t>& columns) {
        for (std::size_t column : columns) {
            const std::string& name = table_.names()[column];
            bool known = std::any_of(columns_.begin(), columns_.end(),
                                     [&](const TypedColumn& other) { return other.name == name; });
            if (known) continue;
            auto meaning = meanings_.columns.find(name);
            if (meaning == meanings_.columns.end())
                throw Error(ErrorKind::name, "the model does not know the column " + quote_name(name));
            columns_.push_back(typed_like(table_, column, meaning->second, missing_));
        }
    }
    [[nodiscard]] std::span<const TypedColumn> all() const { return columns_; }

private:
    const Table& table_;
    const ColumnMeanings& meanings_;
    MissingTexts missing_;
    std::vector<TypedColumn> columns_;
};

// A variable's values: of an atom bits, of a column floats.
struct Values {
    std::vector<std::uint64_t> bits;
    std::vector<float> floats;
};

bool all_binary(const std::vector<Values>& values) {
    return std::all_of(values.begin(), values.end(), [](const Values& one) {
        return std::all_of(one.floats.begin(), one.floats.end(), [](float x) { return x == 0 || x == 1; });
    });
}

bool value_at(const std::vector<std::uint64_t>& bits, std::size_t row) {
    return (bits[row / 64] >> (row % 64) & 1U) != 0;
}

TruthRows as_bits(const std::vector<Values>& values, std::size_t rows) {
    auto packed = std::make_shared<PackedRows>(rows, values.size());
    TruthRows result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        bool from_atom = values[i].floats.empty();
        for (std::size_t row = 0; row < rows; ++row) {
            if (from_atom ? value_at(values[i].bits, row) : values[i].floats[row] == 1) packed->set(row, i);
        }
        result.bit_of.push_back(static_cast<std::uint32_t>(i));
    }
    result.bits = std::move(packed);
    return result;
}

TruthRows as_floats(std::vector<Values> values, std::size_t rows) {
    TruthRows result;
    for (Values& one : values) {
        for (std::size_t row = 0; one.floats.size() < rows; ++row)
            one.floats.push_back(value_at(one.bits, row) ? 1.0F : 0.0F);
        result.columns.push_back(std::move(one.floats));
    }
    return result;
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

ColumnMeanings find_meanings(const Atoms& atoms, const Table& table, const TableSchema& schema,
                             const std::string& target, std::vector<Diagnostic>& warnings) {
    ColumnMeanings result{{}, schema.missing, {}};
    if (atoms.empty()) return result;
    TypeRules rules(schema, table);
    std::vector<TypedColumn> columns;
    std::map<std::string, const Atom*> in_order;
    for (const auto& [text, atom] : atoms) in_order.emplace(text, &atom);
    for (const auto& [text, atom] : in_order) {
        if (find_input_column(table, text)) {
            result.plain.push_back(text);
            continue;
        }
        for (std::size_t column : input_columns(columns_of(*atom), table, target)) {
            const std::string& name = table.names()[column];
            if (result.columns.contains(name)) continue;
            columns.push_back(typed_column(table, column, rules));
            result.columns.emplace(name, schema_of(columns.back()));
        }
        try {
            for (Diagnostic& warning : check_atom(*atom, columns)) warnings.push_back(std::move(warning));
        } catch (const Error& error) {
            throw in_literal(text, error);
        }
    }
    return result;
}

ModelRows read_rows(std::vector<std::string> names, const Atoms& atoms, const ColumnMeanings& meanings,
                    const Table& table, const std::string& target) {
    ModelRows result{std::move(names), {}, table.rows(), {}};
    AtomColumns typed(table, meanings);
    std::vector<std::size_t> plain;  // columns of the variables that are no atoms
    for (const std::string& name : result.names) {
        const Atom* atom = atom_of(name, atoms);
        std::vector<std::size_t> columns =
            input_columns(atom != nullptr ? columns_of(*atom) : std::vector{name}, table, target);
        if (atom != nullptr) {
            typed.add(columns);
        } else {
            plain.push_back(columns[0]);
        }
    }
    if (plain.size() == result.names.size()) {
        result.inputs = truth_rows(table, plain);
        return result;
    }
    std::vector<Values> values;
    auto next_plain = plain.begin();
    for (const std::string& name : result.names) {
        if (const Atom* atom = atom_of(name, atoms)) {
            values.push_back({literal_bits(*atom, typed.all()), {}});
        } else {
            values.push_back({{}, truth_column(table, *next_plain++)});
        }
    }
    result.inputs =
        all_binary(values) ? as_bits(values, table.rows()) : as_floats(std::move(values), table.rows());
    return result;
}

bool has_columns(const std::vector<std::string>& names, const Atoms& atoms, const Table& table) {
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
        const Atom* atom = atom_of(name, atoms);
        std::vector<std::string> columns = atom != nullptr ? columns_of(*atom) : std::vector{name};
        return std::all_of(columns.begin(), columns.end(), [&](const std::string& column) {
            return find_input_column(table, column).has_value();
        });
    });
}

}  // namespace loh
