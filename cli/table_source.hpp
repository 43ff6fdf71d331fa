// Where a table comes from, a CSV file or standard input, and what its columns are. The commands that read tables share
// these options.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <loh/loh.hpp>

namespace loh::cli {

struct TableSource {
    std::string path;  // "-" is standard input

    // Adds DATA, with `help` about what the table needs, and --separator.
    CLI::Option* add_options(CLI::App& command, const std::string& help);
    [[nodiscard]] Table read() const;

    // The same as a dataset.
    [[nodiscard]] Dataset read(const std::string& target, const TableSchema& schema) const;

    // The same a block of rows at a time.
    [[nodiscard]] TableReader open() const;

private:
    [[nodiscard]] CsvOptions csv_options() const;

    std::string separator_;
};

struct SchemaSource {
    // Adds --schema, --type and --missing.
    void add_options(CLI::App& command);
    // The file, if there is one; on top of it the types, which replace those of the file, and the texts, which are added
    // to its own.
    [[nodiscard]] TableSchema read() const;

private:
    std::string path_;
    std::vector<std::string> types_;
    std::vector<std::string> missing_;
};

// The model that `loh learn` wrote: adds MODEL.
void add_model_option(CLI::App& command, std::string& path);

// Adds --threads: 0, the default, is as many as there are cores.
void add_threads_option(CLI::App& command, std::size_t& threads);

// A usage error when the file to write is one that is read: most likely a slip, and the data would be gone.
void refuse_to_replace(const std::string& input, const std::string& output);

}  // namespace loh::cli
