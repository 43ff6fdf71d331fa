"""The path of a model: score against size."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from matplotlib.axes import Axes

from ..errors import Error
from .common import GREY, axes_of, legend_below, model_of, plain, whole_numbers

__all__ = ["path"]

_COLOUR, _CHOSEN = "#0072B2", "#D55E00"


def path(model: Any, *, ax: Optional[Axes] = None) -> Axes:
    """The sizes that rule search compared: cross-validated score against the number of literals.

    Bars are one standard error. The chosen size has a ring. The small numbers are those of `Model.pick`.

    Parameters
    ----------
    model : Model or LohClassifier
        a model of rule search: a rule list or a short scorecard.
    ax : matplotlib.axes.Axes, optional
        where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        the axes with the picture.

    Raises
    ------
    loh.Error
        if the model has no path: other learners do not compare sizes.

    Examples
    --------
    >>> model = loh.learn("examples/loans.csv", target="approved", types={"id": "ignore"}, missing=["NA"])
    >>> ax = loh.plot.path(model)
    >>> ax.get_xlabel()
    'literals'
    """
    learned = model_of(model)
    sizes = learned.path
    if not sizes:
        raise Error("the model has no path: only rule search compares sizes", hint="learn without a formula and with effort='brief'")
    literals = np.array([size["literals"] for size in sizes], dtype=float)
    scores = np.array([size["score"] for size in sizes], dtype=float)
    errors = np.array([size["error"] for size in sizes], dtype=float)
    axes = axes_of(ax, 6.4, 4.0)
    axes.errorbar(literals, scores, yerr=errors, color=_COLOUR, ecolor=GREY, elinewidth=1, capsize=3, marker="o", markersize=4,
                  linewidth=1.2, label="score, with one standard error")  # fmt: skip
    chosen = next((index for index, size in enumerate(sizes) if size["chosen"]), None)
    if chosen is not None:
        label = f"chosen: size {chosen + 1}, {_counted(sizes[chosen]['rules'], 'rule')}, {_counted(int(literals[chosen]), 'literal')}"
        axes.plot(literals[chosen], scores[chosen], marker="o", markersize=12, markerfacecolor="none", markeredgecolor=_CHOSEN,
                  markeredgewidth=2, linestyle="none", label=label)  # fmt: skip
    axes.margins(y=0.12)
    _scale(axes, literals)
    _number(axes, literals, scores + errors, chosen)
    axes.set_xlabel("literals")
    axes.set_ylabel(f"cross-validated {'accuracy' if learned.options.get('metric') == 'accuracy' else 'macro F1'}")
    axes.set_title(f"{plain(learned.target)}: from simple to accurate")
    axes.grid(axis="y", alpha=0.3)
    legend_below(axes, 1)
    return axes


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _scale(axes: Axes, literals: np.ndarray) -> None:
    """A logarithmic scale, linear up to 5 literals, where the largest size would press the others together."""
    if literals.max() > 40:
        axes.set_xscale("symlog", linthresh=5, linscale=1)
        ticks = [tick for tick in (0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if tick <= literals.max() * 1.2]
        axes.set_xticks(ticks, [str(tick) for tick in ticks])
        axes.minorticks_off()
        axes.set_xlim(-0.3, literals.max() * 1.2)
    else:
        whole_numbers(axes.xaxis)


def _number(axes: Axes, literals: np.ndarray, tops: np.ndarray, chosen: Optional[int]) -> None:
    """The number of each size above its bar; of sizes too close to each other, only the first."""
    places = axes.transData.transform(np.column_stack([literals, tops]))
    least = 11 * axes.figure.dpi / 72  # the width of two digits, in pixels
    last = -np.inf
    for number, (place, x, y) in enumerate(zip(places[:, 0], literals, tops), start=1):
        if place - last < least and number - 1 != chosen:
            continue
        last = place
        axes.annotate(str(number), (x, y), xytext=(0, 9 if number - 1 == chosen else 4), textcoords="offset points", ha="center", fontsize="small", color=GREY)
