// loh predict: predicts the class of each row of a table.
#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include "commands.hpp"
#include "model_report.hpp"
#include "outputs.hpp"
#include "size_choice.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct PredictOptions {
    std::string model;
    ModelLimits limits;
    SizeChoice size;
    TableSource data;
    std::string output;
    std::vector<std::string> keep;  // columns to copy; each text may list several
    bool soft = false;
    bool scores = false;
    bool proba = false;
    bool quiet = false;
    std::size_t threads = 0;
};

// A CSV cell, quoted if RFC 4180 requires it.
void append_csv_cell(std::string& line, std::string_view text) {
    constexpr const char* kBlanks = " \t";  // readers may strip them from the ends of a cell
    bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos && !text.empty() &&
                 text.find_first_of(kBlanks) != 0 && text.find_last_of(kBlanks) != text.size() - 1;
    if (plain) {
        line += text;
        return;
    }
    line += '"';
    for (char c : text) line.append(c == '"' ? 2 : 1, c);
    line += '"';
}

std::string csv_cell(std::string_view text) {
    std::string result;
    append_csv_cell(result, text);
    return result;
}

// The shortest decimal that reads back as the same number.
template <class Number>
void append_number(std::string& text, Number value) {
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

// The columns of --keep. A text that is not a column may list several, separated by commas; `*` is all columns.
std::vector<std::size_t> kept_columns(const std::vector<std::string>& texts, const Table& header) {
    std::vector<std::size_t> result;
    for (const std::string& text : texts) {
        if (text == "*" && !header.find(text)) {
            for (std::size_t column = 0; column < header.columns(); ++column) result.push_back(column);
        } else if (header.find(text)) {
            result.push_back(header.at(text));
        } else {
            for (std::size_t begin = 0; begin <= text.size();) {
                std::size_t end = std::min(text.find(',', begin), text.size());
                result.push_back(header.at(std::string_view(text).substr(begin, end - begin)));
                begin = end + 1;
            }
        }
    }
    return result;
}

// The output of a block of rows.
struct BlockLines {
    std::string text;
    UnseenCells unseen;
};

class PredictionLines {
public:
    PredictionLines(const Model& model, const Table& header, const PredictOptions& options)
        : model_(model),
          predictor_(model, header),
          soft_(options.soft),
          scores_(options.scores),
          proba_(options.proba),
          keep_(kept_columns(options.keep, header)) {
        check_additions();
        for (const std::string& name : model.classes()) {
            cells_.push_back(csv_cell(name));
            lines_.push_back(cells_.back() + "\n");
        }
        std::set<std::string> known;
        for (const std::string& name : column_names(header)) {
            if (!known.insert(name).second)
                throw Error(ErrorKind::usage, "the output would have two columns '" + name + "'",
                            "leave one of them out of --keep");
            header_ += (header_.empty() ? "" : ",") + csv_cell(name);
        }
        header_ += "\n";
    }

    [[nodiscard]] const std::string& header() const { return header_; }

    [[nodiscard]] BlockLines of(const Table& rows) const {
        BlockLines result;
        std::vector<std::uint32_t> classes = predictor_.classify(rows, result.unseen);
        if (keep_.empty() && !soft_ && !scores_ && !proba_) {
            std::size_t longest = 0;
            for (const std::string& line : lines_) longest = std::max(longest, line.size());
            result.text.reserve(classes.size() * longest);
            for (std::uint32_t number : classes) result.text += lines_[number];
            return result;
        }
        SoftOutputs soft;
        if (soft_) soft = model_.soft(rows);
        std::vector<std::int64_t> scores;
        if (scores_) scores = predictor_.scores(rows);
        std::vector<double> probabilities;
        if (proba_) probabilities = predictor_.probabilities(rows);
        std::string& text = result.text;
        for (std::size_t row = 0; row < classes.size(); ++row) {
            for (std::size_t column : keep_) {
                append_csv_cell(text, rows.cell(column, row));
                text += ',';
            }
            text += cells_[classes[row]];
            for (const std::vector<float>& column : soft.columns) {
                text += ',';
                append_number(text, column[row]);
            }
            for (std::size_t c = 0; scores_ && c < cells_.size(); ++c) {
                text += ',';
                append_number(text, scores[row * cells_.size() + c]);
            }
            for (std::size_t c = 0; proba_ && c < cells_.size(); ++c) {
                text += ',';
                append_number(text, static_cast<float>(probabilities[row * cells_.size() + c]));
            }
            text += '\n';
        }
        return result;
    }

private:
    [[nodiscard]] std::vector<std::string> column_names(const Table& header) const {
        std::vector<std::string> names;
        for (std::size_t column : keep_) names.push_back(header.names()[column]);
        names.emplace_back("prediction");
        if (soft_) {
            for (const std::string& name : model_.soft(header).names) names.push_back(name);
        }
        if (scores_) {
            static_cast<void>(predictor_.scores(header));  // throws if the model has none
            for (const std::string& name : model_.classes()) names.push_back("points " + name);
        }
        if (proba_) {
            static_cast<void>(predictor_.probabilities(header));  // throws if the model has none
            for (const std::string& name : model_.classes()) names.push_back("proba " + name);
        }
        return names;
    }

    void check_additions() const {
        if (soft_ && model_.head() == Head::vote)
            throw Error(ErrorKind::usage,
                        "--soft is not for scorecards, whose outputs are rules, not classes",
                        "--scores adds the points of each class");
    }

    const Model& model_;
    Predictor predictor_;
    bool soft_;
    bool scores_;
    bool proba_;
    std::vector<std::size_t> keep_;   // columns of the table
    std::vector<std::string> cells_;  // [class]: as CSV
    std::vector<std::string> lines_;  // [class]: a line without other cells
    std::string header_;
};

// Reads and predicts blocks of rows on several threads and writes them in order.
int predict(const PredictOptions& options) {
    check_outputs({{"MODEL", options.model}, {"DATA", options.data.path}}, {{"--output", options.output}});
    Model model = options.size.apply(read_model(options.model, options.limits), options.model);
    TableReader reader = options.data.open();
    PredictionLines lines(model, reader.header(), options);
    UnseenCells unseen;
    Destination destination(options.output);
    destination.write(lines.header());
    reader.for_each_block(options.threads, [&](const Table& rows) -> InOrder {
        return [&destination, &unseen, block = lines.of(rows)] {
            destination.write(block.text);
            unseen.add(block.unseen);
        };
    });
    destination.finish();
    if (!options.quiet) print_unseen(std::cerr, unseen, model);
    return kSuccess;
}

}  // namespace

