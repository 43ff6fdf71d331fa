#include "lang/written_uses.hpp"

#include <algorithm>

namespace loh {

void WrittenUses::refer(Unit unit) {
    bool again = !references_.empty() && references_.back().from == current_ && references_.back().to == unit;
    if (!again) references_.push_back({current_, unit});
}

void WrittenUses::write(NodeId node, bool is_new) {
    writings_.push_back({current_, node});
    repeated_ = repeated_ || !is_new;
}

std::vector<bool> WrittenUses::units_in_use() const {
    std::vector<Reference> sorted = references_;
    std::sort(sorted.begin(), sorted.end(), [](Reference a, Reference b) { return a.from < b.from; });
    std::vector<bool> in_use(units_, false);
    std::vector<Unit> found = {kOutputs};
    in_use[kOutputs] = true;
    for (std::size_t next = 0; next < found.size(); ++next) {
        Unit from = found[next];
        auto first = std::lower_bound(sorted.begin(), sorted.end(), from,
                                      [](Reference a, Unit unit) { return a.from < unit; });
        for (auto reference = first; reference != sorted.end() && reference->from == from; ++reference) {
            if (in_use[reference->to]) continue;
            in_use[reference->to] = true;
            found.push_back(reference->to);
        }
    }
    return in_use;
}

void WrittenUses::store(GraphData& graph) const {
    if (!repeated_) return;
    std::vector<bool> in_use = units_in_use();
    std::vector<std::uint32_t> counts(graph.node_count(), 0);
    for (const Writing& writing : writings_) counts[writing.node.value] += in_use[writing.unit] ? 1 : 0;
    for (std::uint32_t id = 0; id < counts.size(); ++id) {
        if (counts[id] > 1) graph.set_written({id}, counts[id]);
    }
}

}  // namespace loh
