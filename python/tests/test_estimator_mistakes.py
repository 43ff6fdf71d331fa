"""What a data scientist gives the estimator by mistake, or as pandas has it: clear errors, and labels of their own type."""

import io
import pickle
import re
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.model_selection import GridSearchCV, cross_val_score

import loh
from conftest import churn_frame

X = churn_frame(200).drop(columns="churn")
Y = churn_frame(200)["churn"]


def fit(rows=X, labels=Y, **parameters):
    return loh.LohClassifier(**parameters).fit(rows, labels)


@pytest.mark.parametrize(
    "labels",
    [
        Y.where(Y.index % 10 != 0),
        Y.astype("string").where(Y.index % 10 != 0),
        (Y == "yes").astype("Int64").where(Y.index % 10 != 0),
        (Y == "yes").astype(float).where(Y.index % 10 != 0),
        Y.astype("category").where(Y.index % 10 != 0),
        pl.Series("y", [None if row % 10 == 0 else label for row, label in enumerate(Y)]),
    ],
    ids=["None", "string", "Int64", "float", "category", "polars"],
)
def test_missing_classes_are_counted(labels):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match="Input y contains NaN: 20 of 200 rows have no class. Leave these rows out"):
            fit(labels=labels)


@pytest.mark.parametrize("dtype, kind", [("Int64", "i"), ("boolean", "b"), ("int8[pyarrow]", "i"), ("UInt8", "u")])
def test_classes_of_nullable_types_keep_their_type(dtype, kind):
    fitted = fit(labels=(Y == "yes").astype(dtype))
    assert fitted.classes_.dtype.kind == fitted.predict(X).dtype.kind == kind


def test_classes_of_two_types_are_refused():
    labels = np.array([1 if label == "yes" else "no" for label in Y], dtype=object)
    with pytest.raises(ValueError, match="texts and numbers: give classes of one type"):
        fit(labels=labels)


@pytest.mark.parametrize(
    "rows, message",
    [
        (np.array([["a", "b"], ["c", "d"]] * 100), "give texts, categories and dates as a data frame"),
        (X.to_numpy(), "give texts, categories and dates as a data frame"),
        (X.to_dict("list"), r"X is a dict; give a data frame, for example pandas.DataFrame\(X\)"),
        (X.to_dict("records"), "X is a list of dicts"),
        (pl.from_pandas(X).lazy(), r"LazyFrame; give X.collect\(\)"),
        (pd.concat([X, X[["age"]]], axis=1), "2 columns of the name 'age'"),
        (X.assign(age=1j), "column 'age' has complex numbers"),
        (X.assign(age=[[1, 2]] * 200), "column 'age' has cells that are a list"),
    ],
    ids=["texts", "mixed array", "dict", "dicts", "lazy", "twice", "complex", "lists"],
)
def test_rows_of_a_wrong_kind_are_refused_with_a_way_out(rows, message):
    with pytest.raises((ValueError, TypeError), match=message):
        fit(rows)


def test_an_array_for_a_model_of_a_frame_says_what_to_give():
    with pytest.warns(UserWarning), pytest.raises(ValueError, match="as a data frame"):
        fit().predict(X.to_numpy())


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"random_state": -1}, "random_state must be at least 0, not -1"),
        ({"effort": "none", "max_rules": 0}, "max_rules=0: expected a whole number"),
        ({"epochs": 20}, "effort='none' trains the proposed network by gradient descent; formula gives a program to train"),
        ({"points": 5}, "head='vote' or effort='quick' learns a scorecard"),
    ],
)
def test_messages_name_parameters_as_python_does(parameters, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        fit(**parameters)


def test_an_estimator_that_an_earlier_version_pickled_works():
    old = fit()
    for name in ("second_layer", "second_inputs"):
        del old.__dict__[name]
    new = pickle.loads(pickle.dumps(old))
    assert "second_layer" in new.get_params() and repr(new) == "LohClassifier()"
    assert (new.fit(X, Y).predict(X) == old.predict(X)).all()


def test_the_bar_is_drawn_a_few_times_a_second(monkeypatch):
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    fit(verbose=1)
    assert 0 < written.getvalue().count("epoch/s") < 40


def test_star_import_takes_what_the_packages_allow():
    code = "import sys; sys.modules['{}'] = None; from loh import *; print('LohClassifier' in dir(), 'tune' in dir(), 'learn' in dir())"
    for package, expected in (("sklearn", "False True True"), ("optuna", "True False True")):
        result = subprocess.run([sys.executable, "-c", code.format(package)], capture_output=True, text=True)
        assert result.stdout.strip() == expected, result.stderr


@pytest.mark.filterwarnings("ignore::loh.LohWarning")
def test_columns_that_say_nothing_do_not_end_a_search_of_parameters():
    constant = pd.DataFrame({"a": np.zeros(200)})
    assert np.isfinite(cross_val_score(loh.LohClassifier(), constant, Y, cv=2)).all()
    grid = {"head": ["automatic", "vote"], "effort": [None, "quick", "none"]}
    search = GridSearchCV(loh.LohClassifier(n_jobs=1), grid, cv=2, error_score="raise").fit(constant, Y)
    assert (search.predict(constant) == Y.value_counts().index[0]).all()


@pytest.mark.parametrize("labels", [Y == "yes", (Y == "no").astype(int), X["contract"], X["calls"].fillna(0).astype(int)])
def test_without_any_literal_the_most_frequent_class_is_predicted(labels):
    constant = pd.DataFrame({"a": np.zeros(200)})
    with pytest.warns(loh.LohWarning, match="the most frequent class is always predicted"):
        fitted = fit(constant, labels)
    shares = labels.value_counts(normalize=True)
    assert (fitted.predict(constant) == shares.index[0]).all()
    assert fitted.predict_proba(constant)[0] == pytest.approx([shares.to_dict()[name] for name in fitted.classes_], abs=0.02)
    assert len(fitted.rules_) == 0
    weighted = loh.LohClassifier().fit(constant, labels, sample_weight=np.where(labels == shares.index[-1], 100.0, 1.0))
    assert (weighted.predict(constant) == shares.index[-1]).all()


def test_many_classes_of_whole_numbers_are_classes():
    labels = np.repeat(np.arange(30), 20)
    rows = np.column_stack([labels % 6, labels // 6]).astype(float)
    fitted = loh.LohClassifier(n_jobs=1).fit(rows, labels)
    assert len(fitted.classes_) == 30 and fitted.score(rows, labels) > 0.3


def test_n_jobs_counts_from_the_end_as_in_scikit_learn():
    for n_jobs in (-2, -1000, 1):
        assert (fit(n_jobs=n_jobs).predict(X) == fit().predict(X)).all()
    with pytest.raises(ValueError, match="n_jobs"):
        fit(n_jobs=0)


def test_warnings_do_not_say_that_they_are_warnings():
    random = np.random.default_rng(0)
    with pytest.warns(loh.LohWarning, match="^on rows it was not learned from"):
        loh.LohClassifier().fit(random.normal(size=(200, 2)), random.integers(2, size=200))
