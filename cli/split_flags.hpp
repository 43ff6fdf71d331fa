// Flags that say how the rows of a table are split, and the cross-validation of --folds.
#pragma once

#include <iosfwd>
#include <string>

#include <CLI/CLI.hpp>

#include "json.hpp"
#include "loh/cross_validation.hpp"

namespace loh::cli {

struct SplitFlags {
    std::string group;       // column; empty: none
    std::string time;        // column; empty: none
    FoldPlan plan = {0, 0};  // no folds: no cross-validation

    void add_options(CLI::App& command);
    [[nodiscard]] Dataset apply(Dataset data) const;
    [[nodiscard]] bool cross_validates() const { return plan.folds > 0; }
};

// After the figures of the model on all rows.
void print_folds(std::ostream& out, const CrossValidation& folds);
Json to_json(const CrossValidation& folds);

}  // namespace loh::cli
