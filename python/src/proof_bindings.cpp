// Proofs about models. Answers come from the functions of the command, as text and as JSON.
#include <sstream>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "prove_report.hpp"
#include <loh/prove.hpp>

namespace loh::python {

namespace {

using Texts = std::vector<std::string>;

ProofOptions options_of(const Texts& assume, bool missing, const Texts& unread) {
    ProofOptions options;
    options.assume = assume;
    options.missing = missing;
    options.unread = unread;
    return options;
}

// An answer as JSON and as text, and the warnings about the question.
struct AnswerTexts {
    std::string json;
    std::string text;
    Texts warnings = {};
};

nb::tuple to_tuple(const AnswerTexts& answer) {
    return nb::make_tuple(answer.json, answer.text, answer.warnings);
}

AnswerTexts texts_of(const ProofAnswer& answer, const Model& model) {
    std::ostringstream text;
    cli::print_answer(text, answer, model);
    AnswerTexts result{cli::to_json(answer).dump(), text.str()};
    for (const Diagnostic& warning : answer.warnings) result.warnings.push_back(warning.to_string());
    return result;
}

// question: implies, monotone, fair, never or unused; claim: its text.
nb::tuple prove(const Model& self, const std::string& question, const std::string& claim,
                const std::string& of_class, const Texts& assume, bool missing, const Texts& unread) {
    AnswerTexts result;
    {
        nb::gil_scoped_release release;
        cli::ProofQuestion asked;
        if (question == "implies") asked.implies = claim;
        if (question == "monotone") asked.monotone = claim;
        if (question == "fair") asked.fair = claim;
        if (question == "never") asked.never = claim;
        asked.unused = question == "unused";
        asked.of_class = of_class;
        result =
            texts_of(cli::answer_question(asked, self, nullptr, options_of(assume, missing, unread)), self);
    }
    return to_tuple(result);
}

nb::tuple prove_same(const Model& self, const Model& other, const Texts& assume, bool missing,
                     const Texts& unread) {
    AnswerTexts result;
    {
        nb::gil_scoped_release release;
        result = texts_of(prove_equivalent(self, other, options_of(assume, missing, unread)), self);
    }
    return to_tuple(result);
}

nb::tuple reasons(const Model& self, const Table& table, std::size_t most, const Texts& assume, bool missing,
                  const Texts& unread) {
    AnswerTexts result;
    {
        nb::gil_scoped_release release;
        ProofReasons found = prove_reasons(self, table, 0, most, options_of(assume, missing, unread));
        std::ostringstream text;
        cli::print_reasons(text, found, self, "The row");
        result = {cli::to_json(found).dump(), text.str()};
    }
    return to_tuple(result);
}

nb::tuple count(const Model& self, const std::string& condition, const Texts& assume, bool missing,
                const Texts& unread) {
    AnswerTexts result;
    {
        nb::gil_scoped_release release;
        ProofCounts counts = prove_count(self, condition, options_of(assume, missing, unread));
        std::ostringstream text;
        cli::print_counts(text, counts, self);
        result = {cli::to_json(counts, self).dump(), text.str()};
    }
    return to_tuple(result);
}

}  // namespace

void bind_proofs(nb::module_& module) {
    module.def("prove", &prove, nb::arg("model"), nb::arg("question"), nb::arg("claim"), nb::arg("of_class"),
               nb::arg("assume"), nb::arg("missing"), nb::arg("unread"));
    module.def("prove_equivalent", &prove_same, nb::arg("model"), nb::arg("other"), nb::arg("assume"),
               nb::arg("missing"), nb::arg("unread"));
    module.def("prove_reasons", &reasons, nb::arg("model"), nb::arg("table"), nb::arg("most"),
               nb::arg("assume"), nb::arg("missing"), nb::arg("unread"));
    module.def("prove_count", &count, nb::arg("model"), nb::arg("condition"), nb::arg("assume"),
               nb::arg("missing"), nb::arg("unread"));
}

}  // namespace loh::python
