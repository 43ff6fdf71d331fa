"""The frame of the paper's experiments: rows of finished runs, and the page of results."""
import subprocess
import sys
import threading

import paper_package  # noqa: F401
import pytest
from conftest import ROOT
from experiments.paper import page, published
from experiments.paper.runs import Deadline, OutOfTime, Runs


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path / "study.csv", ["method"], ["f1"])


def counted(value, calls):
    def run():
        calls.append(value)
        return {"f1": value}

    return run


def test_a_finished_run_is_not_repeated(runs):
    calls = []
    first = runs.once(["dnf"], 0, {"epochs": 3}, counted(0.5, calls))
    again = Runs(runs.path, ["method"], ["f1"]).once(["dnf"], 0, {"epochs": 3}, counted(0.9, calls))
    assert calls == [0.5] and first == again and again["f1"] == "0.5000"


def test_other_seeds_settings_and_methods_are_other_runs(runs):
    calls = []
    for key, seed, settings in [("dnf", 0, {"epochs": 3}), ("dnf", 1, {"epochs": 3}), ("dnf", 0, {"epochs": 4}), ("cnf", 0, {"epochs": 3})]:
        runs.once([key], seed, settings, counted(len(calls) / 10, calls))
    assert len(calls) == 4
    assert [row["f1"] for row in runs.of(["dnf"], {"epochs": 3})] == ["0.0000", "0.1000"]


def test_a_row_says_where_its_figures_come_from(runs):
    row = runs.once(["dnf"], 0, {"epochs": 3}, lambda: {"f1": 1.0})
    assert row["settings"] == "epochs=3" and float(row["seconds"]) >= 0
    assert "torch" in row["versions"] and "numpy" in row["versions"]


def test_the_rows_before_an_interruption_remain(runs):
    runs.once(["dnf"], 0, {}, lambda: {"f1": 1.0})

    def fails():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        runs.once(["dnf"], 1, {}, fails)
    assert [row["seed"] for row in runs.rows()] == ["0"]


def test_no_run_starts_after_the_deadline(tmp_path):
    runs = Runs(tmp_path / "study.csv", ["method"], ["f1"])
    runs.once(["dnf"], 0, {}, lambda: {"f1": 1.0})
    late = Runs(runs.path, ["method"], ["f1"], Deadline(0))
    assert late.once(["dnf"], 0, {}, lambda: {"f1": 0.0})["f1"] == "1.0000"
    with pytest.raises(OutOfTime):
        late.once(["dnf"], 1, {}, lambda: {"f1": 0.0})


def test_two_writers_leave_one_header(runs):
    other = Runs(runs.path, ["method"], ["f1"])
    threads = [threading.Thread(target=own.once, args=([name], seed, {}, lambda: {"f1": 1.0}))
               for own, name in ((runs, "a"), (other, "b")) for seed in range(5)]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(runs.rows()) == 10


def test_rows_of_other_columns_are_an_error(runs):
    runs.once(["dnf"], 0, {}, lambda: {"f1": 1.0})
    with pytest.raises(ValueError, match="columns"):
        Runs(runs.path, ["method", "setting"], ["f1"]).rows()


def test_the_page_of_results_is_what_the_generator_prints():
    assert page.PAGE.read_text(encoding="utf-8") == page.text(), "run: python -m experiments.paper page"


def test_a_cell_is_the_mean_and_deviation_of_its_rows():
    rows = [{"f1": "0.9000"}, {"f1": "1.0000"}, {"f1": ""}]
    assert page.mean_of(rows, "f1") == ".950 ± .071 (2)"
    assert page.difference(rows, "f1", (0.96, 0.01)) == "-.010"
    assert page.mean_of([], "f1") == ""


def test_published_means_of_table_1_are_those_of_its_cells():
    means = {method: sum(row[method][0] for row in published.TABLE.values()) / 12 for method in published.TABLE_METHODS}
    printed = {"DT": 0.82, "RF": 0.79, "XGBoost": 0.86, "NN": 0.89, "MLLP": 0.87, "CRS": 0.84, "DLN": 0.81, "LoH": 0.85}
    assert {method: round(mean, 2) for method, mean in means.items()} == pytest.approx(printed, abs=0.0101)


def test_the_command_explains_itself():
    command = [sys.executable, "-m", "experiments.paper", "--help"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in ("visual-tictactoe", "wildfire", "addition", "tables", "--budget", "--quick"):
        assert name in shown
