#include "loh/propose.hpp"

#include <set>

#include "base/text.hpp"
#include "learn/class_schema.hpp"
#include "learn/proposed_literals.hpp"
#include "learn/row_split.hpp"

namespace loh {

namespace {

using Names = std::vector<std::string>;

// The name, with underscores appended until no column and no class has it.
std::string free_name(std::string name, const std::set<std::string>& taken) {
    while (taken.contains(name)) name += "_";
    return name;
}

std::string remark(std::size_t used, std::size_t found, const std::string& what) {
    if (used == found) return {};
    return "# The " + std::to_string(used) + " most informative of " + std::to_string(found) + " " + what +
           " of columns.\n";
}

// Comments in the program if some comparisons or differences of columns were left out; otherwise empty.
std::string remarks(const ProposedLiterals& literals) {
    return remark(literals.comparisons, literals.comparisons_found, "comparisons") +
           remark(literals.differences, literals.differences_found, "differences");
}

// A rule or clause: a choice for each literal whether to use it. With max_literals, that many places instead, each with a
// choice of one literal or none.
std::string rule_text(const std::string& literal, std::size_t literals, const LearnOptions& options) {
    bool dnf = options.network == NormalForm::dnf;
    std::string each = "i in 1.." + std::to_string(literals) + ": ";
    std::string places = "k in 1.." + std::to_string(options.max_literals) + ": ";
    bool limited = options.max_literals > 0 && options.max_literals < literals;
    return (dnf ? "and(" : "or(") + (limited ? places + "[" + each : each + "[") + literal + "[i], " +
           (dnf ? "true" : "false") + "])";
}

std::string network_text(const ProposedLiterals& literals, const Names& outputs, const LearnOptions& options,
                         const std::set<std::string>& taken) {
    bool dnf = options.network == NormalForm::dnf;
    std::string literal = free_name("x", taken);
    std::string rule = free_name(dnf ? "rule" : "clause", taken);
    std::string text = remarks(literals);
    for (std::size_t i = 0; i < literals.atoms.size(); ++i)
        text += literal + "[" + std::to_string(i + 1) + "] := " + spell(literals.atoms[i]) + "\n";
    std::string rules = "j in 1.." + std::to_string(options.max_rules);
    bool vote = options.head == Head::vote;
    text += "\n" + std::string(vote ? "output " : "") + rule + "[" + rules +
            "] := " + rule_text(literal, literals.atoms.size(), options) + "\n";
    if (vote) return text;
    const std::string uses = std::string(" := ") + (dnf ? "or(" : "and(") + rules + ": [" + rule + "[j], " +
                             (dnf ? "false" : "true") + "])\n";
    for (const std::string& name : outputs) text.append("output ").append(spell_name(name)).append(uses);
    return text;
}

}  // namespace

Program propose(const LearnTask& task) {
    check_options(task.options);
    const ClassColumn& classes = classes_to_learn(task.data);
    const DatasetData& data = task.data.data();
    RowList training = split_for_learning(data.examples(), task.options).training.list();
    ProposedLiterals literals = proposed_literals(data, training, task.options);
    std::set<std::string> taken(data.names.begin(), data.names.end());
    taken.insert(classes.names.begin(), classes.names.end());
    return Program::parse(network_text(literals, output_classes(classes, task.options.head, task.positive),
                                       task.options, taken),
                          "<proposed>");
}

}  // namespace loh
