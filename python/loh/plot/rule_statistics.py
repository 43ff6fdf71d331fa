"""The rules of a model: how often each holds, and how often it is right."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from ..errors import Error
from ..model import Model
from .common import GREY, axes_of, class_colours, legend_below, model_of, plain, shortened, wrapped

__all__ = ["rules"]

_NAMED = 8  # so many classes have a name in the legend


def rules(model: Any, data: Any = None, *, most: int = 20, width: int = 52, ax: Optional[Axes] = None) -> Axes:
    """The statistics of the rules, the one with the largest contribution on top.

    Grey bars are the support: the share of rows in which the rule holds, with their number on the right. A point is the precision
    with its 95 % interval, in the colour of the class; the short line in the same colour is the share of the class in all rows. The
    contribution of a rule is its right rows less its wrong ones; in a scorecard, its rows times the difference of its largest and
    smallest points.

    Parameters
    ----------
    model : Model or LohClassifier
        any model with rules.
    data : table, optional
        rows with the target column. By default the statistics of learning: on the held-out rows, or on the training rows.
    most : int
        at most so many rules are shown.
    width : int
        the number of characters after which the text of a rule goes on in the next line. After three lines it is cut.
    ax : matplotlib.axes.Axes, optional
        where to draw; by default on a new figure, as high as the rules need.

    Returns
    -------
    matplotlib.axes.Axes
        the axes with the picture.

    Raises
    ------
    loh.Error
        if the model has no rules, ``most`` is below 1, or the table has no target column.

    Examples
    --------
    >>> model = loh.learn("examples/fires.csv", target="risk")
    >>> ax = loh.plot.rules(model)
    >>> len(ax.get_yticklabels()) == model.rule_count
    True
    """
    learned = model_of(model)
    if isinstance(most, bool) or not isinstance(most, (int, np.integer)) or most < 1:
        raise Error(f"most: expected a whole number of at least 1, not {most!r}")
    found, rows, part = _statistics(learned, data)
    if not found:
        raise Error("the model has no rules: it predicts one class for every row")
    shown = sorted(found, key=_contribution, reverse=True)[: int(most)]
    several = len({rule["class"] for rule in found}) > 1
    labels = [wrapped((f"{rule['class']}: " if several else "") + rule["text"], width) for rule in shown]
    heights = np.array([max(1, label.count("\n") + 1) for label in labels])
    axes = axes_of(ax, 8.6, 1.5 + 0.34 * len(shown) + 0.15 * (heights - 1).sum())
    places = _places(heights)
    _draw(axes, shown, places, rows, _colours(learned))
    axes.set_yticks(places, labels, fontsize="small")
    axes.set_ylim(places[-1] + 0.6 * _spans(heights)[-1], places[0] - 0.6 * _spans(heights)[0])
    left_out = f", {len(shown)} of {len(found)}" if len(shown) < len(found) else ""
    axes.set_title(f"{plain(learned.target)}: rules on {part}{left_out}", pad=18)
    return axes


def _statistics(model: Model, data: Any) -> Tuple[List[Dict[str, Any]], int, str]:
    """The rules, and the number and the name of the rows of their figures."""
    if data is None:
        part = model._core.rules_part()
        found = json.loads(model._core.rules())
        name = {"training": "the training rows", "holdout": "the held-out rows"}.get(part, f"the {part} rows")
        return model._rule_list(found), int(model.figures[part]["rows"]), name
    rows = model._rows(data)
    found = json.loads(model._core.rules_on(rows))
    count = int(json.loads(model._core.evaluate(rows))["rows"])
    return model._rule_list(found), count, f"{count} rows"


def _contribution(rule: Dict[str, Any]) -> float:
    if rule["points"]:
        return float(rule["support"] * (max(rule["points"].values()) - min(rule["points"].values())))
    return float(rule["support"] * (2 * rule["precision"] - 1))


def _colours(model: Model) -> Dict[Any, Any]:
    return dict(zip(model._class_of.values(), class_colours(len(model.classes))))


def _spans(heights: np.ndarray) -> np.ndarray:
    return 1 + 0.45 * (heights - 1)


def _places(heights: np.ndarray) -> np.ndarray:
    """The middle of each rule on the y axis: rules with several lines of text have more room."""
    spans = _spans(heights)
    return np.cumsum(spans) - spans / 2


def _draw(axes: Axes, shown: List[Dict[str, Any]], places: np.ndarray, rows: int, colours: Dict[Any, Any]) -> None:
    support = np.array([rule["support"] for rule in shown], dtype=float) / max(1, rows)
    axes.barh(places, support, height=0.7, color="#d9d9d9", label="rows in which the rule holds", zorder=1)
    classes = list(dict.fromkeys(rule["class"] for rule in shown))
    for name in sorted(classes, key=list(colours).index):
        own = [(place, rule) for place, rule in zip(places, shown) if rule["class"] == name and rule["support"]]
        if not own:
            continue
        y = np.array([place for place, _ in own])
        precision = np.array([rule["precision"] for _, rule in own])
        low = np.array([rule["precision_low"] for _, rule in own])
        high = np.array([rule["precision_high"] for _, rule in own])
        bars = np.maximum(0, np.array([precision - low, high - precision]))
        label = f"precision of {shortened(name, 24)}, 95 % interval" if len(classes) <= _NAMED else None
        axes.errorbar(precision, y, xerr=bars, color=colours[name], linestyle="none", marker="o", markersize=5, capsize=3,
                      elinewidth=1.4, label=label, zorder=3)  # fmt: skip
        lift = np.array([rule["lift"] for _, rule in own])
        known = lift > 0
        axes.vlines(precision[known] / lift[known], y[known] - 0.35, y[known] + 0.35, color=colours[name], linewidth=1, zorder=2)
    _columns(axes, shown, places)
    axes.set_xlim(0, 1.02)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.set_xlabel("share of rows (bars); precision (points); share of the class (lines)")
    axes.grid(axis="x", alpha=0.3)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    legend_below(axes, 2 if len(classes) > 1 else 1, lines=4.5)


def _columns(axes: Axes, shown: List[Dict[str, Any]], places: np.ndarray) -> None:
    """The numbers on the right: rows, and in a scorecard the points."""
    across = axes.get_yaxis_transform()
    style: Dict[str, Any] = {"fontsize": "small", "va": "center"}
    axes.annotate("rows", (1.08, 1), xycoords="axes fraction", ha="right", va="bottom", fontsize="small", color=GREY)
    points = any(rule["points"] for rule in shown)
    if points:
        axes.annotate("points", (1.11, 1), xycoords="axes fraction", ha="left", va="bottom", fontsize="small", color=GREY)
    for place, rule in zip(places, shown):
        axes.text(1.08, place, str(rule["support"]), transform=across, ha="right", **style)
        if points:
            axes.text(1.11, place, _points_text(rule["points"] or {}), transform=across, ha="left", **style)


def _points_text(points: Dict[Any, int]) -> str:
    """The points that are not zero, the two largest ones."""
    largest = sorted(((name, value) for name, value in points.items() if value), key=lambda entry: -abs(entry[1]))
    texts = [f"{shortened(name, 14)}: {value:+d}" for name, value in largest[:2]]
    return ", ".join(texts) + (", …" if len(largest) > 2 else "")
