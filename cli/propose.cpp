// loh propose: writes a program for a table, to be edited and learned.
#include <iostream>
#include <memory>

#include "column_remarks.hpp"
#include "commands.hpp"
#include "cut_target.hpp"
#include "learn_flags.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct ProposeOptions {
    TableSource data;
    SchemaSource schema;
    std::string target;
    CutTarget cut_target;
    std::string positive;
    LearnOptions learn;
};

int propose_command(const ProposeOptions& options) {
    options.data.require_target(options.target);
    Dataset table = options.data.read(options.target, options.schema.read());
    std::vector<ColumnProfile> columns = table.profile();
    std::vector<std::string> left_out = identifier_columns(columns, options.target);
    print_left_out(std::cerr, columns, left_out);
    Dataset data = options.cut_target.apply(table.without(left_out));
    LearnTask task{std::move(data), {}, options.positive, options.learn};
    std::cout << propose(task).format();
    return kSuccess;
}

}  // namespace

void add_propose(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ProposeOptions>();
    CLI::App* command =
        app.add_subcommand("propose", "write a program for a table, to be edited and learned");
    command->footer(
        R"(Prints the program that `loh learn --effort none` trains: the literals of all columns, a layer of rules over them, and an
output for each class. Edit it and learn it with `loh learn --formula`. Use the same --seed, --holdout and --validation for
both, because cut points come from the training rows only.

Examples:
  loh propose loans.csv --target approved > loans.loh
  loh propose loans.csv --target approved --max-rules 5 --literals intervals
  loh propose loans.csv --target approved --comparisons all
  loh learn loans.csv --target approved --formula loans.loh)");
    options->data.add_options(*command, "table to write the program for, CSV with a header")->required();
    options->schema.add_options(*command);
    command->add_option("-t,--target", options->target, "column to predict; required")->type_name("COLUMN");
    options->cut_target.add_option(*command);
    command->add_option("--positive", options->positive, "the positive class, if the target has two classes")
        ->type_name("CLASS");
    add_learn_flags(*command, options->learn,
                    {"network", "max-rules", "max-literals", "second-layer", "second-inputs", "literals",
                     "cuts", "comparisons", "min-category-rows", "head", "holdout", "validation", "seed"});
    command->callback([options, &exit_code] { exit_code = propose_command(*options); });
}

}  // namespace loh::cli
