"""CNN and rules trained together on boards of images: the networks of Visual tic-tac-toe and their training."""

from __future__ import annotations

import math
import time
from typing import Any, Callable, Mapping, NamedTuple

import numpy as np
import torch
from loh.torch import LohLayer, TemperatureSchedule, scale_steps

from .boards import Grids

UNITS = 3
INPUTS = [f"u[{cell}, {unit}]" for cell in range(1, 10) for unit in range(1, UNITS + 1)]
Settings = Mapping[str, Any]


# --- The networks ---


class CentredSigmoid(torch.nn.Module):
    """Sigmoids of logits that have mean 0 and deviation 1 over the images: no unit can be on, or off, for nearly all images.

    With a threshold above 0 a unit is on for a minority of the images, so it tends to mean one mark ("x"); below 0 it tends to mean
    all but one ("not o"). Labels alone do not decide this: in final positions, blank cells go with a win of x nearly as x does."""

    STEEPNESS = 3.0

    def __init__(self, units: int) -> None:
        super().__init__()
        self.normalise = torch.nn.BatchNorm1d(units, affine=False)
        self.threshold = 0.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.STEEPNESS * (self.normalise(x) - self.threshold))


class Perception(torch.nn.Module):
    """The CNN of the paper, applied to each of the nine images: (grids, 9, 1, side, side) to (grids, 9 * units). `squash` makes truth
    values of its outputs: "clip" to [0, 1] as in the paper, "sigmoid", "centred" or "none". `halved` averages squares of four pixels
    first: a quarter of the work."""

    def __init__(self, side: int, units: int = UNITS, squash: str = "clip", halved: bool = False) -> None:
        super().__init__()
        self.squash = {"clip": torch.nn.Hardtanh(0, 1), "sigmoid": torch.nn.Sigmoid(), "centred": CentredSigmoid(units),
                       "none": torch.nn.Identity()}[squash]  # fmt: skip
        self.halve = torch.nn.AvgPool2d(2) if halved else torch.nn.Identity()
        side = side // 2 if halved else side
        self.cnn = torch.nn.Sequential(
            torch.nn.Conv2d(1, 32, 3, padding=1), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
            torch.nn.Conv2d(32, 64, 3, padding=1), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
            torch.nn.Linear(64 * (side // 4) ** 2, 128), torch.nn.ReLU(), torch.nn.Dropout(0.5), torch.nn.Linear(128, units),
        ).to(memory_format=torch.channels_last)  # fmt: skip

    def of_images(self, images: torch.Tensor) -> torch.Tensor:
        """(images, 1, side, side) to (images, units)."""
        return self.squash(self.cnn(self.halve(images).contiguous(memory_format=torch.channels_last)))

    def forward(self, grids: torch.Tensor) -> torch.Tensor:
        return self.of_images(grids.flatten(0, 1)).reshape(len(grids), -1)


def normal_form(form: str, clauses: int) -> str:
    """A program over the units: a disjunction of `clauses` conjunctions, or the other way round."""
    inner, outer, absent_inner, absent_outer = ("and", "or", "true", "false") if form == "DNF" else ("or", "and", "false", "true")
    return (f"h[j in 1..{clauses}] := {inner}(i in 1..9, k in 1..{UNITS}: [u[i, k], {absent_inner}])\n"
            f"output win := {outer}(j in 1..{clauses}: [h[j], {absent_outer}])")  # fmt: skip


# --- Training ---


class Images(NamedTuple):
    """Grids as tensors."""

    images: torch.Tensor
    cells: torch.Tensor
    won: torch.Tensor

    @staticmethod
    def of(*parts: Grids) -> Images:
        return Images(torch.from_numpy(parts[0].images), torch.from_numpy(np.concatenate([part.cells for part in parts])),
                      torch.from_numpy(np.concatenate([part.won for part in parts])))  # fmt: skip

    def batch(self, rows: torch.Tensor) -> torch.Tensor:
        return self.images[self.cells[rows]]


def cross_entropy(truth: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.binary_cross_entropy(truth.clamp(1e-6, 1 - 1e-6), label)


def train_epoch(perception: Perception, head: torch.nn.Module, optimizer: torch.optim.Optimizer, data: Images, batch: int,
                loss_of: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
                after_step: Callable[[], None] = lambda: None) -> float:  # fmt: skip
    """One pass over the grids in random order; the mean loss."""
    perception.train()
    head.train()
    losses = []
    for rows in torch.randperm(len(data.won)).split(batch):
        loss = loss_of(head(perception(data.batch(rows)))[:, 0], data.won[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        after_step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


@torch.no_grad()
def units_of(perception: Perception, data: Images) -> torch.Tensor:
    """(grids, 9 * units), in evaluation mode."""
    perception.eval()
    return torch.cat([perception(data.batch(rows)) for rows in torch.arange(len(data.won)).split(64)])


class Replay:
    """The units of all grids as the CNN last computed them, for steps of the formula alone: such a step costs a thousandth of one
    through the CNN, and the formula needs more steps than the CNN."""

    def __init__(self, grids: int) -> None:
        self.units = torch.zeros(grids, len(INPUTS))
        self.known = torch.zeros(grids, dtype=torch.bool)

    def store(self, rows: torch.Tensor, units: torch.Tensor) -> None:
        self.units[rows], self.known[rows] = units.detach(), True

    def draw(self, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Random grids among the known ones: rows and units."""
        known = torch.nonzero(self.known)[:, 0]
        rows = known[torch.randint(len(known), (count,))]
        return rows, self.units[rows]


class LohTraining:
    """CNN and layer with their optimizer. Settings that may be absent: each step through the CNN is followed by `replays` steps of
    the layer alone; the `threshold` of the centred units is reached from 0 in `ramp` epochs; temperature and rate of the CNN (by
    `cnn_decay`) fall only after an epoch with a mean loss below `cool`, and training ends after `cooled` of these epochs."""

    def __init__(self, form: str, settings: Settings, seed: int, side: int) -> None:
        torch.manual_seed(seed)
        self.settings = settings
        self.perception = Perception(side, squash=settings["units"], halved=bool(settings.get("halved")))
        self.layer = LohLayer(normal_form(form, settings["clauses"]), inputs=INPUTS, seed=seed, noise=settings["noise"],
                              temperature=settings["temperature"])  # fmt: skip
        self.optimizer = torch.optim.Adam([{"params": self.perception.parameters(), "lr": settings["cnn_rate"]},
                                           {"params": self.layer.parameters(), "lr": settings["rate"]}])  # fmt: skip
        scale_steps(self.optimizer, self.layer)

    def fit(self, data: Images) -> None:
        schedule = TemperatureSchedule(self.layer, factor=self.settings["decay"], floor=self.settings["floor"])
        replay, cooled = Replay(len(data.won)), 0
        for epoch in range(self.settings["epochs"]):
            start = time.perf_counter()
            self.perception.train()
            self.layer.train()
            if "threshold" in self.settings:
                self.perception.squash.threshold = self.settings["threshold"] * min(1, epoch / self.settings.get("ramp", 6))
            losses = [self.step(data, rows, replay) for rows in torch.randperm(len(data.won)).split(self.settings["batch"])]
            if sum(losses) / len(losses) < self.settings.get("cool", math.inf):
                schedule.step()
                self.optimizer.param_groups[0]["lr"] *= self.settings.get("cnn_decay", 1)
                cooled += 1
            if self.settings.get("verbose"):
                print(f"    epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}, {time.perf_counter() - start:.0f} s", flush=True)
            if cooled == self.settings.get("cooled"):
                break
        self.perception.eval()
        self.layer.eval()

    def step(self, data: Images, rows: torch.Tensor, replay: Replay) -> float:
        units = self.perception(data.batch(rows))
        replay.store(rows, units)
        loss = self.descend(units, data.won[rows])
        for _ in range(self.settings.get("replays", 0)):
            others, stored = replay.draw(256)
            self.descend(stored, data.won[others])
        return loss

    def descend(self, units: torch.Tensor, won: torch.Tensor) -> float:
        return descend(self.layer, self.optimizer, units, won)


def descend(layer: LohLayer, optimizer: torch.optim.Optimizer, units: torch.Tensor, won: torch.Tensor) -> float:
    """One step; the loss before it."""
    loss = cross_entropy(layer(units)[:, 0], won)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train_loh(form: str, data: Images, settings: Settings, seed: int, side: int) -> tuple[Perception, LohLayer]:
    training = LohTraining(form, settings, seed, side)
    training.fit(data)
    return training.perception, training.layer


def refitted(form: str, units: np.ndarray, won: np.ndarray, settings: Settings, seed: int) -> LohLayer:
    """A new layer, trained on rounded units alone in `refit` steps of 256 grids: the first formula was chosen while the units moved."""
    torch.manual_seed(seed)
    inputs, labels = torch.from_numpy(units).float(), torch.from_numpy(won).float()
    layer = LohLayer(normal_form(form, settings["clauses"]), inputs=INPUTS, seed=seed, noise=settings["noise"])
    optimizer = torch.optim.Adam(layer.parameters(), lr=settings["rate"])
    scale_steps(optimizer, layer)
    for step in range(settings["refit"]):
        layer.temperature = settings["temperature"] * (settings["floor"] / settings["temperature"]) ** (step / settings["refit"])
        rows = torch.randint(len(labels), (256,))
        descend(layer, optimizer, inputs[rows], labels[rows])
    return layer.eval()
