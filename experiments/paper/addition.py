"""Sums of two digits, a task beyond the paper: two images with the label of their sum, and no label for a digit.

    full     the formula is addition itself: s[k] is true if the digits are i and j with i + j = k
    open     the same, but the sums of the 25 pairs of digits above 4 are not given: each may be any of 10 to 18, and is learned

Concept accuracy, of the digits alone, stands beside label accuracy: a label can be right for wrong digits. `table` is the
share of the 25 open sums that the formula has right, and no other sum for the pair.

Images appear once in an epoch: 30000 training pairs and 5000 test pairs of MNIST. `plain_sums` is the full formula in torch
operations, for the comparison of times.
"""

from __future__ import annotations

import itertools
import time
from typing import Any, Callable, Mapping, Optional

import numpy as np
import torch
from loh.torch import LohLayer, scale_steps

from .digits import Digits, load_digits
from .runs import FOLDER, Deadline, Runs

INPUTS = [f"{operand}[{digit}]" for operand in "ab" for digit in range(10)]
OPEN = [(i, j) for i in range(5, 10) for j in range(5, 10)]
OPEN_SUMS = range(10, 19)
STANDARD = dict(epochs=3, batch=64, cnn_rate=0.001, rate=0.05, noise=0.0, input_noise=0.0, pairs=30000)
GOEDEL = {**STANDARD, "noise": 1.0, "input_noise": 1.0}
VARIANTS = {("full", "product"): STANDARD, ("open", "product"): STANDARD, ("full", "goedel"): GOEDEL}
KEYS = ["knowledge", "semantics"]
FIGURES = ["label_accuracy", "concept_accuracy", "table", "epoch_seconds", "layer_share", "digits"]


def program(knowledge: str) -> str:
    """One output for each sum, 0 to 18."""
    lines = []
    for total in range(19):
        pairs = [(i, total - i) for i in range(10) if 0 <= total - i <= 9]
        given = [pair for pair in pairs if knowledge == "full" or pair not in OPEN]
        terms = [f"a[{i}] & b[{j}]" for i, j in given]
        if knowledge == "open" and total in OPEN_SUMS:
            terms += [f"[a[{i}] & b[{j}], false]" for i, j in OPEN]
        lines.append(f"output s{total} := " + " | ".join(terms))
    return "\n".join(lines)


