// Models: prediction, figures, explanations, files. Reports come from the functions of the command, as text and as JSON.
#include <optional>
#include <sstream>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "model_report.hpp"
#include "row_report.hpp"
#include <loh/explain.hpp>
#include <loh/export.hpp>
#include <loh/file.hpp>
#include <loh/model.hpp>
#include <loh/probability_figures.hpp>

namespace loh::python {

namespace {

using cli::Json;
using Classes = nb::ndarray<nb::numpy, std::uint32_t>;  // [row]: index in classes()

Classes classify(const Model& self, const Dataset& data, std::size_t threads) {
    std::vector<std::uint32_t> classes;
    {
        nb::gil_scoped_release release;
        classes = self.classify(data, threads);
    }
    std::size_t rows = classes.size();
    return to_numpy(std::move(classes), {rows});
}

Classes classify_table(const Model& self, const Table& table) {
    std::vector<std::uint32_t> classes;
    {
        nb::gil_scoped_release release;
        classes = self.classify(table);
    }
    std::size_t rows = classes.size();
    return to_numpy(std::move(classes), {rows});
}

// [row][class]
template <class T>
nb::ndarray<nb::numpy, T> by_class(const Model& self, std::vector<T> values) {
    std::size_t classes = self.classes().size();
    std::size_t rows = classes == 0 ? 0 : values.size() / classes;
    return to_numpy(std::move(values), {rows, classes});
}

template <class... Rows>
nb::ndarray<nb::numpy, double> probabilities(const Model& self, const Rows&... rows) {
    std::vector<double> values;
    {
        nb::gil_scoped_release release;
        values = self.probabilities(rows...);
    }
    return by_class(self, std::move(values));
}

template <class... Rows>
nb::ndarray<nb::numpy, std::int64_t> scores(const Model& self, const Rows&... rows) {
    std::vector<std::int64_t> values;
    {
        nb::gil_scoped_release release;
        values = self.scores(rows...);
    }
    return by_class(self, std::move(values));
}

template <class Rows>
nb::tuple soft(const Model& self, const Rows& rows) {
    SoftOutputs outputs;
    {
        nb::gil_scoped_release release;
        outputs = self.soft(rows);
    }
    nb::list columns;
    for (std::vector<float>& column : outputs.columns) {
        std::size_t count = column.size();
        columns.append(nb::cast(to_numpy(std::move(column), {count})));
    }
    return nb::make_tuple(outputs.names, columns);
}

// The figures of `loh evaluate --json`, and the number of rows without a class.
template <class Rows>
std::string evaluate(const Model& self, const Rows& rows) {
    Report report = self.evaluate(rows);
    Json json = cli::to_json(report);
    Report::Baseline baseline = report.baseline();
    json["balanced_accuracy"] = report.balanced_accuracy();
    for (const char* name : {"roc_auc", "log_loss", "calibration_error"}) json[name] = nullptr;
    if (!self.probabilities().empty()) {
        ProbabilityFigures figures = probability_figures(self, rows);
        json["roc_auc"] = figures.auc();
        json["log_loss"] = figures.log_loss();
        json["calibration_error"] = figures.calibration_error();
    }
    json["baseline"] = {
        {"class", baseline.name}, {"accuracy", baseline.accuracy}, {"macro_f1", baseline.macro_f1}};
    json["rows_without_class"] = report.without_class;
    return json.dump();
}

// [class]: arrays of log odds in ten-thousandths, rows of the class and other rows with these odds. Then for ten bins of equal
// width of the probability of the predicted class: rows, right ones, and the sum of the probabilities.
template <class Rows>
nb::tuple probability_counts(const Model& self, const Rows& rows) {
    ProbabilityFigures figures;
    {
        nb::gil_scoped_release release;
        figures = probability_figures(self, rows);
    }
    nb::list classes;
    for (const auto& odds : figures.odds) {
        std::vector<std::int64_t> values;
        for (const auto& [value, count] : odds)
            for (std::int64_t number :
                 {value, static_cast<std::int64_t>(count.of_class), static_cast<std::int64_t>(count.others)})
                values.push_back(number);
        classes.append(nb::cast(to_numpy(std::move(values), {odds.size(), 3})));
    }
    nb::list bins;
    for (const ProbabilityFigures::Bin& bin : figures.bins)
        bins.append(nb::make_tuple(bin.rows, bin.right, bin.probability));
    return nb::make_tuple(classes, bins);
}

std::vector<std::string> unseen_in_table(const Model& self, const Table& table) {
    UnseenCells unseen;
    Predictor(self, table).count_unseen(table, unseen);
    return unseen.notes(self);
}

nb::tuple explain(const Model& self, const Table& table, std::size_t row,
                  const std::vector<std::string>& fixed, bool all_rules) {
    ExplainOptions options;
    options.fixed = fixed;
    cli::ExplainedRow explained{self, table.source(), explain_row(self, table, row, options), fixed,
                                all_rules};
    std::ostringstream text;
    cli::print_row(text, explained);
    return nb::make_tuple(cli::to_json(explained).dump(), text.str());
}

std::string parts(const Model& self) {
    Json json = Json::object();
    for (const Model::Part& part : self.parts()) json[part.name] = cli::to_json(part.report);
    return json.dump();
}

nb::list formulas(const Model& self) {
    nb::list result;
    for (const ClassFormula& part : self.formulas()) result.append(nb::make_tuple(part.name, part.formula));
    return result;
}

nb::dict options(const Model& self) {
    nb::dict result;
    for (const OptionInfo& option : learn_option_table())
        result[option.flag.c_str()] = get_option(self.options(), option.flag);
    return result;
}

template <class Function>
auto printed(Function function) {
    return [function](const Model& self) {
        std::ostringstream out;
        function(out, self);
        return out.str();
    };
}

void bind_rows(nb::class_<Model>& type) {
    auto released = nb::call_guard<nb::gil_scoped_release>();
    type.def("classify", &classify, nb::arg("data"), nb::arg("threads"))
        .def("classify", &classify_table, nb::arg("table"))
        .def("probabilities", &probabilities<Dataset, std::size_t>, nb::arg("data"), nb::arg("threads"))
        .def("probabilities", &probabilities<Table>, nb::arg("table"))
        .def("scores", &scores<Dataset, std::size_t>, nb::arg("data"), nb::arg("threads"))
        .def("scores", &scores<Table>, nb::arg("table"))
        .def("soft", &soft<Dataset>, nb::arg("data"))
        .def("soft", &soft<Table>, nb::arg("table"))
        .def("evaluate", &evaluate<Dataset>, nb::arg("data"), released)
        .def("evaluate", &evaluate<Table>, nb::arg("table"), released)
        .def("probability_counts", &probability_counts<Dataset>, nb::arg("data"))
        .def("probability_counts", &probability_counts<Table>, nb::arg("table"))
        .def(
            "rules_on",
            [](const Model& self, const Dataset& data) { return cli::to_json(self.rules_on(data)).dump(); },
            nb::arg("data"), released)
        .def(
            "rules_on",
            [](const Model& self, const Table& table) { return cli::to_json(self.rules_on(table)).dump(); },
            nb::arg("table"), released)
        .def(
            "unseen",
            [](const Model& self, const Dataset& data) { return self.unseen_cells(data).notes(self); },
            nb::arg("data"), released)
        .def("unseen", &unseen_in_table, nb::arg("table"), released)
        .def("explain", &explain, nb::arg("table"), nb::arg("row"), nb::arg("fixed"), nb::arg("all_rules"));
}

// The bytes of an export, and whether they are a text.
std::pair<nb::bytes, bool> exported(const Model& self, const std::string& target, const std::string& dialect,
                                    const std::string& table, bool explain, bool proba) {
    std::string text = export_text(self, target, {dialect, table, explain, proba});
    bool binary = false;
    for (const ExportTarget& known : export_targets())
        binary = binary || (known.name == target && known.is_binary);
    return {nb::bytes(text.data(), text.size()), !binary};
}

}  // namespace

void bind_model(nb::module_& module) {
    module.def(
        "write_file",
        [](const std::string& path, const nb::bytes& content) {
            write_file_atomically(path, {content.c_str(), content.size()});
        },
        nb::arg("path"), nb::arg("content"));
    nb::class_<Model> type(module, "Model", "The result of learning.");
    type.def_static(
            "read", [](const std::string& path) { return Model::read(path); }, nb::arg("path"))
        .def_static(
            "parse", [](const std::string& text) { return Model::parse(text, "<model>"); }, nb::arg("text"))
        .def("write", &Model::write, nb::arg("path"))
        .def("to_json", &Model::to_json)
        .def("export", &exported, nb::arg("target"), nb::arg("dialect"), nb::arg("table"), nb::arg("explain"),
             nb::arg("proba"))
        .def("classes", [](const Model& self) { return self.classes(); })
        .def("target", [](const Model& self) { return self.target(); })
        .def("columns", &Model::columns)
        .def("head", [](const Model& self) { return get_option(self.options(), "head"); })
        .def("learner", [](const Model& self) { return self.learner(); })
        .def("options", &options)
        .def("rule_count", &Model::rule_count)
        .def("literal_count", &Model::literal_count)
        .def("has_network", &Model::has_network)
        .def("has_probabilities", [](const Model& self) { return !self.probabilities().empty(); })
        .def("base", [](const Model& self) { return self.scorecard().base; })
        .def("formulas", &formulas)
        .def("rules", [](const Model& self) { return cli::to_json(self.rules()).dump(); })
        .def("rules_part", [](const Model& self) { return self.rules_part(); })
        .def("path", [](const Model& self) { return cli::to_json(self.path()).dump(); })
        .def(
            "at_size",
            [](const Model& self, std::size_t pick, std::optional<std::size_t> most_literals) {
                return self.at_size(PathChoice{pick, most_literals});
            },
            nb::arg("pick"), nb::arg("most_literals").none())
        .def("parts", &parts)
        .def("print", printed([](std::ostream& out, const Model& self) { self.print(out); }))
        .def("summary", printed(cli::print_learned));
    bind_rows(type);
}

}  // namespace loh::python
