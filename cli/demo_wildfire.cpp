// loh demo wildfire: learns one hidden rule with four degrees of knowledge.
#include <iomanip>
#include <iostream>
#include <numeric>
#include <sstream>

#include "demos.hpp"
#include "examples.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

using Bits = std::vector<std::uint64_t>;  // one bit for each of the 2^9 situations

struct Regime {
    std::string title;
    const char* program;
    std::vector<Formula> hypotheses;
    std::vector<Bits> tables;  // truth tables of the hypotheses
};

Regime load(const std::string& title, const char* text, const std::vector<std::string>& names) {
    Regime regime{title, text, {}, {}};
    Elaboration elaboration = elaborate(Program::parse(text, title));
    for_each_hypothesis(elaboration.formulas(), [&](const std::vector<Formula>& hypothesis) {
        regime.hypotheses.push_back(hypothesis[0]);
        regime.tables.push_back(truth_table(hypothesis[0], names));
        return true;
    });
    return regime;
}

// Indices of the hypotheses that predict every observed situation correctly.
std::vector<std::size_t> consistent(const Regime& regime, const Bits& truth, const Bits& observed) {
    std::vector<std::size_t> result;
    for (std::size_t h = 0; h < regime.tables.size(); ++h) {
        bool agrees = true;
        for (std::size_t w = 0; w < truth.size() && agrees; ++w)
            agrees = ((regime.tables[h][w] ^ truth[w]) & observed[w]) == 0;
        if (agrees) result.push_back(h);
    }
    return result;
}

// The 512 situations in a fixed pseudo-random order.
std::vector<std::size_t> shuffled_situations(std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::uint64_t state = 2026;
    for (std::size_t i = count - 1; i > 0; --i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        std::swap(order[i], order[(state >> 33U) % (i + 1)]);
    }
    return order;
}

Bits mark(const std::vector<std::size_t>& order, std::size_t count) {
    Bits observed(order.size() / 64, 0);
    for (std::size_t i = 0; i < count; ++i) observed[order[i] / 64] |= std::uint64_t{1} << (order[i] % 64);
    return observed;
}

void show_program() {
    std::cout << "1. A program in the Logic of Hypotheses.\n\n";
    print_indented(kWildfire);
    Elaboration elaboration = elaborate(Program::parse(kWildfire, "wildfire.loh"));
    std::cout << "\n2. Each bracket is a choice, so the program stands for "
              << count_hypotheses(elaboration.formulas()) << " formulas. Some of them:\n\n";
    std::size_t shown = 0;
    for_each_hypothesis(elaboration.formulas(), [&](const std::vector<Formula>& hypothesis) {
        std::cout << "    " << hypothesis[0] << '\n';
        return ++shown < 4;
    });
}

void show_evidence(const std::vector<Regime>& regimes, const Bits& truth,
                   const std::vector<std::size_t>& order) {
    constexpr std::size_t kObserved[] = {0, 2, 4, 8, 16, 32, 512};
    std::cout << "\n3. Evidence decides between them. A hidden rule labels situations (nine conditions, 512 "
                 "combinations), in random\n"
                 "   order. How many hypotheses predict all labels so far, for four degrees of knowledge?\n\n"
              << "    labels seen          ";
    for (std::size_t count : kObserved) std::cout << std::setw(8) << count;
    std::cout << '\n';
    for (const Regime& regime : regimes) {
        std::cout << "    " << std::left << std::setw(21) << regime.title << std::right;
        for (std::size_t count : kObserved)
            std::cout << std::setw(8) << consistent(regime, truth, mark(order, count)).size();
        std::cout << '\n';
    }
}

// Some situations as a table: a column of 0 and 1 for each condition, and the label of the hidden rule.
Table situations(const std::vector<std::string>& names, const Bits& truth,
                 const std::vector<std::size_t>& rows) {
    std::vector<std::vector<std::string>> columns(names.size() + 1);
    for (std::size_t row : rows) {
        for (std::size_t c = 0; c < names.size(); ++c)
            columns[c].emplace_back((row >> c & 1U) != 0 ? "1" : "0");
        columns.back().emplace_back((truth[row / 64] >> (row % 64) & 1U) != 0 ? "yes" : "no");
    }
    std::vector<std::string> header = names;
    header.emplace_back("risk");
    return Table::from_columns(header, columns);
}

// Learns each program from the first situations and evaluates it on all others.
void show_learning(const std::vector<Regime>& regimes, const std::vector<std::string>& names,
                   const Bits& truth, const std::vector<std::size_t>& order) {
    constexpr std::ptrdiff_t kSeen = 10;
    Table seen = situations(names, truth, {order.begin(), order.begin() + kSeen});
    Table others = situations(names, truth, {order.begin() + kSeen, order.end()});
    std::cout << "\n4. Learning: gradient descent sees the labels of " << kSeen
              << " situations and makes the choices. Judged on the other " << others.rows() << ":\n\n"
              << "    program              choices   F1 on the others   the hidden rule?\n";
    std::string learned;
    for (const Regime& regime : regimes) {
        LearnTask task{Dataset(seen, "risk"), Program::parse(regime.program, regime.title), "yes"};
        task.options.epochs = 100;
        Model model = learn(task);
        bool recovered = truth_table(model.formulas()[0].formula, names) == truth;
        std::cout << "    " << std::left << std::setw(21) << regime.title << std::right << std::setw(7)
                  << elaborate(*task.program).graph.choice_count() << std::fixed << std::setprecision(4)
                  << std::setw(19) << model.evaluate(others).f1[1] << std::setw(19)
                  << (recovered ? "yes" : "no") << '\n';
        if (recovered && learned.empty()) learned = model.formulas()[0].formula.to_string();
    }
    if (!learned.empty())
        std::cout << "\n   What was learned is an ordinary formula:\n\n    " << learned << '\n';
}

}  // namespace

void demo_wildfire() {
    show_program();
    Elaboration hidden = elaborate(Program::parse(kWildfireFullKnowledge, "hidden"));
    std::vector<std::string> names = variables(hidden.outputs[0].formula);
    Bits truth = truth_table(hidden.outputs[0].formula, names);
    std::vector<Regime> regimes = {load("reliable rules", kWildfireReliableRules, names),
                                   load("partial knowledge", kWildfirePartialKnowledge, names),
                                   load("one rule per set", kWildfireOneRulePerSet, names),
                                   load("full knowledge", kWildfireFullKnowledge, names)};
    std::vector<std::size_t> order = shuffled_situations(std::size_t{1} << names.size());
    show_evidence(regimes, truth, order);
    show_learning(regimes, names, truth, order);
    std::cout << "\nThe programs are in examples/wildfire*.loh. Try:\n"
                 "    loh space --count examples/wildfire-reliable-rules.loh\n"
                 "    loh space -e '[a, b] & [c, d] & !e'\n";
}

}  // namespace loh::cli
