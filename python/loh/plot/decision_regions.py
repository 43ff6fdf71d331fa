"""Decision regions: the predicted class over two columns."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Tuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.patches import Patch

from ..errors import Error, listed, missing_extra
from ..frames import Column, columns_of, is_path, read_with_pyarrow
from ..model import Model
from .common import axes_of, class_colours, light, model_of, plain, shortened

__all__ = ["regions"]

_POINTS = 1500  # at most so many rows are drawn
_BANDS = 25  # columns with at most so many different numbers have a band for each


def regions(
    model: Any,
    x: str,
    y: str,
    data: Any,
    *,
    fixed: Optional[Mapping[str, Any]] = None,
    resolution: int = 240,
    ax: Optional[Axes] = None,
) -> Axes:
    """The predicted class over two columns, with the rows of a table as points.

    Colours of the areas are predicted classes, those of the points the classes in the table. Other columns that the rules read have
    one value each, which the title names; so a point may lie in another area than its own prediction. A category has a band, and so has
    a number if there are at most 25 different ones; the rows of a band are spread over it.

    Parameters
    ----------
    model : Model or LohClassifier
        any model.
    x, y : str
        the columns of the axes: numbers, dates or categories.
    data : table
        the rows: a data frame, a dict of arrays, or a path (a CSV file is read with pandas). They give the ranges of the axes and, if
        they have the target column, the colours of the points. At most 1500 are drawn.
    fixed : dict, optional
        values for other columns: ``{"contract": "monthly"}``. By default the median, or the most frequent category.
    resolution : int
        the number of values along an axis of numbers.
    ax : matplotlib.axes.Axes, optional
        where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        the axes with the picture.

    Raises
    ------
    loh.Error
        if a column is not in the table or has no value, or ``resolution`` is not from 2 to 2000.

    Examples
    --------
    >>> model = loh.learn("examples/loans.csv", target="approved", types={"id": "ignore"}, missing=["NA"], pick=3)
    >>> ax = loh.plot.regions(model, "income", "housing", "examples/loans.csv")
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['own', 'rent']
    """
    learned = model_of(model)
    if isinstance(resolution, bool) or not isinstance(resolution, (int, np.integer)) or not 2 <= resolution <= 2000:
        raise Error(f"resolution: expected a whole number from 2 to 2000, not {resolution!r}")
    columns = {column[0]: column for column in _columns(data)}
    for name in dict.fromkeys([x, y, *learned.columns]):
        if name not in columns:
            raise Error(f"the table has no column '{name}'", kind="name", hint="its columns are " + listed(list(columns)))
    unknown = [name for name in fixed or {} if name not in columns or name in (x, y)]
    if unknown:
        raise Error(f"fixed: '{unknown[0]}' is not another column of the table", hint="its columns are " + listed(list(columns)))
    others = {name: (fixed or {}).get(name, _usual(columns[name])) for name in learned.columns if name not in (x, y)}
    across, up = _Axis(columns[x], int(resolution), 0.6180339887), _Axis(columns[y], int(resolution), 0.7548776662)
    axes = axes_of(ax, 6.4, 5.0)
    _draw_areas(axes, learned, (x, across), (y, up), others)
    _draw_points(axes, learned, across, up, columns.get(learned.target))
    for axis, side, name in ((axes.xaxis, across, x), (axes.yaxis, up, y)):
        side.label(axis, axis is axes.xaxis)
        axis.set_label_text(plain(name))
    _draw_legend(axes, learned, others)
    return axes


def _columns(data: Any) -> List[Column]:
    if not is_path(data):
        return columns_of(data)
    path = os.fspath(data)
    table = read_with_pyarrow(path)
    if table is not None:
        return columns_of(table)
    try:
        import pandas
    except ImportError as error:
        raise missing_extra("pandas", "pandas", f"loh.plot.regions with the file {path}") from error
    return columns_of(pandas.read_csv(path))


class _Axis:
    """A column as an axis: values for the areas, edges between them, and the places of the rows."""

    def __init__(self, column: Column, resolution: int, step: float) -> None:
        self.values: np.ndarray
        self.name, self.kind, values, self.texts, valid = column
        self.known = _known(column)
        if not self.known.any():
            raise Error(f"column '{self.name}' has no value")
        spread = (np.arange(len(values)) * step) % 1 * 0.6 - 0.3  # rows of one value side by side in its band
        distinct = np.unique(values[self.known])
        if self.kind in ("number", "date") and 1 < len(distinct) <= _BANDS:
            between = (distinct[:-1] + distinct[1:]) / 2
            self.edges = np.array([2 * distinct[0] - between[0], *between, 2 * distinct[-1] - between[-1]])
            self.values = distinct
            self.places = values + spread * np.diff(distinct).min()
        elif self.kind in ("number", "date"):
            low, high = float(values[self.known].min()), float(values[self.known].max())
            margin = 0.04 * (high - low) or 0.5
            self.edges = np.linspace(low - margin, high + margin, resolution + 1)
            self.values = (self.edges[:-1] + self.edges[1:]) / 2
            self.places = values
        else:
            if self.kind == "text":  # categories have an order of their own
                distinct = np.array(sorted(distinct, key=(self.texts or []).__getitem__))
            self.texts = [(self.texts or [])[code] for code in distinct]
            self.edges = np.arange(len(distinct) + 1) - 0.5
            self.values = np.array(self.texts, dtype=object)
            place = {code: index for index, code in enumerate(distinct)}
            self.places = np.array([place.get(code, 0) for code in values]) + spread

    def cells(self, values: np.ndarray) -> np.ndarray:
        """Values of this axis as the cells of a table."""
        return values if self.kind != "date" else (values * 1e6).astype("datetime64[us]")

    def shown(self, values: np.ndarray) -> np.ndarray:
        """Places in the coordinates of matplotlib, which counts dates in days."""
        return values / 86400 if self.kind == "date" else values

    def label(self, axis: Any, horizontal: bool) -> None:
        if self.kind == "date":
            locator = AutoDateLocator()
            axis.set_major_locator(locator)
            axis.set_major_formatter(ConciseDateFormatter(locator))
        elif self.kind != "number":
            texts = [shortened(text, 18) for text in self.texts or []]
            crowded = horizontal and sum(map(len, texts)) > 45
            axis.set_ticks(range(len(texts)), texts, rotation=40 if crowded else 0, ha="right" if crowded or not horizontal else "center")


def _known(column: Column) -> np.ndarray:
    """[row]: whether the cell has a value."""
    _, kind, values, texts, valid = column
    if kind in ("number", "date"):
        return ~np.isnan(values)
    if valid is None:
        return np.ones(len(values), dtype=bool)
    return np.unpackbits(valid, count=len(values), bitorder="little").astype(bool)


def _usual(column: Column) -> Any:
    """The median, or the most frequent category; None if all cells are missing."""
    _, kind, values, texts, _ = column
    values = values[_known(column)]
    if len(values) == 0:
        return None
    if kind == "number":
        return float(np.median(values))
    if kind == "date":
        return np.datetime64(int(np.median(values) * 1e6), "us")
    return (texts or [])[int(np.bincount(values).argmax())]


def _draw_areas(
    axes: Axes, model: Model, x: Tuple[str, _Axis], y: Tuple[str, _Axis], others: Mapping[str, Any]
) -> None:
    across, up = (part.ravel() for part in np.meshgrid(x[1].values, y[1].values))
    table: Dict[str, Any] = {x[0]: x[1].cells(across), y[0]: y[1].cells(up)}
    for name, value in others.items():
        table[name] = np.full(len(across), value, dtype=None if isinstance(value, (float, int, np.datetime64)) else object)
    numbers = model._core.classify(model._rows(table), 0).reshape(len(y[1].values), len(x[1].values))
    count = len(model.classes)
    colours = ListedColormap([light(colour, 0.3) for colour in class_colours(count)])
    axes.pcolormesh(x[1].shown(x[1].edges), y[1].shown(y[1].edges), numbers, cmap=colours, vmin=-0.5, vmax=count - 0.5, zorder=0,
                    rasterized=True)  # fmt: skip


def _draw_points(axes: Axes, model: Model, x: _Axis, y: _Axis, target: Optional[Column]) -> None:
    rows = np.flatnonzero(x.known & y.known)
    if len(rows) > _POINTS:
        rows = rows[np.linspace(0, len(rows) - 1, _POINTS).astype(int)]
    places = x.shown(x.places[rows]), y.shown(y.places[rows])
    style: Dict[str, Any] = {"s": 14, "edgecolors": "white", "linewidths": 0.4, "zorder": 2}
    if target is None:
        axes.scatter(*places, color="#444444", **style)
        return
    names = model._core.classes()
    codes = np.array([names.index(text) if text in names else -1 for text in _texts(target, rows)])
    for code, colour in enumerate(class_colours(len(names))):
        axes.scatter(places[0][codes == code], places[1][codes == code], color=colour, **style)


def _texts(column: Column, rows: np.ndarray) -> List[str]:
    """The cells of the target as texts."""
    _, kind, values, texts, _ = column
    if kind in ("number", "date"):
        return [str(int(value)) if float(value).is_integer() else repr(float(value)) for value in values[rows]]
    return [(texts or [])[int(code)] for code in values[rows]]


def _draw_legend(axes: Axes, model: Model, others: Mapping[str, Any]) -> None:
    names = model._core.classes()
    handles = [Patch(facecolor=light(colour, 0.3), edgecolor=colour) for colour in class_colours(len(names))]
    labels = [shortened(name, 20) for name in names]
    axes.legend(handles[:20], labels[:20], title=shortened(model.target, 20), loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False,
                fontsize="small", title_fontsize="small", borderaxespad=0)  # fmt: skip
    if others:
        shown = [f"{name} = {f'{value:g}' if isinstance(value, float) else value}" for name, value in others.items()]
        text = ", ".join(shown[:4]) + (f" and {len(shown) - 4} more" if len(shown) > 4 else "")
        axes.set_title("where " + shortened(text, 80), fontsize="small")
