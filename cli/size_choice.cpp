#include "size_choice.hpp"

#include "usage.hpp"

namespace loh::cli {

void SizeChoice::add_options(CLI::App& command) {
    CLI::Option* pick = command.add_option(
        "--pick", choice_.pick,
        "use size N of the model's path instead of the chosen one; `loh explain MODEL --path` lists them");
    accept_whole_numbers(*pick, "--pick", 1, 1000);
    CLI::Option* literals =
        command.add_option("--literals-at-most", choice_.most_literals,
                           "choose again among the sizes of the path with at most N literals");
    accept_whole_numbers(*literals, "--literals-at-most", 0, kMostCount);
}

Model SizeChoice::apply(const Model& model, const std::string& path) const {
    if (!is_given()) return model;
    if (choice_.pick > 0 && choice_.most_literals)
        throw Error(ErrorKind::usage, "--pick and --literals-at-most both choose a size", "give one of them");
    try {
        return model.at_size(choice_);
    } catch (const Error& error) {
        Diagnostic report = error.diagnostic();
        report.message = path + ": " + report.message;
        throw Error(std::move(report));
    }
}

}  // namespace loh::cli
