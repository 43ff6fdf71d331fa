"""Visual tic-tac-toe (Table 2): whether x has won, from nine images of digits; no digit has a label.

A CNN has three units for each image. Above the 27 units stands a normal form of LoH, an MLLP, or an ordinary network. Labels of
digits serve only afterwards, to name the units.

Two settings of LoH: `published` is that of the paper, trained on training and validation boards, and scored after the last
epoch. `recommended` is shorter, and was found on validation boards: it trains on the training boards, prunes the formula by the
training grids, and starts again with other random numbers until a run explains all training and validation grids or the restarts
are used up; the run with the fewest mistakes on these grids is kept. Test boards are scored once, at the end.
"""

from __future__ import annotations

import time
from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence

import loh
import numpy as np
import torch
from loh.torch import LohLayer, TemperatureSchedule, name_units, scale_steps

from . import boards as game
from .boards import CLASSES, Data, Grids, X
from .digits import Digits, load_digits
from .mllp import Mllp
from .runs import FOLDER, Deadline, Runs

UNITS = 3
INPUTS = [f"u[{cell}, {unit}]" for cell in range(1, 10) for unit in range(1, UNITS + 1)]
FIGURES = ["nesy_f1", "rounded_f1", "symbolic_f1", "exact", "units", "formula", "starts", "digits"]
Settings = Mapping[str, Any]


# --- The networks ---


