"""What several pictures use: axes, colours, texts."""

from __future__ import annotations

import re
import textwrap
from typing import Any, List, Optional, Tuple

import matplotlib
import numpy as np
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..errors import Error
from ..model import Model

__all__ = ["GREY", "axes_of", "class_colours", "legend_below", "light", "model_of", "plain", "shortened", "whole_numbers", "wilson", "wrapped"]

GREY = "#6b6b6b"
# Distinct also for people with deficient colour vision (Okabe and Ito), without the light yellow.
_COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F3C8D", "#5F4B32"]

_COMPARISON = re.compile(r" (>=|<=|!=|=|<|>) ")


def axes_of(ax: Optional[Axes], width: float, height: float) -> Axes:
    """``ax``, or the Axes of a new figure of this size, in inches."""
    if ax is not None:
        return ax
    _, made = pyplot.subplots(figsize=(width, height), layout="constrained")
    return made


def model_of(model: Any) -> Model:
    """The model of an estimator, or the model itself."""
    found = getattr(model, "model_", model)
    if not isinstance(found, Model):
        raise Error(f"expected a loh.Model or a fitted LohClassifier, not {type(model).__name__}")
    return found


def class_colours(count: int) -> List[Any]:
    """One colour for each class."""
    if count <= len(_COLOURS):
        return list(_COLOURS[:count])
    colours = 0.82 * matplotlib.colormaps["turbo"](np.linspace(0.04, 0.96, count))[:, :3]  # darker: yellow is weak on white
    return [tuple(colour) for colour in colours]


def light(colour: Any, share: float = 0.25) -> Tuple[float, float, float]:
    """A colour mixed with white: this share of it."""
    red, green, blue = matplotlib.colors.to_rgb(colour)
    return 1 - share * (1 - red), 1 - share * (1 - green), 1 - share * (1 - blue)


def plain(text: Any) -> str:
    """A text in which matplotlib finds no mathematics."""
    return str(text).replace("$", r"\$")


def shortened(text: Any, length: int) -> str:
    """At most so many characters of a plain text."""
    text = str(text)
    return plain(text if len(text) <= length else text[: max(1, length - 1)].rstrip() + "…")


def wrapped(text: str, width: int, lines: int = 3) -> str:
    """At most so many lines of so many characters, of the text of a formula; the rest is an ellipsis.

    Lines begin with an operator, and a comparison is not divided.
    """
    kept = _COMPARISON.sub("\u00a0\\1\u00a0", text)
    kept = re.sub(r" ([&|]) ", " \\1\u00a0", kept)
    parts = textwrap.wrap(kept, width, break_long_words=True, break_on_hyphens=False) or [""]
    if len(parts) > lines:
        parts = [*parts[: lines - 1], parts[lines - 1][: width - 1].rstrip() + "…"]
    return plain("\n".join(parts).replace("\u00a0", " "))


def legend_below(ax: Axes, columns: int, lines: float = 4.0, **more: Any) -> None:
    """A legend below the label of the x axis, ``lines`` font sizes under the axes."""
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=lines, ncols=columns, frameon=False, fontsize="small", **more)


def whole_numbers(axis: Any) -> None:
    """Ticks at whole numbers only."""
    axis.set_major_locator(MaxNLocator(integer=True, nbins="auto"))


def wilson(right: np.ndarray, rows: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """The 95 % interval of a share, by Wilson."""
    z = 1.959964
    share = right / rows
    middle = (share + z * z / (2 * rows)) / (1 + z * z / rows)
    half = z / (1 + z * z / rows) * np.sqrt(share * (1 - share) / rows + z * z / (4 * rows * rows))
    return np.maximum(0, middle - half), np.minimum(1, middle + half)
