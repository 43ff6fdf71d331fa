// Programs: parse, print, outputs.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "diagnostics.hpp"
#include "formula.hpp"
#include "program.hpp"
#include <loh/program.hpp>

namespace loh::python {

namespace {

ElaborateOptions with_constants(std::map<std::string, std::int64_t> constants) {
    ElaborateOptions options;
    options.constants = std::move(constants);
    return options;
}

ParsedProgram elaborated(const Program& program, const ElaborateOptions& options) {
    return {program, elaborate(program, options)};
}

ParsedProgram parse(const std::string& text, const std::string& name,
                    std::map<std::string, std::int64_t> constants) {
    return elaborated(Program::parse(text, name), with_constants(std::move(constants)));
}

ParsedProgram read(const std::string& path, std::map<std::string, std::int64_t> constants) {
    return elaborated(Program::read(path), with_constants(std::move(constants)));
}

nb::list outputs(const ParsedProgram& self) {
    nb::list result;
    for (const Output& output : self.meaning.outputs)
        result.append(nb::make_tuple(output.name, output.formula));
    return result;
}

nb::list warnings(const ParsedProgram& self) {
    nb::list result;
    for (const Diagnostic& warning : self.meaning.warnings) result.append(diagnostic_dict(warning));
    return result;
}

}  // namespace

void bind_program(nb::module_& module) {
    nb::class_<ParsedProgram>(module, "Program", "The text of a program and its meaning.")
        .def_static("parse", &parse, nb::arg("text"), nb::arg("name"), nb::arg("constants"))
        .def_static("read", &read, nb::arg("path"), nb::arg("constants"))
        .def(
            "format", [](const ParsedProgram& self, std::size_t width) { return self.program.format(width); },
            nb::arg("width") = 100)
        .def("canonical", [](const ParsedProgram& self) { return self.program.to_string(); })
        .def("expanded", [](const ParsedProgram& self) { return self.meaning.to_string(); })
        .def("outputs", &outputs)
        .def("inputs", [](const ParsedProgram& self) { return self.meaning.inputs; })
        .def("warnings", &warnings)
        .def(
            "equals",
            [](const ParsedProgram& self, const ParsedProgram& other) {
                return self.program == other.program;
            },
            nb::arg("other"));
}

}  // namespace loh::python
