// Tables, programs and options for tests of the head `vote`.
#pragma once

#include <string>
#include <vector>

#include "support/small_tables.hpp"

namespace loh::testing {

inline const std::vector<std::string> kVoteNames = {"a", "b", "c", "d", "e"};

// A table with two or four classes and a percentage of wrong labels.
inline Table voting_table(std::size_t classes, int wrong = 0, std::uint32_t rows = 120) {
    loh::Random random(8, Stream::testing);
    return random_columns(kVoteNames, rows, 21, "y",
                          [&, classes](const Assignment& v, std::uint32_t row) -> std::string {
                              bool turned = random.uniform(7, row) * 100 < wrong;
                              if (classes == 2) return (v.at("a") != v.at("b")) != turned ? "yes" : "no";
                              if (turned) return "north";
                              return v.at("a") && v.at("b")   ? "north"
                                     : v.at("c") != v.at("d") ? "east"
                                     : v.at("e")              ? "south"
                                                              : "west";
                          })
        .table();
}

inline LearnOptions vote_options(std::size_t rules = 16, std::size_t epochs = 40) {
    LearnOptions options = quick_options(epochs, 1);
    options.head = Head::vote;
    options.noise = 0.1;
    options.initial_literals = 2;
    options.max_rules = rules;
    return options;
}

// A program whose rules are conjunctions of literals.
inline TableTask vote_task(const Table& table, const LearnOptions& options) {
    std::string text = "output rule[j in 1.." + std::to_string(options.max_rules) + "] := true";
    for (const std::string& name : kVoteNames) text += " & [" + name + ", true] & [!" + name + ", true]";
    return {Program::parse(text), table, "y", {}, options};
}

inline Model voted(const Table& table, const LearnOptions& options, const LearnHooks& hooks = {}) {
    return learn(vote_task(table, options), hooks);
}

}  // namespace loh::testing
