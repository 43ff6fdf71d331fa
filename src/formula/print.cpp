#include "formula/print.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/check.hpp"
#include "base/text.hpp"
#include "formula/walk.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

using Names = std::unordered_map<std::uint32_t, std::string>;  // node -> placeholder that stands for it

bool is_atom(const GraphData& graph, NodeId id) {
    Kind kind = graph.kind(id);
    return (kind == Kind::variable || kind == Kind::hole) && graph.leaf_atom(id) != nullptr;
}

bool needs_parentheses(const GraphData& graph, Kind parent, NodeId child) {
    Kind kind = graph.kind(child);
    switch (parent) {
        case Kind::negation:
            return kind == Kind::conjunction || kind == Kind::disjunction || is_atom(graph, child);
        case Kind::conjunction: return kind == Kind::conjunction || kind == Kind::disjunction;
        case Kind::disjunction: return kind == Kind::disjunction;
        default: return false;
    }
}

// Writes a tree with a stack of its own: formulas can be deeper than the machine's stack.
class TreePrinter {
public:
    TreePrinter(const GraphData& graph, const Names& names, std::size_t max_bytes)
        : graph_(graph), names_(names), max_bytes_(max_bytes) {}

    std::string print(NodeId root, bool expand_root_name) {
        if (expand_root_name) {
            open(root);
        } else {
            visit(root, Kind::choice);
        }
        while (!stack_.empty()) step();
        return std::move(out_);
    }

private:
    struct Frame {
        NodeId node;
        std::uint32_t next;  // operand to print next
        bool parenthesised;
    };

    void write(std::string_view text) {
        out_ += text;
        if (out_.size() > max_bytes_) {
            throw Error(ErrorKind::limit, "the formula is longer than " + std::to_string(max_bytes_) +
                                              " bytes when written out");
        }
    }

    void visit(NodeId id, Kind parent) {
        auto named = names_.find(id.value);
        if (named != names_.end()) return write(named->second);
        bool parenthesised = needs_parentheses(graph_, parent, id);
        if (parenthesised) write("(");
        open(id);
        if (!parenthesised) return;
        if (stack_.empty() || stack_.back().node != id || stack_.back().next != 0) {
            write(")");  // a leaf, already written
        } else {
            stack_.back().parenthesised = true;
        }
    }

    void open(NodeId id) {
        switch (graph_.kind(id)) {
            case Kind::falsum: return write("false");
            case Kind::verum: return write("true");
            case Kind::variable:
            case Kind::hole: return write(graph_.leaf_text(id));
            case Kind::negation: write("!"); break;
            case Kind::choice: write("["); break;
            default: break;
        }
        stack_.push_back({id, 0, false});
    }

    void step() {
        Frame& frame = stack_.back();
        NodeId id = frame.node;
        Kind kind = graph_.kind(id);
        std::span<const NodeId> operands = graph_.operands(id);
        if (frame.next < operands.size()) {
            NodeId child = operands[frame.next++];
            if (frame.next > 1)
                write(kind == Kind::conjunction ? " & " : kind == Kind::disjunction ? " | " : ", ");
            visit(child, kind);
            return;
        }
        bool parenthesised = frame.parenthesised;
        stack_.pop_back();
        if (kind == Kind::choice) {
            constexpr std::string_view kSuffix[] = {"]", "]@or", "]@and"};
            write(kSuffix[static_cast<std::size_t>(graph_.choice_mode(id))]);
        }
        if (parenthesised) write(")");
    }

    const GraphData& graph_;
    const Names& names_;
    std::size_t max_bytes_;
    std::string out_;
    std::vector<Frame> stack_;
};

// Whether writing every choice-free shared subformula out at each use keeps the text at a readable length.
bool small_when_expanded(const GraphData& graph, const std::vector<std::uint32_t>& uses) {
    constexpr double kLargestExpansion = 20000;
    std::vector<double> size(uses.size(), 0);
    double total = 0;
    for (std::uint32_t id = 0; id < uses.size(); ++id) {
        if (uses[id] == 0) continue;
        size[id] = 1;
        for (NodeId operand : graph.operands({id})) size[id] += size[operand.value];
        if (!graph.has_choices({id})) total += size[id] * (uses[id] - 1);
    }
    return total < kLargestExpansion;
}

class NameGiver {
public:
    NameGiver(const GraphData& graph, const std::vector<std::uint32_t>& uses,
              const std::vector<NamedRoot>& outputs)
        : graph_(graph) {
        for (std::uint32_t id = 0; id < uses.size(); ++id) {
            Kind kind = graph.kind({id});
            if (uses[id] == 0 || (kind != Kind::variable && kind != Kind::hole)) continue;
            const Atom* atom = graph.leaf_atom({id});
            for (const std::string& name :
                 atom != nullptr ? columns_of(*atom) : std::vector{graph.leaf_text({id})})
                taken_.insert(base_name(name));
        }
        for (const NamedRoot& output : outputs) taken_.insert(base_name(output.name));
    }

    std::string name(NodeId id) {
        std::string_view label = graph_.label(id);
        bool plain = !label.empty() && label.find('[') == std::string_view::npos;
        if (plain && taken_.insert(std::string(label)).second) return std::string(label);
        std::string fresh;
        do fresh = "p" + std::to_string(++count_);
        while (!taken_.insert(fresh).second);
        return fresh;
    }

private:
    // What a declaration would clash with: x[3] uses x.
    static std::string base_name(std::string_view text) {
        if (text.empty() || text[0] != '`') return std::string(text.substr(0, text.find('[')));
        std::size_t end = 1;
        while (text[end] != '`') end += text[end] == '\\' ? 2 : 1;
        return std::string(text.substr(0, end + 1));
    }

    const GraphData& graph_;
    std::unordered_set<std::string> taken_;
    std::size_t count_ = 0;
};

}  // namespace

std::string print_tree(const GraphData& graph, NodeId root, std::size_t max_bytes) {
    return TreePrinter(graph, {}, max_bytes).print(root, false);
}

std::vector<std::string> print_statements(const GraphData& graph, const std::vector<NamedRoot>& outputs) {
    std::vector<NodeId> roots;
    for (const NamedRoot& output : outputs) roots.push_back(output.root);
    std::vector<std::uint32_t> uses = count_uses(graph, roots);
    bool expand = small_when_expanded(graph, uses);
    NameGiver give(graph, uses, outputs);
    Names names;
    std::vector<std::string> statements;
    for (std::uint32_t id = 0; id < uses.size(); ++id) {
        bool composite = !graph.operands({id}).empty() || graph.kind({id}) == Kind::hole;
        if (uses[id] < 2 || !composite || (!graph.has_choices({id}) && expand)) continue;
        std::string name = give.name({id});
        statements.push_back(name + " := " + TreePrinter(graph, names, kMaxPrintedBytes).print({id}, true));
        names.emplace(id, std::move(name));
    }
    for (const NamedRoot& output : outputs) {
        std::string text = TreePrinter(graph, names, kMaxPrintedBytes).print(output.root, false);
        statements.push_back(output.name.empty() ? text : "output " + output.name + " := " + text);
    }
    return statements;
}

}  // namespace loh
