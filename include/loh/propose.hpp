// A program for a dataset without one: a network of rules over all literals that the columns offer.
//
//     loh::LearnTask task{loh::Dataset::read_csv("loans.csv", "approved")};
//     task.options.max_rules = 20;
//     task.program = loh::propose(task);
//     std::cout << task.program->format();                       // a program like any other: read it, change it
//     loh::Model model = loh::learn(task);
//
// The literals are cut points of numbers, categories, and on request comparisons of two columns (docs/tables.md). Every rule may
// use any literal, and every class any rule. Of two classes the output is for the positive one of a pair like no and yes, else
// for the rarer. With more classes the outputs are an ordered list, the rarest class first; the most frequent one is the
// default.
//
// Cut points and categories come from the rows that learning with the same options trains on.
#pragma once

#include "loh/learn.hpp"
#include "loh/program.hpp"

namespace loh {

// Throws Error when the dataset offers nothing to learn from.
Program propose(const LearnTask& task);

}  // namespace loh
