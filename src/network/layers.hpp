// Dense layers: neurons of the same shape side by side.
//
// A neuron is a conjunction of conjunctive choices, or a disjunction of disjunctive ones, that nothing else uses. A
// conjunction of conjunctions is one conjunction, so whatever its choices look like,
//
//     and_i [x_i, true]        the paper's equation 5        and_t (!w_t | x_t)
//     and_i [x_i, !x_i, true]  with negation                 the same, with two gates for each input
//     [x_1, ..., x_n] & ...    k choices of fixed width      the same, with n gates for each choice
//
// it is one list of gates. Neurons that follow one another over the same list of slots are a layer: a matrix of weights.
// All the paper's shapes, their duals and every mixture of them are recognised by this one rule; a conjunction of
// candidate rules `and_i [r_i, true]` is a layer of one neuron. The choices' own slots disappear, so a layer of n inputs
// and m neurons needs m columns of memory and not n m.
//
// Under Gödel semantics the joined list gives the same values, and the gradient the same path, as the nested form. The
// other two semantics round differently, so they run the program without layers.
#pragma once

#include "loh/learn_options.hpp"
#include "network/compiled_program.hpp"

namespace loh {

// The same program with its layers found. `program` is as compile() makes it, without layers.
CompiledProgram recognise_layers(const CompiledProgram& program);

// The program as it is trained: with its layers, where the semantics allows them.
CompiledProgram trainable(const CompiledProgram& program, Semantics semantics);

}  // namespace loh