class DigitNetwork(torch.nn.Module):
    """(images, 1, side, side) to a distribution over ten digits."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.cnn = torch.nn.Sequential(
            torch.nn.Conv2d(1, 8, 5, padding=2), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
            torch.nn.Conv2d(8, 16, 5, padding=2), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
            torch.nn.Linear(16 * (side // 4) ** 2, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10),
        )  # fmt: skip

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.cnn(images).softmax(dim=1)


def plain_sums(digits: torch.Tensor) -> torch.Tensor:
    """The full formula in product logic, in torch operations: (pairs, 20) to (pairs, 19)."""
    pairs = digits[:, :10, None] * digits[:, None, 10:]
    flipped = (1 - pairs).flip(2)
    return torch.stack([1 - flipped.diagonal(9 - total, 1, 2).prod(dim=1) for total in range(19)], dim=1)


class Pairs:
    """Each image once, in random pairs."""

    def __init__(self, images: np.ndarray, labels: np.ndarray, count: int, random: np.random.Generator) -> None:
        order = random.permutation(len(labels))[: min(2 * count, len(labels) // 2 * 2)].reshape(-1, 2)
        self.images = torch.from_numpy(images)
        self.cells = torch.from_numpy(order)
        self.labels = torch.from_numpy(labels[order])  # (pairs, 2)
        self.sums = self.labels.sum(dim=1)

    def digits(self, network: DigitNetwork, rows: torch.Tensor) -> torch.Tensor:
        return network(self.images[self.cells[rows].flatten()]).reshape(len(rows), 20)


def loss_of(sums: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    target = torch.nn.functional.one_hot(labels, 19).to(sums.dtype)
    return torch.nn.functional.binary_cross_entropy(sums.clamp(1e-6, 1 - 1e-6), target) * 19


def train_epoch(network: DigitNetwork, sums_of: Callable[[torch.Tensor], torch.Tensor], optimizer: torch.optim.Optimizer,
                data: Pairs, batch: int) -> tuple[float, float]:  # fmt: skip
    """Seconds of the epoch, and of them those in the forward passes of the formula."""
    start, in_formula = time.perf_counter(), 0.0
    for rows in torch.randperm(len(data.sums)).split(batch):
        digits = data.digits(network, rows)
        before = time.perf_counter()
        sums = sums_of(digits)
        in_formula += time.perf_counter() - before
        optimizer.zero_grad()
        loss_of(sums, data.sums[rows]).backward()
        optimizer.step()
    return time.perf_counter() - start, in_formula


@torch.no_grad()
def evaluate(network: DigitNetwork, layer: torch.nn.Module, data: Pairs) -> tuple[float, float]:
    """Accuracy of the sums and of the digits."""
    network.eval()
    layer.eval()
    labels = concepts = 0
    for rows in torch.arange(len(data.sums)).split(500):
        digits = data.digits(network, rows)
        labels += (layer(digits).argmax(dim=1) == data.sums[rows]).sum().item()
        concepts += (digits.reshape(-1, 2, 10).argmax(dim=2) == data.labels[rows]).sum().item()
    network.train()
    layer.train()
    return labels / len(data.sums), concepts / (2 * len(data.sums))


def learned_table(layer: LohLayer) -> float:
    """The share of open pairs with the right sum alone."""
    formulas, right = layer.hypothesis(), 0
    for i, j in OPEN:
        values = {name: name in (f"a[{i}]", f"b[{j}]") for name in INPUTS}
        found = [total for total in range(19) if formulas[f"s{total}"].evaluate(values)]
        right += found == [i + j]
    return right / len(OPEN)


def measure(knowledge: str, semantics: str, digits: Digits, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    train = Pairs(digits.train_images, digits.train_labels, settings["pairs"], random)
    test = Pairs(digits.test_images, digits.test_labels, settings["pairs"], random)
    network = DigitNetwork(digits.side)
    layer = LohLayer(program(knowledge), inputs=INPUTS, semantics=semantics, seed=seed, noise=settings["noise"],
                     input_noise=settings["input_noise"], check_inputs=False)  # fmt: skip
    optimizer = torch.optim.Adam([{"params": network.parameters(), "lr": settings["cnn_rate"]},
                                  {"params": layer.parameters(), "lr": settings["rate"]}])  # fmt: skip
    scale_steps(optimizer, layer)
    times = [train_epoch(network, layer, optimizer, train, settings["batch"]) for _ in range(settings["epochs"])]
    labels, concepts = evaluate(network, layer, test)
    seconds, in_formula = map(min, zip(*times))
    return {"label_accuracy": labels, "concept_accuracy": concepts, "table": learned_table(layer), "epoch_seconds": seconds,
            "layer_share": in_formula / seconds, "digits": digits.source}  # fmt: skip


def measure_plain(digits: Digits, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The same network and batches with the formula in torch operations."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    train = Pairs(digits.train_images, digits.train_labels, settings["pairs"], random)
    test = Pairs(digits.test_images, digits.test_labels, settings["pairs"], random)
    network, formula = DigitNetwork(digits.side), PlainSums()
    optimizer = torch.optim.Adam(network.parameters(), lr=settings["cnn_rate"])
    times = [train_epoch(network, formula, optimizer, train, settings["batch"]) for _ in range(settings["epochs"])]
    labels, concepts = evaluate(network, formula, test)
    seconds, in_formula = map(min, zip(*times))
    return {"label_accuracy": labels, "concept_accuracy": concepts, "table": "", "epoch_seconds": seconds,
            "layer_share": in_formula / seconds, "digits": digits.source}  # fmt: skip


class PlainSums(torch.nn.Module):
    def forward(self, digits: torch.Tensor) -> torch.Tensor:
        return plain_sums(digits)


def runs_of(deadline: Optional[Deadline] = None, folder: Any = FOLDER) -> Runs:
    return Runs(folder / "addition.csv", KEYS, FIGURES, deadline)


def run(seeds: int, quick: bool, deadline: Deadline, folder: Any = FOLDER, published: bool = False) -> None:
    digits, runs = load_digits(bundled=quick), runs_of(deadline, folder)
    for seed, (variant, settings) in itertools.product(range(seeds), VARIANTS.items()):
        settings = {**settings, "epochs": 1, "pairs": 500} if quick else settings
        runs.once(variant, seed, settings, lambda: measure(*variant, digits, settings, seed))
        if variant == ("full", "product"):
            runs.once(["full", "plain torch"], seed, settings, lambda: measure_plain(digits, settings, seed))
