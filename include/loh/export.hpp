// Exports: a decision as a program or a document for another system, with the same class for every row.
//
//     loh::Model model = loh::Model::read("risk.json");
//     loh::ExportOptions options;
//     options.dialect = "sqlite";
//     options.table = "customers";
//     std::string query = loh::export_text(model, "sql", options);        // SELECT *, CASE ... END AS "prediction" FROM ...
//
//     for (const loh::ExportTarget& target : loh::export_targets()) std::cout << target.name << ": " << target.what << '\n';
//
// docs/export.md describes how each target takes its cells, missing and unseen ones included.
#pragma once

#include <string>
#include <vector>

#include "loh/decision.hpp"

namespace loh {

struct ExportOptions {
    std::string dialect = {};  // of a target with several; empty: its first
    std::string table = {};    // sql: the table to read; empty: `data`
    bool explain = false;      // also which rule decided, or which rules gave points
    bool proba = false;        // also the probability of each class
};

struct ExportTarget {
    std::string name;       // as in `--to`
    std::string what;       // one line
    std::string extension;  // of its files, without the dot
    std::vector<std::string> dialects = {};
    bool takes_table = false;
    bool takes_explain = false;
    bool takes_proba = false;
    bool is_binary = false;  // bytes that are no text
};

// All targets, in the order in which the documentation has them.
const std::vector<ExportTarget>& export_targets();

// The text, or for a binary format the bytes, of the export. Throws Error (usage) for an unknown target or dialect, with a
// suggestion, for options that the target does not take, for the head `paper`, for `proba` without probabilities, and for what
// the target cannot write (docs/export.md).
std::string export_text(const Decision& decision, const std::string& target,
                        const ExportOptions& options = {});

}  // namespace loh
