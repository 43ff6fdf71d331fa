"""Data frames of every kind give the same model, and numbers are read in place."""

import datetime
import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import loh
from loh import _core
from loh.frames import columns_of


@pytest.fixture(scope="module")
def expected(churn):
    return loh.learn(churn, target="churn")


class OnlyArrowStream:
    """A frame of another library, of which only Arrow's C stream is known."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


class OnlyInterchange:
    """A frame of another library, of which only the dataframe interface is known."""

    def __init__(self, frame):
        self._frame = frame

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self._frame.__dataframe__(nan_as_null, allow_copy)


KINDS = {
    "pandas nullable": lambda frame: frame.convert_dtypes(),
    "pandas on pyarrow": lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
    "pandas objects": lambda frame: frame.astype(object),
    "polars": lambda frame: pl.from_pandas(frame),
    "polars lazy": lambda frame: pl.from_pandas(frame).lazy(),
    "pyarrow table": lambda frame: pa.Table.from_pandas(frame),
    "pyarrow batch": lambda frame: pa.RecordBatch.from_pandas(frame),
    "pyarrow chunks": lambda frame: pa.concat_tables([pa.Table.from_pandas(frame[:100]), pa.Table.from_pandas(frame[100:])]),
    "arrow stream": lambda frame: OnlyArrowStream(pa.Table.from_pandas(frame)),
    "polars stream": lambda frame: OnlyArrowStream(pl.from_pandas(frame)),
    "interchange": lambda frame: OnlyInterchange(pa.Table.from_pandas(frame)),
    "dict of arrays": lambda frame: {name: frame[name].to_numpy() for name in frame},
    "dict of lists": lambda frame: {name: frame[name].tolist() for name in frame},
    "list of dicts": lambda frame: frame.to_dict("records"),
    "structured array": lambda frame: frame.to_records(index=False),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_frame_gives_the_same_model_and_predictions(churn, expected, kind):
    frame = KINDS[kind](churn)
    assert loh.learn(frame, target="churn") == expected
    assert (expected.predict(frame) == expected.predict(churn)).all()
    assert np.array_equal(expected.predict_proba(frame), expected.predict_proba(churn))
    assert expected.evaluate(frame) == expected.evaluate(churn)


def column(frame, name):
    return next(found for found in columns_of(frame) if found[0] == name)


def address(array):
    return array.__array_interface__["data"][0]


def test_float_columns_are_not_copied():
    values = np.arange(1000.0)
    frame = pd.DataFrame({"a": values, "b": values + 1}, copy=False)
    assert address(column(frame, "b")[2]) == address(frame["b"].to_numpy())
    assert address(column({"a": values}, "a")[2]) == address(values)
    series = pl.Series("a", values)
    assert address(column(series.to_frame(), "a")[2]) == address(series.to_numpy())
    array = pa.array(values)
    assert address(column(pa.table({"a": array}), "a")[2]) == array.buffers()[1].address
    fortran = np.asfortranarray(np.ones((10, 3)))
    assert address(column(fortran, "c2")[2]) == address(fortran[:, 1])


def test_the_library_reads_float_columns_in_place():
    values = np.zeros(100)
    data = _core.Dataset.from_columns(columns_of({"x": values, "w": np.ones(100)}), "", _core.Schema({}, None, ""), "t")
    values[:] = np.nan  # seen by the library only if it did not copy the column
    with pytest.raises(loh.Error, match="weight is missing"):
        data.with_weights_from("x")


def test_prediction_of_a_large_frame_needs_little_memory(expected):
    rows = 500_000
    frame = {"age": np.full(rows, 30.0), "spend": np.full(rows, 5.0), "calls": np.full(rows, 6.0)}
    frame["contract"] = pd.Categorical.from_codes(np.zeros(rows, dtype=np.int8), ["monthly", "none", "yearly"])
    tracemalloc.start()
    expected.predict({name: values for name, values in frame.items() if name != "contract"} | {"contract": pd.Series(frame["contract"])})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * 8 * rows


def test_types_of_pandas_columns():
    frame = pd.DataFrame(
        {
            "flag": [True, False, True],
            "maybe": pd.array([True, None, False], dtype="boolean"),
            "whole": pd.array([1, None, 3], dtype="Int64"),
            "grade": pd.Categorical(["b", None, "a"], categories=["a", "b", "c"]),
            "day": pd.to_datetime(["2023-06-01 00:00", None, "2024-01-31 12:30"]),
            "zoned": pd.to_datetime(["2023-06-01 02:00+02:00"] * 3),
            "length": pd.to_timedelta(["1min", None, "2s"]),
            "mixed": [1, "x", None],
            "date": [datetime.date(2023, 6, 1), None, datetime.date(1970, 1, 2)],
        }
    )
    kinds = {found[0]: found[1] for found in columns_of(frame)}
    assert kinds == {"flag": "category", "maybe": "category", "whole": "number", "grade": "category", "day": "date",
                     "zoned": "date", "length": "number", "mixed": "text", "date": "date"}
    assert column(frame, "day")[2][0] == 1685577600 and np.isnan(column(frame, "day")[2][1])
    assert column(frame, "zoned")[2][0] == 1685577600
    assert column(frame, "length")[2].tolist()[::2] == [60, 2]
    assert column(frame, "date")[2].tolist()[2] == 86400
    assert column(frame, "mixed")[3] == ["1", "x"]


def dated(rows=200):
    days = pd.date_range("2023-01-01", periods=rows, freq="D")
    frame = pd.DataFrame({"day": days, "noise": np.arange(rows) % 7})
    frame["y"] = np.where(days >= "2023-05-01", "late", "early")
    return frame


def test_dates_are_dates_in_the_rules(command, tmp_path):
    frame = dated()
    frame.to_csv(tmp_path / "dates.csv", index=False)
    command("learn", tmp_path / "dates.csv", "--target", "y", "-q", "--type", "day=number", "-o", tmp_path / "command.json")
    model = loh.learn(frame, target="y", types={"day": "number"})
    model.save(tmp_path / "python.json")
    assert (tmp_path / "python.json").read_bytes() == (tmp_path / "command.json").read_bytes()
    assert "day >= 2023-05-0" in str(model.formulas["late"])
    for other in (pl.from_pandas(frame), pa.Table.from_pandas(frame), frame.assign(day=frame["day"].astype(str))):
        assert (model.predict(other) == model.predict(frame)).all()


def test_booleans_are_truth_values_of_a_formula():
    frame = pd.DataFrame({"a": [True, True, False, False] * 20, "b": [True, False] * 40})
    frame["y"] = (frame["a"] & ~frame["b"]).map({True: "yes", False: "no"})
    model = loh.learn(frame, target="y", formula="output yes := [a, !a] & [b, !b]", epochs=50)
    assert str(model.formulas["yes"]) == "a & !b"


def test_texts_that_mean_missing_are_missing(churn):
    marked = churn.assign(contract=churn["contract"].where(churn["contract"] != "none", "?"))
    empty = churn.assign(contract=churn["contract"].where(churn["contract"] != "none", None))
    assert loh.learn(marked, target="churn") == loh.learn(empty, target="churn")


def test_numbers_as_texts_stay_categories_unless_declared():
    frame = pd.DataFrame({"zip": ["01", "02", "10"] * 30, "y": ["a", "b", "b"] * 30})
    assert "zip = \"01\"" in str(loh.learn(frame, target="y"))
    assert "zip < " in str(loh.learn(frame, target="y", types={"zip": "number"}))


def test_unusable_data_is_explained():
    with pytest.raises(TypeError, match="expected a path, a data frame"):
        loh.learn(3, target="y")
    with pytest.raises(loh.Error, match="two-dimensional"):
        loh.learn(np.arange(3.0), target="y")
    with pytest.raises(loh.Error, match="column 'x': row 1 is infinite"):
        loh.learn({"x": [1.0, np.inf], "y": ["a", "b"]}, target="y")
    with pytest.raises(loh.Error, match="column 'x' has the type complex"):
        loh.learn({"x": np.array([1j, 2j]), "y": ["a", "b"]}, target="y")
    with pytest.raises(loh.Error, match="has 3 rows"):
        loh.learn({"x": [1.0, 2.0], "y": ["a", "b", "c"]}, target="y")


def test_dict_of_single_cells_is_explained(churn):
    row = churn.iloc[0].to_dict()
    for cells in (row, {"contract": "monthly"}):
        with pytest.raises(loh.Error, match=r"is one cell, not a list of cells(.|\n)*: \["):
            loh.learn(churn, target="churn").predict(cells)


def test_arrays_have_numbered_columns():
    random = np.random.default_rng(0)
    array = random.random((200, 3))
    array[:, 2] = array[:, 0] > 0.5
    model = loh.learn(array, target=-1)
    assert model.target == "c3" and model.columns == ["c1"]
    assert (model.predict(array) == array[:, 2]).mean() > 0.97


def test_a_series_is_no_table(churn):
    model = loh.learn(churn, target="churn")
    for call in (lambda: loh.learn(churn["age"], target="age"), lambda: model.predict(churn.iloc[0]), lambda: model.predict(churn["age"])):
        with pytest.raises(TypeError, match=r"not a Series: a column is series.to_frame\(\), a row frame.iloc\[\[17\]\]"):
            call()


def test_messages_show_cut_points_as_python_has_them(churn):
    with pytest.raises(loh.Error) as caught:
        loh.learn(churn.assign(churn=churn["spend"] + np.arange(len(churn))), target="churn")
    assert "cut_target='quantiles:3', or at cut points, cut_target=[10, 20]; cut_target='none' learns each value" in str(caught.value)
