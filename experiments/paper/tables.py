"""Baselines of Table 1: decision tree, random forest, XGBoost, a neural network, and MLLP/CRS on the twelve tables.

Splits are the published ones (bench/published_split). Numeric columns are cut by recursive minimal-entropy partitioning, and all
columns are one-hot encoded, as in the paper. The cuts are fitted on the training rows; with `leak`, on all rows with their test
labels, as for the published figures: a second table, labelled. Every method is scored by macro F1 of its predicted class.

DT, RF, XGBoost and NN are tuned with the paper's spaces by Optuna (TPE, multivariate, a quarter of the trials random) on the validation
rows, once for each table; then they are fitted on training and validation rows with ten seeds. MLLP has its published settings.
LoH's own cells come from bench/published_runs (C++). XGBoost is left out if the package is not installed.
"""

from __future__ import annotations

import csv
import importlib.util
import os
from pathlib import Path
from typing import Any, Callable, Mapping, NamedTuple, Optional

import numpy as np
import torch

from .boards import published_split
from .mllp import Mllp
from .published import MLLP
from .runs import FOLDER, Deadline, Runs, settings_text

KEYS = ["table", "method", "cuts"]
FIGURES = ["f1", "rounded_f1", "parameters", "chosen"]
# Cheapest first.
TABLES = ["wine", "blogger", "banknote", "tic-tac-toe", "nursery", "mushroom", "magic04", "letRecog", "chess", "bank-marketing",
          "adult", "connect-4"]  # fmt: skip
TUNED = ["DT", "RF", "XGBoost", "NN"]
TRIALS = 80


# --- Rows ---


def entropy(counts: np.ndarray) -> np.ndarray:
    """In bits, along the last axis."""
    shares = counts / np.maximum(1, counts.sum(axis=-1, keepdims=True))
    return -(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=-1)


def entropy_cuts(values: np.ndarray, labels: np.ndarray, classes: int) -> list[float]:
    """Cut points by recursive minimal-entropy partitioning with the stopping rule of Fayyad and Irani."""
    order = np.argsort(values, kind="stable")
    return sorted(_cuts(values[order], np.eye(classes)[labels[order]]))


def _cuts(values: np.ndarray, onehot: np.ndarray) -> list[float]:
    rows = len(values)
    places = np.flatnonzero(values[1:] > values[:-1]) + 1
    if not len(places):
        return []
    running = np.cumsum(onehot, axis=0)
    left, total = running[places - 1], running[-1]
    left_entropy, right_entropy, whole = entropy(left), entropy(total - left), entropy(total)
    split = (places * left_entropy + (rows - places) * right_entropy) / rows
    best = int(np.argmin(split))
    place = places[best]
    kinds = [np.count_nonzero(counts) for counts in (total, left[best], total - left[best])]
    delta = np.log2(3.0 ** kinds[0] - 2) - (kinds[0] * whole - kinds[1] * left_entropy[best] - kinds[2] * right_entropy[best])
    if whole - split[best] <= (np.log2(rows - 1) + delta) / rows:
        return []
    middle = (values[place - 1] + values[place]) / 2
    return [*_cuts(values[:place], onehot[:place]), middle, *_cuts(values[place:], onehot[place:])]


class Table(NamedTuple):
    columns: list[np.ndarray]  # of floats, or of texts
    labels: np.ndarray  # (rows,): numbers of classes, in the order of their names
    classes: int


def read_table(path: Path, categories: bool = False) -> Table:
    """A CSV with the column `class`. Columns of numbers are numeric, unless `categories`."""
    with path.open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    cells = dict(zip(header, zip(*rows)))
    names, labels = np.unique(np.array(cells.pop("class")), return_inverse=True)
    columns = [np.array(column) if categories else _column(column) for column in cells.values()]
    return Table(columns, labels, len(names))


def bundled_wine() -> Table:
    """The wine table that scikit-learn brings: for quick runs."""
    from sklearn.datasets import load_wine

    data = load_wine()
    return Table(list(data.data.T), data.target, 3)


def _column(cells: tuple[str, ...]) -> np.ndarray:
    try:
        return np.array(cells, dtype=float)
    except ValueError:
        return np.array(cells)


