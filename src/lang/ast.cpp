#include "lang/ast.hpp"

#include <algorithm>
#include <utility>

namespace loh {

std::uint32_t Ast::intern(std::string_view text) {
    auto [entry, is_new] =
        symbol_ids_.try_emplace(std::string(text), static_cast<std::uint32_t>(symbols_.size()));
    if (is_new) symbols_.emplace_back(text);
    return entry->second;
}

AstId Ast::add(AstKind kind, SourceSpan span, std::span<const AstId> children, std::uint8_t op,
               std::uint32_t symbol, double number) {
    AstNode node;
    node.kind = kind;
    node.op = op;
    node.symbol = symbol;
    node.first_child = static_cast<std::uint32_t>(children_.size());
    node.child_count = static_cast<std::uint32_t>(children.size());
    node.number = number;
    node.span = span;
    for (AstId child : children) node.height = std::max(node.height, nodes_[child.value].height + 1);
    children_.insert(children_.end(), children.begin(), children.end());
    nodes_.push_back(node);
    return {static_cast<std::uint32_t>(nodes_.size() - 1)};
}

std::span<const AstId> Ast::children(AstId id) const {
    const AstNode& node = nodes_[id.value];
    return {children_.data() + node.first_child, node.child_count};
}

bool same_program(const Ast& left, const Ast& right) {
    if (left.statements().size() != right.statements().size()) return false;
    std::vector<std::pair<AstId, AstId>> pending;
    for (std::size_t i = 0; i < left.statements().size(); ++i)
        pending.emplace_back(left.statements()[i], right.statements()[i]);
    while (!pending.empty()) {
        auto [a, b] = pending.back();
        pending.pop_back();
        const AstNode& x = left[a];
        const AstNode& y = right[b];
        bool same = x.kind == y.kind && x.op == y.op && x.number == y.number &&
                    x.child_count == y.child_count && left.text(a) == right.text(b);
        if (!same) return false;
        for (std::size_t i = 0; i < x.child_count; ++i)
            pending.emplace_back(left.child(a, i), right.child(b, i));
    }
    return true;
}

}  // namespace loh
