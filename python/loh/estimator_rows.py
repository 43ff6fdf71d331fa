"""The rows of the estimator: names, weights and order before they become a dataset."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

import numpy as np

from .frames import Column

__all__ = ["distinct_weights", "in_fixed_order", "is_frame", "label_text", "target_name"]


def is_frame(X: Any) -> bool:
    """Whether X is a data frame; otherwise it is an array for scikit-learn to check."""
    package = type(X).__module__.split(".")[0]
    return package in ("pandas", "polars", "pyarrow") and hasattr(X, "shape") and len(X.shape) == 2


def label_text(label: Any) -> str:
    """The name of a class; 1.0 is '1'."""
    if isinstance(label, (float, np.floating)) and float(label).is_integer():
        return str(int(label))
    return str(label)


def target_name(y: Any, features: List[str]) -> str:
    """The name of a series, or 'class'; none of the features has it."""
    name = getattr(y, "name", None)
    if not isinstance(name, str) or not name.strip() or name in features:
        name = "class"
    while name in features:
        name += "_"
    return name


def distinct_weights(
    columns: List[Column], codes: np.ndarray, weights: Optional[np.ndarray]
) -> Tuple[List[Column], np.ndarray, Optional[np.ndarray]]:
    """Rows of weight 0 are removed; whole weights become repeated rows, as long as that is not many more rows."""
    if weights is None:
        return columns, codes, None
    most = max(4 * len(codes), 10_000)
    if (weights == np.floor(weights)).all() and 0 < weights.sum() <= most:
        rows = np.repeat(np.arange(len(codes)), weights.astype(np.int64))
        weights = None
    else:
        rows = np.flatnonzero(weights > 0)
        weights = weights[rows]
        if np.ptp(weights) == 0:  # equal weights are none
            weights = None
    if len(rows) == len(codes) and (rows == np.arange(len(codes))).all():
        return columns, codes, weights
    return _taken(columns, rows), codes[rows], weights


def in_fixed_order(
    columns: List[Column], codes: np.ndarray, weights: Optional[np.ndarray]
) -> Tuple[List[Column], np.ndarray, Optional[np.ndarray]]:
    """The rows sorted by their cells: gradient descent takes them in order, and the order of X is not to matter."""
    keys = [column[2] for column in reversed(columns)] + [codes]
    rows = np.lexsort(keys if weights is None else [weights, *keys])
    return _taken(columns, rows), codes[rows], None if weights is None else weights[rows]


def _taken(columns: List[Column], rows: np.ndarray) -> List[Column]:
    result = []
    for name, kind, values, texts, valid in columns:
        if valid is not None:
            bits = np.unpackbits(valid, count=len(values), bitorder="little")[rows]
            valid = np.packbits(bits, bitorder="little")
        result.append((name, kind, np.ascontiguousarray(values[rows]), texts, valid))
    return result
