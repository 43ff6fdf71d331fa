// Noisy tables and tasks for the paths from simple to accurate.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "loh/rule_path.hpp"
#include "support/random.hpp"

namespace loh::testing {

// Labels of a & b | c, some of them flipped, with five columns that say nothing.
inline Table noisy_table(std::uint64_t seed, std::size_t rows, int flipped_percent) {
    Random random(seed);
    std::string text = "a,b,c,n1,n2,n3,n4,n5,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        bool a = random.chance(60);
        bool b = random.chance(60);
        bool c = random.chance(20);
        bool label = (a && b) || c;
        if (random.chance(flipped_percent)) label = !label;
        for (bool value : {a, b, c}) text += value ? "t," : "f,";
        for (int i = 0; i < 5; ++i) text += std::to_string(random.below(8)) + "k,";
        text += label ? "yes\n" : "no\n";
    }
    return Table::parse_csv(text);
}

// yes from 3 points on: +3 for a, +2 for b, +1 for c, -2 for d. Some labels are flipped; five columns say nothing.
inline Table scored_table(std::uint64_t seed, std::size_t rows, int flipped_percent) {
    Random random(seed);
    std::string text = "a,b,c,d,n1,n2,n3,n4,n5,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        int points = 0;
        for (int worth : {3, 2, 1, -2}) {
            bool holds = random.chance(50);
            points += holds ? worth : 0;
            text += holds ? "t," : "f,";
        }
        bool label = points >= 3;
        if (random.chance(flipped_percent)) label = !label;
        for (int i = 0; i < 5; ++i) text += std::to_string(random.below(8)) + "k,";
        text += label ? "yes\n" : "no\n";
    }
    return Table::parse_csv(text);
}

inline LearnTask path_task(const Table& table) {
    LearnTask task{Dataset(table, "y")};
    task.positive = "yes";
    task.options.threads = 1;
    task.options.max_rules = 12;
    return task;
}

inline LearnTask card_task(const Table& table) {
    LearnTask task{Dataset(table, "y")};
    task.options.head = Head::vote;
    task.options.threads = 1;
    task.options.max_rules = 16;
    task.options.literals = Literals::all;
    task.options.cuts = Cuts::quantiles;
    return task;
}

inline std::size_t chosen_step(const Model& model) {
    std::size_t chosen = model.path().size();
    for (std::size_t step = 0; step < model.path().size(); ++step) {
        if (!model.path()[step].chosen) continue;
        EXPECT_EQ(chosen, model.path().size()) << "two steps are chosen";
        chosen = step;
    }
    return chosen;
}

}  // namespace loh::testing
