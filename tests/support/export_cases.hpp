// Random decisions of every head and rows for them, for the tests of exports: numbers on thresholds and one ulp to either side,
// infinities, missing and unseen cells, comparisons and differences of columns, dates, and names that try to break out.
//
// tests/export/loh_export_cases.cpp writes them with their exports to folders, for consumers in any language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/column_source.hpp"
#include "decision/decision_data.hpp"
#include "loh/decision.hpp"

namespace loh::testing {

// A column of the rows. Truth columns have numbers in [0, 1].
struct CaseColumn {
    std::string name;
    ColumnSchema schema;
    bool truth = false;
    std::vector<double> numbers = {};  // [row]: NaN for missing; of numbers, dates and truth values
    std::vector<std::optional<std::string>> texts = {};  // [row]: of categories; nothing is missing, too
};

struct ExportCase {
    std::string name;
    Decision decision;
    std::vector<CaseColumn> columns;
    std::size_t rows = 0;
    std::string table = "data";  // for targets that take one
};

enum class CaseShape : std::uint8_t {
    ordinary,
    many_rules,  // a scorecard of 1500 rules
    deep,        // formulas of 400 nested operators
    shared,      // a parity: written out as a tree it has 65 536 leaves
    hostile,     // names and categories that are code
};

ExportCase random_export_case(std::uint64_t seed, std::size_t rows, CaseShape shape = CaseShape::ordinary);

// The rows of a case, read as the rows of a dataset would be.
class CaseRows : public ColumnSource {
public:
    explicit CaseRows(const ExportCase& from);

    [[nodiscard]] const std::string& source() const override { return from_.name; }
    [[nodiscard]] std::size_t rows() const override { return from_.rows; }
    [[nodiscard]] const std::vector<std::string>& names() const override { return names_; }
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const override;
    [[nodiscard]] TypedColumn like(std::size_t column, const ColumnSchema& schema,
                                   const MissingRules& missing) const override;
    [[nodiscard]] std::vector<float> truth_values(std::size_t column) const override;
    [[nodiscard]] ClassColumn classes(std::size_t column, const MissingTexts& missing) const override;
    [[nodiscard]] Error bad_cell(std::size_t column, std::size_t row, std::string message,
                                 std::string hint) const override;

private:
    const ExportCase& from_;
    std::vector<std::string> names_;
};

// The cell as a table of text has it; nothing for infinities, which tables cannot have.
std::optional<std::string> cell_text(const ExportCase& from, std::size_t column, std::size_t row);

}  // namespace loh::testing
