"""Columns of data frames and arrays as the library reads them.

A column is a tuple ``(name, kind, values, texts, valid)``. ``kind`` is 'number' or 'date' (float64, NaN is missing), or
'category' or 'text' (uint32 codes of ``texts``). Texts are typed like the cells of a file: ``?`` is missing, ``2023-06-01`` is
a date. ``valid`` is a bit mask of the rows with a value, or None. Float64 columns that are contiguous are not copied.
"""

from __future__ import annotations

import datetime
import decimal
import fractions
import os
import re
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from .errors import Error, missing_extra

__all__ = ["Column", "columns_of", "is_missing", "is_path", "plain_name", "read_with_pyarrow", "typed_classes"]

Column = Tuple[str, str, Any, Optional[List[str]], Any]

_BOOLEANS = ["False", "True"]
_ARROW_FILES = (".parquet", ".pq", ".feather", ".arrow", ".ipc", ".arrows")


def is_path(data: Any) -> bool:
    return isinstance(data, (str, os.PathLike))


def read_with_pyarrow(path: str) -> Any:
    """The table of a Parquet or Arrow file; None for other files, which the library reads itself."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in _ARROW_FILES:
        return None
    try:
        import pyarrow
    except ImportError as error:
        raise missing_extra("pyarrow", "pyarrow", f"reading {path}") from error
    try:
        if suffix in (".parquet", ".pq"):
            import pyarrow.parquet

            return pyarrow.parquet.read_table(path)
        import pyarrow.feather

        return pyarrow.feather.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise Error(f"{path} cannot be read: {error}", kind="io") from error


def columns_of(data: Any) -> List[Column]:
    """The columns of a frame, a dict of arrays, a two-dimensional array or a list of dicts."""
    package = type(data).__module__.split(".")[0]
    if package == "pandas" and type(data).__name__ == "Series":
        raise TypeError("expected a table, not a Series: a column is series.to_frame(), a row frame.iloc[[17]]")
    if package == "pandas" and hasattr(data, "columns"):
        return _of_pandas(data)
    if package == "polars":
        return _of_polars(data)
    if package == "pyarrow" and hasattr(data, "column_names"):
        return _of_arrow(data)
    if package == "pyarrow" and hasattr(data, "schema"):
        return _of_arrow(_arrow_table(data))
    if isinstance(data, Mapping):
        return [_of_values(_text_name(name), values) for name, values in data.items()]
    if isinstance(data, np.ndarray):
        return _of_array(data)
    if hasattr(data, "__arrow_c_stream__"):
        return _of_arrow(_arrow_table(data))
    if hasattr(data, "__dataframe__"):
        return _of_interchange(data)
    if isinstance(data, (list, tuple)) and data and all(isinstance(row, Mapping) for row in data):
        names = list(dict.fromkeys(name for row in data for name in row))
        return [_of_values(_text_name(name), [row.get(name) for row in data]) for name in names]
    raise TypeError(
        f"expected a path, a data frame, a dict of columns, a two-dimensional array or a list of dicts, not {type(data).__name__}"
    )


def plain_name(written: str) -> str:
    """The name of a column, from its text in a program: names that are not identifiers are in backticks there."""
    if not written.startswith("`"):
        return written
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t", "r": "\r"}.get(match[1], match[1]), written[1:-1])


def _text_name(name: Any) -> str:
    return name if isinstance(name, str) else str(name)


def _number(name: str, values: Any, kind: str = "number") -> Column:
    if np.iscomplexobj(values):
        raise Error(f"column '{name}' has complex numbers", hint="give real and imaginary parts as two columns")
    array = np.ascontiguousarray(values, dtype=np.float64)
    if not array.dtype.isnative:
        array = array.astype(np.float64)
    if np.isinf(array).any():
        row = int(np.flatnonzero(np.isinf(array))[0])
        raise Error(f"column '{name}': row {row} is infinite", hint="replace infinite values, for example by NaN for missing")
    return (name, kind, array, None, None)


def _dates(name: str, values: np.ndarray) -> Column:
    moments = values.astype("datetime64[us]")
    seconds = moments.astype(np.int64) / 1e6
    seconds[np.isnat(moments)] = np.nan
    return (name, "date", seconds, None, None)


def _coded(name: str, kind: str, codes: Any, texts: Sequence[str]) -> Column:
    codes = np.asarray(codes)
    missing = codes < 0
    valid = np.packbits(~missing, bitorder="little") if missing.any() else None
    if valid is not None:
        codes = np.where(missing, 0, codes)
    return (name, kind, np.ascontiguousarray(codes, dtype=np.uint32), list(texts), valid)


def _of_array(array: np.ndarray) -> List[Column]:
    if array.dtype.names is not None:
        return [_of_values(name, array[name]) for name in array.dtype.names]
    if array.ndim != 2:
        raise Error(f"expected a two-dimensional array, not one of {array.ndim} dimensions")
    return [_of_values(f"c{i + 1}", array[:, i]) for i in range(array.shape[1])]


def _of_values(name: str, values: Any) -> Column:
    """A column of any array or list."""
    package = type(values).__module__.split(".")[0]
    if package == "pandas":
        return _pandas_column(name, values)
    if package == "polars":
        return _polars_column(name, values)
    if isinstance(values, (str, bytes)) or not (hasattr(values, "__iter__") or hasattr(values, "__array__")):
        raise Error(f"column '{name}' is one cell, not a list of cells", hint=f"a table of one row is {{{name!r}: [{values!r}], ...}}")
    array = values if isinstance(values, np.ndarray) else _array_of(values)
    if array.ndim != 1:
        raise Error(f"column '{name}' is not one-dimensional")
    kind = array.dtype.kind
    if kind in "iuf":
        return _number(name, array)
    if kind == "b":
        return _coded(name, "category", array.astype(np.int64), _BOOLEANS)
    if kind == "M":
        return _dates(name, array)
    if kind == "m":
        return _number(name, np.where(np.isnat(array), np.nan, array / np.timedelta64(1, "s")))
    if kind in "US":
        texts, codes = np.unique(array, return_inverse=True)
        return _coded(name, "text", codes.reshape(-1), [_text(text) for text in texts.tolist()])
    if kind == "O":
        return _of_objects(name, array.tolist())
    raise Error(f"column '{name}' has the type {array.dtype}, which is neither numbers, texts, booleans nor dates")


def _array_of(values: Iterable[Any]) -> np.ndarray:
    values = list(values)
    if any(isinstance(value, (str, bytes)) or value is None for value in values):
        array = np.empty(len(values), dtype=object)
        array[:] = values
        return array
    return np.asarray(values)


def is_missing(value: Any) -> bool:
    if value is None:
        return True
    try:
        return bool(value != value)  # NaN and NaT
    except TypeError:  # pandas.NA has no truth value
        return True


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    return value if isinstance(value, str) else str(value)


_NUMBERS = (int, float, decimal.Decimal, fractions.Fraction, np.integer, np.floating)
_DATES = (datetime.date, np.datetime64)


def _of_objects(name: str, values: List[Any]) -> Column:
    """A column of Python objects: numbers, booleans, dates or texts."""
    present = [value for value in values if not is_missing(value)]
    if present and all(isinstance(value, (bool, np.bool_)) for value in present):
        return _coded(name, "category", [-1 if is_missing(v) else int(v) for v in values], _BOOLEANS)
    if all(isinstance(value, _NUMBERS) and not isinstance(value, bool) for value in present):
        return _number(name, [np.nan if is_missing(v) else float(v) for v in values])
    if all(isinstance(value, _DATES) for value in present):
        moments = [np.datetime64("NaT") if is_missing(v) else _naive(v) for v in values]
        return _dates(name, np.array(moments, dtype="datetime64[us]"))
    for value in present:
        if isinstance(value, (list, tuple, dict, set, np.ndarray)):
            raise Error(f"column '{name}' has cells that are a {type(value).__name__}", hint="one column for each part, or a text")
    codes: Dict[str, int] = {}
    coded = [-1 if is_missing(value) else codes.setdefault(_text(value), len(codes)) for value in values]
    return _coded(name, "text", np.asarray(coded, dtype=np.int64), list(codes))


def _naive(value: Any) -> Any:
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return value


def _of_pandas(frame: Any) -> List[Column]:
    columns = []
    for place, name in enumerate(frame.columns):
        text = " ".join(str(part) for part in name) if isinstance(name, tuple) else _text_name(name)
        columns.append(_pandas_column(text, frame.iloc[:, place]))
    return columns


def _pandas_column(name: str, series: Any) -> Column:
    import pandas

    dtype = series.dtype
    types = pandas.api.types
    if isinstance(dtype, pandas.CategoricalDtype):
        return _coded(name, "category", series.cat.codes.to_numpy(), [_text(c) for c in series.cat.categories])
    if types.is_bool_dtype(dtype):
        filled = series.astype("boolean")
        codes = np.where(filled.isna(), -1, filled.fillna(False).to_numpy(dtype=np.int64))
        return _coded(name, "category", codes, _BOOLEANS)
    if types.is_numeric_dtype(dtype):
        if isinstance(dtype, np.dtype):
            return _number(name, series.to_numpy())
        return _number(name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    if isinstance(dtype, pandas.PeriodDtype):
        series = series.dt.to_timestamp()
        dtype = series.dtype
    if types.is_datetime64_any_dtype(dtype):
        if getattr(series.dt, "tz", None) is not None:
            series = series.dt.tz_convert("UTC").dt.tz_localize(None)
        return _dates(name, series.to_numpy(dtype="datetime64[us]"))
    if types.is_timedelta64_dtype(dtype):
        return _number(name, series.dt.total_seconds().to_numpy(dtype=np.float64, na_value=np.nan))
    if pandas.api.types.infer_dtype(series, skipna=True) == "string":
        codes, texts = pandas.factorize(series)
        return _coded(name, "text", codes, [_text(text) for text in texts])
    return _of_objects(name, series.to_numpy(dtype=object).tolist())


def _of_polars(frame: Any) -> List[Column]:
    if hasattr(frame, "collect"):
        frame = frame.collect()
    if not hasattr(frame, "get_columns"):
        raise TypeError("expected a polars DataFrame, not a Series: use to_frame()")
    return [_polars_column(series.name, series) for series in frame.get_columns()]


def _polars_column(name: str, series: Any) -> Column:
    import polars

    dtype = series.dtype
    if dtype == polars.Boolean:
        codes = series.cast(polars.Int32).fill_null(-1).to_numpy()
        return _coded(name, "category", codes, _BOOLEANS)
    if dtype.is_numeric():
        return _number(name, series.cast(polars.Float64).to_numpy())
    if dtype in (polars.Date, polars.Datetime):
        moments = series.cast(polars.Datetime("us")).dt.timestamp("us").cast(polars.Float64)
        return (name, "date", np.ascontiguousarray((moments / 1e6).to_numpy()), None, None)
    if dtype == polars.Duration:
        return _number(name, (series.dt.total_microseconds().cast(polars.Float64) / 1e6).to_numpy())
    if dtype == polars.Null:
        return _number(name, np.full(len(series), np.nan))
    if dtype in (polars.String, polars.Categorical, polars.Enum):
        kind = "text" if dtype == polars.String else "category"
        texts = series.cast(polars.String).rename("text")
        distinct = texts.unique(maintain_order=True).drop_nulls()
        coded = distinct.to_frame().with_row_index("code").with_columns(polars.col("code").cast(polars.Int64))
        joined = texts.to_frame().with_row_index("row").join(coded, on="text", how="left").sort("row")
        return _coded(name, kind, joined["code"].fill_null(-1).to_numpy(), distinct.to_list())
    if dtype == polars.Object:
        return _of_objects(name, series.to_list())
    raise Error(f"column '{name}' has the type {dtype}, which is neither numbers, texts, booleans nor dates")


def _arrow_table(data: Any) -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise missing_extra("pyarrow", "pyarrow", f"reading a {type(data).__name__}") from error
    if isinstance(data, pyarrow.RecordBatch):
        return pyarrow.Table.from_batches([data])
    if isinstance(data, pyarrow.RecordBatchReader):
        return data.read_all()
    return pyarrow.table(data)


def _of_arrow(table: Any) -> List[Column]:
    return [_arrow_column(name, table.column(place)) for place, name in enumerate(table.column_names)]


def _arrow_column(name: str, column: Any) -> Column:
    import pyarrow

    types = pyarrow.types
    array = column
    if isinstance(column, pyarrow.ChunkedArray):
        array = column.chunk(0) if column.num_chunks == 1 else _combined(column)
    kind = array.type
    if types.is_dictionary(kind):
        array = array.cast(pyarrow.dictionary(pyarrow.int64(), kind.value_type))
        texts = ["" if text is None else _text(text) for text in array.dictionary.to_pylist()]
        return _coded(name, "category", array.indices.fill_null(-1).to_numpy(zero_copy_only=False), texts)
    if types.is_boolean(kind):
        return _coded(name, "category", array.cast(pyarrow.int32()).fill_null(-1).to_numpy(), _BOOLEANS)
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        if kind != pyarrow.float64():
            array = array.cast(pyarrow.float64(), safe=False)
        return _number(name, array.to_numpy(zero_copy_only=False))
    if types.is_timestamp(kind) or types.is_date(kind):
        moments = array.cast(pyarrow.timestamp("us"), safe=False)
        return _dates(name, moments.to_numpy(zero_copy_only=False))
    if types.is_duration(kind):
        seconds = array.cast(pyarrow.duration("us"), safe=False).cast(pyarrow.int64()).cast(pyarrow.float64(), safe=False)
        return _number(name, seconds.to_numpy(zero_copy_only=False) / 1e6)
    if types.is_null(kind):
        return _number(name, np.full(len(array), np.nan))
    if types.is_string(kind) or types.is_large_string(kind) or kind in _string_views(pyarrow):
        encoded = array.cast(pyarrow.large_string()).dictionary_encode()
        codes = encoded.indices.cast(pyarrow.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
        return _coded(name, "text", codes, encoded.dictionary.to_pylist())
    raise Error(f"column '{name}' has the type {kind}, which is neither numbers, texts, booleans nor dates")


def _combined(column: Any) -> Any:
    combined = column.combine_chunks()
    if hasattr(combined, "num_chunks"):  # older versions give a chunked array of one chunk
        combined = combined.chunk(0)
    return combined


def _string_views(pyarrow: Any) -> Tuple[Any, ...]:
    return (pyarrow.string_view(),) if hasattr(pyarrow, "string_view") else ()


def _of_interchange(data: Any) -> List[Column]:
    try:
        import pyarrow.interchange
    except ImportError as error:
        raise missing_extra("pyarrow", "pyarrow", f"reading a {type(data).__name__}") from error
    return _of_arrow(pyarrow.interchange.from_dataframe(data))


def typed_classes(names: List[str]) -> np.ndarray:
    """Class names as numbers or booleans if all of them are written so, as a reader of CSV files would take them."""
    if names and all(name in ("True", "False") for name in names):
        return np.array([name == "True" for name in names])
    for kind in (int, float):
        try:
            values = [kind(name) for name in names]
        except ValueError:
            continue
        if names and all(str(value) == name for value, name in zip(values, names)):
            return np.array(values)
    return np.array(names, dtype=object)
