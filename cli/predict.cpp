// loh predict: the class of each row of a table.
#include <cstdio>
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct PredictOptions {
    std::string model;
    TableSource data;
    std::string output;
    bool soft = false;
};

// A cell as RFC 4180 wants it.
std::string csv_cell(const std::string& text) {
    constexpr const char* kBlanks = " \t";  // a reader would drop them from the ends
    bool plain = text.find_first_of(",\"\r\n") == std::string::npos && !text.empty() &&
                 text.find_first_of(kBlanks) != 0 && text.find_last_of(kBlanks) != text.size() - 1;
    if (plain) return text;
    std::string result = "\"";
    for (char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

std::string spell(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", static_cast<double>(value));
    return text;
}

int predict(const PredictOptions& options) {
    Model model = Model::read(options.model);
    Table table = options.data.read();
    std::vector<std::string> classes = model.predict(table);
    SoftOutputs soft;
    if (options.soft) soft = model.soft(table);
    std::string text = "prediction";
    for (const std::string& name : soft.names) text += "," + csv_cell(name);
    text += "\n";
    for (std::size_t row = 0; row < classes.size(); ++row) {
        text += csv_cell(classes[row]);
        for (const std::vector<float>& column : soft.columns) text += "," + spell(column[row]);
        text += "\n";
    }
    if (options.output.empty()) {
        std::cout << text;
    } else {
        write_file_atomically(options.output, text);
    }
    return kSuccess;
}

}  // namespace

void add_predict(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<PredictOptions>();
    CLI::App* command = app.add_subcommand("predict", "the class of each row, by a learned model");
    command->footer(
        R"(Prints CSV with the header `prediction`, one row for each row of the table. Only the columns that the formulas use are
needed; with --soft, all that the program reads. --soft adds the network's truth values, one column for each output, named
after its class.

Examples:
  loh predict risk.json new.csv
  loh predict risk.json new.csv --soft -o risk.csv
  loh predict risk.json new.csv.gz)");
    add_model_option(*command, options->model);
    options->data.add_options(*command, "table, CSV with a header")->required();
    command->add_flag("--soft", options->soft, "also the fuzzy outputs of the network");
    command->add_option("-o,--output", options->output, "file instead of standard output")->type_name("FILE");
    command->callback([options, &exit_code] { exit_code = predict(*options); });
}

}  // namespace loh::cli
