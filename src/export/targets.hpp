// The targets. To add one:
//
//   1. write src/export/NAME.cpp with one function `std::string write_NAME(const ExportModel&, const ExportOptions&)`, which reads
//      nothing but the ExportModel (export_model.hpp says what cells mean);
//   2. declare it here and add a line to the table in targets.cpp: `loh export --to NAME`, `Model.export("NAME")`, the help
//      and the list of docs/export.md follow from that line;
//   3. test it with its real consumer on random models and rows, and describe its cells in
//      docs/export.md.
//
// Options that the line does not allow, unknown dialects and missing probabilities are refused before the function is called;
// `dialect` is never empty for a target with dialects, and `table` never for one that takes it.
#pragma once

#include <string>

#include "export/export_model.hpp"
#include "loh/export.hpp"

namespace loh {

std::string write_sql(const ExportModel& model, const ExportOptions& options);
std::string write_c(const ExportModel& model, const ExportOptions& options);
std::string write_python(const ExportModel& model, const ExportOptions& options);
std::string write_javascript(const ExportModel& model, const ExportOptions& options);
std::string write_pmml(const ExportModel& model, const ExportOptions& options);
std::string write_onnx(const ExportModel& model, const ExportOptions& options);
std::string write_smt2(const ExportModel& model, const ExportOptions& options);
std::string write_dimacs(const ExportModel& model, const ExportOptions& options);
std::string write_prolog(const ExportModel& model, const ExportOptions& options);
std::string write_verilog(const ExportModel& model, const ExportOptions& options);
std::string write_latex(const ExportModel& model, const ExportOptions& options);
std::string write_markdown(const ExportModel& model, const ExportOptions& options);
std::string write_graphviz(const ExportModel& model, const ExportOptions& options);

}  // namespace loh
