// Formulas: operators, structure, tools, hypothesis spaces.
#include <optional>

#include <nanobind/operators.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "formula.hpp"
#include "formula_docs.hpp"
#include <loh/explain.hpp>
#include <loh/formula.hpp>
#include <loh/formula_tools.hpp>
#include <loh/program.hpp>
#include <loh/space.hpp>

namespace loh::python {

namespace {

template <class Function>
auto binary(Function function) {
    return [function](const Formula& left, const Formula& right) {
        std::vector<Formula> both = in_one_graph({left, right});
        return function(both[0], both[1]);
    };
}

Formula variable(const std::string& name) {
    Graph graph;
    return graph.var(name);
}

Formula choice_of(const std::vector<Formula>& alternatives, const std::string& mode) {
    ChoiceMode choice_mode = mode == "and"  ? ChoiceMode::conjunctive
                             : mode == "or" ? ChoiceMode::disjunctive
                                            : ChoiceMode::by_context;
    if (!mode.empty() && choice_mode == ChoiceMode::by_context)
        throw Error(ErrorKind::usage, "the mode of a choice is 'and', 'or' or None, not '" + mode + "'");
    return choice(in_one_graph(alternatives), choice_mode);
}

const char* kind_name(const Formula& formula) {
    switch (formula.kind()) {
        case Kind::falsum: return "false";
        case Kind::verum: return "true";
        case Kind::variable: return "variable";
        case Kind::hole: return "hole";
        case Kind::negation: return "not";
        case Kind::conjunction: return "and";
        case Kind::disjunction: return "or";
        case Kind::choice: return "choice";
    }
    return "";
}

std::vector<Formula> operands(const Formula& formula) {
    std::vector<Formula> result;
    for (std::size_t i = 0; i < formula.size(); ++i) result.push_back(formula[i]);
    return result;
}

AtomMeaning meaning_of(const std::string& atoms) {
    if (atoms == "columns") return AtomMeaning::columns;
    if (atoms == "anything") return AtomMeaning::anything;
    throw Error(ErrorKind::usage, "atoms must be 'columns' or 'anything', not '" + atoms + "'");
}

Formula substituted(const Formula& formula, const std::map<std::string, Formula>& replacements) {
    std::vector<Formula> all = {formula};
    for (const auto& [name, replacement] : replacements) all.push_back(replacement);
    all = in_one_graph(all);
    Substitution substitution;
    std::size_t next = 1;
    for (const auto& [name, replacement] : replacements) substitution.emplace(name, all[next++]);
    return substitute(all[0], substitution);
}

// exact, digits (may be empty), decimal logarithm, text
nb::tuple count(const std::vector<Formula>& outputs, bool equivalent) {
    SpaceOptions options;
    options.up_to_equivalence = equivalent;
    SpaceSize size = count_hypotheses(in_one_graph(outputs), options);
    return nb::make_tuple(size.exact, size.digits, size.log10, size.to_string());
}

// Hypotheses number `first` to `first + most - 1`, and whether the space ends there.
nb::tuple hypotheses_from(const std::vector<Formula>& outputs, std::size_t first, std::size_t most) {
    nb::list result;
    std::size_t seen = 0;
    bool full = false;
    bool complete = for_each_hypothesis(in_one_graph(outputs), [&](const std::vector<Formula>& formulas) {
        if (seen >= first + most) {
            full = true;
            return false;
        }
        if (seen++ >= first) result.append(nb::cast(formulas));
        return true;
    });
    if (!complete && !full)
        throw Error(ErrorKind::limit,
                    "the hypothesis space is too large to list: " + std::to_string(seen) +
                        " hypotheses were found before the limit of the search",
                    "give a limit, as in space(limit=10); count() gives an upper bound");
    return nb::make_tuple(result, complete);
}

// A binary operator whose other operand may be True or False.
template <class Function>
void bind_operator(nb::class_<Formula>& type, const char* name, const char* signature, Function function) {
    type.def(name, binary(function), nb::is_operator(), nb::sig(signature));
}

Formula conjunction(const Formula& a, const Formula& b) { return a & b; }
Formula disjunction(const Formula& a, const Formula& b) { return a | b; }
template <Formula (*function)(const Formula&, const Formula&)>
Formula reversed(const Formula& a, const Formula& b) {
    return function(b, a);
}

void bind_operators(nb::class_<Formula>& type) {
    bind_operator(type, "__and__", "def __and__(self, arg: Formula | bool, /) -> Formula", conjunction);
    bind_operator(type, "__rand__", "def __rand__(self, arg: bool, /) -> Formula", reversed<conjunction>);
    bind_operator(type, "__or__", "def __or__(self, arg: Formula | bool, /) -> Formula", disjunction);
    bind_operator(type, "__ror__", "def __ror__(self, arg: bool, /) -> Formula", reversed<disjunction>);
    bind_operator(type, "__xor__", "def __xor__(self, arg: Formula | bool, /) -> Formula", exclusive_or);
    bind_operator(type, "__rxor__", "def __rxor__(self, arg: bool, /) -> Formula", reversed<exclusive_or>);
    bind_operator(type, "__rshift__", "def __rshift__(self, arg: Formula | bool, /) -> Formula", implies);
    bind_operator(type, "__rrshift__", "def __rrshift__(self, arg: bool, /) -> Formula", reversed<implies>);
    bind_operator(type, "__eq__", "def __eq__(self, arg: object, /) -> bool",
                  [](const Formula& a, const Formula& b) { return a == b; });
    type.def("__invert__", [](const Formula& operand) { return !operand; })
        .def("__hash__", [](const Formula& self) { return std::hash<std::string>()(self.to_string()); })
        .def("__bool__",
             [](const Formula&) -> bool {
                 throw nb::type_error(
                     "a formula is neither true nor false; use & | ~ in place of `and`, `or` and `not`, and "
                     "evaluate() for its value");
             })
        .def("__str__", &Formula::to_string)
        .def("implies", binary(implies), nb::arg("conclusion"),
             nb::sig("def implies(self, conclusion: Formula | bool) -> Formula"), doc::kImplies)
        .def("iff", binary(iff), nb::arg("other"), nb::sig("def iff(self, other: Formula | bool) -> Formula"),
             doc::kIff);
}

void bind_tools(nb::class_<Formula>& type) {
    type.def(
            "evaluate", [](const Formula& self, const Assignment& values) { return evaluate(self, values); },
            nb::arg("values"), doc::kEvaluate)
        .def("substitute", &substituted, nb::arg("replacements"), doc::kSubstitute)
        .def(
            "simplify",
            [](const Formula& self, const std::string& atoms) { return simplify(self, meaning_of(atoms)); },
            nb::arg("atoms") = "columns", doc::kSimplify)
        .def(
            "to_dnf", [](const Formula& self, std::size_t limit) { return to_dnf(self, limit); },
            nb::arg("limit") = kMostClauses, doc::kToDnf)
        .def(
            "to_cnf", [](const Formula& self, std::size_t limit) { return to_cnf(self, limit); },
            nb::arg("limit") = kMostClauses, doc::kToCnf)
        .def(
            "equivalent", [](const Formula& self, const Formula& other) { return equivalent(self, other); },
            nb::arg("other"), nb::call_guard<nb::gil_scoped_release>(), doc::kEquivalent)
        .def(
            "difference", [](const Formula& self, const Formula& other) { return difference(self, other); },
            nb::arg("other"), nb::call_guard<nb::gil_scoped_release>(), doc::kDifference)
        .def(
            "count",
            [](const nb::object& self, bool equivalent) {
                return nb::module_::import_("loh.language").attr("_count")(self, equivalent);
            },
            nb::arg("equivalent") = false, nb::sig("def count(self, equivalent: bool = False) -> int"),
            doc::kCount)
        .def(
            "space",
            [](const nb::object& self, const nb::object& limit) {
                return nb::module_::import_("loh.language").attr("_space")(self, limit);
            },
            nb::arg("limit").none() = nb::none(),
            nb::sig("def space(self, limit: int | None = None) -> collections.abc.Iterator[Formula]"),
            doc::kSpace)
        .def("in_words", &in_words, doc::kInWords);
}

}  // namespace

Formula parse_formula(const std::string& text) {
    Elaboration meaning = elaborate(Program::parse(text));
    if (meaning.outputs.size() != 1)
        throw Error(ErrorKind::usage,
                    "expected one formula, not " + std::to_string(meaning.outputs.size()) + " outputs",
                    "loh.parse reads programs with several outputs");
    return meaning.outputs[0].formula;
}

void bind_formula(nb::module_& module) {
    nb::class_<Formula> type(module, "Formula", doc::kFormula);
    type.def(
            "__init__", [](Formula* self, bool value) { new (self) Formula(value); }, nb::arg("value"))
        .def(
            "__init__",
            [](Formula* self, const std::string& text) { new (self) Formula(parse_formula(text)); },
            nb::arg("text"))
        .def_prop_ro(
            "kind", &kind_name,
            "``'variable'``, ``'not'``, ``'and'``, ``'or'``, ``'choice'``, ``'hole'``, ``'true'`` or "
            "``'false'``.")
        .def_prop_ro("operands", &operands, "The operands, or the alternatives of a choice.")
        .def_prop_ro(
            "name",
            [](const Formula& self) -> std::optional<std::string> {
                if (self.kind() != Kind::variable && self.kind() != Kind::hole) return std::nullopt;
                return self.name();
            },
            "The name of a variable, an atom or a hole; None for other formulas.")
        .def_prop_ro("has_choices", &Formula::has_choices, "Whether there is a choice or a hole inside.")
        .def_prop_ro(
            "variables", [](const Formula& self) { return variables(self); },
            "The names of the variables in the order of their first use.");
    nb::implicitly_convertible<bool, Formula>();
    bind_operators(type);
    bind_tools(type);
    module.def("var", &variable, nb::arg("name"));
    module.def("choice", &choice_of, nb::arg("alternatives"), nb::arg("mode"));
    module.def(
        "all_of", [](const std::vector<Formula>& all) { return all_of(in_one_graph(all)); },
        nb::arg("operands"));
    module.def(
        "any_of", [](const std::vector<Formula>& all) { return any_of(in_one_graph(all)); },
        nb::arg("operands"));
    module.def("count", &count, nb::arg("outputs"), nb::arg("equivalent"));
    module.def("hypotheses_from", &hypotheses_from, nb::arg("outputs"), nb::arg("first"), nb::arg("most"));
}

}  // namespace loh::python
