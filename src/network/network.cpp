// A network from formulas, and formulas from a network. The passes are in workspace.cpp.
#include "loh/network.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/check.hpp"
#include "base/text.hpp"
#include "formula/simplify.hpp"
#include "formula/walk.hpp"
#include "lang/elaborate.hpp"
#include "network/choice_modes.hpp"
#include "network/compile.hpp"
#include "network/extract.hpp"
#include "network/initial_logits.hpp"
#include "network/kernels/matrix_columns.hpp"
#include "network/layers.hpp"
#include "network/network_data.hpp"
#include "network/weights.hpp"

namespace loh {

namespace {

constexpr double kLargestTemperature = 1e6;
constexpr double kLargestLogit = 1e20;  // times log2(e) / 1e-12 it is within the range of float

// --- The copy of the formulas ---

// A copy of the formulas. Nodes keep their order, so the copy compiles to the same program.
class PrivateCopy {
public:
    explicit PrivateCopy(const std::vector<Formula>& formulas)
        : roots_(roots_of(formulas)), target_(std::make_shared<GraphData>()) {
        std::vector<std::uint32_t> uses = count_uses(*roots_.graph, roots_.ids);
        copy_.resize(uses.size());
        for (std::uint32_t value = 0; value < uses.size(); ++value) {
            if (uses[value] > 0) copy_node(NodeId{value});
        }
    }

    [[nodiscard]] std::vector<Formula> formulas() const {
        std::vector<Formula> result;
        for (NodeId root : roots_.ids) result.emplace_back(target_, copy_[root.value]);
        return result;
    }
    [[nodiscard]] const GraphData& graph() const { return *target_; }
    [[nodiscard]] const std::vector<NodeId>& choices() const { return choices_; }    // by new ChoiceId
    [[nodiscard]] const std::vector<ChoiceId>& written() const { return written_; }  // by new ChoiceId

private:
    void copy_node(NodeId id) {
        const GraphData& source = *roots_.graph;
        operands_.clear();
        for (NodeId operand : source.operands(id)) operands_.push_back(copy_[operand.value]);
        NodeId& made = copy_[id.value];
        switch (source.kind(id)) {
            case Kind::negation: made = target_->negation(operands_[0]); break;
            case Kind::conjunction: made = target_->conjunction(operands_); break;
            case Kind::disjunction: made = target_->disjunction(operands_); break;
            case Kind::choice:
                made = target_->choice(operands_, source.choice_mode(id));
                choices_.push_back(made);
                written_.push_back(source.choice_id(id));
                break;
            case Kind::hole:
                throw Error(ErrorKind::meaning, "the hole " + source.leaf_text(id) + " is still open",
                            "a network needs alternatives: learn with a table, or write them out");
            default: made = target_->copy_leaf(source, id);
        }
        if (std::string_view label = source.label(id); !label.empty()) target_->set_label(made, label);
    }

