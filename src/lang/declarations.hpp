// The declarations of a program: all names with their kinds, and the elements of arrays of placeholders. They are collected
// before any formula is built.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lang/ast.hpp"
#include "lang/scope.hpp"

namespace loh {

// The cost of a new name, in parts of the expansion.
inline constexpr std::uint64_t kStepsOfName = 30;

// One placeholder: `p`, or one element `h[3]` of an array.
struct Placeholder {
    enum class State : std::uint8_t { untouched, in_progress, done };
    AstId declaration;   // declaration or output statement
    const NameKey* key;  // its name and indices
    State state = State::untouched;
    NodeId node{};
    WrittenUses::Unit unit = 0;  // unit of its text
};

class Declarations {
public:
    enum class Kind : std::uint8_t { none, constant, domain, templ, placeholder, input };

    Declarations(const Source& source, const Ast& ast, Scope& scope)
        : source_(source), ast_(ast), scope_(scope) {}

    // Reads all statements. `constants` replace the values of `const` statements.
    void collect(const std::map<std::string, std::int64_t>& constants);

    [[nodiscard]] Kind kind(std::uint32_t symbol) const;
    [[nodiscard]] AstId statement(std::uint32_t symbol) const {
        return names_.at(symbol).statement;
    }  // of a declared name
    [[nodiscard]] std::vector<Placeholder>& placeholders() { return placeholders_; }
    [[nodiscard]] const std::vector<Placeholder>& placeholders() const { return placeholders_; }
    [[nodiscard]] const std::uint32_t* find_placeholder(const NameKey& key) const;
    [[nodiscard]] const std::vector<std::uint32_t>& elements(
        std::uint32_t symbol) const;  // the elements of an array of placeholders, in order
    [[nodiscard]] bool has_inputs() const { return has_inputs_; }
    [[nodiscard]] bool is_input(const NameKey& key) const { return input_keys_.contains(key); }
    [[nodiscard]] const std::vector<const NameKey*>& inputs() const { return inputs_; }
    [[nodiscard]] std::vector<std::string> names_of(Kind kind) const;  // sorted

    // The name with its indices, in the spelling of the language.
    [[nodiscard]] std::string spell(const NameKey& key) const;

    static void append_index(NameKey& key, const Value& value);
    static Value index_value(const NameKey& key, std::size_t index);

private:
    struct Name {
        Kind kind = Kind::none;
        AstId statement;
        SourceSpan place;
    };

    void declare(std::uint32_t symbol, Kind kind, AstId statement, SourceSpan place);
    void collect_values(AstId statement, const std::map<std::string, std::int64_t>& constants);
    void collect_placeholders(AstId statement);
    void collect_inputs(AstId statement);
    void check_binders(AstId target) const;
    void check_template(AstId statement) const;
    void expand(AstId target, std::size_t subscript, NameKey& key,
                const std::function<void(const NameKey&)>& found);
    void add_placeholder(AstId statement, const NameKey& key);

    const Source& source_;
    const Ast& ast_;
    Scope& scope_;
    std::unordered_map<std::uint32_t, Name> names_;
    std::vector<Placeholder> placeholders_;
    std::unordered_map<NameKey, std::uint32_t, NameKeyHash> placeholder_ids_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> elements_;
    std::unordered_set<NameKey, NameKeyHash> input_keys_;
    std::vector<const NameKey*> inputs_;
    bool has_inputs_ = false;
};

}  // namespace loh
