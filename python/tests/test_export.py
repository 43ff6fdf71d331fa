"""`Model.export` gives what the command gives, and exports decide as `predict` does."""

import sqlite3

import pandas as pd
import pytest

import loh


@pytest.fixture(scope="module")
def model(churn):
    return loh.learn(churn, target="churn", head="vote")


def test_export_is_that_of_the_command(command, model, tmp_path):
    model.save(tmp_path / "model.json")
    for target in ("c", "python", "javascript"):
        assert model.export(target) == command("export", tmp_path / "model.json", "--to", target)
    printed = command("export", tmp_path / "model.json", "--to", "sql", "--dialect", "duckdb", "--table", "t", "--explain", "--proba")
    assert model.export("sql", dialect="duckdb", table="t", explain=True, proba=True) == printed


def test_export_writes_a_file(model, tmp_path):
    assert model.export("python", tmp_path / "model.py") is None
    assert (tmp_path / "model.py").read_text() == model.export("python")


def test_exported_module_decides_as_the_model(model, churn):
    module = {}
    exec(model.export("python"), module)
    rows = churn.to_dict("records")
    assert [module["predict"](row) for row in rows] == model.predict(churn).tolist()


def test_exported_query_decides_as_the_model(model, churn):
    database = sqlite3.connect(":memory:")
    churn.to_sql("churn table", database, index=False)
    result = pd.read_sql(model.export("sql", dialect="sqlite", table="churn table"), database)
    assert result["prediction"].tolist() == model.predict(churn).tolist()


def test_mistakes_get_suggestions(model):
    with pytest.raises(loh.Error, match="did you mean 'javascript'"):
        model.export("javascrip")
    with pytest.raises(loh.Error, match="did you mean 'duckdb'"):
        model.export("sql", dialect="duckbd")