    Roots roots_;
    std::shared_ptr<GraphData> target_;
    std::vector<NodeId> copy_;  // by source node
    std::vector<NodeId> choices_;
    std::vector<ChoiceId> written_;
    std::vector<NodeId> operands_;
};

// --- Columns of the inputs ---

// The variables and atoms of the formulas.
struct Leaves {
    std::vector<std::string> names;  // in the order of their first use
    std::unordered_set<std::string> known;
    std::unordered_set<std::string> table_columns;  // columns of atoms such as `age >= 40`
};

Leaves leaves_of(const std::vector<Formula>& formulas) {
    Leaves leaves;
    for (const Formula& formula : formulas) {
        const GraphData& graph = *formula.data();
        for (NodeId id : leaves_in_order(graph, formula.id())) {
            if (!leaves.known.insert(graph.leaf_text(id)).second) continue;
            leaves.names.push_back(graph.leaf_text(id));
            if (const Atom* atom = graph.leaf_atom(id)) {
                for (std::string& column : columns_of(*atom)) leaves.table_columns.insert(std::move(column));
            }
        }
    }
    return leaves;
}

// Names the columns and finds the inputs of the program among them. `given` names all columns, `declared` the first ones.
void set_columns(const std::vector<std::string>& given, const std::vector<std::string>& declared,
                 NetworkData& data) {
    std::unordered_map<std::string, std::uint32_t> columns;
    auto add = [&](const std::string& name) {
        auto column = static_cast<std::uint32_t>(data.input_names.size());
        bool is_new = columns.try_emplace(name, column).second;
        if (is_new) data.input_names.push_back(name);
        return is_new;
    };
    Leaves used = leaves_of(data.formulas);
    for (const std::string& name : given) {
        if (!add(used.known.contains(name) ? name : spell_name(name)))
            throw Error(ErrorKind::name, "two input columns have the name " + name);
    }
    for (const std::string& name : declared) {
        bool truth_value = used.known.contains(name) || !used.table_columns.contains(name);
        if (given.empty() && truth_value) add(name);
    }
    for (const std::string& name : used.names) {
        if (columns.contains(name)) continue;
        if (!given.empty())
            throw Error(ErrorKind::name, "the program uses " + name + ", which is not an input column",
                        "name every variable of the program in `inputs`");
        add(name);
    }
    for (const std::string& name : data.program.inputs) data.input_columns.push_back(columns.at(name));
}

// --- Choices ---

void set_choices(const PrivateCopy& copy, NetworkData& data) {
    std::vector<NodeId> roots;
    for (const Formula& formula : data.formulas) roots.push_back(formula.id());
    std::vector<ChoiceMode> modes = decide_choice_modes(copy.graph(), roots);
    std::vector<bool> compiled(copy.choices().size(), false);
    auto add = [&](ChoiceId id, std::size_t first_logit, std::size_t logits) {
        NodeId node = copy.choices()[id.value];
        data.choices.push_back({modes[id.value], copy.graph().operands(node).size(), first_logit, logits});
        data.choice_nodes.push_back(node);
        data.written_ids.push_back(copy.written()[id.value]);
        compiled[id.value] = true;
    };
    for (const CompiledChoice& choice : data.program.choices)
        add(choice.id, choice.first_logit, choice.logit_count());
    for (std::uint32_t id = 0; id < compiled.size(); ++id) {
        if (!compiled[id]) add(ChoiceId{id}, data.program.logit_count, 0);
    }
}

std::shared_ptr<const NetworkData> network_data(const std::vector<Output>& outputs,
                                                const std::vector<std::string>& declared,
                                                const std::vector<std::string>& given, Semantics semantics,
                                                std::shared_ptr<const ElaborationData> elaboration) {
    auto data = std::make_shared<NetworkData>();
    std::vector<Formula> formulas;
    for (const Output& output : outputs) {
        formulas.push_back(output.formula);
        data->output_names.push_back(output.name);
    }
    if (formulas.empty()) throw Error(ErrorKind::usage, "nothing to compile: give at least one output");
    PrivateCopy copy(formulas);
    data->formulas = copy.formulas();
    data->semantics = semantics;
    data->program = compile(data->formulas);
    if (semantics == Semantics::goedel) data->program = recognise_layers(data->program);
    data->elaboration = std::move(elaboration);
    set_columns(given, declared, *data);
    set_choices(copy, *data);
    return data;
}

}  // namespace

void check_logits(const NetworkData& data, Logits logits, double temperature) {
    if (logits.size() != data.program.logit_count)
        throw Error(ErrorKind::usage, "the network has " + std::to_string(data.program.logit_count) +
                                          " logits, the buffer has " + std::to_string(logits.size()));
    bool finite = all_within(logits.doubles(), kLargestLogit) &&
                  all_within(logits.floats(), static_cast<float>(kLargestLogit));
    if (!finite) throw Error(ErrorKind::usage, "a logit is not a number, or larger than 1e20");
    if (!(temperature > 0 && temperature <= kLargestTemperature))
        throw Error(ErrorKind::usage,
                    "the temperature must be above 0 and at most 1e6, it is " + spell_number(temperature));
}

std::vector<std::uint32_t> program_selection(const NetworkData& data, Logits logits, double temperature) {
    check_logits(data, logits, temperature);
    Weights weights(data.program);
    logits.floats().empty() ? weights.compute(logits.doubles(), temperature, std::nullopt)
                            : weights.compute(logits.floats(), temperature, std::nullopt);
    return weights.selection();
}

Network Network::compile(const Elaboration& elaboration, Semantics semantics,
                         const std::vector<std::string>& inputs) {
    return Network(
        network_data(elaboration.outputs, elaboration.inputs, inputs, semantics, elaboration.data));
}

Network Network::compile(const std::vector<Output>& outputs, Semantics semantics,
                         const std::vector<std::string>& inputs) {
    return Network(network_data(outputs, {}, inputs, semantics, nullptr));
}

const std::vector<std::string>& Network::inputs() const { return data_->input_names; }
const std::vector<std::string>& Network::outputs() const { return data_->output_names; }
Semantics Network::semantics() const { return data_->semantics; }
const std::vector<Network::Choice>& Network::choices() const { return data_->choices; }
std::size_t Network::logit_count() const { return data_->program.logit_count; }

ChoiceOrigin Network::origin(std::size_t choice) const {
    if (choice >= data_->choices.size())
        throw Error(ErrorKind::usage, "the network has " + std::to_string(data_->choices.size()) +
                                          " choices; choice " + std::to_string(choice) + " does not exist");
    const ElaborationData* written = data_->elaboration.get();
    if (written == nullptr || data_->written_ids[choice].value >= written->choices.size()) return {};
    Elaboration places;
    places.data = data_->elaboration;
    return places.origin(data_->written_ids[choice]);
}

std::vector<std::string> Network::alternatives(std::size_t choice) const {
    static_cast<void>(origin(choice));
    const std::shared_ptr<GraphData>& graph = data_->formulas[0].data();
    std::vector<std::string> result;
    for (NodeId id : graph->operands(data_->choice_nodes[choice])) {
        std::string_view label = graph->label(id);
        result.push_back(label.empty() ? Formula(graph, id).to_string() : std::string(label));
    }
    return result;
}

std::vector<float> Network::step_factors() const {
    std::vector<float> factors(logit_count(), 1);
    for (const Choice& choice : data_->choices) {
        if (choice.logits == 1) factors[choice.first_logit] = 2;
    }
    return factors;
}

std::vector<double> Network::initial_logits(std::uint64_t seed, double deviation) const {
    if (!(deviation >= 0 && deviation <= kLargestLogit / 1e3))
        throw Error(ErrorKind::usage,
                    "the deviation of initial logits must be at least 0, it is " + spell_number(deviation));
    return loh::initial_logits(data_->program, seed, deviation);
}

std::vector<std::uint32_t> Network::selection(Logits logits, double temperature) const {
    std::vector<std::uint32_t> result = program_selection(*data_, logits, temperature);
    result.resize(data_->choices.size(), 0);
    return result;
}

std::vector<Output> Network::hypothesis(Logits logits, Simplify simplify, double temperature) const {
    std::vector<std::uint32_t> selection = program_selection(*data_, logits, temperature);
    std::vector<Formula> formulas = extract(data_->formulas, data_->program, selection);
    std::vector<Output> result;
    for (std::size_t o = 0; o < formulas.size(); ++o)
        result.push_back(
            {data_->output_names[o], simplify == Simplify::yes ? loh::simplify(formulas[o]) : formulas[o]});
    return result;
}

std::vector<Network::Change> Network::difference(Logits before, Logits after, double temperature) const {
    return difference(selection(before, temperature), selection(after, temperature));
}

std::vector<Network::Change> Network::difference(const std::vector<std::uint32_t>& before,
                                                 const std::vector<std::uint32_t>& after) const {
    std::vector<Change> changes;
    for (const auto* selection : {&before, &after}) {
        bool fits = selection->size() == data_->choices.size();
        for (std::size_t c = 0; fits && c < selection->size(); ++c)
            fits = (*selection)[c] < data_->choices[c].alternatives;
        if (!fits)
            throw Error(ErrorKind::usage, "this is not a selection of the network",
                        "use a result of selection()");
    }
    for (std::size_t c = 0; c < before.size(); ++c) {
        if (before[c] == after[c]) continue;
        ChoiceOrigin place = origin(c);
        std::vector<std::string> texts = alternatives(c);
        std::string where = place.line == 0 ? "choice " + std::to_string(c) : place.to_string();
        changes.push_back(
            {c, before[c], after[c], where + ": " + texts[before[c]] + " became " + texts[after[c]]});
    }
    return changes;
}

}  // namespace loh
