// The table of sizes of a model's path: loh explain --path.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include <loh/loh.hpp>

namespace loh::cli {

// With the scores on the training, validation and held-out rows, and on `table` if there is one. `format`: text, markdown or json.
// Throws Error (usage) if the model has no path.
void print_sizes(std::ostream& out, const Model& model, const std::optional<Table>& table,
                 const std::string& format);

}  // namespace loh::cli
