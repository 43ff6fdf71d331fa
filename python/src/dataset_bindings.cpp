// Tables and datasets: from files, and from columns in memory, which are used in place.
#include <memory>
#include <sstream>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "column_remarks.hpp"
#include "table_notes.hpp"
#include <loh/dataset.hpp>
#include <loh/table.hpp>

namespace loh::python {

namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Types = std::map<std::string, std::string>;

// Keeps an object of Python alive, and releases it under the lock of the interpreter.
std::shared_ptr<const void> kept(nb::object object) {
    return {object.release().ptr(), [](PyObject* pointer) {
                nb::gil_scoped_acquire lock;
                Py_DECREF(pointer);
            }};
}

template <class T>
std::span<const typename T::Scalar> span_of(const T& array) {
    return {array.data(), array.size()};
}

// name, kind, values, texts of the codes, validity mask
MemoryColumn column_of(const nb::tuple& given) {
    MemoryColumn column{nb::cast<std::string>(given[0]), NumberCells{}};
    auto kind = nb::cast<std::string>(given[1]);
    nb::object values = given[2];
    if (kind == "number" || kind == "date") {
        auto numbers = nb::cast<Numbers>(values, false);
        column.cells = NumberCells{span_of(numbers), kind == "date"};
    } else {
        auto codes = nb::cast<Codes>(values, false);
        auto texts = nb::cast<std::vector<std::string>>(given[3]);
        if (kind == "text") {
            column.cells = TextCells{span_of(codes), std::move(texts)};
        } else {
            column.cells = CategoryCells{span_of(codes), std::move(texts)};
        }
    }
    nb::object valid = given[4];
    if (!valid.is_none()) column.valid = span_of(nb::cast<Bytes>(valid, false));
    column.owner = kept(nb::make_tuple(values, valid));
    return column;
}

TableSchema schema_of(const Types& types, const std::optional<std::vector<std::string>>& missing,
                      const std::string& path) {
    TableSchema schema;
    if (!path.empty()) schema = TableSchema::read(path);
    for (const auto& [column, type] : types) schema.columns[column] = parse_column_use(type);
    if (missing) {
        schema.missing.insert(schema.missing.end(), missing->begin(), missing->end());
        schema.usual_missing = false;
    }
    return schema;
}

CsvOptions csv_options(const std::string& separator, bool header) {
    CsvOptions options;
    options.header = header;
    if (separator == "\\t" || separator == "tab") {
        options.separator = '\t';
    } else if (separator.size() == 1) {
        options.separator = separator[0];
    } else if (!separator.empty()) {
        throw Error(ErrorKind::usage, "separator " + separator + ": expected one character, or tab");
    }
    return options;
}

Dataset from_columns(const nb::list& given, const std::string& target, const TableSchema& schema,
                     const std::string& source) {
    std::vector<MemoryColumn> columns;
    for (nb::handle column : given) columns.push_back(column_of(nb::cast<nb::tuple>(column)));
    nb::gil_scoped_release release;
    return Dataset::from_columns(columns, target, schema, source);
}

std::vector<std::string> lines_of(const std::ostringstream& out) {
    std::vector<std::string> result;
    std::istringstream in(out.str());
    for (std::string line; std::getline(in, line);) result.push_back(line);
    return result;
}

// The dataset without columns that identify rows, and the notes of `loh learn` about the table.
nb::tuple checked(const Dataset& data, bool leaves_out, bool has_program) {
    std::vector<ColumnProfile> columns = data.profile();
    std::vector<std::string> left_out;
    if (leaves_out) left_out = identifier_columns(columns, data.target());
    std::ostringstream out;
    cli::print_header_note(out, data);
    cli::print_missing_texts(out, columns);
    cli::print_rows_without_class(out, data.rows_without_class(), data.first_line_without_class());
    cli::print_left_out(out, columns, left_out);
    std::erase_if(columns, [&](const ColumnProfile& column) {
        return std::find(left_out.begin(), left_out.end(), column.name) != left_out.end();
    });
    if (!has_program) cli::print_remarks(out, columns, data.target());
    return nb::make_tuple(data.without(left_out), lines_of(out));
}

void bind_schema(nb::module_& module) {
    nb::class_<TableSchema>(module, "Schema", "Declared types of columns and texts of missing cells.")
        .def(
            "__init__",
            [](TableSchema* self, const Types& types, const std::optional<std::vector<std::string>>& missing,
               const std::string& path) { new (self) TableSchema(schema_of(types, missing, path)); },
            nb::arg("types"), nb::arg("missing").none(), nb::arg("path"));
    nb::class_<Table>(module, "Table", "Cells of text under named columns.")
        .def_static(
            "read_csv",
            [](const std::string& path, const std::string& separator, bool header) {
                return Table::read_csv(path, csv_options(separator, header));
            },
            nb::arg("path"), nb::arg("separator"), nb::arg("header"),
            nb::call_guard<nb::gil_scoped_release>())
        .def_static("from_columns", &Table::from_columns, nb::arg("names"), nb::arg("columns"))
        .def("names", [](const Table& self) { return self.names(); })
        .def("rows", &Table::rows);
}

}  // namespace

void bind_dataset(nb::module_& module) {
    bind_schema(module);
    nb::class_<Dataset>(module, "Dataset", "A typed table.")
        .def_static(
            "read_csv",
            [](const std::string& path, const std::string& target, const TableSchema& schema,
               const std::string& separator, bool header) {
                return Dataset::read_csv(path, target, schema, csv_options(separator, header));
            },
            nb::arg("path"), nb::arg("target"), nb::arg("schema"), nb::arg("separator"), nb::arg("header"),
            nb::call_guard<nb::gil_scoped_release>())
        .def_static("from_columns", &from_columns, nb::arg("columns"), nb::arg("target"), nb::arg("schema"),
                    nb::arg("source"))
        .def("names", [](const Dataset& self) { return self.names(); })
        .def("classes", [](const Dataset& self) { return self.classes(); })
        .def("rows", &Dataset::rows)
        .def(
            "with_weights",
            [](const Dataset& self, const Numbers& weights) { return self.with_weights(span_of(weights)); },
            nb::arg("weights"))
        .def("with_class_order", &Dataset::with_class_order, nb::arg("order"))
        .def("with_weights_from", &Dataset::with_weights_from, nb::arg("column"))
        .def("with_groups_from", &Dataset::with_groups_from, nb::arg("column"))
        .def("with_times_from", &Dataset::with_times_from, nb::arg("column"))
        .def("with_validation_fold", &Dataset::with_validation_fold, nb::arg("fold"), nb::arg("folds"))
        .def("with_cut_target", &Dataset::with_cut_target, nb::arg("cuts"))
        .def("with_target_quantiles", &Dataset::with_target_quantiles, nb::arg("parts"))
        .def("with_each_target_value", &Dataset::with_each_target_value)
        .def_static("parse_cut", &Dataset::parse_cut, nb::arg("text"))
        .def("without", &Dataset::without, nb::arg("columns"))
        .def("checked", &checked, nb::arg("leaves_out"), nb::arg("has_program"));
}

}  // namespace loh::python
