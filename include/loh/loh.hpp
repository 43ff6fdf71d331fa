// The Logic of Hypotheses: all public headers.
//
//     error.hpp     errors and warnings with their places
//     file.hpp      atomic writing of files
//     formula.hpp   formulas with choices, built in C++ (formula_tools.hpp: substitute, simplify, normal forms, equivalence)
//     program.hpp   the language: parse, format, elaborate
//     space.hpp     hypothesis spaces: count, enumerate
//     compile.hpp   the network a formula with choices becomes
//     table.hpp     tables from CSV files (types: table_schema.hpp, what is in them: table_profile.hpp; of any size: table_reader.hpp)
//     learn.hpp     learning from a table (options: learn_options.hpp; chosen for you: effort.hpp; a few rules by search: short_rules.hpp)
//     model.hpp     what was learned: predict, evaluate, explain, save (one row: explain.hpp)
#pragma once

#include "loh/compile.hpp"
#include "loh/distil.hpp"
#include "loh/effort.hpp"
#include "loh/error.hpp"
#include "loh/explain.hpp"
#include "loh/file.hpp"
#include "loh/formula.hpp"
#include "loh/formula_tools.hpp"
#include "loh/learn.hpp"
#include "loh/learn_options.hpp"
#include "loh/model.hpp"
#include "loh/program.hpp"
#include "loh/propose.hpp"
#include "loh/short_rules.hpp"
#include "loh/space.hpp"
#include "loh/table.hpp"
#include "loh/table_profile.hpp"
#include "loh/table_reader.hpp"
#include "loh/table_schema.hpp"
#include "loh/version.hpp"
