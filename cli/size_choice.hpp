// --pick and --literals-at-most of the commands that read a model: another size of its path.
#pragma once

#include <CLI/CLI.hpp>

#include <loh/loh.hpp>

namespace loh::cli {

class SizeChoice {
public:
    void add_options(CLI::App& command);

    [[nodiscard]] bool is_given() const { return choice_.pick > 0 || choice_.most_literals; }
    // The model itself if no size is asked for. The error of a model without this size names the file.
    [[nodiscard]] Model apply(const Model& model, const std::string& path) const;

private:
    PathChoice choice_;
};

}  // namespace loh::cli