class Perception(torch.nn.Module):
    """The CNN of the paper, applied to each of the nine images: (grids, 9, 1, side, side) to (grids, 9 * units)."""

    def __init__(self, side: int, units: int = UNITS, squash: str = "clip") -> None:
        super().__init__()
        self.squash = squash  # "clip" to [0, 1] as in the paper, "sigmoid", or "none"
        self.cnn = torch.nn.Sequential(
            torch.nn.Conv2d(1, 32, 3, padding=1), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
            torch.nn.Conv2d(32, 64, 3, padding=1), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
            torch.nn.Linear(64 * (side // 4) ** 2, 128), torch.nn.ReLU(), torch.nn.Dropout(0.5), torch.nn.Linear(128, units),
        ).to(memory_format=torch.channels_last)  # fmt: skip

    def of_images(self, images: torch.Tensor) -> torch.Tensor:
        """(images, 1, side, side) to (images, units)."""
        x = self.cnn(images.contiguous(memory_format=torch.channels_last))
        return {"clip": lambda: x.clamp(0, 1), "sigmoid": lambda: torch.sigmoid(x), "none": lambda: x}[self.squash]()

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
    """CNN and layer with their optimizer. With `replays`, each step through the CNN is followed by so many of the layer alone."""

    def __init__(self, form: str, settings: Settings, seed: int, side: int) -> None:
        torch.manual_seed(seed)
        self.settings = settings
        self.perception = Perception(side, squash=settings["units"])
        self.layer = LohLayer(normal_form(form, settings["clauses"]), inputs=INPUTS, seed=seed, noise=settings["noise"],
                              temperature=settings["temperature"])  # fmt: skip
        self.optimizer = torch.optim.Adam([{"params": self.perception.parameters(), "lr": settings["cnn_rate"]},
                                           {"params": self.layer.parameters(), "lr": settings["rate"]}])  # fmt: skip
        scale_steps(self.optimizer, self.layer)

    def fit(self, data: Images) -> None:
        schedule = TemperatureSchedule(self.layer, factor=self.settings["decay"], floor=self.settings["floor"])
        replay = Replay(len(data.won))
        for epoch in range(self.settings["epochs"]):
            start = time.perf_counter()
            self.perception.train()
            self.layer.train()
            losses = [self.step(data, rows, replay) for rows in torch.randperm(len(data.won)).split(self.settings["batch"])]
            schedule.step()
            if self.settings.get("verbose"):
                print(f"    epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}, {time.perf_counter() - start:.0f} s", flush=True)
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
        loss = cross_entropy(self.layer(units)[:, 0], won)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def train_loh(form: str, data: Images, settings: Settings, seed: int, side: int) -> tuple[Perception, LohLayer]:
    training = LohTraining(form, settings, seed, side)
    training.fit(data)
    return training.perception, training.layer


# --- Formulas ---


def named(formula: loh.Formula, names: Sequence[str]) -> loh.Formula:
    """The formula over x1, ..., b9, from one over the units."""
    replacements = {}
    for cell in range(1, 10):
        for unit, name in enumerate(names, start=1):
            replacements[f"u[{cell}, {unit}]"] = loh.Formula(name if name in ("true", "false") else f"{name}{cell}")
    return formula.substitute(replacements).simplify()


def macro_f1(predicted: np.ndarray, actual: np.ndarray) -> float:
    """Mean of the F1 of both classes, as in the paper."""
    scores = []
    for value in (False, True):
        hits = np.count_nonzero((predicted == value) & (actual == value))
        total = np.count_nonzero(predicted == value) + np.count_nonzero(actual == value)
        scores.append(2 * hits / total if total else 0.0)
    return sum(scores) / 2


def symbolic_f1(formula: loh.Formula) -> float:
    """Of a formula over x1, ..., b9, on all final positions."""
    boards = game.final_boards()
    absent = dict.fromkeys(formula.variables, False)
    marks = [{f"{CLASSES[mark]}{cell + 1}": True for cell, mark in enumerate(board)} for board in boards]
    predicted = [formula.evaluate({**absent, **own}) for own in marks]
    return macro_f1(np.array(predicted), np.array([game.has_won(board, X) for board in boards]))


class NormalForm:
    """Clauses over rounded units, as sets of unit numbers; `conjunctive` says what joins the literals of a clause."""

    def __init__(self, clauses: Sequence[frozenset[int]], conjunctive: bool) -> None:
        self.clauses, self.conjunctive = list(clauses), conjunctive

    def clause_values(self, units: np.ndarray) -> np.ndarray:
        """(grids, clauses) from (grids, units), of bools."""
        join = np.all if self.conjunctive else np.any
        return np.stack([join(units[:, sorted(clause)], axis=1) for clause in self.clauses], axis=1)

    def predict(self, units: np.ndarray) -> np.ndarray:
        if not self.clauses:
            return np.full(len(units), not self.conjunctive)
        return (np.any if self.conjunctive else np.all)(self.clause_values(units), axis=1)

    def formula(self) -> loh.Formula:
        inner, outer, empty = (" & ", " | ", "false") if self.conjunctive else (" | ", " & ", "true")
        texts = ["(" + inner.join(INPUTS[unit] for unit in sorted(clause)) + ")" for clause in self.clauses]
        return loh.Formula(outer.join(texts) if texts else empty)


def chosen_clauses(formula: loh.Formula, form: str) -> NormalForm:
    """The clauses of a formula of `normal_form`. Repeated clauses count once; a constant clause is dropped or decides everything."""
    inner, outer = ("and", "or") if form == "DNF" else ("or", "and")
    clauses = {}
    for clause in parts(formula, outer):
        literals = parts(clause, inner)
        if any(str(literal) == ("false" if inner == "and" else "true") for literal in literals):
            continue
        clauses[frozenset(INPUTS.index(str(literal)) for literal in literals if str(literal) in INPUTS)] = None
    return NormalForm(list(clauses), conjunctive=form == "DNF")


def parts(formula: loh.Formula, kind: str) -> list[loh.Formula]:
    """The operands of nested operators of one kind."""
    if formula.kind != kind:
        return [formula]
    return [part for operand in formula.operands for part in parts(operand, kind)]


def pruned(form: NormalForm, units: np.ndarray, won: np.ndarray) -> NormalForm:
    """Without the clauses and literals whose removal costs no training grid, longest clauses first."""
    def mistakes(clauses: Sequence[frozenset[int]]) -> int:
        return np.count_nonzero(NormalForm(clauses, form.conjunctive).predict(units) != won)

    clauses = sorted(form.clauses, key=len, reverse=True)
    least = mistakes(clauses)
    for clause in list(clauses):
        without = [other for other in clauses if other != clause]
        if mistakes(without) <= least:
            clauses, least = without, mistakes(without)
    for clause in list(clauses):
        for literal in sorted(clause):
            shorter = clause - {literal}
            changed = [shorter if other == clause else other for other in clauses]
            if shorter and mistakes(changed) <= least:
                clauses, clause, least = changed, shorter, mistakes(changed)
    return NormalForm(list(dict.fromkeys(clauses)), form.conjunctive)


def drawn(formula: loh.Formula, form: str) -> str:
    """The clauses as boards of three lines, side by side: a letter for a literal (`O` after `!` for "not"), a dot elsewhere."""
    inner, outer = ("and", "or") if form == "DNF" else ("or", "and")
    boards = []
    for clause in parts(formula, outer):
        cells = ["."] * 9
        for literal in map(str, parts(clause, inner)):
            if literal[-1].isdigit():
                cell = int(literal[-1]) - 1
                cells[cell] = literal[:-1] if cells[cell] == "." else cells[cell] + literal[:-1]
        width = max(map(len, cells))
        boards.append([" ".join(cell.rjust(width) for cell in cells[row : row + 3]) for row in (0, 3, 6)])
    lines = []
    for first in range(0, len(boards), 8):
        lines += ["   ".join(board[row] for board in boards[first : first + 8]) for row in range(3)] + [""]
    return "\n".join(lines[:-1])


# --- Methods: each returns the row of a run ---


def unit_names(perception: Perception, digits: Digits) -> list[str]:
    """By the average activation for each digit, of the first thousand training images."""
    perception.eval()
    with torch.no_grad():
        activations = perception.of_images(torch.from_numpy(digits.train_images[:1000]))
    return name_units(activations, digits.train_labels[:1000].tolist(), CLASSES)


def scores(outputs: torch.Tensor, data: Images) -> float:
    return macro_f1((outputs > 0.5).numpy(), data.won.numpy() > 0.5)


def symbolic_figures(formula: loh.Formula, perception: Perception, digits: Digits) -> dict[str, Any]:
    names = unit_names(perception, digits)
    rule = named(formula, names)
    f1 = symbolic_f1(rule)
    return {"symbolic_f1": f1, "exact": int(f1 == 1), "units": " ".join(names), "formula": rule}


def measure_loh(form: str, data: Data, digits: Digits, settings: Settings, seed: int) -> dict[str, Any]:
    """As published: training and validation boards, the last epoch."""
    known, test = Images.of(data.train, data.validation), Images.of(data.test)
    perception, layer = train_loh(form, known, settings, seed, digits.side)
    units = units_of(perception, test)
    with torch.no_grad():
        nesy, rounded = scores(layer(units)[:, 0], test), scores(layer((units > 0.5).float())[:, 0], test)
    return {"nesy_f1": nesy, "rounded_f1": rounded, "starts": 1, "digits": digits.source,
            **symbolic_figures(layer.hypothesis()["win"], perception, digits)}  # fmt: skip


class Start(NamedTuple):
    """One training of the recommended method. `mistakes` of the pruned formula on training and validation grids."""

    perception: Perception
    form: NormalForm
    mistakes: int


def measure_recommended(form: str, data: Data, digits: Digits, settings: Settings, seed: int) -> dict[str, Any]:
    """Starts until one explains the training and validation grids; test grids are scored for the best start only."""
    best, starts = None, 0
    while starts < settings["starts"] and (best is None or best.mistakes > settings["enough"]):
        found = one_start(form, data, settings, 1000 * starts + seed, digits.side)
        best = found if best is None or found.mistakes < best.mistakes else best
        starts += 1
        print(f"    start {starts}: {found.mistakes} mistakes, units {' '.join(unit_names(found.perception, digits))}", flush=True)
    test = Images.of(data.test)
    predicted = best.form.predict(units_of(best.perception, test).numpy() > 0.5)
    f1 = macro_f1(predicted, test.won.numpy() > 0.5)
    return {"nesy_f1": f1, "rounded_f1": f1, "starts": starts, "digits": digits.source,
            **symbolic_figures(best.form.formula(), best.perception, digits)}  # fmt: skip


def one_start(form: str, data: Data, settings: Settings, seed: int, side: int) -> Start:
    train, known = Images.of(data.train), Images.of(data.train, data.validation)
    perception, layer = train_loh(form, train, settings, seed, side)
    units, won = units_of(perception, train).numpy() > 0.5, train.won.numpy() > 0.5
    clauses = pruned(chosen_clauses(layer.hypothesis()["win"], form), units, won)
    predicted = clauses.predict(units_of(perception, known).numpy() > 0.5)
    return Start(perception, clauses, int(np.count_nonzero(predicted != (known.won.numpy() > 0.5))))


def measure_mllp(form: str, data: Data, digits: Digits, settings: Settings, seed: int) -> dict[str, Any]:
    """MLLP (`nesy_f1`) and CRS (`rounded_f1`: rounded weights above the CNN's own outputs; `symbolic_f1`)."""
    torch.manual_seed(seed)
    known, test = Images.of(data.train, data.validation), Images.of(data.test)
    perception = Perception(digits.side, settings["cnn_outputs"])
    head = Mllp([9 * settings["cnn_outputs"], settings["hidden"], 1], first_conjunctive=form == "DNF")
    both = [*perception.parameters(), *head.parameters()]
    optimizer = torch.optim.Adam(both, lr=settings["rate"], weight_decay=settings["weight_decay"])
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 100, 0.75)
    for _ in range(settings["epochs"]):
        head.draw_rounded(settings["random_binarization"])
        train_epoch(perception, head, optimizer, known, settings["batch"], torch.nn.functional.mse_loss, head.clip)
        schedule.step()
    head.eval()
    units = units_of(perception, test)
    inputs = [f"u[{cell}, {unit}]" for cell in range(1, 10) for unit in range(1, settings["cnn_outputs"] + 1)]
    with torch.no_grad():
        nesy, rounded = scores(head(units)[:, 0], test), scores(head(units, all_rounded=True)[:, 0], test)
    return {"nesy_f1": nesy, "rounded_f1": rounded, "starts": 1, "digits": digits.source,
            **symbolic_figures(loh.Formula(head.formulas(inputs)[0]), perception, digits)}  # fmt: skip


def measure_nn(data: Data, digits: Digits, settings: Settings, seed: int) -> dict[str, Any]:
    """The same CNN without clipping, and a perceptron above it."""
    torch.manual_seed(seed)
    known, test = Images.of(data.train, data.validation), Images.of(data.test)
    perception = Perception(digits.side, settings["cnn_outputs"], squash="none")
    head = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Linear(9 * settings["cnn_outputs"], settings["hidden"]), torch.nn.ReLU(),
                               torch.nn.Linear(settings["hidden"], 1))  # fmt: skip
    optimizer = torch.optim.Adam([*perception.parameters(), *head.parameters()], lr=settings["rate"])
    for _ in range(settings["epochs"]):
        train_epoch(perception, head, optimizer, known, settings["batch"], torch.nn.functional.binary_cross_entropy_with_logits)
    head.eval()
    with torch.no_grad():
        nesy = scores(head(units_of(perception, test))[:, 0] + 0.5, test)  # a logit of 0 is a truth value of one half
    return {"nesy_f1": nesy, "rounded_f1": "", "symbolic_f1": "", "exact": "", "units": "", "formula": "", "starts": 1,
            "digits": digits.source}  # fmt: skip


