"""Explanations of single rows."""

from __future__ import annotations

import html
from typing import Any, Dict, List, Mapping, Tuple

import numpy as np

from .errors import Error
from .frames import columns_of

__all__ = ["Explanation", "cells_of"]


class Explanation(Dict[str, Any]):
    """Why a model predicts a class for a row, from `Model.explain`.

    A dict of what ``loh explain --row --json`` prints; ``str`` gives the text of the command.

    Examples
    --------
    >>> model = loh.learn("examples/fires.csv", target="risk", pick=2)
    >>> why = model.explain({"Wind": 1, "HighTemp": 1, "Rained": 0, "Forest": 0, "LowHum": 0, "Lightnings": 1, "Isolated": 0,
    ...                      "PowerLines": 0, "DryVegetation": 0})
    >>> why["prediction"] in ("yes", "no")
    True
    """

    def __init__(self, content: Dict[str, Any], text: str) -> None:
        super().__init__(content)
        self.text = text

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


def cells_of(row: Any) -> Tuple[List[str], List[str]]:
    """The names and texts of the cells of one row: a dict, a pandas series or a table."""
    if type(row).__module__.split(".")[0] == "pandas" and hasattr(row, "to_frame"):
        row = row.to_dict()
    if hasattr(row, "items") and not hasattr(row, "columns"):
        row = {name: [cell] for name, cell in row.items()}
    if isinstance(row, (int, np.integer)) or (isinstance(row, (list, tuple)) and not (row and isinstance(row[0], Mapping))):
        raise TypeError(f"expected one row with names, such as frame.iloc[17] or a dict, not {type(row).__name__}")
    columns = columns_of(row)
    for column in columns:
        if len(column[2]) != 1:
            raise Error(f"expected one row, not {len(column[2])}", hint="take one: frame.iloc[[17]]")
    return [column[0] for column in columns], [_cell_text(column) for column in columns]


def _cell_text(column: Any) -> str:
    _, kind, values, texts, valid = column
    if kind == "date":
        return "" if np.isnan(values[0]) else str(np.datetime64(int(values[0] * 1e6), "us").item().isoformat())
    if kind == "number":
        value = float(values[0])
        if np.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return "" if valid is not None else texts[int(values[0])]
