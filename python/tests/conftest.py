"""What several tests use: the command, and small tables."""

from __future__ import annotations

import os
import pathlib
import subprocess

import numpy as np
import pandas as pd
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def command():
    """Runs the `loh` command and returns its standard output."""
    found = [path for path in (os.environ.get("LOH_COMMAND"), ROOT / "build/release/loh", ROOT / "build/loh") if path]
    path = next((path for path in found if os.access(path, os.X_OK)), None)
    assert path is not None, "build the command first: make build"

    def run(*arguments):
        texts = [str(path), *map(str, arguments)]
        return subprocess.run(texts, check=True, capture_output=True, text=True).stdout

    return run


def churn_frame(rows=400, seed=0):
    """Customers of three contracts: churn depends on calls, age and contract; a few cells are missing."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "age": random.integers(18, 80, rows),
            "spend": np.round(random.gamma(2.0, 30.0, rows), 2),
            "contract": random.choice(["monthly", "yearly", "none"], rows),
            "calls": random.integers(0, 9, rows).astype(float),
        }
    )
    churn = (frame["contract"] == "monthly") & (frame["calls"] >= 4) | (frame["age"] < 25)
    frame["churn"] = np.where(churn ^ (random.random(rows) < 0.03), "yes", "no")
    frame.loc[random.random(rows) < 0.04, "calls"] = np.nan
    return frame


@pytest.fixture(scope="session")
def churn():
    return churn_frame()


@pytest.fixture
def churn_csv(churn, tmp_path):
    path = tmp_path / "churn.csv"
    churn.to_csv(path, index=False)
    return path
