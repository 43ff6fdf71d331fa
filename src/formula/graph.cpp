#include "formula/graph.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"

namespace loh {

namespace {

constexpr std::size_t kFirstTableSize = 64;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    return hash ^ (hash >> 29U);
}

std::uint64_t hash_node(Kind kind, std::span<const NodeId> operands) {
    std::uint64_t hash = mix(0x243F6A8885A308D3ULL, static_cast<std::uint64_t>(kind));
    for (NodeId operand : operands) hash = mix(hash, operand.value);
    return hash;
}

}  // namespace

GraphData::GraphData() : table_(kFirstTableSize, 0) {
    append(Kind::falsum, 0, {});
    append(Kind::verum, 0, {});
}

NodeId GraphData::append(Kind kind, std::uint32_t payload, std::span<const NodeId> operands) {
    LOH_CHECK(nodes_.size() < UINT32_MAX && edges_.size() + operands.size() < UINT32_MAX);
    Node node;
    node.first = static_cast<std::uint32_t>(edges_.size());
    node.count = static_cast<std::uint32_t>(operands.size());
    node.payload = payload;
    node.kind = kind;
    node.has_choices = kind == Kind::choice || kind == Kind::hole;
    for (NodeId operand : operands) node.has_choices = node.has_choices || has_choices(operand);
    bool aliases = !operands.empty() && operands.data() >= edges_.data() &&
                   operands.data() < edges_.data() + edges_.size();
    if (aliases) {
        std::vector<NodeId> copy(operands.begin(), operands.end());
        edges_.insert(edges_.end(), copy.begin(), copy.end());
    } else {
        edges_.insert(edges_.end(), operands.begin(), operands.end());
    }
    nodes_.push_back(node);
    return {static_cast<std::uint32_t>(nodes_.size() - 1)};
}

std::size_t GraphData::find_slot(Kind kind, std::span<const NodeId> operands) const {
    std::size_t mask = table_.size() - 1;
    std::size_t slot = hash_node(kind, operands) & mask;
    while (table_[slot] != 0) {
        NodeId id{table_[slot]};
        std::span<const NodeId> other = this->operands(id);
        if (nodes_[id.value].kind == kind &&
            std::equal(other.begin(), other.end(), operands.begin(), operands.end()))
            break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

void GraphData::grow_table() {
    std::vector<std::uint32_t> old(table_.size() * 2, 0);
    std::swap(old, table_);
    for (std::uint32_t id : old) {
        if (id != 0) table_[find_slot(nodes_[id].kind, operands({id}))] = id;
    }
}

NodeId GraphData::intern(Kind kind, std::span<const NodeId> operands) {
    std::size_t slot = find_slot(kind, operands);
    if (table_[slot] != 0) return {table_[slot]};
    NodeId id = append(kind, 0, operands);
    table_[slot] = id.value;
    if (++table_used_ * 2 > table_.size()) grow_table();
    return id;
}

NodeId GraphData::variable(std::string_view text) {
    auto [entry, is_new] = variables_.try_emplace(std::string(text), 0);
    if (is_new) {
        leaf_texts_.push_back(&entry->first);
        entry->second = append(Kind::variable, static_cast<std::uint32_t>(leaf_texts_.size() - 1), {}).value;
    }
    return {entry->second};
}

NodeId GraphData::atom(const Atom& atom) {
    NodeId id = has_hole(atom) ? hole(spell(atom)) : variable(spell(atom));
    leaf_atoms_.try_emplace(nodes_[id.value].payload, atom);
    return id;
}

NodeId GraphData::hole(std::string text) {
    leaf_texts_.push_back(&hole_texts_.emplace_back(std::move(text)));
    return append(Kind::hole, static_cast<std::uint32_t>(leaf_texts_.size() - 1), {});
}

NodeId GraphData::negation(NodeId operand) { return intern(Kind::negation, {&operand, 1}); }

NodeId GraphData::conjunction(std::span<const NodeId> operands) {
    if (operands.empty()) return kTrue;
    return operands.size() == 1 ? operands[0] : intern(Kind::conjunction, operands);
}

NodeId GraphData::disjunction(std::span<const NodeId> operands) {
    if (operands.empty()) return kFalse;
    return operands.size() == 1 ? operands[0] : intern(Kind::disjunction, operands);
}

NodeId GraphData::choice(std::span<const NodeId> alternatives, ChoiceMode mode) {
    LOH_CHECK(!alternatives.empty());
    choice_modes_.push_back(mode);
    return append(Kind::choice, static_cast<std::uint32_t>(choice_modes_.size() - 1), alternatives);
}

NodeId GraphData::replace_choice(NodeId id, std::span<const NodeId> alternatives) {
    LOH_CHECK(kind(id) == Kind::choice && alternatives.size() == operands(id).size());
    NodeId replacement = choice(alternatives, choice_mode(id));
    if (std::string_view name = label(id); !name.empty()) set_label(replacement, name);
    return replacement;
}

std::span<const NodeId> GraphData::operands(NodeId id) const {
    const Node& node = nodes_[id.value];
    return {edges_.data() + node.first, node.count};
}

const std::string& GraphData::leaf_text(NodeId id) const { return *leaf_texts_[nodes_[id.value].payload]; }

const Atom* GraphData::leaf_atom(NodeId id) const {
    auto found = leaf_atoms_.find(nodes_[id.value].payload);
    return found == leaf_atoms_.end() ? nullptr : &found->second;
}

std::string_view GraphData::label(NodeId id) const {
    auto found = labels_.find(id.value);
    return found == labels_.end() ? std::string_view() : std::string_view(found->second);
}

std::uint32_t GraphData::written(NodeId id) const {
    auto found = written_.find(id.value);
    return found == written_.end() ? 1 : found->second;
}

NodeId GraphData::copy_leaf(const GraphData& other, NodeId id) {
    switch (other.kind(id)) {
        case Kind::falsum: return kFalse;
        case Kind::verum: return kTrue;
        default: break;
    }
    NodeId copy = variable(other.leaf_text(id));
    if (const Atom* atom = other.leaf_atom(id)) leaf_atoms_.try_emplace(nodes_[copy.value].payload, *atom);
    return copy;
}

}  // namespace loh