class Encoded(NamedTuple):
    """(rows, features), 0 or 1, and labels of the three parts."""

    x: np.ndarray
    y: np.ndarray
    train: np.ndarray  # row numbers
    validation: np.ndarray
    test: np.ndarray
    classes: int

    @property
    def known(self) -> np.ndarray:
        return np.concatenate([self.train, self.validation])


def encode(table: Table, leak: bool) -> Encoded:
    split = published_split(len(table.labels))
    fitted = np.arange(len(table.labels)) if leak else np.concatenate([split.train, split.validation])
    features = []
    for column in table.columns:
        if column.dtype.kind == "f":
            cuts = entropy_cuts(column[fitted], table.labels[fitted], table.classes)
            codes, count = np.searchsorted(cuts, column), len(cuts) + 1
        else:
            names = np.unique(column[fitted])
            codes = np.where(np.isin(column, names), np.searchsorted(names, column), len(names))  # an unseen value is no value
            count = len(names)
        if count > 1:
            features.append(np.eye(count + 1, dtype=np.float32)[codes][:, :count])
    return Encoded(np.concatenate(features, axis=1), table.labels, split.train, split.validation, split.test, table.classes)


def macro_f1(predicted: np.ndarray, actual: np.ndarray) -> float:
    from sklearn.metrics import f1_score

    return float(f1_score(actual, predicted, average="macro", zero_division=0))


# --- Methods ---


def proposed(method: str, trial: Any) -> dict[str, Any]:
    """The paper's search spaces."""
    integer, real = trial.suggest_int, trial.suggest_float
    tree = {"min_samples_split": (2, 50), "max_depth": (2, 50), "min_samples_leaf": (1, 50)}
    if method == "DT":
        return {name: integer(name, *limits) for name, limits in tree.items()}
    if method == "RF":
        return {"n_estimators": integer("n_estimators", 50, 500), **{name: integer(name, *limits) for name, limits in tree.items()}}
    if method == "XGBoost":
        return {"max_depth": integer("max_depth", 5, 20), "n_estimators": integer("n_estimators", 10, 500),
                "learning_rate": real("learning_rate", 1e-3, 2e-1, log=True)}  # fmt: skip
    layers = integer("layers", 1, 3)
    return {"hidden_layer_sizes": tuple(integer(f"units {layer}", 4, 128) for layer in range(layers)),
            "learning_rate_init": real("learning_rate_init", 1e-4, 1e-1, log=True)}  # fmt: skip


def classifier(method: str, settings: Mapping[str, Any], seed: int) -> Any:
    if method == "DT":
        from sklearn.tree import DecisionTreeClassifier

        return DecisionTreeClassifier(random_state=seed, **settings)
    if method == "RF":
        from sklearn.ensemble import RandomForestClassifier

        return RandomForestClassifier(random_state=seed, n_jobs=1, **settings)
    if method == "XGBoost":
        from xgboost import XGBClassifier

        return XGBClassifier(random_state=seed, n_jobs=1, **settings)
    from sklearn.neural_network import MLPClassifier

    return MLPClassifier(random_state=seed, batch_size=256, max_iter=100, **settings)


