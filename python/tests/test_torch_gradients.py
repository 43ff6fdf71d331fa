"""Gradients against finite differences, away from ties.

The kernels compute in float32. The outputs are piecewise linear (Gödel, Łukasiewicz) or multilinear (product) in each
input, so a central difference has no truncation error in the inputs while it stays within one piece, and a large step
of 1e-3 keeps the rounding error of float32, about 1e-7 / 1e-3 = 1e-4, small. The weights are smooth functions of the
logits: there the truncation error is about 1e-6. Hence eps=1e-3 and atol=2e-3 in `gradcheck`, which gets float64 tensors
that the layer converts.
"""
import pytest
import torch
from loh.torch import LohLayer
from random_programs import Generator
from torch_reference import Printer, Reference

STEP = 1e-3


def cases(semantics):
    """Twelve random programs with six rows each in which no two compared values are closer than four steps."""
    found, seed = [], 1000
    while len(found) < 12:
        program = Generator(seed).program()
        layer = LohLayer(Printer(program).text, semantics=semantics, seed=seed).eval()
        random = torch.Generator().manual_seed(seed)
        count = layer.logits.numel()
        with torch.no_grad():  # at least 0.03 apart and away from 0, so the order of logits is fixed, too
            steps = torch.randperm(count, generator=random) - count // 2
            layer.logits.copy_(0.05 * steps + 0.015 + 0.02 * torch.rand(count, generator=random))
        reference = Reference(program, semantics, layer.choices, tolerance=4 * STEP)
        x = torch.rand(64, len(program.inputs), generator=random) * 0.98 + 0.01
        _, close = reference(x, layer.logits.detach())
        if (~close).sum() >= 6:
            found.append((layer, x[~close][:6]))
        seed += 1
    assert seed < 1040
    return found


@pytest.mark.filterwarnings("ignore::loh.LohWarning")  # unused placeholders
@pytest.mark.parametrize("semantics", ["goedel", "product", "lukasiewicz"])
def test_gradcheck_passes_away_from_ties(semantics):
    for layer, x in cases(semantics):
        x = x.double().requires_grad_()
        logits = layer.logits.detach().double().requires_grad_()

        def run(x, logits, layer=layer):
            return torch.func.functional_call(layer, {"logits": logits}, (x,))

        assert torch.autograd.gradcheck(run, (x, logits), eps=STEP, atol=2e-3, rtol=1e-3, nondet_tol=0)
