// loh propose: a program for a table, to be read, changed and learned.
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "learn_flags.hpp"
#include "table_source.hpp"

namespace loh::cli {

namespace {

struct ProposeOptions {
    TableSource data;
    SchemaSource schema;
    std::string target;
    std::string positive;
    LearnOptions learn;
};

int propose_command(const ProposeOptions& options) {
    LearnTask task{
        options.data.read(options.target, options.schema.read()), {}, options.positive, options.learn};
    std::cout << propose(task).format();
    return kSuccess;
}

}  // namespace

void add_propose(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ProposeOptions>();
    CLI::App* command =
        app.add_subcommand("propose", "write a program for a table, to be changed and learned");
    command->footer(
        R"(Prints the program that `loh learn` without a program learns: the literals that the columns offer, a layer of rules over
them, and an output for each class. Add what you know, take out what you do not want, and learn it. Give the same --seed,
--holdout and --validation as for learning: cut points come from the training rows only.

Examples:
  loh propose loans.csv --target approved > loans.loh
  loh propose loans.csv --target approved --max-rules 5 --literals intervals
  loh propose loans.csv --target approved --comparisons all
  loh learn loans.csv --target approved --formula loans.loh)");
    options->data.add_options(*command, "table to propose for, CSV with a header")->required();
    options->schema.add_options(*command);
    command->add_option("-t,--target", options->target, "column to predict")->type_name("COLUMN")->required();
    command->add_option("--positive", options->positive, "of two classes, the one that has the output")
        ->type_name("CLASS");
    add_learn_flags(*command, options->learn,
                    {"network", "max-rules", "max-literals", "literals", "cuts", "comparisons",
                     "min-category-rows", "head", "holdout", "validation", "seed"});
    command->callback([options, &exit_code] { exit_code = propose_command(*options); });
}

}  // namespace loh::cli
