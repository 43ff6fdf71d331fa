// loh demo wildfire: four degrees of knowledge, one hidden rule.
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
    std::vector<Bits> tables;  // of the hypotheses
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

// Indices of the hypotheses that predict every observed situation rightly.
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

// The 512 situations in an order that is random but always the same.
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

// The shortest hypothesis that is right about every situation.
std::string survivor(const Regime& regime, const Bits& truth) {
    std::string shortest;
    for (std::size_t h = 0; h < regime.tables.size(); ++h) {
        if (regime.tables[h] != truth) continue;
        std::string text = regime.hypotheses[h].to_string();
        if (shortest.empty() || text.size() < shortest.size()) shortest = text;
    }
    return shortest;
}

void show_survivor(const std::vector<Regime>& regimes, const Bits& truth) {
    std::cout << "\n4. The more is known, the fewer labels it takes. What is left is the hidden rule, as an "
                 "ordinary formula:\n\n    "
              << survivor(regimes[2], truth) << '\n';
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
    show_survivor(regimes, truth);
    std::cout << "\nThe programs are in examples/wildfire*.loh. Try:\n"
                 "    loh space --count examples/wildfire-reliable-rules.loh\n"
                 "    loh space -e '[a, b] & [c, d] & !e'\n";
}

}  // namespace loh::cli
