// Tools for formulas: substitution, simplification, normal forms, equivalence.
//
//     loh::Graph graph;
//     loh::Formula a = graph.var("a"), b = graph.var("b"), c = graph.var("c");
//
//     loh::substitute(a & b, {{"a", b | c}});      // (b | c) & b
//     loh::simplify((b | c) & b);                  // b
//     loh::to_dnf((a | b) & c);                    // a & c | b & c
//     loh::to_cnf((a & c) | (b & c));              // (a | b) & c
//     loh::equivalent(!(a & b), !a | !b);          // true
//     loh::difference(a & b, a | b);               // an assignment: a = true, b = false
//
// Results belong to the graph of the formula they were made from, so they can be combined with its other formulas.
// Making them adds nodes to that graph: the rule of formula.hpp, one thread at a time, holds here too. `equivalent` and
// `difference` only read. No function recurses, so formulas of any depth are allowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "loh/formula.hpp"

namespace loh {

// How atoms over table columns, such as `age >= 40`, are related to each other.
enum class AtomMeaning : std::uint8_t {
    // By what they say about a cell, which may be a number, a category or missing: `age >= 40` implies `age >= 30`.
    // Two formulas are equal when they have the same value on every row of every table.
    columns,
    // Not at all: an atom is a variable like any other. Two formulas are equal when they have the same value under every
    // assignment of truth values to their atoms.
    anything
};

// --- Substitution ---

// What replaces a variable, by its name: plain text, or as the language spells it. An atom is addressed by its text,
// `age >= 40`.
using Substitution = std::map<std::string, Formula>;

// The formula with every occurrence of these variables replaced, all at the same time: {{"a", b}, {"b", a}} exchanges a
// and b. Names that do not occur have no effect. A choice without any of the variables stays the same choice; any other
// becomes one new choice, shared by all places that shared the old one. Nothing is simplified. The formula and the
// replacements must come from one graph (bare constants fit any); otherwise Error (usage).
//
//     substitute(a & !a, {{"a", choice({b, c})}});     // p1 := [b, c]; p1 & !p1
Formula substitute(const Formula& formula, const Substitution& replacements);

// The same for several formulas of one graph. Choices that they share stay shared, which is lost when each formula is
// treated by itself.
std::vector<Formula> substitute(const std::vector<Formula>& formulas, const Substitution& replacements);

// --- Simplification ---

// A formula for the same function that is not longer: constants, double negations, nesting, duplicates, contradictions,
// tautologies, absorption and subsumption. With AtomMeaning::columns it also merges literals of one column, or of the
// same two columns. Simplifying the result again changes nothing.
//
// A choice stays a choice with as many alternatives in the same order, and each alternative is simplified. If that
// changes one, the choice becomes one new choice wherever the old one was used. Under every selection the result is the
// same function as the formula. Outside of alternatives a choice or hole is treated like a variable, and it disappears
// where it has no influence: `[a, b] | true` is `true`. The number of hypotheses can therefore shrink.
//
// Rewrites that compare many pairs are left out when they would take more than about 2^28 steps, a second or two. The
// function is kept all the same, but such a huge formula may become shorter when it is simplified again.
//
//     simplify(a & (a | b) & !!c);                     // a & c
//     age >= 20 & age < 40                             // 20 <= age < 40, an atom of the language
Formula simplify(const Formula& formula, AtomMeaning atoms = AtomMeaning::columns);

// The same for several formulas of one graph; choices that they share stay shared.
std::vector<Formula> simplify(const std::vector<Formula>& formulas, AtomMeaning atoms = AtomMeaning::columns);

// --- Normal forms ---

inline constexpr std::size_t kMostClauses = 1000;

// An equal formula in disjunctive (conjunctive) normal form: a disjunction of clauses, each a conjunction of literals, or
// with `&` and `|` exchanged. A literal is a variable, an atom or the negation of one. A single clause, a single literal,
// `true` and `false` are normal forms, too. The result is simplified; it is not always the shortest normal form. Literals
// and clauses come in the order in which the formula mentions them; the same formula always gives the same result.
//
// Throws Error (limit) when the result has more than `limit` clauses, and says how many. The same error ends the work
// when more than max(limit, 10 000) clauses, 2^24 literals (a clause counts as eight more) or 2^26 steps are needed on the
// way, so that no formula takes more than seconds. A formula with choices or holes is an Error (usage).
//
//     to_dnf(!(a & b) & c);                            // !a & c | !b & c
//     to_cnf((a & b) | c);                             // (a | c) & (b | c)
Formula to_dnf(const Formula& formula, std::size_t limit = kMostClauses,
               AtomMeaning atoms = AtomMeaning::columns);
Formula to_cnf(const Formula& formula, std::size_t limit = kMostClauses,
               AtomMeaning atoms = AtomMeaning::columns);

// --- Equivalence ---

struct EquivalenceOptions {
    AtomMeaning atoms = AtomMeaning::columns;
    std::size_t max_conflicts = 1'000'000;  // of the SAT solver: a minute or two. Error (limit) beyond that
};

// Whether two formulas without choices and holes are the same function, decided by a SAT solver. The formulas may come
// from different graphs: variables and atoms are the same when their texts are.
//
// With AtomMeaning::columns, `true` means equal on every row of every table. Atoms of one column are related exactly,
// comparisons of the same two columns, too, and a comparison is false where one of its cells is missing. Relations among
// three columns (`a < b`, `b < c`, `a < c`) and between a comparison of two columns and their values (`a < b`, `a > 5`,
// `b < 5`) are not known: formulas that are only equal because of these count as different.
//
//     equivalent(implies(a, b), implies(!b, !a));      // true
bool equivalent(const Formula& left, const Formula& right, const EquivalenceOptions& options = {});

// An assignment of all variables of both formulas under which their values differ; nothing when they are equivalent.
// Names are as the language spells them. Meant for `evaluate`.
//
//     difference(a & b, a | b);                        // {{"a", true}, {"b", false}}, or the reverse
std::optional<Assignment> difference(const Formula& left, const Formula& right,
                                     const EquivalenceOptions& options = {});

}  // namespace loh
