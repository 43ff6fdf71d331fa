// The table of the options of learning: names, values, defaults, explanations.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include <loh/learn_options.hpp>
#include <loh/spelling.hpp>

namespace loh::python {

namespace {

nb::list option_table() {
    nb::list result;
    for (const OptionInfo& option : learn_option_table()) {
        nb::dict row;
        row["flag"] = option.flag;
        row["values"] = option.values;
        row["default"] = option.initial;
        row["search_default"] = option.by_search;
        row["help"] = option.help;
        row["descent"] = (option.needed & needs::kDescent) != 0;
        row["votes"] = (option.needed & needs::kVotes) != 0;
        row["no_program"] = (option.needed & needs::kNoProgram) != 0;
        result.append(row);
    }
    return result;
}

}  // namespace

void bind_options(nb::module_& module) {
    module.def("option_table", &option_table);
    module.def(
        "closest",
        [](const std::string& word, const std::vector<std::string>& candidates) {
            return closest(word, candidates);
        },
        nb::arg("word"), nb::arg("candidates"));
}

}  // namespace loh::python
