// One function for each file of bindings. module.cpp calls them in this order.
#pragma once

#include <nanobind/nanobind.h>

namespace loh::python {

namespace nb = nanobind;

void bind_errors(nb::module_& module);
void bind_formula(nb::module_& module);
void bind_program(nb::module_& module);
void bind_network(nb::module_& module);
void bind_options(nb::module_& module);
void bind_dataset(nb::module_& module);
void bind_model(nb::module_& module);
void bind_learn(nb::module_& module);
void bind_proofs(nb::module_& module);

}  // namespace loh::python
