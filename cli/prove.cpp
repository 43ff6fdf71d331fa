// loh prove: answers about a model that hold for every row, not only for the rows of a table.
#include <iostream>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "outputs.hpp"
#include "prove_report.hpp"
#include "size_choice.hpp"
#include "table_source.hpp"
#include "usage.hpp"

namespace loh::cli {

namespace {

struct ProveOptions {
    std::string model;
    ModelLimits limits;
    SizeChoice size;
    TableSource data;
    ProofQuestion question;
    std::string other;                // of --equivalent
    std::optional<std::size_t> row;   // of --reason, from 1
    std::optional<std::size_t> most;  // of --all-reasons
    ProofOptions proof;
    bool no_missing = false;
    std::string certificate;  // of --proof
    bool json = false;
};

std::vector<std::string> questions_in(const ProveOptions& options) {
    std::vector<std::string> result;
    auto add = [&](bool given, const char* flag) {
        if (given) result.emplace_back(flag);
    };
    add(!options.question.implies.empty(), "--implies");
    add(!options.question.monotone.empty(), "--monotone");
    add(!options.other.empty(), "--equivalent");
    add(!options.question.never.empty(), "--never");
    add(options.question.unused, "--unused");
    add(!options.question.fair.empty(), "--fair");
    add(options.row.has_value(), "--reason");
    add(!options.question.count.empty(), "--count");
    return result;
}

// Throws Error (usage) unless exactly one question is asked, with the options that belong to it.
void check_question(const ProveOptions& options) {
    constexpr const char* kQuestions =
        "the questions are --implies, --monotone, --equivalent, --never, --unused, --fair, --reason and "
        "--count";
    std::vector<std::string> asked = questions_in(options);
    if (asked.empty()) throw Error(ErrorKind::usage, "no question", kQuestions);
    if (asked.size() > 1)
        throw Error(ErrorKind::usage, "two questions: " + asked[0] + " and " + asked[1], "ask one at a time");
    const std::string& question = asked[0];
    if (question == "--reason" && options.data.path.empty())
        throw Error(ErrorKind::usage, "--reason needs a table", "loh prove MODEL DATA --reason ROW");
    if (question != "--reason" && !options.data.path.empty())
        throw Error(ErrorKind::usage, question + " is about every row, and reads no table",
                    "leave out " + options.data.path);
    if (question != "--reason" && options.most)
        throw Error(ErrorKind::usage, "--all-reasons belongs to --reason", "add --reason ROW");
    if (question != "--monotone" && !options.question.of_class.empty())
        throw Error(ErrorKind::usage, "--class belongs to --monotone",
                    "in a formula, a class is written as in approved = \"yes\"");
    bool certified = question != "--reason" && question != "--count" && question != "--unused";
    if (!certified && !options.certificate.empty())
        throw Error(ErrorKind::usage, "--proof does not go with " + question,
                    "it is for questions that are answered by holds");
}

void print_warnings(const std::vector<Diagnostic>& warnings) {
    for (const Diagnostic& warning : warnings) std::cerr << warning.to_string() << '\n';
}

int answer_one(ProveOptions& options, const Model& model) {
    std::optional<Model> other;
    if (!options.other.empty()) other = read_model(options.other, options.limits);
    options.question.equivalent = other.has_value();
    ProofAnswer answer = answer_question(options.question, model, other ? &*other : nullptr, options.proof);
    print_warnings(answer.warnings);
    if (answer.holds && !options.certificate.empty())
        write_certificate(answer.clauses, options.certificate + ".cnf", options.certificate + ".drat");
    if (options.json) {
        std::cout << to_json(answer).dump(2) << '\n';
    } else {
        print_answer(std::cout, answer, model);
    }
    return answer.holds ? kSuccess : kFailure;
}

int prove(ProveOptions& options) {
    check_question(options);
    options.proof.missing = !options.no_missing;
    options.proof.certificate = !options.certificate.empty();
    if (options.proof.certificate)
        check_outputs(
            {{"MODEL", options.model}, {"--equivalent", options.other}},
            {{"--proof", options.certificate + ".cnf"}, {"--proof", options.certificate + ".drat"}});
    Model model = options.size.apply(read_model(options.model, options.limits), options.model);
    if (options.row) {
        Table table = options.data.read();
        ProofReasons reasons =
            prove_reasons(model, table, *options.row - 1, options.most.value_or(1), options.proof);
        if (options.json) {
            std::cout << to_json(reasons).dump(2) << '\n';
        } else {
            print_reasons(std::cout, reasons, model,
                          "Row " + std::to_string(*options.row) + " of " + table.source());
        }
        return kSuccess;
    }
    if (!options.question.count.empty()) {
        ProofCounts counts = prove_count(model, options.question.count, options.proof);
        if (options.json) {
            std::cout << to_json(counts, model).dump(2) << '\n';
        } else {
            print_counts(std::cout, counts, model);
        }
        return kSuccess;
    }
    return answer_one(options, model);
}

void add_questions(CLI::App& command, ProveOptions& options) {
    command
        .add_option("--implies", options.question.implies,
                    "FORMULA about columns and classes holds for every row")
        ->type_name("FORMULA");
    command
        .add_option("--monotone", options.question.monotone,
                    "raising COLUMN never moves the decision away from the class; COLUMN=-: lowering it")
        ->type_name("COLUMN");
    command.add_option("--class", options.question.of_class,
                       "with --monotone: this class; default: yes of yes and no, or numbers in their order");
    command.add_option("--equivalent", options.other, "the other MODEL decides every row alike")
        ->type_name("MODEL");
    command
        .add_option("--never", options.question.never,
                    "the rules with the numbers A and B never hold together")
        ->type_name("A,B");
    command.add_flag("--unused", options.question.unused,
                     "every column of the rules can change the decision; otherwise lists those that cannot");
    command.add_option("--fair", options.question.fair, "rows that differ in COLUMN alone are decided alike")
        ->type_name("COLUMN");
    CLI::Option* row = command.add_option("--reason", options.row,
                                          "a smallest set of cells of this row of DATA that forces its "
                                          "decision; the first row below the header is 1");
    accept_whole_numbers(*row, "--reason", 1, kMostCount);
    CLI::Option* most =
        command.add_option("--all-reasons", options.most, "with --reason: up to N reasons, smallest first");
    most->type_name("N");
    accept_whole_numbers(*most, "--all-reasons", 1, kMostCount);
    command
        .add_option("--count", options.question.count,
                    "how many distinguishable rows fulfil FORMULA, by class; `true` counts all")
        ->type_name("FORMULA");
}

}  // namespace

void add_prove(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ProveOptions>();
    CLI::App* command = app.add_subcommand(
        "prove", "prove that a model keeps a rule for every row, or find a counterexample");
    command->footer(
        R"(One question at a time. The answer is about every row that the columns allow, not about the rows of a table: every number,
every category, also new ones, and missing cells. In formulas, a class is written approved = "yes", or by its name alone; the name
of the target alone is the class that says yes. A counterexample is one in which the fewest columns matter. It is predicted by
the model before it is printed, with the cells that do the same in words. docs/proofs.md defines each question.

Exit status: 0 holds (or an answer to --reason, --count), 1 does not hold, with a counterexample, 2 any error.

Examples:
  loh prove loans.json --implies 'income < 40 -> !approved'
  loh prove loans.json --implies 'approved -> age >= 18' --assume 'age >= 0' --no-missing
  loh prove loans.json --monotone income       raising the income never turns approval into refusal
  loh prove loans.json --fair sex              the column sex alone never changes the decision
  loh prove loans.json --equivalent new.json   or a row that is decided differently
  loh prove loans.json --never 1,3             two rules never hold together
  loh prove loans.json --unused                columns that cannot change the decision
  loh prove loans.json loans.csv --reason 7    why row 7 is decided as it is, whatever its other cells are
  loh prove loans.json --count 'housing = "own"'
  loh prove loans.json --implies 'income < 40 -> !approved' --proof policy    writes policy.cnf and policy.drat)");
    add_model_option(*command, options->model, options->limits);
    options->data.add_options(*command, "with --reason: the table of the row");
    add_questions(*command, *options);
    command->add_option("--assume", options->proof.assume, "only rows that fulfil FORMULA (repeatable)")
        ->allow_extra_args(false)
        ->type_name("FORMULA");
    command->add_flag("--no-missing", options->no_missing, "only rows without missing cells");
    command
        ->add_option("--unread", options->proof.unread,
                     "columns of the question that the model does not read")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("COLUMN,...");
    command
        ->add_option("--proof", options->certificate,
                     "if the claim holds: write NAME.cnf and NAME.drat, which a proof checker accepts")
        ->type_name("NAME");
    options->size.add_options(*command);
    command->add_flag("--json", options->json, "print the answer as JSON");
    command->callback([options, &exit_code] {
        try {
            exit_code = prove(*options);
        } catch (const Error& error) {  // exit code 1 means that the claim does not hold
            std::cerr << error.what() << '\n';
            exit_code = kBadUsage;
        }
    });
}

}  // namespace loh::cli
