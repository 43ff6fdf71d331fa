// Graphviz: the decision as a graph of literals, gates and classes, for dot. A dotted arrow negates. With the head `vote` the
// arrows from rules to classes carry the points.
#include <algorithm>

#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

// A text in quotes. Backslashes begin escapes in labels, and bytes that are not UTF-8 are replaced.
std::string dot_text(const std::string& text) {
    std::string result = "\"";
    for (std::string_view rest = text; !rest.empty();) {
        std::size_t length = utf8_sequence_length(rest);
        char c = rest[0];
        if (c == '"' || c == '\\') {
            result += {'\\', c};
        } else if (c == '\n') {
            result += "\\n";
        } else if (length == 0 || static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            result += '?';
        } else if (c == '&') {
            result += "&amp;";  // dot reads entities
        } else {
            result += rest.substr(0, length);
        }
        rest.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result + "\"";
}

class DotWriter {
public:
    explicit DotWriter(const ExportModel& model) : model_(model) {}

    std::string write() {
        text_ = "digraph decision {\n    rankdir=LR;\n    label=" + dot_text(model_.target) +
                ";\n    labelloc=t;\n    node [shape=box, style=rounded];\n";
        std::vector<std::uint32_t> roots = model_.votes ? rule_roots(model_) : part_roots(model_);
        std::vector<std::uint32_t> uses = uses_of(model_, roots);
        for (std::uint32_t id = 0; id < model_.nodes.size(); ++id)
            if (uses[id] > 0) node(id);
        for (std::size_t c = 0; c < model_.classes.size(); ++c)
            text_ += "    class" + std::to_string(c) + " [label=" + dot_text(class_label(c)) +
                     ", shape=ellipse, style=bold];\n";
        if (model_.votes) {
            votes();
        } else {
            parts();
        }
        return text_ + "}\n";
    }

private:
    [[nodiscard]] std::string class_label(std::size_t c) const {
        if (!model_.votes || model_.base[c] == 0) return model_.classes[c];
        return model_.classes[c] + "\n" + std::to_string(model_.base[c]) + " to begin with";
    }

    void node(std::uint32_t id) {
        const ExportNode& node = model_.nodes[id];
        std::string label;
        switch (node.kind) {
            case ExportNode::Kind::falsum: label = "false"; break;
            case ExportNode::Kind::verum: label = "true"; break;
            case ExportNode::Kind::literal: label = model_.literals[node.literal].text; break;
            case ExportNode::Kind::negation: return;
            case ExportNode::Kind::conjunction: label = "and"; break;
            case ExportNode::Kind::disjunction: label = "or"; break;
        }
        bool gate = node.operands.size() > 1;
        text_ += "    node" + std::to_string(id) + " [label=" + dot_text(label) +
                 (gate ? ", shape=circle, style=solid" : "") + "];\n";
        for (std::uint32_t operand : node.operands) edge(operand, "node" + std::to_string(id), "");
    }

    // An arrow from a node, or from what a negation negates.
    void edge(std::uint32_t from, const std::string& to, const std::string& label) {
        bool negation = model_.nodes[from].kind == ExportNode::Kind::negation;
        std::uint32_t id = negation ? model_.nodes[from].operands[0] : from;
        std::string attributes = label.empty() ? "" : "label=" + dot_text(label);
        if (negation)
            attributes += std::string(attributes.empty() ? "" : ", ") + "style=dotted, arrowhead=odot";
        text_ += "    node" + std::to_string(id) + " -> " + to +
                 (attributes.empty() ? "" : " [" + attributes + "]") + ";\n";
    }

    void parts() {
        for (std::size_t p = 0; p < model_.parts.size(); ++p) {
            std::string order = model_.parts.size() > 1 ? std::to_string(p + 1) + "." : "";
            edge(model_.parts[p].node, "class" + std::to_string(model_.parts[p].of_class), order);
        }
        text_ += "    otherwise [label=\"otherwise\", shape=plaintext];\n    otherwise -> class" +
                 std::to_string(model_.otherwise) + ";\n";
    }

    void votes() {
        for (std::size_t r = 0; r < model_.rules.size(); ++r) {
            for (std::size_t c = 0; c < model_.classes.size(); ++c) {
                std::int64_t points = model_.rules[r].points[c];
                if (points != 0)
                    edge(model_.rules[r].node, "class" + std::to_string(c),
                         (points > 0 ? "+" : "") + std::to_string(points));
            }
        }
    }

    const ExportModel& model_;
    std::string text_ = {};
};

}  // namespace

std::string write_graphviz(const ExportModel& model, const ExportOptions& /*options*/) {
    return DotWriter(model).write();
}

}  // namespace loh
