"""Calibration: probabilities against observed shares."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

import numpy as np
from matplotlib.axes import Axes

from ..errors import Error
from ..model import Model
from .common import GREY, axes_of, legend_below, model_of, plain, wilson

__all__ = ["calibration"]

_COLOUR = "#0072B2"
_STRIP, _BARS = 0.19, 0.11  # below the diagram: the height of the strip for the counts, and of its highest bar


def calibration(model: Any, data: Any, *, positive: Any = None, bins: int = 10, ax: Optional[Axes] = None) -> Axes:
    """A reliability diagram: the probability of a class against the share of rows that have it.

    Each point is a bin of probabilities of equal width, at the mean probability of its rows, with the 95 % interval of the share.
    The bars below and their numbers are the rows in each bin. Points on the diagonal are calibrated.

    Parameters
    ----------
    model : Model or LohClassifier
        a model with probabilities.
    data : table
        rows with the target column, as for `Model.evaluate`; best rows that were not used for learning.
    positive : class, optional
        the class whose probability is shown. By default, with two classes the one that the rules describe, of a scorecard the second
        one; with more classes the predicted one.
    bins : int
        the number of bins. The probability of the predicted class always has 10.
    ax : matplotlib.axes.Axes, optional
        where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        the axes with the picture.

    Raises
    ------
    loh.Error
        if the model has no probabilities, there is no such class, or the table has no target column.

    Examples
    --------
    >>> model = loh.learn("examples/fires.csv", target="risk")
    >>> ax = loh.plot.calibration(model, "examples/fires.csv", positive="yes")
    >>> ax.get_xlabel()
    'predicted probability of yes'
    """
    learned = model_of(model)
    if isinstance(bins, bool) or not isinstance(bins, (int, np.integer)) or not 1 <= bins <= 100:
        raise Error(f"bins: expected a whole number from 1 to 100, not {bins!r}")
    if not learned._core.has_probabilities():
        raise Error("the model has no probabilities", hint="learn it again: new models have them")
    by_class, of_predicted = learned._core.probability_counts(learned._rows(data))
    shown = _class_of(learned, positive)
    if shown is None:
        counts = [entry for entry in of_predicted if entry[0]]
        edges, what, observed = np.linspace(0, 1, 11), "the predicted class", "share of right predictions"
    else:
        edges = np.linspace(0, 1, int(bins) + 1)
        counts = _binned(by_class[shown], edges)
        what, observed = str(learned.classes[shown]), f"share of rows that are {learned.classes[shown]}"
    if not counts:
        raise Error("the table has no row with a class")
    axes = axes_of(ax, 5.2, 6.0)
    _draw(axes, counts, edges)
    axes.set_xlabel(f"predicted probability of {plain(what)}")
    axes.set_ylabel(plain(observed))
    axes.set_title(f"{plain(learned.target)}: calibration")
    legend_below(axes, 2)
    return axes


def _class_of(model: Model, positive: Any) -> Optional[int]:
    """The index of the class to show; None for the predicted class."""
    classes = model.classes
    if positive is None and len(classes) != 2:
        return None
    if positive is None:
        described = model._core.formulas()
        return 1 if model.head == "vote" or not described else model._core.classes().index(described[0][0])
    for index, name in enumerate(classes):
        if name == positive or str(name) == str(positive):
            return index
    raise Error(f"there is no class '{positive}'", hint="the classes are " + ", ".join(map(str, classes)))


def _binned(odds: np.ndarray, edges: np.ndarray) -> List[Tuple[int, int, float]]:
    """Rows, rows of the class and the sum of probabilities of each bin that has rows. odds: [value][odds, of the class, others]."""
    probability = 1 / (1 + np.exp(-odds[:, 0] / 1e4))
    place = np.clip(np.searchsorted(edges, probability, side="right") - 1, 0, len(edges) - 2)
    result = []
    for number in range(len(edges) - 1):
        inside = odds[place == number]
        rows = inside[:, 1] + inside[:, 2]
        if rows.sum():
            result.append((int(rows.sum()), int(inside[:, 1].sum()), float(rows @ probability[place == number])))
    return result


def _draw(axes: Axes, counts: List[Tuple[int, int, float]], edges: np.ndarray) -> None:
    rows = np.array([entry[0] for entry in counts], dtype=float)
    right = np.array([entry[1] for entry in counts], dtype=float)
    mean = np.array([entry[2] for entry in counts]) / rows
    low, high = wilson(right, rows)
    share = right / rows
    axes.plot([0, 1], [0, 1], color=GREY, linewidth=1, linestyle="--", label="calibrated")
    width = edges[1] - edges[0]
    place = np.clip((mean / width).astype(int), 0, len(edges) - 2)
    height = _BARS * rows / rows.max()
    middle = edges[place] + width / 2
    axes.bar(middle, height, bottom=-_STRIP, width=0.92 * width, color="#d0d0d0", label="rows in the bin", zorder=1)
    many = len(edges) > 16
    for x, top, number in zip(middle, height - _STRIP, rows):
        axes.text(x, top + 0.008, f"{int(number)}", ha="center", va="bottom", fontsize=6 if many else 8, rotation=90 if many else 0, color=GREY)
    axes.axhline(0, color="black", linewidth=0.8)
    bars = np.maximum(0, np.array([share - low, high - share]))
    axes.errorbar(mean, share, yerr=bars, color=_COLOUR, ecolor=_COLOUR, elinewidth=1.2, capsize=3, marker="o", markersize=5,
                  linewidth=0.6, label="observed, with 95 % interval", zorder=3)  # fmt: skip
    axes.set_xlim(0, 1.01)
    axes.set_ylim(-_STRIP, 1.03)
    axes.set_yticks(np.linspace(0, 1, 6))
    axes.set_aspect("equal", adjustable="box")
    axes.grid(alpha=0.3)
