// The options of commands that read tables: the CSV file or standard input, and the types of the columns.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <loh/loh.hpp>

namespace loh::cli {

struct TableSource {
    std::string path;  // "-" is standard input

    // Adds DATA, with `help` as its description, --separator and --no-header.
    CLI::Option* add_options(CLI::App& command, const std::string& help);
    [[nodiscard]] Table read() const;

    // Reads the table as a dataset.
    [[nodiscard]] Dataset read(const std::string& target, const TableSchema& schema) const;

    // Throws Error (usage) that lists the columns if no target is given.
    void require_target(const std::string& target) const;

    // Opens the table to read it block by block.
    [[nodiscard]] TableReader open() const;

private:
    [[nodiscard]] CsvOptions csv_options() const;

    std::string separator_;
    bool no_header_ = false;
};

struct SchemaSource {
    // Adds --schema, --type and --missing.
    void add_options(CLI::App& command);
    // The schema of the file, if given. Types of --type replace those of the file; texts of --missing are added, and replace the
    // usual texts such as NA.
    [[nodiscard]] TableSchema read() const;

    std::string path;  // of --schema

private:
    std::vector<std::string> types_;
    std::vector<std::string> missing_;
};

// Adds MODEL, the path of a model file, and the limits of reading it.
void add_model_option(CLI::App& command, std::string& path, ModelLimits& limits);

// Reads a model. An error in the file names the file and is never of kind `usage`.
Model read_model(const std::string& path, const ModelLimits& limits);

// Adds --threads. 0, the default: one thread for each core.
void add_threads_option(CLI::App& command, std::size_t& threads);

}  // namespace loh::cli
