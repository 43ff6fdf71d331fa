// Recognition of dense layers: parallel neurons of the same form.
//
// A neuron is a conjunction of conjunctive choices, or a disjunction of disjunctive ones, that have no other use. A
// conjunction of conjunctions is one conjunction, so for all forms of choices
//
//     and_i [x_i, true]        the paper's equation 5        and_t (!w_t | x_t)
//     and_i [x_i, !x_i, true]  with negation                 the same, with two gates for each input
//     [x_1, ..., x_n] & ...    k choices of fixed width      the same, with n gates for each choice
//
// a neuron is one list of gates. Consecutive neurons over the same list of slots are a layer: a matrix of weights. This rule
// covers all forms of the paper, their duals and mixtures of them; a conjunction of candidate rules `and_i [r_i, true]` is a
// layer of one neuron. The choices need no slots of their own, so a layer of n inputs and m neurons needs m columns of
// memory instead of n m.
//
// Under Gödel semantics the joined list gives the same values, and the gradient the same path, as the nested form. The
// other two semantics round differently, so they run the program without layers.
#pragma once

#include "loh/learn_options.hpp"
#include "network/compiled_program.hpp"

namespace loh {

// The same program with layers. `program` must have none.
CompiledProgram recognise_layers(const CompiledProgram& program);

// The program for training: with layers if the semantics allows them.
CompiledProgram trainable(const CompiledProgram& program, Semantics semantics);

}  // namespace loh
