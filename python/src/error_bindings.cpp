// loh::Error becomes loh.Error, which python/loh/errors.py defines.
#include <string>

#include "bindings.hpp"
#include "diagnostics.hpp"
#include <loh/error.hpp>

namespace loh::python {

namespace {

const char* name_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::syntax: return "syntax";
        case ErrorKind::name: return "name";
        case ErrorKind::meaning: return "meaning";
        case ErrorKind::limit: return "limit";
        case ErrorKind::usage: return "usage";
        case ErrorKind::io: return "io";
    }
    return "usage";
}

void translate(const std::exception_ptr& pointer, void* /*unused*/) {
    try {
        std::rethrow_exception(pointer);
    } catch (const Error& error) {
        try {
            nb::object type = nb::module_::import_("loh.errors").attr("Error");
            nb::object value = type.attr("_from_diagnostic")(diagnostic_dict(error.diagnostic()));
            PyErr_SetObject(type.ptr(), value.ptr());
        } catch (nb::python_error& failure) {
            failure.restore();
        }
    }
}

}  // namespace

nb::dict diagnostic_dict(const Diagnostic& diagnostic) {
    nb::dict result;
    result["text"] = diagnostic.to_string();
    result["message"] = diagnostic.message;
    result["kind"] = name_of(diagnostic.kind);
    result["severity"] = diagnostic.severity == Severity::error     ? "error"
                         : diagnostic.severity == Severity::warning ? "warning"
                                                                    : "note";
    result["hint"] = diagnostic.hint;
    result["file"] = diagnostic.file;
    result["line"] = diagnostic.line;
    result["column"] = diagnostic.column;
    result["length"] = diagnostic.length;
    result["source_line"] = diagnostic.source_line;
    return result;
}

void bind_errors(nb::module_& /*module*/) { nb::register_exception_translator(translate); }

}  // namespace loh::python
