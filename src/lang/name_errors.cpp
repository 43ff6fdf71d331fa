#include "lang/name_errors.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/text.hpp"

namespace loh {

namespace {

std::string suggestion(const std::string& name, const std::vector<std::string>& known,
                       const std::string& otherwise) {
    std::optional<std::string> meant = closest(name, known);
    return meant ? "did you mean '" + *meant + "'?" : otherwise;
}

}  // namespace

Error NameErrors::unknown(AstId at, const NameKey& key) const {
    std::vector<std::string> known = names_.names_of(Declarations::Kind::input);
    for (std::string& name : names_.names_of(Declarations::Kind::placeholder))
        known.push_back(std::move(name));
    bool known_base = names_.kind(static_cast<std::uint32_t>(key[0])) == Declarations::Kind::input;
    std::string hint = known_base
                           ? "the input '" + ast_.text(at) + "' is declared with other indices"
                           : suggestion(ast_.text(at), known, "declare it: input " + names_.spell(key));
    return scope_.error(ErrorKind::name, at, "unknown name '" + names_.spell(key) + "'", hint);
}

Error NameErrors::no_element(AstId at, const NameKey& key) const {
    auto symbol = static_cast<std::uint32_t>(key[0]);
    const std::vector<std::uint32_t>& elements = names_.elements(symbol);
    std::string name = spell_name(ast_.symbol_text(symbol));
    if (elements.empty()) return scope_.error(ErrorKind::name, at, "the array '" + name + "' is empty");
    auto spelled = [&](std::uint32_t element) { return names_.spell(*names_.placeholders()[element].key); };
    std::string hint = elements.size() == 1
                           ? "there is only " + spelled(elements[0])
                           : "it has " + std::to_string(elements.size()) + " elements, from " +
                                 spelled(elements.front()) + " to " + spelled(elements.back());
    bool missing_index = key.size() == 1;
    return scope_.error(ErrorKind::name, at,
                        missing_index ? "'" + name + "' is an array and needs an index"
                                      : "there is no '" + names_.spell(key) + "'",
                        hint);
}

Error NameErrors::not_a_formula(AstId at, Declarations::Kind kind) const {
    std::string what = kind == Declarations::Kind::constant ? "a constant"
                       : kind == Declarations::Kind::domain ? "a domain"
                                                            : "a template";
    return scope_.error(ErrorKind::meaning, at, "'" + ast_.text(at) + "' is " + what + ", not a proposition",
                        kind == Declarations::Kind::templ ? "call it: " + ast_.text(at) + "(...)" : "");
}

Error NameErrors::no_template(AstId call) const {
    std::vector<std::string> known = names_.names_of(Declarations::Kind::templ);
    known.insert(known.end(), {"rules", "clauses"});
    std::string name = ast_.text(call);
    bool declared = names_.kind(ast_[call].symbol) != Declarations::Kind::none;
    std::string hint =
        declared ? "'" + name + "' is declared, but not as a template; is a connective missing before '('?"
                 : suggestion(name, known, "define it: template " + spell_name(name) + "(x) := ...");
    return scope_.error(ErrorKind::name, call, "there is no template '" + name + "'", hint);
}

Error NameErrors::no_output(AstId reference, const NameKey& key) const {
    std::string name = names_.spell(key);
    return scope_.error(ErrorKind::name, reference, "the output '" + name + "' is not a declared placeholder",
                        suggestion(ast_.text(reference), names_.names_of(Declarations::Kind::placeholder),
                                   "declare it: " + name + " := ..."));
}

Error NameErrors::circle(std::span<const std::uint32_t> active, std::uint32_t again) const {
    auto spelled = [&](std::uint32_t id) { return names_.spell(*names_.placeholders()[id].key); };
    auto target = [&](std::uint32_t id) { return ast_.child(names_.placeholders()[id].declaration, 0); };
    auto start = std::find(active.begin(), active.end(), again);
    std::string circle;
    for (auto i = start; i != active.end(); ++i) circle += spelled(*i) + " -> ";
    constexpr std::size_t kShownNotes = 6;
    Diagnostic error = source_.diagnose(Severity::error, ErrorKind::name, ast_[target(again)].span,
                                        "cyclic placeholders: " + circle + spelled(again),
                                        "a placeholder must not depend on itself");
    std::unordered_set<std::uint32_t> shown = {target(again).value};
    for (auto i = start + 1; i < active.end() && error.notes.size() < kShownNotes; ++i) {
        if (!shown.insert(target(*i).value).second) continue;  // another element of an array
        error.notes.push_back(source_.note(ast_[target(*i)].span, "through '" + spelled(*i) + "'"));
    }
    return Error(std::move(error));
}

}  // namespace loh