# --- The table ---

PUBLISHED = {
    "DNF": dict(epochs=400, batch=256, clauses=120, rate=0.108, cnn_rate=0.00064928, noise=1.0079, temperature=0.5772,
                decay=0.99286, floor=0.1982, units="clip"),
    "CNF": dict(epochs=400, batch=256, clauses=109, rate=0.1391, cnn_rate=0.00023465, noise=0.9133, temperature=0.5021,
                decay=0.99498, floor=0.3029, units="clip"),
}  # fmt: skip

_SHORT = dict(epochs=10, batch=32, rate=0.1, cnn_rate=0.001, noise=1.0, temperature=0.58, decay=0.88, floor=0.2, units="sigmoid",
              replays=8, starts=4, enough=3)  # fmt: skip
RECOMMENDED = {"DNF": dict(clauses=120, **_SHORT), "CNF": dict(clauses=120, **_SHORT)}
ONE_START = {form: {**settings, "starts": 1} for form, settings in RECOMMENDED.items()}
MLLP_PUBLISHED = {
    "DNF": dict(epochs=600, batch=128, cnn_outputs=3, hidden=67, weight_decay=2.916e-05, rate=0.00326, random_binarization=0.1915),
    "CNF": dict(epochs=400, batch=256, cnn_outputs=4, hidden=251, weight_decay=0.0002975, rate=0.00484, random_binarization=0.1168),
}
# Shorter settings of the baselines, for machines without a GPU. The paper does not print the settings of its NN.
MLLP_SHORT = {form: {**settings, "epochs": 30, "batch": 32} for form, settings in MLLP_PUBLISHED.items()}
NN_PUBLISHED = dict(epochs=400, batch=256, cnn_outputs=16, hidden=128, rate=0.001)
NN_SHORT = {**NN_PUBLISHED, "epochs": 12, "batch": 32}
QUICK = dict(epochs=1, starts=1, batch=16)
KEYS = ["method", "setting"]


