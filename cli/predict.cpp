// loh predict: the class of each row of a table.
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "commands.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct PredictOptions {
    std::string model;
    TableSource data;
    std::string output;
    std::size_t threads = 0;
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

// The cells of class names. There are few, and each is made once.
class ClassCells {
public:
    const std::string& of(const std::string& name) {
        if (last_ != nullptr && last_->first == name) return last_->second;
        auto [entry, is_new] = cells_.try_emplace(name);
        if (is_new) entry->second = csv_cell(name);
        last_ = &*entry;
        return last_->second;
    }

private:
    std::unordered_map<std::string, std::string> cells_;
    const std::pair<const std::string, std::string>* last_ = nullptr;
};

std::string spell(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", static_cast<double>(value));
    return text;
}

// Where the predictions go: to standard output as they come, or into a file that is there when it is complete.
class Destination {
public:
    explicit Destination(const std::string& path) {
        if (!path.empty()) file_.emplace(path);
    }
    void write(const std::string& text) {
        if (file_) return file_->write(text);
        std::cout << text << std::flush;
        if (!std::cout) throw Error(ErrorKind::io, "cannot write to standard output");
    }
    void finish() {
        if (file_) file_->commit();
    }

private:
    std::optional<AtomicFile> file_;
};

// Without any rows the model tells all the same whether it can use these columns.
std::string header_line(const Model& model, const Table& header, bool with_soft) {
    (void)model.predict(header);
    std::string text = "prediction";
    SoftOutputs soft;
    if (with_soft) soft = model.soft(header);
    for (const std::string& name : soft.names) text += "," + csv_cell(name);
    return text + "\n";
}

std::string lines(const Model& model, const Table& rows, bool with_soft) {
    std::vector<std::string> classes = model.predict(rows);
    SoftOutputs soft;
    if (with_soft) soft = model.soft(rows);
    std::string text;
    ClassCells cells;
    for (std::size_t row = 0; row < classes.size(); ++row) {
        text += cells.of(classes[row]);
        for (const std::vector<float>& column : soft.columns) text += "," + spell(column[row]);
        text += '\n';
    }
    return text;
}

// Blocks are read, predicted and spelled on all threads, and written in the order of the rows. A few blocks for each thread
// are in memory, however many rows there are.
int predict(const PredictOptions& options) {
    refuse_to_replace(options.data.path, options.output);
    refuse_to_replace(options.model, options.output);
    Model model = Model::read(options.model);
    TableReader reader = options.data.open();
    std::string header = header_line(model, reader.header(), options.soft);
    Destination destination(options.output);
    reader.for_each_block(options.threads, [&](const Table& rows) -> InOrder {
        return [&, text = lines(model, rows, options.soft)] {
            destination.write(header + text);
            header.clear();
        };
    });
    destination.write(header);  // when there are no rows
    destination.finish();
    return kSuccess;
}

}  // namespace

void add_predict(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<PredictOptions>();
    CLI::App* command = app.add_subcommand("predict", "the class of each row, by a learned model");
    command->footer(
        R"(Prints CSV with the header `prediction`, one row for each row of the table. Only the columns that the formulas use are
needed; with --soft, all that the program reads. --soft adds the network's truth values, one column for each output, named
after its class. Rows are read, predicted and written a block at a time, so a table of any size takes little memory. The
file of -o is replaced when all rows are there; standard output has those before a broken row.

Examples:
  loh predict risk.json new.csv
  loh predict risk.json new.csv --soft -o risk.csv
  loh predict risk.json new.csv.gz
  gzip -dc big.csv.gz | cut -d , -f 2-9 | loh predict risk.json - > classes.csv)");
    add_model_option(*command, options->model);
    options->data.add_options(*command, "table, CSV with a header")->required();
    command->add_flag("--soft", options->soft, "also the fuzzy outputs of the network");
    command->add_option("-o,--output", options->output, "file instead of standard output")->type_name("FILE");
    add_threads_option(*command, options->threads);
    command->callback([options, &exit_code] { exit_code = predict(*options); });
}

}  // namespace loh::cli
