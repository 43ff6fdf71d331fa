#include "bindings.hpp"
#include <loh/version.hpp>

NB_MODULE(_core, module) {
    using namespace loh::python;
    module.doc() = "The C++ library of LoH. Use the package `loh`, which documents it.";
    module.attr("version") = loh::kVersion;
    bind_errors(module);
    bind_formula(module);
    bind_program(module);
    bind_network(module);
    bind_options(module);
    bind_dataset(module);
    bind_model(module);
    bind_learn(module);
    bind_proofs(module);
}
