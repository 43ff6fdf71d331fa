// The graph in which formulas are combined: the largest of theirs. The others are copied into it.
//
// A choice has one identity, the place where it was created: the number of a graph and its node there. Every graph knows the
// identities of the choices that were copied into it, so a choice that arrives a second time, also by way of a third graph, is
// found again.
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "formula.hpp"
#include <loh/formula_tools.hpp>

namespace loh::python {

namespace {

using Identity = std::pair<std::uint64_t, std::uint32_t>;  // number of the graph, node

struct GraphRecord {
    std::weak_ptr<GraphData> graph;
    std::uint64_t number = 0;
    std::unordered_map<std::uint32_t, Identity> identities;  // of nodes that are copies
    std::map<Identity, NodeId> nodes;                        // the reverse
};

// Guarded by the interpreter's lock: every caller holds it.
class GraphRecords {
public:
    GraphRecord& of(const std::shared_ptr<GraphData>& graph) {
        GraphRecord& record = records_[graph.get()];
        if (record.graph.lock() != graph) {  // new, or the address of a graph that is gone
            record = GraphRecord{graph, ++last_number_, {}, {}};
            if (records_.size() > 2 * kept_) remove_unused();
        }
        return records_[graph.get()];
    }

private:
    void remove_unused() {
        std::erase_if(records_, [](const auto& entry) { return entry.second.graph.expired(); });
        kept_ = std::max<std::size_t>(records_.size(), kept_);
    }

    std::unordered_map<const GraphData*, GraphRecord> records_;
    std::uint64_t last_number_ = 0;
    std::size_t kept_ = 64;
};

GraphRecords& records() {
    static GraphRecords all;
    return all;
}

Identity identity_of(const GraphRecord& record, NodeId node) {
    auto found = record.identities.find(node.value);
    return found != record.identities.end() ? found->second : Identity{record.number, node.value};
}

std::optional<NodeId> node_of(const GraphRecord& record, const Identity& identity) {
    if (identity.first == record.number) return NodeId{identity.second};
    auto found = record.nodes.find(identity);
    return found != record.nodes.end() ? std::optional(found->second) : std::nullopt;
}

Formula copied(const Graph& target, const Formula& formula) {
    if (formula.data() == nullptr || formula.data() == target.data()) return formula;
    records().of(formula.data());  // both exist before references are taken
    GraphRecord& to = records().of(target.data());
    GraphRecord& from = records().of(formula.data());
    CopiedChoices copies{[&](NodeId source) { return node_of(to, identity_of(from, source)); },
                         [&](NodeId source, NodeId copy) {
                             Identity identity = identity_of(from, source);
                             to.identities.emplace(copy.value, identity);
                             to.nodes.emplace(identity, copy);
                         }};
    return copy_to(target, formula, copies);
}

}  // namespace

std::vector<Formula> in_one_graph(const std::vector<Formula>& formulas) {
    std::shared_ptr<GraphData> largest;
    std::size_t nodes = 0;
    for (const Formula& formula : formulas) {
        if (formula.data() == nullptr) continue;
        std::size_t count = Graph(formula.data()).node_count();
        if (largest == nullptr || count > nodes) {
            largest = formula.data();
            nodes = count;
        }
    }
    if (largest == nullptr) return formulas;
    Graph target(largest);
    std::vector<Formula> result;
    for (const Formula& formula : formulas) result.push_back(copied(target, formula));
    return result;
}

}  // namespace loh::python
