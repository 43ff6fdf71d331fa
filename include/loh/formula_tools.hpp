// Tools for formulas: substitution, copies in other graphs, simplification, normal forms, equivalence.
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
// Results belong to the graph of the formula they were made from and can be combined with other formulas of it. Making
// them adds nodes to the graph, which is not thread-safe (formula.hpp). `equivalent` and `difference` only read. No
// function recurses, so formulas may have any depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "loh/formula.hpp"

namespace loh {

// How atoms over table columns, such as `age >= 40`, are related to each other.
enum class AtomMeaning : std::uint8_t {
    // By their meaning: `age >= 40` implies `age >= 30`. A cell is a number, a category or missing. Two formulas are equal
    // if they have the same value on every row of every table.
    columns,
    // Not related: an atom is a variable like any other. Two formulas are equal if they have the same value under every
    // assignment of truth values to their atoms.
    anything
};

// --- Substitution ---

// Replacements of variables, by name: plain text or in the spelling of the language. The name of an atom is its text,
// `age >= 40`.
using Substitution = std::map<std::string, Formula>;

// The formula with every occurrence of these variables replaced, all at the same time: {{"a", b}, {"b", a}} exchanges a
// and b. Names that do not occur have no effect. A choice without any of the variables stays the same choice; any other
// becomes one new choice, shared by all places that shared the old one. Nothing is simplified. The formula and the
// replacements must come from one graph (bare constants fit any); otherwise Error (usage).
//
//     substitute(a & !a, {{"a", choice({b, c})}});     // p1 := [b, c]; p1 & !p1
Formula substitute(const Formula& formula, const Substitution& replacements);

// Substitution in several formulas of one graph. Choices that they share stay shared; separate calls would make a new
// choice for each formula.
std::vector<Formula> substitute(const std::vector<Formula>& formulas, const Substitution& replacements);

// --- Copying ---

// Which choices and holes of one graph are copies of which of another. `find` gives the copy of a choice or hole that is
// copied already, `made` records a new one.
struct CopiedChoices {
    std::function<std::optional<NodeId>(NodeId source)> find;
    std::function<void(NodeId source, NodeId copy)> made;
};

// The formula in another graph, with equal subformulas as one node. A formula of that graph, and a bare constant, stays as
// it is.
Formula copy_to(const Graph& graph, const Formula& formula, const CopiedChoices& copies);

// --- Simplification ---

// An equivalent formula that is not longer. It resolves constants, double negations, nesting, duplicates, contradictions,
// tautologies, absorption and subsumption. With AtomMeaning::columns it also merges literals of one column and comparisons
// of the same two columns. Simplifying the result again changes nothing.
//
// Choices: each alternative is simplified, and their number and order stay. If an alternative changes, the choice becomes
// one new choice, shared by all places that shared the old one. Under every selection the result is the same function as
// the formula. Around choices and holes, the formula is simplified as if they were variables, so a choice without influence
// disappears: `[a, b] | true` is `true`. The number of hypotheses can therefore decrease.
//
// Rewrites that compare pairs are skipped when the total work would exceed 2^28 steps, a second or two. The result is still
// equivalent, but simplifying such a huge formula again may shorten it further.
//
//     simplify(a & (a | b) & !!c);                     // a & c
//     age >= 20 & age < 40                             // 20 <= age < 40, an atom of the language
Formula simplify(const Formula& formula, AtomMeaning atoms = AtomMeaning::columns);

// Simplification of several formulas of one graph. Choices that they share stay shared.
std::vector<Formula> simplify(const std::vector<Formula>& formulas, AtomMeaning atoms = AtomMeaning::columns);

// --- Normal forms ---

inline constexpr std::size_t kMostClauses = 1000;

// An equivalent formula in disjunctive normal form, a disjunction of conjunctions of literals, or in conjunctive normal
// form, a conjunction of disjunctions of literals. A literal is a variable, an atom, or the negation of one of these. A
// single clause, a single literal, `true` and `false` are normal forms as well. The result is simplified, but not always
// the shortest normal form. Clauses and literals keep the order of the formula; the same formula always gives the same
// result.
//
// Throws Error (limit) with the number of clauses if the result has more than `limit`. An intermediate result of more than
// max(limit, 10 000) clauses or 2^24 literals (a clause counts as eight more), and more than 2^26 steps in total, are the
// same error; the message then has the number of clauses by distribution, before any is dropped. So every call ends within
// seconds. A formula with choices or holes is an Error (usage).
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
    std::size_t max_conflicts = 1'000'000;  // limit of the SAT solver: a minute or two; then Error (limit)
};

// Whether two formulas without choices and holes are the same function, decided by a SAT solver. The formulas may come
// from different graphs: variables and atoms are identified by their texts.
//
// With AtomMeaning::columns, `true` means equal on every row of every table. The relations between atoms of one column,
// between comparisons of the same two columns, and between comparisons and missing cells are complete. Relations among
// three columns (`a < b`, `b < c`, `a < c`) and between a comparison of two columns and their values (`a < b`, `a > 5`,
// `b < 5`) are not used: formulas that are equal only because of these are reported as different.
//
//     equivalent(implies(a, b), implies(!b, !a));      // true
bool equivalent(const Formula& left, const Formula& right, const EquivalenceOptions& options = {});

// A counterexample to equivalence: an assignment of all variables of both formulas under which `evaluate` gives different
// values. Nothing if the formulas are equivalent. Names are in the spelling of the language.
//
//     difference(a & b, a | b);                        // {{"a", true}, {"b", false}}, or the reverse
std::optional<Assignment> difference(const Formula& left, const Formula& right,
                                     const EquivalenceOptions& options = {});

}  // namespace loh
