// Parts of the C header: literals for one row, the functions that they call, and the functions for many rows.
#pragma once

#include <string>
#include <vector>

#include "export/export_model.hpp"

namespace loh {

struct CParts {
    explicit CParts(const ExportModel& from);

    const ExportModel& model;
    std::string prefix;               // of all names: loh_TARGET_
    std::vector<std::string> fields;  // [column]
};

// A literal as a condition on cells: `row->age >= 20.0`. cells: what stands before the name of a field; index: behind it.
std::string c_condition(const CParts& parts, const ExportLiteral& literal, const std::string& cells,
                        const std::string& index = {});
// A cell, or a difference, as a double.
std::string c_value(const CParts& parts, const ExportValue& value, const std::string& cells,
                    const std::string& index = {});
std::string c_cell(const CParts& parts, std::uint32_t column, const std::string& cells,
                   const std::string& index = {});

void write_c_search(const CParts& parts, std::string& out);   // texts of categories
void write_c_moment(const CParts& parts, std::string& out);   // dates
void write_c_helpers(const CParts& parts, std::string& out);  // tables of codes and numbers
void write_c_softmax(const CParts& parts, std::string& out);
void write_c_batch(const CParts& parts, std::string& out);

}  // namespace loh
