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

// The name of a node, and the number of uses that are still to be written out instead of named.
struct Named {
    std::string name;
    std::uint64_t copies = 0;
};
using Names = std::unordered_map<std::uint32_t, Named>;  // by node

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

// Prints a tree with an explicit stack, because formulas can be deeper than the call stack allows.
class TreePrinter {
public:
    TreePrinter(const GraphData& graph, Names& names, std::size_t max_bytes)
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
        if (named != names_.end() && named->second.copies == 0) return write(named->second.name);
        if (named != names_.end()) --named->second.copies;
        bool parenthesised = needs_parentheses(graph_, parent, id);
        if (parenthesised) write("(");
        open(id);
        if (!parenthesised) return;
        if (stack_.empty() || stack_.back().node != id || stack_.back().next != 0) {
            write(")");  // a leaf, already printed
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
    Names& names_;
    std::size_t max_bytes_;
    std::string out_;
    std::vector<Frame> stack_;
};

// Which shared subformulas are written out instead of named. The total length of the text decides.
struct Expansion {
    bool choice_free = false;  // subformulas without choices, at each use
    bool repeated = false;     // subformulas with choices, as often as the program writes them
};

constexpr std::size_t kLargestExpansion = 20000;  // nodes

Expansion decide_expansion(const GraphData& graph, const std::vector<std::uint32_t>& uses) {
    std::vector<double> size(uses.size(), 0);
    double choice_free = 0;
    double repeated = 0;
    for (std::uint32_t id = 0; id < uses.size(); ++id) {
        if (uses[id] == 0) continue;
        size[id] = 1;
        bool open = graph.has_choices({id});
        std::uint32_t written = graph.written({id});
        if (open && written == 1 && graph.kind({id}) != Kind::negation) continue;  // has a name inside a copy
        for (NodeId operand : graph.operands({id})) size[id] += size[operand.value];
        if (open) {
            repeated += size[id] * (written - 1);
        } else {
            choice_free += size[id] * (uses[id] - 1);
        }
    }
    return {choice_free < double{kLargestExpansion}, repeated < double{kLargestExpansion}};
}

// Whether the formula has no choices and few nodes as a tree, so that nothing in it needs a name. The time is that of
// printing, while print_statements looks through the whole graph: too slow for each of many clauses.
bool is_short_tree(const GraphData& graph, NodeId root) {
    if (graph.has_choices(root)) return false;
    std::vector<NodeId> open = {root};
    for (std::size_t nodes = 1; !open.empty(); ++nodes) {
        if (nodes >= kLargestExpansion) return false;
        std::span<const NodeId> operands = graph.operands(open.back());
        open.pop_back();
        if (operands.size() >= kLargestExpansion) return false;
        open.insert(open.end(), operands.begin(), operands.end());
    }
    return true;
}

// The number of times that printing reaches each node; index: node id. `written(id)` is the number of times that a node
// with choices is written out at most, including its declaration.
template <class Written>
std::vector<std::uint64_t> count_visits(const GraphData& graph, const std::vector<NodeId>& roots,
                                        std::size_t size, const Written& written) {
    std::vector<std::uint64_t> visits(size, 0);
    for (NodeId root : roots) ++visits[root.value];
    for (std::size_t value = size; value-- > 0;) {
        NodeId id{static_cast<std::uint32_t>(value)};
        if (visits[value] == 0 || !graph.has_choices(id)) continue;
        std::uint64_t printed = std::min<std::uint64_t>(visits[value], written(id));
        for (NodeId operand : graph.operands(id)) visits[operand.value] += printed;
    }
    return visits;
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
    // The name that a declaration must not have: x for x[3].
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
    Names names;
    return TreePrinter(graph, names, max_bytes).print(root, false);
}

std::vector<std::string> print_statements(const GraphData& graph, const std::vector<NamedRoot>& outputs) {
    if (outputs.size() == 1 && outputs[0].name.empty() && is_short_tree(graph, outputs[0].root))
        return {print_tree(graph, outputs[0].root)};
    std::vector<NodeId> roots;
    for (const NamedRoot& output : outputs) roots.push_back(output.root);
    std::vector<std::uint32_t> uses = count_uses(graph, roots);
    Expansion expand = decide_expansion(graph, uses);
    auto written = [&](NodeId id) { return expand.repeated ? graph.written(id) : 1; };
    std::vector<std::uint64_t> visits = count_visits(graph, roots, uses.size(), written);
    NameGiver give(graph, uses, outputs);
    std::vector<NodeId> named;
    Names names;
    for (std::uint32_t id = 0; id < uses.size(); ++id) {
        bool composite = !graph.operands({id}).empty() || graph.kind({id}) == Kind::hole;
        if (uses[id] == 0 || !composite) continue;
        bool shared =
            graph.has_choices({id}) ? visits[id] > written({id}) : uses[id] > 1 && !expand.choice_free;
        if (!shared) continue;
        named.push_back({id});
        names.emplace(id, Named{give.name({id}), written({id}) - 1U});
    }
    std::vector<std::string> statements;
    for (NodeId id : named) {
        const std::string& name = names.at(id.value).name;
        statements.push_back(name + " := " + TreePrinter(graph, names, kMaxPrintedBytes).print(id, true));
    }
    for (const NamedRoot& output : outputs) {
        std::string text = TreePrinter(graph, names, kMaxPrintedBytes).print(output.root, false);
        // A line that begins with `|`, as |a - b| <= 1 does, would continue the statement before it.
        if (output.name.empty() && !statements.empty() && text[0] == '|') text = "(" + text + ")";
        statements.push_back(output.name.empty() ? text : "output " + output.name + " := " + text);
    }
    return statements;
}

}  // namespace loh
