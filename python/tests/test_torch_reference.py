"""LohLayer against an independent implementation in plain PyTorch, on random programs."""
import warnings

import pytest
import torch
from loh.torch import LohLayer
from random_programs import Generator
from torch_reference import Printer, Reference

PROGRAMS = 200


def case(seed, semantics):
    """Layer, reference, inputs with many equal values, and the gradient of the outputs."""
    program = Generator(seed).program()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # unused placeholders and inputs
        layer = LohLayer(Printer(program).text, semantics=semantics, seed=seed, temperature=0.7)
    random = torch.Generator().manual_seed(seed)
    x = torch.rand(48, len(program.inputs), generator=random)
    exact = torch.randint(6, x.shape, generator=random)
    for value, code in ((0.0, 1), (1.0, 2), (0.25, 3)):
        x[exact == code] = value
    if seed % 4 == 0:  # ties of logits
        with torch.no_grad():
            layer.logits.copy_((layer.logits * 2).round() / 2)
    if seed % 16 == 1:
        with torch.no_grad():
            layer.logits.zero_()
    weights = torch.rand(48, len(program.outputs), generator=random) - 0.5
    return layer.eval(), Reference(program, semantics, layer.choices), x.requires_grad_(), weights


def gradients_of(outputs, variables, weights):
    """Gradients; zero for variables that the outputs do not depend on."""
    if not outputs.requires_grad:
        return [torch.zeros_like(variable) for variable in variables]
    found = torch.autograd.grad(outputs, variables, weights, allow_unused=True)
    return [torch.zeros_like(v) if g is None else g for v, g in zip(variables, found)]


@pytest.mark.parametrize("semantics", ["goedel", "product", "lukasiewicz"])
def test_outputs_and_gradients_equal_the_reference(semantics):
    compared, gradients = 0, 0
    for seed in range(PROGRAMS):
        layer, reference, x, weights = case(seed, semantics)
        ours = layer(x)
        logits = layer.logits.detach().clone().requires_grad_()
        theirs, close = reference(x, logits, layer.temperature)
        torch.testing.assert_close(ours, theirs, rtol=1e-5, atol=2e-6, msg=lambda text: f"program {seed}: {text}")
        weights[close] = 0  # rounding decides where the gradients of these rows go
        d_x, d_logits = torch.autograd.grad(ours, (x, layer.logits), weights)
        their_x, their_logits = gradients_of(theirs, (x, logits), weights)
        torch.testing.assert_close(d_x, their_x, rtol=1e-4, atol=1e-5, msg=lambda text: f"program {seed}: {text}")
        torch.testing.assert_close(d_logits, their_logits, rtol=1e-4, atol=1e-5, msg=lambda text: f"program {seed}: {text}")
        compared += int((~close).sum())
        gradients += int((their_logits != 0).sum())
    assert compared > 0.85 * 48 * PROGRAMS
    assert gradients > PROGRAMS


def test_modes_of_choices_equal_the_reference():
    for seed in range(PROGRAMS):
        program = Generator(seed).program()
        layer, reference, _, _ = case(seed, "goedel")
        printer = Printer(program)
        modes = {(choice.line, choice.column): choice.mode for choice in layer.choices}
        own = Reference(program, "goedel", layer.choices)
        for node in nodes(program):
            place = printer.places.get(id(node))
            if place in modes:
                assert modes[place] == own.modes.mode(node), f"program {seed}, {place}:\n{printer.text}"


def nodes(program):
    pending = list(program.outputs.values()) + list(program.placeholders.values())
    while pending:
        node = pending.pop()
        pending += node.operands
        yield node


@pytest.mark.parametrize(("text", "value"), [("a & b", 0.25), ("a | b", 0.25), ("[a, b]@or", 0.25), ("[a, b]@and", 0.75)])
def test_a_tie_sends_the_gradient_to_the_first_operand(text, value):
    layer = LohLayer(text, inputs=["a", "b"], deviation=0).eval()  # equal weights of the choices
    x = torch.full((1, 2), value, requires_grad=True)
    layer(x).sum().backward()
    assert x.grad.tolist() == [[1.0, 0.0]]
