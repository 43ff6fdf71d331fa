// Messages of the library for Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <loh/error.hpp>

namespace loh::python {

namespace nb = nanobind;

// text, message, kind, severity, hint, file, line, column, length, source_line
nb::dict diagnostic_dict(const Diagnostic& diagnostic);

}  // namespace loh::python