class Job(NamedTuple):
    """One cell of the table. `short` says that it belongs to the default settings."""

    method: str
    setting: str
    settings: Settings
    measure: Callable[[Data, Digits, Settings, int], dict[str, Any]]


def jobs(published: bool) -> list[Job]:
    """Most informative first."""
    def loh(form: str, once: bool = False) -> Job:
        if published:
            return Job(f"LoH {form}", "published", PUBLISHED[form], lambda *rest: measure_loh(form, *rest))
        name, settings = ("one start", ONE_START) if once else ("recommended", RECOMMENDED)
        return Job(f"LoH {form}", name, settings[form], lambda *rest: measure_recommended(form, *rest))

    def mllp(form: str) -> Job:
        settings = (MLLP_PUBLISHED if published else MLLP_SHORT)[form]
        return Job(f"MLLP/CRS {form}", "published" if published else "short", settings, lambda *rest: measure_mllp(form, *rest))

    nn = Job("NN", "published" if published else "short", NN_PUBLISHED if published else NN_SHORT, measure_nn)
    if published:
        return [loh("DNF"), loh("CNF"), nn, mllp("CNF"), mllp("DNF")]
    return [loh("DNF", once=True), loh("CNF", once=True), nn, mllp("CNF"), mllp("DNF"), loh("DNF"), loh("CNF")]


