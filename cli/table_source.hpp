// Where a table comes from: a CSV file or standard input. The commands that read tables share these options.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <loh/loh.hpp>

namespace loh::cli {

struct TableSource {
    std::string path;  // "-" is standard input

    // Adds DATA, with `help` about what the table needs, and --separator.
    CLI::Option* add_options(CLI::App& command, const std::string& help);
    [[nodiscard]] Table read() const;

private:
    std::string separator_;
};

// The model that `loh learn` wrote: adds MODEL.
void add_model_option(CLI::App& command, std::string& path);

}  // namespace loh::cli
