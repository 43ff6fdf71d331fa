#include "export/targets.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "base/text.hpp"
#include "decision/deciding_rules.hpp"
#include "decision/decision_data.hpp"

namespace loh {

namespace {

struct Entry {
    ExportTarget target;
    std::string (*write)(const ExportModel&, const ExportOptions&);
};

const std::vector<Entry>& entries() {
    static const std::vector<Entry> kEntries = {
        {{"sql",
          "a SELECT that adds the prediction to the rows of a table",
          "sql",
          {"postgresql", "sqlite", "duckdb", "spark"},
          true,
          true,
          true},
         write_sql},
        {{"c", "a freestanding header for C99 and C++: one row, or many at once", "h", {}, false, true, true},
         write_c},
        {{"python", "a module without imports", "py", {}, false, true, true}, write_python},
        {{"javascript", "a script for Node and browsers", "js", {}, false, true, true}, write_javascript},
        {{"pmml", "a RuleSetModel of PMML 4.4", "pmml"}, write_pmml},
        {{"onnx", "an ONNX model over raw columns", "onnx", {}, false, true, true}, write_onnx},
        {{"smt2", "SMT-LIB 2: a function of the columns, for Z3 or cvc5", "smt2"}, write_smt2},
        {{"dimacs", "a CNF with a variable for each class, for a SAT solver", "cnf"}, write_dimacs},
        {{"prolog", "clauses over facts of a row, for SWI-Prolog", "pl"}, write_prolog},
        {{"verilog", "a combinational module over the cells of a row", "v"}, write_verilog},
        {{"latex", "a document of the rules for LaTeX", "tex"}, write_latex},
        {{"markdown", "a document of the rules in Markdown", "md"}, write_markdown},
        {{"graphviz", "the decision as a graph, for dot", "dot"}, write_graphviz},
    };
    return kEntries;
}

std::string joined(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : ", ") + name;
    return result;
}

[[noreturn]] void refuse_name(const std::string& what, const std::string& hint, const std::string& name,
                              const std::vector<std::string>& known) {
    std::optional<std::string> meant = closest(name, known);
    throw Error(ErrorKind::usage,
                "there is no " + what + " " + quote(name, '\'') +
                    (meant ? "; did you mean " + quote(*meant, '\'') + "?" : ""),
                hint + joined(known));
}

const Entry& entry_of(const std::string& name) {
    std::vector<std::string> names;
    for (const Entry& entry : entries()) {
        if (entry.target.name == name) return entry;
        names.push_back(entry.target.name);
    }
    refuse_name("target", "the targets are: ", name, names);
}

// The names of the targets that can do something.
std::string targets_with(bool ExportTarget::*can) {
    std::vector<std::string> names;
    for (const Entry& entry : entries()) {
        if (entry.target.*can) names.push_back(entry.target.name);
    }
    return "these targets do: " + joined(names);
}

ExportOptions checked(const ExportTarget& target, ExportOptions options, const DecisionData& decision) {
    auto refuse = [&](const std::string& option, const std::string& hint) {
        throw Error(ErrorKind::usage, "the target " + target.name + " does not take " + option, hint);
    };
    if (!options.dialect.empty() && target.dialects.empty()) refuse("a dialect", "leave it out");
    if (!options.table.empty() && !target.takes_table)
        refuse("a table", targets_with(&ExportTarget::takes_table));
    if (options.explain && !target.takes_explain)
        refuse("explain", targets_with(&ExportTarget::takes_explain));
    if (options.proba && !target.takes_proba) refuse("proba", targets_with(&ExportTarget::takes_proba));
    if (options.proba) require_probabilities(decision);
    if (!target.dialects.empty()) {
        if (options.dialect.empty()) options.dialect = target.dialects.front();
        if (std::find(target.dialects.begin(), target.dialects.end(), options.dialect) ==
            target.dialects.end())
            refuse_name("dialect of " + target.name, "its dialects are: ", options.dialect, target.dialects);
    }
    if (target.takes_table && options.table.empty()) options.table = "data";
    return options;
}

}  // namespace

const std::vector<ExportTarget>& export_targets() {
    static const std::vector<ExportTarget> kTargets = [] {
        std::vector<ExportTarget> result;
        for (const Entry& entry : entries()) result.push_back(entry.target);
        return result;
    }();
    return kTargets;
}

std::string export_text(const Decision& decision, const std::string& target, const ExportOptions& options) {
    const Entry& entry = entry_of(target);
    ExportOptions complete = checked(entry.target, options, decision.decision_data());
    return entry.write(export_model(decision.decision_data()), complete);
}

}  // namespace loh