def runs_of(deadline: Optional[Deadline] = None, folder: Any = FOLDER) -> Runs:
    return Runs(folder / "visual_tictactoe.csv", KEYS, FIGURES, deadline)


def step_runs(deadline: Optional[Deadline] = None, folder: Any = FOLDER) -> Runs:
    return Runs(folder / "visual_step.csv", ["form"], ["step_seconds", "layer_seconds", "layer_share"], deadline)


def run(seeds: int, quick: bool, deadline: Deadline, folder: Any = FOLDER, published: bool = False,
        only: str = "") -> None:  # fmt: skip
    """Seed by seed, so that an interrupted run has as many seeds of each method. The data are those of seed 0 in all runs. `only` is a
    part of the name of the wanted methods."""
    digits, runs = load_digits(3, bundled=quick), runs_of(deadline, folder)
    data = game.load(digits)
    if quick:
        data = Data(*(part.part(slice(None, None, len(part.won) // 64)) for part in data))
    for seed in range(seeds):
        for job in jobs(published):
            if only and only not in job.method:
                continue
            settings = {**job.settings, **{name: value for name, value in QUICK.items() if name in job.settings}} if quick else job.settings
            row = runs.once([job.method, job.setting], seed, settings, lambda: job.measure(data, digits, settings, seed))
            if row["exact"] == "1":
                print(drawn(loh.Formula(row["formula"]), job.method[-3:]))
    steps = step_runs(deadline, folder)
    for form in PUBLISHED:
        steps.once([form], 0, {"batch": 8 if quick else 256, "steps": 3}, lambda: measure_step(form, 8 if quick else 256, 3))


def measure_step(form: str, batch: int, steps: int) -> dict[str, Any]:
    """The share of a training step with the published settings that is spent in the layer, forward and backward, on 28 x 28 pixels.
    The layer is timed by itself on the units of the same batch; the least of the steps counts."""
    training = LohTraining(form, PUBLISHED[form], 0, 28)
    images, won = torch.randn(batch, 9, 1, 28, 28), torch.randint(2, (batch,)).float()
    whole, alone = [], []
    for _ in range(steps):
        start = time.perf_counter()
        training.descend(training.perception(images), won)
        whole.append(time.perf_counter() - start)
        units = training.perception(images).detach().requires_grad_()
        start = time.perf_counter()
        cross_entropy(training.layer(units)[:, 0], won).backward()
        alone.append(time.perf_counter() - start)
    return {"step_seconds": min(whole), "layer_seconds": min(alone), "layer_share": min(alone) / min(whole)}
