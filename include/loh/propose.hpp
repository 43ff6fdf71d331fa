// A program for a table that nobody wrote one for: a network of rules over everything the columns offer.
//
//     loh::LearnOptions options;
//     options.max_rules = 20;
//     options.holdout = 0.2;
//     loh::Program program = loh::propose(table, "approved", options);
//     std::cout << program.format();                             // a program like any other: read it, change it
//     loh::Model model = loh::learn({program, table, "approved", {}, options});
//
// The literals are cut points of numbers and categories of the rest, and if wanted comparisons of two columns
// (docs/tables.md); every rule may use any of them, and every class any rule. Of two classes the output stands for one: the positive of a pair like no and yes, else the rarer.
// With more, outputs are an ordered list, the rarest class first; the most frequent one is what remains.
//
// Everything that depends on the data comes from the rows that learning with the same options trains on: what it keeps
// aside is not looked at.
#pragma once

#include <string>

#include "loh/learn_options.hpp"
#include "loh/program.hpp"
#include "loh/table.hpp"
#include "loh/table_schema.hpp"

namespace loh {

// `positive`: of two classes, the one to have the output. Throws Error when the table offers nothing to learn from.
Program propose(const Table& table, const std::string& target, const LearnOptions& options,
                const TableSchema& schema = {}, const std::string& positive = {});

}  // namespace loh
