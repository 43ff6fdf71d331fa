"""Visual tic-tac-toe (Table 2): whether x has won, from nine images of digits; no digit has a label.

A CNN has three units for each image. Above the 27 units stands a normal form of LoH, an MLLP, or an ordinary network. Labels of
digits serve only afterwards, to name the units.

Two settings of LoH: `published` is that of the paper, trained on training and validation boards, and scored after the last
epoch. `recommended` is shorter, and was found on validation boards: it trains on the training boards, on images of half the
side, with units that can be neither on nor off for nearly all images (`CentredSigmoid`). Then a second formula is trained on the
rounded units alone; the better of the two on training grids is kept and pruned by them. Starts with other random numbers follow
until one explains nearly all training and validation grids or the starts are used up; the one with the fewest mistakes on these
grids is kept. Test boards are scored once, at the end.
"""

from __future__ import annotations

import time
from typing import Any, Callable, NamedTuple, Optional

import loh
import numpy as np
import torch
from loh.torch import name_units

from . import boards as game
from .boards import CLASSES, Data
from .clauses import NormalForm, chosen_clauses, cost, macro_f1, named, pruned, symbolic_f1
from .digits import Digits, load_digits
from .mllp import Mllp
from .perception import Images, LohTraining, Perception, Settings, cross_entropy, refitted, train_epoch, train_loh, units_of
from .runs import FOLDER, Deadline, Runs

FIGURES = ["nesy_f1", "rounded_f1", "symbolic_f1", "exact", "units", "formula", "starts", "digits"]


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
    layers = [layer, refitted(form, units, won, settings, seed)]
    price = settings["price"]
    formulas = [pruned(chosen_clauses(found.hypothesis()["win"], form), units, won, price) for found in layers]
    best = min(formulas, key=lambda found: cost(found, units, won, price))
    return Start(perception, best, best.mistakes(units_of(perception, known).numpy() > 0.5, known.won.numpy() > 0.5))


def measure_mllp(form: str, data: Data, digits: Digits, settings: Settings, seed: int) -> dict[str, Any]:
    """MLLP (`nesy_f1`) and CRS (`rounded_f1`: rounded weights above the CNN's own outputs; `symbolic_f1`)."""
    torch.manual_seed(seed)
    known, test = Images.of(data.train, data.validation), Images.of(data.test)
    perception = Perception(digits.side, settings["cnn_outputs"], halved=bool(settings.get("halved")))
    head = Mllp([9 * settings["cnn_outputs"], settings["hidden"], 1], first_conjunctive=form == "DNF")
    optimizer = torch.optim.Adam([{"params": perception.parameters(), "lr": settings.get("cnn_rate", settings["rate"])},
                                  {"params": head.parameters()}],
                                 lr=settings["rate"], weight_decay=settings["weight_decay"])  # fmt: skip
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
    perception = Perception(digits.side, settings["cnn_outputs"], squash="none", halved=bool(settings.get("halved")))
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

_SHORT = dict(clauses=120, epochs=30, cooled=10, batch=32, rate=0.1, cnn_rate=0.002, cnn_decay=0.9, noise=1.0, temperature=0.58,
              decay=0.88, floor=0.2, units="centred", halved=1, replays=8, refit=2000, price=0.4, starts=4, enough=3)  # fmt: skip
RECOMMENDED = {"DNF": dict(_SHORT, threshold=0.3, cool=0.5), "CNF": dict(_SHORT, threshold=-0.3, ramp=1, cool=0.35, price=0.0, enough=6)}
ONE_START = {form: {**settings, "starts": 1} for form, settings in RECOMMENDED.items()}
MLLP_PUBLISHED = {
    "DNF": dict(epochs=600, batch=128, cnn_outputs=3, hidden=67, weight_decay=2.916e-05, rate=0.00326, random_binarization=0.1915),
    "CNF": dict(epochs=400, batch=256, cnn_outputs=4, hidden=251, weight_decay=0.0002975, rate=0.00484, random_binarization=0.1168),
}
# Shorter settings of the baselines, for machines without a GPU. The paper does not print the settings of its NN.
MLLP_SHORT = {form: {**settings, "epochs": 30, "batch": 32, "halved": 1} for form, settings in MLLP_PUBLISHED.items()}
MLLP_SHORT["CNF"].update(epochs=40, cnn_rate=0.0001)  # with the rate of the weights, all units of the CNN end at 1
NN_PUBLISHED = dict(epochs=400, batch=256, cnn_outputs=16, hidden=128, rate=0.001)
NN_SHORT = {**NN_PUBLISHED, "epochs": 12, "batch": 32, "halved": 1}
STEP_BATCH = 64  # boards of the step whose parts are timed
QUICK = dict(epochs=1, starts=1, batch=16, refit=20)
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


def shortened(settings: Settings) -> Settings:
    """For quick runs."""
    return {**settings, **{name: value for name, value in QUICK.items() if name in settings}}


def runs_of(deadline: Optional[Deadline] = None, folder: Any = FOLDER) -> Runs:
    return Runs(folder / "visual_tictactoe.csv", KEYS, FIGURES, deadline)


def step_runs(deadline: Optional[Deadline] = None, folder: Any = FOLDER) -> Runs:
    return Runs(folder / "visual_step.csv", ["form"], ["step_seconds", "layer_seconds", "layer_share"], deadline)


def run(seeds: int, quick: bool, deadline: Deadline, folder: Any = FOLDER, published: bool = False,
        only: str = "") -> None:  # fmt: skip
    """Seed by seed, so that an interrupted run has as many seeds of each method. The data are those of seed 0 in all runs. `only` is a
    part of method and setting of the wanted runs, as in "LoH DNF one start"."""
    digits, runs = load_digits(3, bundled=quick), runs_of(deadline, folder)
    data = game.load(digits)
    if quick:
        data = Data(*(part.part(slice(None, None, len(part.won) // 64)) for part in data))
    for seed in range(seeds):
        for job in jobs(published):
            if only in f"{job.method} {job.setting}":
                settings = shortened(job.settings) if quick else job.settings
                runs.once([job.method, job.setting], seed, settings, lambda: job.measure(data, digits, settings, seed))
    steps = step_runs(deadline, folder)
    for form in PUBLISHED:
        batch = 8 if quick else STEP_BATCH
        steps.once([form], 0, {"batch": batch, "steps": 3}, lambda: measure_step(form, batch, 3))


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
