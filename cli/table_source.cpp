#include "table_source.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "standard_input.hpp"
#include "usage.hpp"

namespace loh::cli {

namespace {

// COLUMN=TYPE. The column name may contain equals signs: the last one separates the type.
std::pair<std::string, ColumnUse> parse_type(const std::string& text) {
    std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) {
        throw Error(ErrorKind::usage, "--type " + text + ": expected COLUMN=TYPE, as in --type zip=category");
    }
    try {
        return {text.substr(0, equals), parse_column_use(std::string_view(text).substr(equals + 1))};
    } catch (const Error& error) {
        throw Error(ErrorKind::usage, "--type " + text + ": " + error.diagnostic().message,
                    error.diagnostic().hint);
    }
}

}  // namespace

CLI::Option* TableSource::add_options(CLI::App& command, const std::string& help) {
    command.add_option("--separator", separator_,
                       "separator of cells: one character or tab; detected by default");
    command.add_flag("--no-header", no_header_, "the first line is data; the columns are named c1, c2, ...");
    return command.add_option("DATA", path, help + "; - is standard input");
}

CsvOptions TableSource::csv_options() const {
    CsvOptions options;
    options.header = !no_header_;
    if (separator_ == "\\t" || separator_ == "tab") {
        options.separator = '\t';
    } else if (separator_.size() == 1) {
        options.separator = separator_[0];
    } else if (!separator_.empty()) {
        throw Error(ErrorKind::usage, "--separator " + separator_ + ": expected one character, or tab");
    }
    return options;
}

Table TableSource::read() const {
    if (path != "-") return Table::read_csv(path, csv_options());
    return Table::read_csv(standard_input(), kStandardInput, csv_options());
}

Dataset TableSource::read(const std::string& target, const TableSchema& schema) const {
    if (path != "-") return Dataset::read_csv(path, target, schema, csv_options());
    return Dataset::read_csv(standard_input(), kStandardInput, target, schema, csv_options());
}

void TableSource::require_target(const std::string& target) const {
    constexpr std::size_t kShown = 20;
    if (!target.empty()) return;
    std::string help = "name the column to predict";
    if (path != "-") {
        std::vector<std::string> names = open().header().names();
        help += "; the columns are ";
        for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
            help += (i == 0 ? "" : ", ") + names[i];
        if (names.size() > kShown) help += ", ... and " + names.back();
    }
    throw Error(ErrorKind::usage, "--target is required", help);
}

TableReader TableSource::open() const {
    if (path != "-") return TableReader::open(path, csv_options());
    return {standard_input(), kStandardInput, csv_options()};
}

void SchemaSource::add_options(CLI::App& command) {
    command
        .add_option("--type", types_,
                    "type of a column: number, category or ignore; detected by default (repeatable)")
        ->type_name("COLUMN=TYPE")
        ->allow_extra_args(false);
    command
        .add_option("--missing", missing_,
                    "text of a missing cell, beside the empty text and ?; given once or more, it replaces "
                    "the usual texts NA, "
                    "N/A, nan, NaN, null, NULL, None and - (repeatable)")
        ->type_name("TEXT")
        ->allow_extra_args(false);
    command.add_option("--schema", path, "types and missing texts from a JSON file (docs/tables.md)")
        ->type_name("FILE");
}

TableSchema SchemaSource::read() const {
    TableSchema schema;
    if (!path.empty()) schema = TableSchema::read(path);
    std::map<std::string, ColumnUse> given;
    for (const std::string& text : types_) {
        if (!given.insert(parse_type(text)).second)
            throw Error(ErrorKind::usage, "--type " + text + ": the column already has a type");
    }
    for (const auto& [column, use] : given) schema.columns[column] = use;
    schema.missing.insert(schema.missing.end(), missing_.begin(), missing_.end());
    if (!missing_.empty()) schema.usual_missing = false;
    return schema;
}

void add_model_option(CLI::App& command, std::string& path, ModelLimits& limits) {
    command.add_option("MODEL", path, "model file that `loh learn` wrote")->required();
    command.add_option("--max-bytes", limits.max_bytes, "largest size of a model file in bytes")
        ->capture_default_str();
    command.add_option("--max-depth", limits.program.max_depth, "largest depth of nesting of its formulas")
        ->capture_default_str();
    command
        .add_option("--max-expansion", limits.program.max_expansion,
                    "largest number of parts of its program after loops and templates are expanded")
        ->capture_default_str();
}

Model read_model(const std::string& path, const ModelLimits& limits) {
    try {
        return Model::read(path, limits);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::io || error.kind() == ErrorKind::limit) throw;
        Diagnostic report = error.diagnostic();
        // A wrong value in the file is an error of the file, not of the command line.
        if (report.kind == ErrorKind::usage) report.kind = ErrorKind::syntax;
        bool named = report.file == path || report.message.find(path) != std::string::npos;
        if (!named) report.message = path + " is damaged: " + report.message;
        throw Error(std::move(report));
    }
}

void add_threads_option(CLI::App& command, std::size_t& threads) {
    CLI::Option* option =
        command
            .add_option("--threads", threads,
                        "number of threads; 0: one for each core; the result does not depend on it")
            ->capture_default_str();
    accept_whole_numbers(*option, "--threads", 0, 1024);
}

}  // namespace loh::cli
