// Proofs about a decision: answers that hold for every possible row, not only for the rows of a table. docs/proofs.md defines
// each question.
//
//     loh::Model model = loh::Model::read("loans.json");
//     loh::ProofAnswer answer = loh::prove_implies(model, "age < 18 -> !yes");
//     if (!answer.holds) {                                          // the smallest counterexample
//         for (const loh::ProofCell& cell : answer.rows[0].cells)
//             std::cout << cell.column << ": " << cell.text << '\n';
//     }
//
// A SAT solver answers the questions. It knows what the cells of a column can be: a number, a category or missing, and all
// comparisons follow from that. Every counterexample is predicted by the decision itself before it is returned. Decisions of the
// head `paper` are no Boolean functions, and asking about one is an Error (usage).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "loh/decision.hpp"
#include "loh/table.hpp"

namespace loh {

struct ProofOptions {
    bool missing = true;                   // whether cells can be missing
    std::vector<std::string> assume = {};  // formulas that hold in every row
    std::vector<std::string> unread = {};  // columns that a question reads and the decision does not
    std::size_t max_rounds = 200;          // of the search for the smallest counterexample
    std::size_t max_sum_rules =
        60;  // scorecards of more rules are searched by boxes instead of by the solver
    std::size_t max_boxes = 2'000'000;
    bool certificate = false;  // keep the clauses, so that an answer `holds` can be checked by others
};

// A cell of a counterexample.
struct ProofCell {
    std::string column;
    std::string text;  // as in a table
    std::string
        region;  // the cells of the column that do the same, in words; empty if the column does not matter here
};

struct ProofRow {
    std::vector<ProofCell> cells;
    std::string decided;     // the predicted class
    std::string other = {};  // by the second decision, if two are compared
};

// The clauses of a proof, in the form of DIMACS: a 0 ends each. They cannot be fulfilled together if the answer is `holds`.
struct ProofClauses {
    int variables = 0;
    std::vector<int> literals;
};

struct ProofAnswer {
    bool holds = true;
    std::vector<ProofRow> rows = {};  // otherwise: one row, or two that differ in one column
    std::string differs = {};         // that column
    bool smallest =
        true;  // no counterexample has fewer columns that matter. False: the search reached its limit
    std::vector<std::string> unused = {};  // of prove_unused
    std::vector<Diagnostic> warnings = {};
    ProofClauses clauses = {};  // with `certificate`, if the claim holds
    std::size_t solver_calls = 0;
};

// The formula holds for every row. Its leaves are columns, and the class: a class of the target as `approved = "yes"`, or by
// its name alone, `yes`; the name of the target alone is the class that says yes, if the two classes are yes and no, true and
// false, 1 and 0, or the like.
ProofAnswer prove_implies(const Decision& decision, const std::string& formula,
                          const ProofOptions& options = {});

// Raising the column (lowering it, if not `rising`) never moves the decision away from the class. Without a class: the one
// that says yes; other classes must be numbers, and the decision must not go to a smaller one. Missing cells are left out.
ProofAnswer prove_monotone(const Decision& decision, const std::string& column, bool rising = true,
                           const std::string& of_class = {}, const ProofOptions& options = {});

// Both decisions predict the same class for every row, which has the columns of both.
ProofAnswer prove_equivalent(const Decision& decision, const Decision& other,
                             const ProofOptions& options = {});

// Two rows that differ in this column alone are decided alike.
ProofAnswer prove_fair(const Decision& decision, const std::string& column, const ProofOptions& options = {});

// Two rules, by their numbers from 1 as `loh explain` lists them, never hold in the same row.
ProofAnswer prove_never(const Decision& decision, std::size_t rule, std::size_t other,
                        const ProofOptions& options = {});

// Every column that the formulas read can change the decision. Otherwise `unused` lists those that cannot.
ProofAnswer prove_unused(const Decision& decision, const ProofOptions& options = {});

// A reason: columns whose cells force the decision of a row, whatever the cells of the other columns are.
struct ProofReasons {
    std::string decided;
    std::vector<std::vector<ProofCell>> reasons;  // smallest first; no column of a reason can be left out
    std::vector<std::string> columns;             // all columns that the decision reads
    bool all = false;                             // there are no more
};

// Up to `most` reasons of the decision of a row (from 0) of a table.
ProofReasons prove_reasons(const Decision& decision, const Table& table, std::size_t row,
                           std::size_t most = 1, const ProofOptions& options = {});

// How many distinguishable rows fulfil the condition, and how they are decided. The constants in the rules and in the condition
// divide the cells of a column into regions; a distinguishable row is one region for each column.
struct ProofCounts {
    std::string rows;                   // decimal digits, exact
    std::vector<std::string> by_class;  // [class]
    std::vector<std::string> columns;   // the columns, and into how many regions each is divided
    std::vector<std::size_t> regions;
};
ProofCounts prove_count(const Decision& decision, const std::string& condition,
                        const ProofOptions& options = {});

// Solves the clauses again and writes them in the form of DIMACS to `cnf`, and the solver's proof in the form of DRAT to
// `drat`. Throws Error (io) if a file cannot be written.
void write_certificate(const ProofClauses& clauses, const std::string& cnf, const std::string& drat);

}  // namespace loh
