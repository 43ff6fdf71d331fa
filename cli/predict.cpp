// loh predict: predicts the class of each row of a table.
#include <array>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct PredictOptions {
    std::string model;
    TableSource data;
    std::string output;
    bool soft = false;
    std::size_t threads = 0;
};

// A CSV cell, quoted if RFC 4180 requires it.
std::string csv_cell(const std::string& text) {
    constexpr const char* kBlanks = " \t";  // readers may strip them from the ends of a cell
    bool plain = text.find_first_of(",\"\r\n") == std::string::npos && !text.empty() &&
                 text.find_first_of(kBlanks) != 0 && text.find_last_of(kBlanks) != text.size() - 1;
    if (plain) return text;
    std::string result = "\"";
    for (char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

// The shortest decimal that reads back as the same float.
void append_number(std::string& text, float value) {
    std::array<char, 32> buffer;
    auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    text.append(buffer.data(), end);
}

// The destination of the predictions: standard output, or a file that is replaced when it is complete.
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

class PredictionLines {
public:
    PredictionLines(const Model& model, const Table& header, bool with_soft)
        : model_(model), predictor_(model, header), with_soft_(with_soft) {
        for (const std::string& name : model.classes()) cells_.push_back(csv_cell(name));
        header_ = "prediction";
        if (with_soft) {
            for (const std::string& name : model.soft(header).names) header_ += "," + csv_cell(name);
        }
        header_ += "\n";
    }

    [[nodiscard]] const std::string& header() const { return header_; }

    [[nodiscard]] std::string of(const Table& rows) const {
        std::vector<std::uint32_t> classes = predictor_.classify(rows);
        SoftOutputs soft;
        if (with_soft_) soft = model_.soft(rows);
        std::string text;
        for (std::size_t row = 0; row < classes.size(); ++row) {
            text += cells_[classes[row]];
            for (const std::vector<float>& column : soft.columns) {
                text += ',';
                append_number(text, column[row]);
            }
            text += '\n';
        }
        return text;
    }

private:
    const Model& model_;
    Predictor predictor_;
    bool with_soft_;
    std::vector<std::string> cells_;  // [class]: as CSV
    std::string header_;
};

// Reads and predicts blocks of rows on several threads and writes them in order.
int predict(const PredictOptions& options) {
    refuse_to_replace(options.data.path, options.output);
    refuse_to_replace(options.model, options.output);
    Model model = Model::read(options.model);
    TableReader reader = options.data.open();
    PredictionLines lines(model, reader.header(), options.soft);
    Destination destination(options.output);
    destination.write(lines.header());
    reader.for_each_block(options.threads, [&](const Table& rows) -> InOrder {
        return [&destination, text = lines.of(rows)] { destination.write(text); };
    });
    destination.finish();
    return kSuccess;
}

}  // namespace

void add_predict(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<PredictOptions>();
    CLI::App* command = app.add_subcommand("predict", "predict the class of each row with a model");
    command->footer(
        R"(Prints CSV with the header `prediction`, one row for each row of the table. The table needs only the columns that
the formulas read; with --soft, all columns that the program reads. --soft adds the truth values of the network, one column
for each output, named after its class. Reading them back gives the same floats. Rows are processed in blocks, so memory does
not grow with the table. The file of -o is replaced only when all rows are written. If a row is invalid, standard output has
the predictions of rows before it. Cells are read as in learning: the model has the types, the forms of numbers and dates, and
the texts of missing cells.

Examples:
  loh predict risk.json new.csv
  loh predict risk.json new.csv --soft -o risk.csv
  loh predict risk.json new.csv.gz
  gzip -dc big.csv.gz | cut -d , -f 2-9 | loh predict risk.json - > classes.csv)");
    add_model_option(*command, options->model);
    options->data.add_options(*command, "table, CSV with a header")->required();
    command->add_flag("--soft", options->soft, "add the truth values of the network");
    command->add_option("-o,--output", options->output, "write to FILE instead of standard output")
        ->type_name("FILE");
    add_threads_option(*command, options->threads);
    command->callback([options, &exit_code] { exit_code = predict(*options); });
}

}  // namespace loh::cli
