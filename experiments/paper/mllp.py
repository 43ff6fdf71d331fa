"""MLLP and its rounded form CRS: layers of conjunctions and disjunctions in product logic, as a small torch module.

A conjunctive neuron is the product of 1 - w (1 - x) over its inputs x, a disjunctive one is 1 - the product of 1 - w x, with
weights w in [0, 1]. That is `and(i: [x[i], true])` and `or(i: [x[i], false])` under the engine's product semantics with w as the
truth value of a choice. The module exists because the engine's truth values are sigmoids of logits: they never reach 0 and 1, and
Adam steps on logits are not the published steps on weights. A test compares both on weights inside (0, 1).

Training as published: weights start at 0.1 x uniform and are clipped after each step; a random share of them is rounded in the
forward pass and gets no gradient, drawn anew each epoch. CRS is the network with all weights rounded at 0.5.
"""

from __future__ import annotations

from typing import Sequence

import torch


class LogicalLayer(torch.nn.Module):
    def __init__(self, inputs: int, outputs: int, conjunctive: bool) -> None:
        super().__init__()
        self.conjunctive = conjunctive
        self.weight = torch.nn.Parameter(0.1 * torch.rand(outputs, inputs))
        self.register_buffer("rounded", torch.zeros(outputs, inputs, dtype=torch.bool))

    def forward(self, x: torch.Tensor, all_rounded: bool = False) -> torch.Tensor:
        """(batch, inputs) to (batch, outputs)."""
        weight = self.weight
        hard = (weight.detach() > 0.5).to(weight.dtype)
        weight = hard if all_rounded else torch.where(self.rounded, hard, weight) if self.training else weight
        absent = 1 - x if self.conjunctive else x
        product = one_minus_products(absent, weight)
        return product if self.conjunctive else 1 - product


def one_minus_products(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """prod over i of 1 - weight[j, i] * x[b, i]: (batch, outputs). In pieces of the batch: the factors are (batch, outputs, inputs)."""
    rows = max(1, 2**22 // weight.numel())
    return torch.cat([(1 - part[:, None, :] * weight).prod(dim=2) for part in x.split(rows)])


class Mllp(torch.nn.Module):
    """`widths` has the inputs, the hidden layers and the outputs; layers alternate between the two kinds."""

    def __init__(self, widths: Sequence[int], first_conjunctive: bool = True) -> None:
        super().__init__()
        kinds = [(number % 2 == 0) == first_conjunctive for number in range(len(widths) - 1)]
        self.layers = torch.nn.ModuleList(map(LogicalLayer, widths, widths[1:], kinds))

    def forward(self, x: torch.Tensor, all_rounded: bool = False) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x, all_rounded)
        return x

    def draw_rounded(self, share: float) -> None:
        """Once per epoch: which weights are rounded."""
        for layer in self.layers:
            layer.rounded = torch.rand_like(layer.weight) < share

    @torch.no_grad()
    def clip(self) -> None:
        """After each step of the optimizer."""
        for layer in self.layers:
            layer.weight.clamp_(0, 1)

    def formulas(self, names: Sequence[str]) -> list[str]:
        """CRS as text, one formula for each output."""
        texts = list(names)
        for layer in self.layers:
            operator, empty = (" & ", "true") if layer.conjunctive else (" | ", "false")
            chosen = (layer.weight > 0.5).tolist()
            texts = [operator.join(f"({text})" for text, is_in in zip(texts, row) if is_in) or empty for row in chosen]
        return texts
