// loh predict: the class of each row of a table.
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

// The shortest decimal that reads back as the same float.
void append_number(std::string& text, float value) {
    std::array<char, 32> buffer;
    auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    text.append(buffer.data(), end);
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

// Blocks of rows are read and predicted on several threads, and written in order.
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
    CLI::App* command = app.add_subcommand("predict", "the class of each row, by a learned model");
    command->footer(
        R"(Prints CSV with the header `prediction`, one row for each row of the table. Only the columns that the formulas read are
needed; with --soft, all that the program reads. --soft adds the truth values of the network, one column for each output,
named after its class, with as many digits as it takes to read back the same float. Rows are read, predicted and written a
block at a time, so a table of any size takes little memory. The file of -o is replaced when all rows are there; standard
output has the rows before a broken one.

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
