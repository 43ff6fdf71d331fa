#include "decision/trained_network.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "decision/heads.hpp"
#include "features/column_tests.hpp"
#include "formula/simplify.hpp"
#include "network/compile.hpp"
#include "network/extract.hpp"
#include "network/forward_rows.hpp"
#include "network/layers.hpp"
#include "network/vote_scores.hpp"
#include "network/weights.hpp"

namespace loh {

namespace {

bool outputs_fit(Head head, std::size_t outputs, std::size_t classes) {
    if (classes < 2 || outputs == 0) return false;
    switch (head) {
        case Head::single: return outputs == 1 && classes == 2;
        case Head::list: return classes == outputs || classes == outputs + 1;
        case Head::paper: return classes == outputs;
        case Head::vote: return true;
        case Head::automatic: break;
    }
    return false;
}

const Atom* atom_of(const std::string& name, const Atoms& atoms) {
    auto found = atoms.find(name);
    return found == atoms.end() ? nullptr : &found->second;
}

// Runs the network without noise, one batch of rows at a time.
class NetworkRunner {
public:
    explicit NetworkRunner(const TrainedNetwork& network)
        : head_(network.head),
          program_(trainable(network.compiled, network.semantics)),
          weights_(program_),
          batch_(program_, network.semantics, kRows) {
        weights_.compute(network.logits, network.temperature, std::nullopt);
        if (head_ != Head::vote) return;
        scores_.emplace(program_.outputs.size(), network.classes);
        scores_->set_points(network.points);
    }

    // Calls visit(first row, batch) after each forward pass.
    template <class Visit>
    void run(const TruthRows& inputs, std::size_t rows, const Visit& visit) {
        std::vector<std::uint32_t> part;
        for (std::size_t first = 0; first < rows; first += kRows) {
            part.resize(std::min(kRows, rows - first));
            std::iota(part.begin(), part.end(), static_cast<std::uint32_t>(first));
            forward_rows(inputs, part, weights_.values(), Batch::Then::nothing, batch_);
            visit(first, static_cast<const Batch&>(batch_));
        }
    }

    void classify(const Batch& batch, std::span<std::uint32_t> classes) {
        if (scores_) {
            scores_->compute(batch);
            scores_->classes(classes);
            return;
        }
        for (std::size_t row = 0; row < classes.size(); ++row)
            classes[row] =
                predicted_class(head_, outputs(), [&](std::size_t o) { return batch.output(o)[row]; });
    }

