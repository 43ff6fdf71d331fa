"""The quick form of every experiment: `make paper-quick` runs the same."""
import paper_package  # noqa: F401
import pytest
import torch
from experiments.paper import __main__ as command
from experiments.paper import addition, tables, tictactoe, wildfire
from experiments.paper.runs import Deadline


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def quick_rows(name, folder):
    """Runs an experiment twice; the second time nothing may be left to do."""
    run, _ = command.EXPERIMENTS[name]
    run(1, True, Deadline(), folder)
    run(1, True, Deadline(0), folder)


def test_visual_tictactoe_runs_every_method(tmp_path):
    quick_rows("visual-tictactoe", tmp_path)
    rows = tictactoe.runs_of(folder=tmp_path).rows()
    assert {(row["method"], row["setting"]) for row in rows} == {(job.method, job.setting) for job in tictactoe.jobs(False)}
    assert {row["digits"] for row in rows} == {"scikit-learn"}
    assert all(0 <= float(row["nesy_f1"]) <= 1 for row in rows)


def test_wildfire_runs_every_regime_under_both_semantics(tmp_path):
    quick_rows("wildfire", tmp_path)
    rows = wildfire.runs_of(folder=tmp_path).rows()
    assert len(rows) == len(wildfire.REGIMES) * len(wildfire.SEMANTICS)
    assert all(len(row["curve"].split()) == wildfire.QUICK["epochs"] for row in rows)
    assert all(row["rule_exact"] == "1" for row in rows if row["regime"] == "full")


def test_addition_runs_every_variant_and_the_plain_formula(tmp_path):
    quick_rows("addition", tmp_path)
    rows = addition.runs_of(folder=tmp_path).rows()
    assert {(row["knowledge"], row["semantics"]) for row in rows} == {*addition.VARIANTS, ("full", "plain torch")}


def test_tables_run_every_baseline(tmp_path):
    quick_rows("tables", tmp_path)
    rows = tables.runs_of(folder=tmp_path).rows()
    assert {row["method"] for row in rows} >= {"DT", "RF", "NN", "MLLP/CRS"}
    assert all(float(row["f1"]) > 0.5 for row in rows if row["method"] in ("DT", "RF", "NN"))


def test_the_layer_takes_less_than_a_twentieth_of_a_training_step():
    """The least of three steps of 64 boards with the published settings."""
    for form in tictactoe.PUBLISHED:
        found = tictactoe.measure_step(form, 64, 3)
        print(form, found)
        assert found["layer_share"] < 0.05