void add_predict(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<PredictOptions>();
    CLI::App* command = app.add_subcommand("predict", "predict the class of each row with a model");
    command->footer(
        R"(Prints CSV with the header `prediction`, one row for each row of the table. The table needs only the columns that
the formulas read; with --soft, all columns that the program reads. Rows are processed in blocks, so memory does not grow with
the table. The file of -o is replaced only when all rows are written; a pipe or device is written to as rows arrive. If a row is
invalid, standard output has the predictions of rows before it. Cells are read as in learning: the model has the types, the
forms of numbers and dates, and the texts of missing cells.

--keep copies columns of the table, such as ids, in front of the prediction. The texts of the cells are unchanged, except that
blanks around a cell without quotes are not part of it. --scores adds the points of each class of a scorecard, in columns named
`points CLASS`. --proba adds the probability of each class, in columns named `proba CLASS`: of a scorecard the softmax of its
points, of rules the class shares of the rows that the deciding rule decides. They are fitted on rows that the rules were not found
on, if there are enough. --soft adds the truth values of the network, one column for each output, named after its class; reading
them back gives the same floats.

Categories that did not occur in learning equal no known category. They are counted and reported on standard error at the end.

--pick and --literals-at-most use another size of the model's path (`loh explain MODEL --path`).

Examples:
  loh predict risk.json new.csv
  loh predict risk.json new.csv --pick 3
  loh predict risk.json new.csv --keep id,name -o risk.csv
  loh predict risk.json new.csv --keep '*' --scores
  loh predict risk.json new.csv --proba
  loh predict risk.json new.csv --soft -o risk.csv
  loh predict risk.json new.csv.gz
  gzip -dc big.csv.gz | cut -d , -f 2-9 | loh predict risk.json - > classes.csv)");
    add_model_option(*command, options->model, options->limits);
    options->data.add_options(*command, "table, CSV with a header")->required();
    options->size.add_options(*command);
    command
        ->add_option("--keep", options->keep,
                     "columns of DATA to copy in front of the prediction; '*': all columns (repeatable)")
        ->type_name("COLUMN[,COLUMN]")
        ->allow_extra_args(false);
    command->add_flag("--scores", options->scores, "scorecards: add the points of each class");
    command->add_flag("--proba", options->proba, "add the probability of each class");
    command->add_flag("--soft", options->soft,
                      "add the truth values of the network for each class; not for scorecards");
    command->add_option("-o,--output", options->output, "write to FILE instead of standard output")
        ->type_name("FILE");
    command->add_flag("-q,--quiet", options->quiet, "print no notes");
    add_threads_option(*command, options->threads);
    command->callback([options, &exit_code] { exit_code = predict(*options); });
}

}  // namespace loh::cli
