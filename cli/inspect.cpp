// loh inspect: shows the columns of a table.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>

#include "aligned.hpp"
#include "column_remarks.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "table_notes.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

constexpr std::size_t kValueWidth = 70;

struct InspectOptions {
    TableSource data;
    SchemaSource schema;
    bool json = false;
    bool quiet = false;
};

std::string shown(double number) {
    constexpr double kExact = 1e15;
    if (std::abs(number) < kExact && number == std::trunc(number)) return fixed(number, 0);
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", number);
    return text;
}

// The range of a column of numbers; as many of the most frequent categories as fit.
std::string values(const ColumnProfile& column) {
    if (column.use == ColumnUse::ignore) return "";
    if (column.date) return column.min_text + " to " + column.max_text + ", as " + column.form;
    if (column.use == ColumnUse::number)
        return shown(column.min) + " to " + shown(column.max) +
               (column.form.empty() ? "" : ", as " + column.form);
    std::string result;
    std::size_t listed = 0;
    for (const auto& [category, rows] : column.most_frequent) {
        std::string next = on_one_line(category) + " (" + std::to_string(rows) + ")";
        if (listed > 0 && characters(result) + characters(next) > kValueWidth) break;
        result += (listed == 0 ? "" : ", ") + next;
        ++listed;
    }
    return result + (listed < column.distinct ? ", ..." : "");
}

std::string type_name(const ColumnProfile& column) {
    if (column.use == ColumnUse::ignore) return "ignored";
    return column.date ? "date" : std::string(to_string(column.use));
}

void print(std::ostream& out, const Table& table, const std::vector<ColumnProfile>& columns) {
    out << table.source() << ": " << counted(table.rows(), "row") << ", "
        << counted(table.columns(), "column") << "\n\n";
    std::size_t width = 6;
    for (const ColumnProfile& column : columns) width = std::max(width, characters(on_one_line(column.name)));
    out << left("column", width) << "  type    " << right("missing", 10) << right("distinct", 10)
        << "  values\n";
    for (const ColumnProfile& column : columns) {
        bool ignored = column.use == ColumnUse::ignore;
        bool counted_cells = !ignored || !column.declared;
        std::string line = left(on_one_line(column.name), width) + "  " + left(type_name(column), 8) +
                           right(counted_cells ? std::to_string(column.missing) : "-", 10) +
                           right(ignored ? "-" : std::to_string(column.distinct), 10) + "  " + values(column);
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
    bool first = true;
    for (const ColumnProfile& column : columns) {
        for (const Remark& remark : column.remarks) {
            out << (first ? "\n" : "") << remark_text(column, remark) << '\n';
            first = false;
        }
    }
}

Json texts_to_json(const std::vector<CategoryCount>& texts) {
    Json result = Json::array();
    for (const auto& [text, rows] : texts) result.push_back({{"text", text}, {"rows", rows}});
    return result;
}

Json column_to_json(const ColumnProfile& column) {
    Json result = {{"name", column.name}, {"type", to_string(column.use)}, {"declared", column.declared}};
    if (column.use != ColumnUse::ignore || !column.declared) result["missing"] = column.missing;
    if (column.use != ColumnUse::ignore) result["distinct"] = column.distinct;
    if (column.use == ColumnUse::number) {
        result["min"] = column.min;
        result["max"] = column.max;
        if (column.date) {
            result["type"] = "date";
            result["min"] = column.min_text;
            result["max"] = column.max_text;
        }
        if (!column.form.empty()) result["form"] = column.form;
    }
    if (!column.usual_missing.empty()) result["missing_texts"] = texts_to_json(column.usual_missing);
    if (column.use == ColumnUse::category) {
        result["most_frequent"] = Json::array();
        for (const auto& [category, rows] : column.most_frequent)
            result["most_frequent"].push_back({{"category", category}, {"rows", rows}});
    }
    result["remarks"] = Json::array();
    for (const Remark& remark : column.remarks) {
        Json entry = {{"kind", to_string(remark.kind)}, {"text", remark.text}};
        if (!remark.hint.empty()) entry["hint"] = remark.hint;
        if (remark.line > 0) entry["line"] = remark.line;
        result["remarks"].push_back(entry);
    }
    return result;
}

int inspect(const InspectOptions& options) {
    TableSchema schema = options.schema.read();
    Table table = options.data.read();
    Dataset data(table, {}, schema);
    std::vector<ColumnProfile> columns = data.profile();
    if (!options.quiet) {
        print_header_note(std::cerr, data);
        print_missing_texts(std::cerr, columns);
    }
    if (!options.json) {
        print(std::cout, table, columns);
        return kSuccess;
    }
    Json report = {{"file", table.source()},
                   {"rows", table.rows()},
                   {"missing_texts", schema.missing},
                   {"columns", Json::array()}};
    for (const ColumnProfile& column : columns) report["columns"].push_back(column_to_json(column));
    std::cout << report.dump(2) << '\n';
    return kSuccess;
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<InspectOptions>();
    CLI::App* command =
        app.add_subcommand("inspect", "show the columns of a table: types, missing cells, values");
    command->footer(
        R"(Prints one line for each column: type, missing cells, distinct values, and their range or the most frequent ones. Below are
likely problems, each with the flag that fixes it. A column is a number or a date if every cell that is not missing is one, all
in one form such as -3.5, $1,234.50, 12% or 2023-06-01; otherwise it is a category. A note tells which texts such as NA were
read as missing.

Examples:
  loh inspect people.csv
  loh inspect people.csv.gz --type zip=category --type id=ignore --missing unknown
  loh inspect people.csv --no-header
  loh inspect people.csv --schema people.json --json

docs/tables.md describes how tables are read.)");
    options->data.add_options(*command, "table, CSV with a header, also compressed with gzip")->required();
    options->schema.add_options(*command);
    command->add_flag("--json", options->json, "print the result as JSON");
    command->add_flag("-q,--quiet", options->quiet, "print no notes");
    command->callback([options, &exit_code] { exit_code = inspect(*options); });
}

}  // namespace loh::cli