    [[nodiscard]] std::size_t outputs() const { return program_.outputs.size(); }

private:
    static constexpr std::size_t kRows = 256;
    Head head_;
    CompiledProgram program_;
    Weights weights_;
    Batch batch_;
    std::optional<VoteScores> scores_;  // for the head `vote`
};

// Truth values of a variable: bits for an atom, floats for a column.
struct VariableValues {
    Bits bits;
    std::vector<float> floats;
};

bool all_binary(const std::vector<VariableValues>& values) {
    return std::all_of(values.begin(), values.end(), [](const VariableValues& one) {
        return std::all_of(one.floats.begin(), one.floats.end(), [](float x) { return x == 0 || x == 1; });
    });
}

Bits bits_of(const VariableValues& values) {
    if (values.floats.empty()) return values.bits;
    Bits bits(bit_words(values.floats.size()), 0);
    for (std::size_t row = 0; row < values.floats.size(); ++row) {
        if (values.floats[row] == 1) set_bit(bits, row);
    }
    return bits;
}

// Converts columns of bits to rows of bits, in tiles of 64 by 64.
TruthRows as_bits(const std::vector<VariableValues>& values, std::size_t rows) {
    std::size_t stride = PackedRows::row_bytes(values.size());
    std::vector<std::uint8_t> bytes(rows * stride, 0);  // [row][byte of the row]
    std::array<std::uint64_t, 64> block;
    for (std::size_t first = 0; first < values.size(); first += 64) {
        std::size_t count = std::min<std::size_t>(64, values.size() - first);
        std::vector<Bits> columns;
        for (std::size_t i = 0; i < count; ++i) columns.push_back(bits_of(values[first + i]));
        std::size_t width = std::min<std::size_t>(8, stride - first / 8);
        for (std::size_t word = 0; word < bit_words(rows); ++word) {
            block.fill(0);
            for (std::size_t i = 0; i < count; ++i) block[i] = columns[i][word];
            transpose_bits(block.data());
            std::size_t last = std::min(rows, (word + 1) * 64);
            for (std::size_t row = word * 64; row < last; ++row)
                std::memcpy(bytes.data() + row * stride + first / 8, &block[row % 64], width);
        }
    }
    TruthRows result;
    result.bits = std::make_shared<PackedRows>(values.size(), std::move(bytes));
    result.bit_of.resize(values.size());
    std::iota(result.bit_of.begin(), result.bit_of.end(), 0U);
    return result;
}

TruthRows as_floats(std::vector<VariableValues> values, std::size_t rows) {
    TruthRows result;
    for (VariableValues& one : values) {
        for (std::size_t row = 0; one.floats.size() < rows; ++row)
            one.floats.push_back(bit_at(one.bits, row) ? 1.0F : 0.0F);
        result.columns.push_back(std::move(one.floats));
    }
    return result;
}

// The columns that atoms compare, each read once, typed by the meanings.
std::vector<TypedColumn> columns_of_atoms(const std::vector<const Atom*>& atoms,
                                          const ColumnMeanings& meanings, const ColumnSource& source,
                                          const std::string& target) {
    std::map<std::size_t, std::set<std::string>> categories;  // that atoms name, by column of the source
    std::vector<std::size_t> in_order;
    for (const Atom* atom : atoms) {
        for (std::size_t column : input_columns(columns_of(*atom), source, target)) {
            auto [place, is_new] = categories.try_emplace(column);
            if (is_new) in_order.push_back(column);
            collect_categories(*atom, place->second);
        }
    }
    std::vector<TypedColumn> result;
    for (std::size_t column : in_order) {
        const std::string& name = source.names()[column];
        auto meaning = meanings.columns.find(name);
        if (meaning == meanings.columns.end())
            throw Error(ErrorKind::name, "the model does not know the column '" + name + "'");
        ColumnSchema schema = meaning->second;
        add_categories(categories.at(column), meanings.missing, schema);
        result.push_back(source.like(column, schema, meanings.missing));
    }
    return result;
}

// For programs in which all variables are columns of truth values.
TruthRows plain_rows(const std::vector<std::size_t>& columns, const ColumnSource& source) {
    TruthRows result;
    result.bits = columns.empty() ? nullptr : source.bits();
    if (result.bits) {
        result.bit_of.assign(columns.begin(), columns.end());
        return result;
    }
    for (std::size_t column : columns) result.columns.push_back(source.truth_values(column));
    return result;
}

}  // namespace

void TrainedNetwork::prepare() {
    std::vector<Formula> written = elaboration.formulas();
    atoms = atoms_of(written);
    if (!outputs_fit(head, written.size(), classes))
        throw Error(ErrorKind::meaning, "head, outputs and classes are inconsistent");
    compiled = compile(head_formulas(head, written, classes), written);
}

std::vector<Formula> simple_outputs(const TrainedNetwork& network, const ColumnMeanings& meanings,
                                    std::span<const double> logits, double temperature) {
    Weights weights(network.compiled);
    weights.compute(logits, temperature, std::nullopt);
    return simple_outputs(network, meanings, weights.selection());
}

std::vector<Formula> simple_outputs(const TrainedNetwork& network, const ColumnMeanings& meanings,
                                    std::span<const std::uint32_t> selection) {
    std::vector<Formula> extracted = extract(network.elaboration.formulas(), network.compiled, selection);
    LiteralsOf literals = meanings.plain.empty() ? LiteralsOf::columns : LiteralsOf::anything;
    std::vector<Formula> simple;
    std::size_t count = formula_count(network.head, network.elaboration.outputs.size(), network.classes);
    for (std::size_t i = 0; i < count; ++i) simple.push_back(simplify(extracted[i], literals));
    return simple;
}

TruthRows truth_rows(const std::vector<std::string>& variables, const Atoms& atoms,
                     const ColumnMeanings& meanings, const ColumnSource& columns, const std::string& target) {
    std::vector<const Atom*> of_variable;  // null: a column of truth values
    std::vector<const Atom*> compared;
    std::vector<std::size_t> plain;
    for (const std::string& name : variables) {
        of_variable.push_back(atom_of(name, atoms));
        if (of_variable.back() != nullptr) compared.push_back(of_variable.back());
        if (of_variable.back() == nullptr) plain.push_back(input_columns({name}, columns, target)[0]);
    }
    if (compared.empty()) return plain_rows(plain, columns);
    std::vector<Atom> listed;
    for (const Atom* atom : compared) listed.push_back(*atom);
    std::vector<Bits> bits = literal_bits(listed, columns_of_atoms(compared, meanings, columns, target));
    std::vector<VariableValues> values;
    auto next_bits = bits.begin();
    auto next_plain = plain.begin();
    for (const Atom* atom : of_variable) {
        if (atom != nullptr) {
            values.push_back({std::move(*next_bits++), {}});
        } else {
            values.push_back({{}, columns.truth_values(*next_plain++)});
        }
    }
    return all_binary(values) ? as_bits(values, columns.rows())
                              : as_floats(std::move(values), columns.rows());
}

bool has_columns(const std::vector<std::string>& variables, const Atoms& atoms, const ColumnSource& columns) {
    return std::all_of(variables.begin(), variables.end(), [&](const std::string& name) {
        const Atom* atom = atom_of(name, atoms);
        std::vector<std::string> needed = atom != nullptr ? columns_of(*atom) : std::vector{name};
        return std::all_of(needed.begin(), needed.end(),
                           [&](const std::string& column) { return columns.find_input(column).has_value(); });
    });
}

std::vector<std::vector<float>> network_outputs(const TrainedNetwork& network, const TruthRows& inputs,
                                                std::size_t rows) {
    NetworkRunner runner(network);
    std::vector<std::vector<float>> outputs(runner.outputs());
    runner.run(inputs, rows, [&](std::size_t, const Batch& batch) {
        for (std::size_t o = 0; o < outputs.size(); ++o)
            outputs[o].insert(outputs[o].end(), batch.output(o).begin(), batch.output(o).end());
    });
    return outputs;
}

std::vector<std::uint32_t> network_classes(const TrainedNetwork& network, const TruthRows& inputs,
                                           std::size_t rows) {
    NetworkRunner runner(network);
    std::vector<std::uint32_t> result(rows);
    runner.run(inputs, rows, [&](std::size_t first, const Batch& batch) {
        runner.classify(batch, {result.data() + first, batch.rows()});
    });
    return result;
}

}  // namespace loh
