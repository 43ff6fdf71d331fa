"""The rows of the estimator: names, weights and order before they become a dataset."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, Tuple

import numpy as np

from .errors import Error
from .frames import Column, is_missing

__all__ = ["checked_frame", "checked_labels", "distinct_weights", "in_fixed_order", "is_frame", "label_text", "plain_labels", "target_name"]


def is_frame(X: Any) -> bool:
    """Whether X is a data frame; otherwise it is an array for scikit-learn to check."""
    package = type(X).__module__.split(".")[0]
    return package in ("pandas", "polars", "pyarrow") and hasattr(X, "shape") and len(X.shape) == 2


def checked_frame(X: Any) -> Any:
    """X, if it is a frame of distinct columns or may be an array; otherwise an error that says what to give."""
    if isinstance(X, Mapping) and not hasattr(X, "toarray"):  # a sparse matrix may be a dict
        raise TypeError("X is a dict; give a data frame, for example pandas.DataFrame(X)")
    if isinstance(X, (list, tuple)) and len(X) > 0 and isinstance(X[0], Mapping):
        raise TypeError("X is a list of dicts; give a data frame, for example pandas.DataFrame(X)")
    if type(X).__module__.split(".")[0] == "polars" and hasattr(X, "collect"):
        raise TypeError("X is a polars LazyFrame; give X.collect()")
    if is_frame(X):
        names = list(getattr(X, "column_names", None) or X.columns)
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1] if len(set(names)) < len(names) else []
        if twice:
            raise Error(f"X has {names.count(twice[0])} columns of the name {twice[0]!r}", hint="rename or drop one of them")
    return X


def plain_labels(y: Any) -> Any:
    """y without nullable types: Int64 becomes int64, boolean becomes bool. A missing class is an error."""
    if hasattr(y, "isna"):
        refuse_missing(np.asarray(y.isna()))
        dtype: Any = getattr(y, "dtype", None)
        if getattr(dtype, "kind", "O") in "iub" and hasattr(dtype, "numpy_dtype"):
            return y.to_numpy(dtype=dtype.numpy_dtype)
    return y


def refuse_missing(missing: np.ndarray) -> None:
    if missing.any():
        count = int(missing.sum())
        raise ValueError(f"Input y contains NaN: {count} of {missing.size} rows have no class. Leave these rows out")


def checked_labels(labels: np.ndarray) -> np.ndarray:
    """Labels of one type, none missing."""
    if labels.dtype.kind == "f":
        refuse_missing(np.isnan(labels))
        if np.isinf(labels).any():
            raise ValueError("Input y contains infinity.")
    if labels.dtype.kind == "O":
        refuse_missing(np.array([is_missing(label) for label in labels], dtype=bool))
        kinds = {"text" if isinstance(label, str) else "number" for label in labels}
        if len(kinds) > 1:
            raise ValueError("y has texts and numbers: give classes of one type, for example y.astype(str)")
    return labels


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
