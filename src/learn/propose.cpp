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

// What a layer of neurons joins: the elements 1..count of `array`, by conjunction or disjunction.
struct Joined {
    bool conjunction;
    std::string array;
    std::size_t count;
    std::size_t most = 0;  // how many of them a neuron joins; 0: no limit
};

// A neuron: a choice for each element whether to use it. With a limit, that many places instead, each with a choice of one
// element or none.
std::string neuron_text(const Joined& of) {
    std::string each = "i in 1.." + std::to_string(of.count) + ": ";
    std::string places = "k in 1.." + std::to_string(of.most) + ": ";
    bool limited = of.most > 0 && of.most < of.count;
    return (of.conjunction ? "and(" : "or(") + (limited ? places + "[" + each : each + "[") + of.array +
           "[i], " + (of.conjunction ? "true" : "false") + "])";
}

// The declaration of a layer, without a line end.
std::string layer_text(const std::string& name, std::size_t size, const Joined& of) {
    return name + "[j in 1.." + std::to_string(size) + "] := " + neuron_text(of);
}

// Literals, one hidden layer or two, outputs. Conjunctions and disjunctions alternate; the outputs of `dnf` are disjunctions.
std::string network_text(const ProposedLiterals& literals, const Names& outputs, const LearnOptions& options,
                         const std::set<std::string>& taken) {
    bool dnf = options.network == NormalForm::dnf;
    bool two = options.second_layer > 0;
    bool vote = options.head == Head::vote;
    std::string literal = free_name("x", taken);
    std::string rule = free_name(dnf ? "rule" : "clause", taken);
    std::string text = remarks(literals);
    for (std::size_t i = 0; i < literals.atoms.size(); ++i)
        text += literal + "[" + std::to_string(i + 1) + "] := " + spell(literals.atoms[i]) + "\n";
    text += "\n";
    Joined below{dnf, literal, literals.atoms.size(), options.max_literals};
    if (two) {
        below.conjunction = !dnf;
        std::string first = free_name(dnf ? "clause" : "rule", taken);
        text += layer_text(first, options.max_rules, below) + "\n";
        below = {dnf, first, options.max_rules, options.second_inputs};
    }
    std::size_t rules = two ? options.second_layer : options.max_rules;
    text += (vote ? "output " : "") + layer_text(rule, rules, below) + "\n";
    if (vote) return text;
    const std::string uses = std::string(" := ") + (dnf ? "or(" : "and(") + "j in 1.." +
                             std::to_string(rules) + ": [" + rule + "[j], " + (dnf ? "false" : "true") +
                             "])\n";
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
