// A default program for a dataset: a network of rules over all literals of its columns.
//
//     loh::LearnTask task{loh::Dataset::read_csv("loans.csv", "approved")};
//     task.options.max_rules = 20;
//     task.program = loh::propose(task);
//     std::cout << task.program->format();                       // an ordinary program, which can be edited
//     loh::Model model = loh::learn(task);
//
// The literals are cut points of numbers, categories, and on request comparisons of two columns (docs/tables.md). Every rule
// may use any literal, and every class any rule. With two classes, the output describes the positive class of a pair such as no
// and yes, otherwise the rarer class. With more classes the outputs are an ordered list, the rarest class first; the most
// frequent class is the default.
//
// Cut points and categories come from the training rows of the same options.
#pragma once

#include "loh/learn.hpp"
#include "loh/program.hpp"

namespace loh {

// Throws Error if the dataset has no literals.
Program propose(const LearnTask& task);

}  // namespace loh
