#include "export/writing.hpp"

#include <algorithm>
#include <cstdint>

#include "base/json.hpp"
#include "base/text.hpp"

namespace loh {

namespace {

std::uint32_t code_point(std::string_view bytes) {
    auto first = static_cast<unsigned char>(bytes[0]);
    if (bytes.size() == 1) return first;
    std::uint32_t result = first & (0xFFU >> (bytes.size() + 1));
    for (char byte : bytes.substr(1)) result = result << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
    return result;
}

// Characters that end a line somewhere, or change the direction or the look of others.
bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

bool must_be_apart(char a, char b) {
    constexpr const char* kPairs[] = {"*/", "/*", "??", "</", "<!", "<s", "<S", "${", "]]", "--"};
    return std::any_of(std::begin(kPairs), std::end(kPairs),
                       [&](const char* pair) { return pair[0] == a && pair[1] == b; });
}

}  // namespace

std::string comment_text(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        std::size_t length = utf8_sequence_length(text);
        std::string_view bytes = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(bytes.size());
        if (length == 0 || is_control(code_point(bytes))) {
            result += length == 1 ? ' ' : '?';
            continue;
        }
        if (!result.empty() && must_be_apart(result.back(), bytes[0])) result += ' ';
        if (bytes == "\\") {
            result += "\\ ";  // never the last character of a line
        } else {
            result += bytes;
        }
    }
    while (result.ends_with(' ')) result.pop_back();
    if (result.ends_with('\\')) result += " .";
    return result;
}

std::string ascii_json(const std::string& text) {
    return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string ascii_json(const std::vector<std::string>& texts) {
    return Json(texts).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string balanced(std::vector<std::string> operands, std::string_view separator, std::size_t most) {
    while (operands.size() > most) {
        std::vector<std::string> groups;
        for (std::size_t first = 0; first < operands.size(); first += most) {
            auto begin = operands.begin() + static_cast<std::ptrdiff_t>(first);
            auto count = static_cast<std::ptrdiff_t>(std::min(most, operands.size() - first));
            groups.push_back(count == 1 ? *begin
                                        : "(" + balanced({begin, begin + count}, separator, most) + ")");
        }
        operands = std::move(groups);
    }
    std::string result;
    for (const std::string& operand : operands) {
        if (!result.empty())
            result.append(separator.starts_with("\n") ? "" : " ").append(separator).append(" ");
        result += operand;
    }
    return result;
}

std::vector<std::string> expressions(const ExportModel& model, const std::vector<std::uint32_t>& roots,
                                     const std::vector<std::string>& names, const ExpressionStyle& style) {
    std::vector<std::uint32_t> uses = uses_of(model, roots);
    std::vector<std::string> written(model.nodes.size());
    auto operand = [&](std::uint32_t node) {
        ExportNode::Kind kind = model.nodes[node].kind;
        if (!names[node].empty()) return names[node];
        bool joins = kind == ExportNode::Kind::conjunction || kind == ExportNode::Kind::disjunction;
        return joins ? "(" + written[node] + ")" : written[node];
    };
    // A node below a name is needed only if it is used elsewhere, too.
    std::vector<bool> needed(model.nodes.size(), false);
    for (std::uint32_t root : roots) needed[root] = true;
    for (std::size_t node = model.nodes.size(); node-- > 0;) {
        if (!needed[node]) continue;
        for (std::uint32_t below : model.nodes[node].operands)
            needed[below] = needed[below] || names[below].empty();
    }
    for (std::size_t id = 0; id < model.nodes.size(); ++id) {
        const ExportNode& node = model.nodes[id];
        if (uses[id] == 0 || !needed[id]) continue;
        std::vector<std::string> operands;
        for (std::uint32_t below : node.operands) operands.push_back(operand(below));
        switch (node.kind) {
            case ExportNode::Kind::falsum: written[id] = style.no; break;
            case ExportNode::Kind::verum: written[id] = style.yes; break;
            case ExportNode::Kind::literal:
                written[id] = style.literal ? style.literal(model.literals[node.literal]) : names[id];
                break;
            case ExportNode::Kind::negation: written[id] = style.negation(operands[0]); break;
            case ExportNode::Kind::conjunction:
                written[id] = balanced(std::move(operands), style.conjunction, style.most);
                break;
            case ExportNode::Kind::disjunction:
                written[id] = balanced(std::move(operands), style.disjunction, style.most);
                break;
        }
    }
    std::vector<std::string> result;
    result.reserve(roots.size());
    for (std::uint32_t root : roots) result.push_back(written[root]);
    return result;
}

namespace {

// [node]: whether naming it saves most, among the parts with several uses.
std::vector<bool> most_useful(const ExportModel& model, const std::vector<std::uint32_t>& uses,
                              std::size_t most) {
    std::vector<std::pair<double, std::uint32_t>> found;
    std::vector<double> size(model.nodes.size(), 1);
    for (std::uint32_t id = 2; id < size.size(); ++id) {
        const ExportNode& node = model.nodes[id];
        if (!node.operands.empty()) size[id] = 0;
        for (std::uint32_t below : node.operands) size[id] += size[below];
        bool trivial =
            node.kind == ExportNode::Kind::negation && model.nodes[node.operands[0]].operands.empty();
        if (uses[id] > 1 && !trivial) found.emplace_back(-size[id] * (uses[id] - 1), id);
    }
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), most));
    std::vector<bool> result(size.size(), false);
    for (const auto& [saved, id] : found) result[id] = true;
    return result;
}

}  // namespace

std::vector<std::uint32_t> named_levels(const ExportModel& model, const std::vector<std::uint32_t>& roots,
                                        const Naming& naming) {
    std::vector<std::uint32_t> uses = uses_of(model, roots);
    std::size_t size = 0;
    for (std::uint32_t root : roots)
        size = std::min(naming.most_leaves + 1, size + written_size(model, root, naming.most_leaves));
    std::vector<bool> useful(model.nodes.size(), false);
    if (size > naming.most_leaves) useful = most_useful(model, uses, naming.most_names);
    std::vector<std::uint32_t> names(model.nodes.size(), 0);
    std::vector<std::uint32_t> level(model.nodes.size(), 0);  // the highest of the names below a node
    std::vector<std::size_t> depth(model.nodes.size(), 0);
    for (std::size_t id = 0; id < model.nodes.size(); ++id) {
        const ExportNode& node = model.nodes[id];
        if (uses[id] == 0) continue;
        for (std::uint32_t below : node.operands) {
            level[id] = std::max(level[id], names[below] > 0 ? names[below] : level[below]);
            depth[id] = std::max(depth[id], names[below] > 0 ? 0 : depth[below] + 1);
        }
        if (useful[id] || depth[id] >= naming.deepest) names[id] = level[id] + 1;
    }
    return names;
}

}  // namespace loh
