"""Wildfire risk from images and seven features, with four amounts of knowledge, under Gödel and product semantics.

A CNN gives the truth values of two concepts, dense forest and dry vegetation, that have no labels; the programs
`examples/wildfire-*.loh` combine them with the features. Product semantics stands in for the differentiable ILP of the paper: that
system too weights candidate rules in product logic, but it is other code with other weights.

Settings are the published ones, except for the side of the images: 256 costs 64 times as much as 32. Scores are those of the
rounded outputs on test scenes; the curve has one for each epoch.
"""

from __future__ import annotations

import itertools
from typing import Any, Mapping, Optional

import loh
import numpy as np
import torch
from loh.torch import LohLayer, scale_steps

from .clauses import macro_f1
from .runs import FOLDER, ROOT, Deadline, Runs
from .wildfire_scenes import CONCEPTS, FEATURES, Scenes, generate, risk_of

REGIMES = {
    "full": "wildfire-full-knowledge.loh",
    "one rule per set": "wildfire-one-rule-per-set.loh",
    "partial": "wildfire-partial-knowledge.loh",
    "reliable": "wildfire-reliable-rules.loh",
}
SEMANTICS = ["goedel", "product"]
PUBLISHED = dict(side=256, scenes=2048, epochs=25, batch=256, rate=0.08, cnn_rate=0.0008, noise=1.0, temperature=1.0)
SMALL = {**PUBLISHED, "side": 32}
QUICK = {**PUBLISHED, "side": 16, "scenes": 512, "epochs": 2}
KEYS = ["regime", "semantics"]
FIGURES = ["f1", "forest", "dry_vegetation", "dry_without_forest", "rule_exact", "formula", "curve"]


class Perception(torch.nn.Module):
    """The CNN of the paper: (scenes, 3, side, side), bytes, to the truth values of both concepts."""

    def __init__(self, side: int) -> None:
        super().__init__()

        def block(channels: int, width: int) -> list[torch.nn.Module]:
            return [torch.nn.Conv2d(channels, 16, width, padding="same"), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Dropout2d(0.15)]

        self.cnn = torch.nn.Sequential(
            *block(3, 5), *block(16, 5), *block(16, 3), torch.nn.Flatten(),
            torch.nn.Linear(16 * (side // 8) ** 2, 32), torch.nn.ReLU(), torch.nn.Linear(32, 2), torch.nn.Sigmoid(),
        ).to(memory_format=torch.channels_last)  # fmt: skip

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.cnn((images.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last))


class Data:
    """Three quarters of the scenes for training, the others for testing."""

    def __init__(self, scenes: Scenes) -> None:
        self.images = torch.from_numpy(scenes.images)
        self.features = torch.from_numpy(scenes.features).float()
        self.concepts, self.risk = scenes.concepts, torch.from_numpy(scenes.risk)
        split = len(self.images) * 3 // 4
        self.train, self.test = torch.arange(split), torch.arange(split, len(self.images))


def program(regime: str) -> str:
    return (ROOT / "examples" / REGIMES[regime]).read_text(encoding="utf-8")


@torch.no_grad()
def evaluate(perception: Perception, layer: LohLayer, data: Data) -> tuple[float, list[float]]:
    """Macro F1 of the rounded outputs, and the accuracy of forest, of dry vegetation, and of the latter in scenes without forest, on
    the test scenes. In a forest the risk does not depend on dry vegetation, so no label can teach it there."""
    perception.eval()
    layer.eval()
    concepts = torch.cat([perception(data.images[rows]) for rows in data.test.split(64)])
    predicted = layer(torch.cat([concepts, data.features[data.test]], dim=1))[:, 0] > 0.5
    actual = data.concepts[data.test]
    right = (concepts > 0.5).numpy() == actual
    accuracy = [right[:, 0].mean(), right[:, 1].mean(), right[~actual[:, 0], 1].mean()]
    return macro_f1(predicted.numpy(), data.risk[data.test].numpy()), list(map(float, accuracy))


def train(regime: str, semantics: str, data: Data, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    torch.manual_seed(seed)
    perception = Perception(settings["side"])
    layer = LohLayer(program(regime), inputs=CONCEPTS + FEATURES, semantics=semantics, seed=seed, deviation=0,
                     noise=settings["noise"], temperature=settings["temperature"])  # fmt: skip
    optimizer = torch.optim.Adam([{"params": perception.parameters(), "lr": settings["cnn_rate"]},
                                  {"params": layer.parameters(), "lr": settings["rate"]}])  # fmt: skip
    scale_steps(optimizer, layer)
    curve = []
    for _ in range(settings["epochs"]):
        perception.train()
        layer.train()
        for rows in data.train[torch.randperm(len(data.train))].split(settings["batch"]):
            truth = layer(torch.cat([perception(data.images[rows]), data.features[rows]], dim=1))[:, 0]
            loss = torch.nn.functional.binary_cross_entropy(truth.clamp(1e-6, 1 - 1e-6), data.risk[rows].float())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        f1, accuracy = evaluate(perception, layer, data)
        curve.append(f1)
    formula = layer.hypothesis(simplify=True)["WFRisk"]
    return {"f1": float(f1), "forest": accuracy[0], "dry_vegetation": accuracy[1], "dry_without_forest": accuracy[2],
            "rule_exact": int(is_exact(formula)), "formula": formula, "curve": " ".join(f"{value:.3f}" for value in curve)}  # fmt: skip


def is_exact(formula: loh.Formula) -> bool:
    """Whether the formula is the rule of the paper, on all 512 interpretations."""
    rows = np.array(list(itertools.product([False, True], repeat=9)))
    expected = risk_of(rows[:, :2], rows[:, 2:])
    names = CONCEPTS + FEATURES
    return all(formula.evaluate(dict(zip(names, map(bool, row)))) == bool(risk) for row, risk in zip(rows, expected))


def runs_of(deadline: Optional[Deadline] = None, folder: Any = FOLDER) -> Runs:
    return Runs(folder / "wildfire.csv", KEYS, FIGURES, deadline)


def run(seeds: int, quick: bool, deadline: Deadline, folder: Any = FOLDER, published: bool = False) -> None:
    """All regimes and both semantics, seed by seed, so that an interrupted run has as many seeds of each."""
    settings = QUICK if quick else PUBLISHED if published else SMALL
    runs, data = runs_of(deadline, folder), {}
    for seed, semantics, regime in itertools.product(range(seeds), SEMANTICS, REGIMES):
        def measure() -> dict[str, Any]:
            if seed not in data:
                data.clear()
                data[seed] = Data(generate(settings["scenes"], settings["side"], seed))
            return train(regime, semantics, data[seed], settings, seed)

        runs.once([regime, semantics], seed, settings, measure)
