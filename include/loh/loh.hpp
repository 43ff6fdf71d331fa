// The Logic of Hypotheses: all public headers.
//
//     error.hpp     errors and warnings with their places
//     file.hpp      atomic writing of files
//     formula.hpp   formulas with choices, built in C++ (formula_tools.hpp: substitute, simplify, normal forms, equivalence)
//     program.hpp   the language: parse, format, elaborate
//     space.hpp     hypothesis spaces: count, enumerate
//     compile.hpp   the network of a program with choices, as text
//     network.hpp   the network as a function to train with any loss and optimiser (matrices: matrix.hpp)
//     table.hpp     tables of cells from CSV files (of any size: table_reader.hpp; types: table_schema.hpp)
//     dataset.hpp   typed tables, the input of learners (summary of columns: table_profile.hpp)
//     learn.hpp     learning from a dataset (options: learn_options.hpp; learners: rule_path.hpp,
//                   short_rules.hpp, distil.hpp; figures on new rows: cross_validation.hpp)
//     propose.hpp   a default program for a dataset
//     decision.hpp  the result of learning: predict, evaluate, print (scorecards: scorecard.hpp; probabilities:
//                   probabilities.hpp, probability_figures.hpp;
//                   unseen categories: unseen_cells.hpp; one row: explain.hpp)
//     prove.hpp     proofs about a decision, for every possible row
//     model.hpp     a decision with its record: read, write
//     export.hpp    a decision as SQL, C and other languages
#pragma once

#include "loh/compile.hpp"
#include "loh/cross_validation.hpp"
#include "loh/dataset.hpp"
#include "loh/decision.hpp"
#include "loh/decision_diff.hpp"
#include "loh/distil.hpp"
#include "loh/error.hpp"
#include "loh/explain.hpp"
#include "loh/export.hpp"
#include "loh/file.hpp"
#include "loh/formula.hpp"
#include "loh/formula_tools.hpp"
#include "loh/learn.hpp"
#include "loh/learn_options.hpp"
#include "loh/matrix.hpp"
#include "loh/model.hpp"
#include "loh/network.hpp"
#include "loh/probability_figures.hpp"
#include "loh/program.hpp"
#include "loh/propose.hpp"
#include "loh/prove.hpp"
#include "loh/rule_path.hpp"
#include "loh/scorecard.hpp"
#include "loh/semantics.hpp"
#include "loh/short_rules.hpp"
#include "loh/space.hpp"
#include "loh/spelling.hpp"
#include "loh/table.hpp"
#include "loh/table_profile.hpp"
#include "loh/table_reader.hpp"
#include "loh/table_schema.hpp"
#include "loh/unseen_cells.hpp"
#include "loh/version.hpp"
