// --cut-target: divides a target of numbers into classes.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <loh/loh.hpp>

namespace loh::cli {

struct CutTarget {
    void add_option(CLI::App& command);
    // The dataset with the classes that the flag asks for; unchanged without the flag.
    [[nodiscard]] Dataset apply(const Dataset& data) const;

private:
    std::vector<std::string> cuts_;  // cut points, or one of quantiles:N and none
};

}  // namespace loh::cli