def fit(method: str, data: Encoded, settings: Mapping[str, Any], seed: int, rows: np.ndarray, scored: np.ndarray) -> float:
    """Macro F1 on the rows `scored` after training on `rows`. Classes without a training row are left out of the numbering."""
    import warnings

    found, codes = np.unique(data.y[rows], return_inverse=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the network may not have converged, as in the paper
        model = classifier(method, settings, seed).fit(data.x[rows], codes)
        return macro_f1(found[model.predict(data.x[scored])], data.y[scored])


def tuned(method: str, data: Encoded, trials: int) -> dict[str, Any]:
    """The settings with the best macro F1 on the validation rows."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(multivariate=True, n_startup_trials=max(1, trials // 4), seed=0)
    study = optuna.create_study(direction="maximize", sampler=sampler)

    def value(trial: Any) -> float:
        settings = proposed(method, trial)
        trial.set_user_attr("settings", settings)
        return fit(method, data, settings, 0, data.train, data.validation)

    study.optimize(value, n_trials=trials)
    return dict(study.best_trial.user_attrs["settings"])


def measure_mllp(data: Encoded, hidden: list[int], settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """MLLP, and CRS from the same network."""
    torch.manual_seed(seed)
    network = Mllp([data.x.shape[1], *hidden, data.classes])
    x, target = torch.from_numpy(data.x), torch.eye(data.classes)[torch.from_numpy(data.y)]
    optimizer = torch.optim.Adam(network.parameters(), lr=settings["rate"], weight_decay=settings["weight_decay"])
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 100, 0.75)
    known = torch.from_numpy(data.known)
    network.train()
    for _ in range(settings["epochs"]):
        network.draw_rounded(settings["random_binarization"])
        for rows in known[torch.randperm(len(known))].split(settings["batch"]):
            loss = torch.nn.functional.mse_loss(network(x[rows]), target[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            network.clip()
        schedule.step()
    network.eval()
    with torch.no_grad():
        soft, hard = (network(x[data.test], rounded).argmax(dim=1).numpy() for rounded in (False, True))
    return {"f1": macro_f1(soft, data.y[data.test]), "rounded_f1": macro_f1(hard, data.y[data.test]),
            "parameters": sum(layer.weight.numel() for layer in network.layers), "chosen": ""}  # fmt: skip


# --- Runs ---


def runs_of(deadline: Optional[Deadline] = None, folder: Any = FOLDER) -> Runs:
    return Runs(folder / "tables.csv", KEYS, FIGURES, deadline)


class Tuning:
    """Tuned settings of this process: all seeds of a table share them."""

    def __init__(self, trials: int) -> None:
        self.trials = trials
        self._found: dict[tuple[str, str, bool], dict[str, Any]] = {}

    def settings(self, method: str, name: str, leak: bool, data: Encoded) -> dict[str, Any]:
        key = (method, name, leak)
        if key not in self._found:
            self._found[key] = tuned(method, data, self.trials)
        return self._found[key]


def run(seeds: int, quick: bool, deadline: Deadline, folder: Any = FOLDER, published: bool = False) -> None:
    """Table by table, cheapest first."""
    tables = Path(os.environ.get("LOH_DATA", ""))
    if "LOH_DATA" not in os.environ and not quick:
        print("tables: LOH_DATA does not name the folder with the tables, nothing is run")
        return
    runs, tuning = runs_of(deadline, folder), Tuning(2 if quick else TRIALS)
    methods = [method for method in TUNED if method != "XGBoost" or importlib.util.find_spec("xgboost")]
    if quick:
        run_table(runs, tuning, methods, "wine", bundled_wine, False, seeds, quick)
        return
    for leak in (False, True):
        for name in TABLES:
            read = lambda: read_table(tables / f"{name}.csv", categories=name == "chess")  # noqa: E731
            run_table(runs, tuning, methods, name, read, leak, seeds, quick)


def run_table(runs: Runs, tuning: Tuning, methods: list[str], name: str, read: Callable[[], Table], leak: bool, seeds: int,
              quick: bool) -> None:  # fmt: skip
    cuts = "all rows" if leak else "training rows"
    data: list[Encoded] = []

    def loaded() -> Encoded:
        if not data:
            data.append(encode(read(), leak))
        return data[0]

    for method in methods:
        def measure() -> dict[str, Any]:
            encoded = loaded()
            settings = tuning.settings(method, name, leak, encoded)
            return {"f1": fit(method, encoded, settings, seed, encoded.known, encoded.test), "rounded_f1": "",
                    "parameters": "", "chosen": settings_text(settings)}  # fmt: skip

        for seed in range(seeds):
            runs.once([name, method, cuts], seed, {"trials": tuning.trials}, measure)
    hidden, epochs, weight_decay, rate, binarization = MLLP[name]
    settings = dict(epochs=2 if quick else epochs, batch=128, rate=rate, weight_decay=weight_decay, random_binarization=binarization)
    for seed in range(seeds):
        runs.once([name, "MLLP/CRS", cuts], seed, settings, lambda: measure_mllp(loaded(), hidden, settings, seed))
