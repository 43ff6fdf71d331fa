"""Tuning: the best options are used, studies are resumed and shared, hopeless trials are pruned."""

import os
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import optuna
import pytest

import loh
from conftest import churn_frame
from loh import studies

FAST = {"epochs": 10, "threads": 1}


@pytest.fixture(scope="module")
def rows():
    return churn_frame(200)


@pytest.fixture
def address(tmp_path):
    return f"sqlite:///{tmp_path}/study.db"


def finished(result):
    return int(result.table["state"].isin(["complete", "pruned"]).sum())


def same_trials(one, two):
    columns = [name for name in one.table if name != "seconds"]
    return one.table[columns].equals(two.table[columns])


@pytest.mark.parametrize("space", ["tables", "paper"])
def test_the_final_model_has_the_best_options_and_all_rows(rows, space):
    result = loh.tune(rows, "churn", trials=6, space=space, **FAST)
    best = result.table.loc[result.table["value"].where(result.table["state"] == "complete").idxmax()]
    assert result.score == best["value"]
    used = result.model.options
    for name, value in result.options.items():
        if (name, value) != ("head", "automatic"):
            assert float(used[name]) == value if isinstance(value, (int, float)) else used[name] == value
    assert used["validation"] == "0" and set(result.model.figures) == {"training"}
    assert result.model.figures["training"]["rows"] == len(rows)
    assert result.model == loh.learn(rows, "churn", effort="none", **result.options)


def test_the_value_of_a_trial_is_the_metric_on_the_validation_rows(rows):
    for metric, name in (("macro-f1", "macro_f1"), ("accuracy", "accuracy")):
        result = loh.tune(rows, "churn", trials=2, validation=0.3, metric=metric, seed=3, **FAST)
        model = loh.learn(rows, "churn", effort="none", validation=0.3, **result.options)
        assert result.score == model.figures["validation"][name]


def test_repeats_average_over_seeds(rows):
    result = loh.tune(rows, "churn", trials=1, repeats=2, seed=4, **FAST)
    options = dict(result.options)
    values = []
    for seed in (4, 5):
        options["seed"] = seed
        values.append(loh.learn(rows, "churn", effort="none", validation=0.2, **options).figures["validation"]["macro_f1"])
    assert result.score == pytest.approx(np.mean(values))


def test_folds_average_over_the_folds_of_the_rows(rows):
    result = loh.tune(rows, "churn", trials=1, folds=3, **FAST)
    parts = [loh.learn(rows, "churn", effort="none", fold=(k, 3), **result.options).figures["validation"] for k in range(3)]
    assert sum(part["rows"] for part in parts) == len(rows)
    assert result.score == pytest.approx(np.mean([part["macro_f1"] for part in parts]))
    assert set(result.model.figures) == {"training"}  # the final model is learned from all rows


def test_folds_are_of_the_rows_that_are_not_held_out(rows):
    result = loh.tune(rows, "churn", trials=1, folds=2, holdout=0.25, **FAST)
    parts = [loh.learn(rows, "churn", effort="none", fold=(k, 2), **result.options).figures for k in range(2)]
    assert [part["holdout"]["rows"] for part in parts] == [50, 50]
    assert sum(part["validation"]["rows"] for part in parts) == len(rows) - 50


def test_folds_are_resumed_and_prune(rows, address):
    keywords = {"folds": 2, "space": {"learning_rate": (1e-6, 0.2)}, "head": "list", "max_rules": 8, "epochs": 15, "threads": 1}
    whole = loh.tune(rows, "churn", trials=10, **keywords)
    begun = loh.tune(rows, "churn", trials=10, storage=address, timeout=0.2, **keywords)
    assert finished(begun) < 10
    resumed = loh.tune(rows, "churn", trials=10, storage=address, **keywords)
    assert same_trials(resumed, whole) and resumed.model == whole.model
    assert "pruned" in set(whole.table["state"])
    with pytest.raises(loh.Error, match="its folds is 2, not 3"):
        loh.tune(rows, "churn", trials=10, storage=address, **{**keywords, "folds": 3})


def test_the_paper_space_has_networks_of_one_and_two_hidden_layers(rows):
    result = loh.tune(rows, "churn", trials=12, space="paper", **FAST)
    table = result.table
    two = table["hidden_layers"] == 2
    assert two.any() and not two.all()
    assert (table["second_layer"].notna() == two).all() and table.loc[two, "second_layer"].between(16, 256).all()
    fixed = two & (table["max_literals"] > 0)
    assert (table["second_inputs"].notna() == fixed).all() and table.loc[fixed, "second_inputs"].between(2, 8).all()
    given = loh.tune(rows, "churn", trials=2, space="paper", second_layer=20, **FAST)
    assert "hidden_layers" not in given.table and given.model.options["second_layer"] == "20"


def test_held_out_rows_are_in_no_trial(rows):
    result = loh.tune(rows, "churn", trials=2, holdout=0.25, **FAST)
    model = loh.learn(rows, "churn", effort="none", validation=0.2, **result.options)
    assert result.score == model.figures["validation"]["macro_f1"]
    assert model.figures["holdout"]["rows"] == result.model.figures["holdout"]["rows"] == 50
    with pytest.raises(loh.Error, match="holds out other rows"):
        loh.tune(rows, "churn", trials=2, holdout=0.25, repeats=2)


def test_a_given_option_is_not_varied(rows):
    result = loh.tune(rows, "churn", trials=3, head="vote", cuts="mdl", noise=np.float64(0.2), **FAST)
    assert {"head", "cuts", "max_cuts", "noise"}.isdisjoint(result.table.columns)
    assert result.options["head"] == "vote" and result.options["noise"] == 0.2
    assert result.table["committees"].notna().all()


def test_a_formula_is_tuned_without_the_options_of_proposed_networks(rows):
    formula = "output yes := [age < 25, age < 40] | [calls >= 2, calls >= 4] & contract = \"monthly\""
    result = loh.tune(rows, "churn", trials=3, formula=formula, **FAST)
    assert "max_rules" not in result.table and result.table["learning_rate"].notna().all()
    assert "age" in str(result.model.formulas["yes"])


def test_resuming_runs_only_the_remaining_trials_and_changes_nothing(rows, address):
    first = loh.tune(rows, "churn", trials=3, space={"noise": (0.1, 1.0)}, storage=address, **FAST)
    assert finished(first) == 3
    began = [trial.datetime_start for trial in first.study.trials]
    resumed = loh.tune(rows, "churn", trials=7, space={"noise": (0.1, 1.0)}, storage=address, **FAST)
    assert [trial.datetime_start for trial in resumed.study.trials][:3] == began and finished(resumed) == 7
    again = loh.tune(rows, "churn", trials=7, space={"noise": (0.1, 1.0)}, storage=address, **FAST)
    assert same_trials(again, resumed) and again.model == resumed.model


def test_a_study_in_pieces_has_the_trials_of_an_uninterrupted_one(rows, address):
    whole = loh.tune(rows, "churn", trials=8, **FAST)
    pieces, calls = None, 0
    while pieces is None or finished(pieces) < 8:
        pieces = loh.tune(rows, "churn", trials=8, storage=address, timeout=0.2, **FAST)
        calls += 1
    assert calls > 1 and same_trials(pieces, whole) and pieces.model == whole.model


def test_a_trial_that_ctrl_c_ends_does_not_count(rows, address, monkeypatch):
    learn, calls = loh.tuning.learn, []

    def interrupted(*arguments, **keywords):
        calls.append(keywords)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return learn(*arguments, **keywords)

    monkeypatch.setattr(loh.tuning, "learn", interrupted)
    with pytest.raises(KeyboardInterrupt):
        loh.tune(rows, "churn", trials=4, storage=address, **FAST)
    resumed = loh.tune(rows, "churn", trials=4, storage=address, **FAST)
    assert finished(resumed) == 4
    assert list(resumed.table["state"]).index("failed") == 2


PROCESS = """
import sys, loh, conftest
loh.tune(conftest.churn_frame(200), "churn", trials=int(sys.argv[2]), space={"noise": (0.1, 1.0)}, storage=sys.argv[1],
         epochs=int(sys.argv[3]), study_name=sys.argv[4], threads=1)
"""


def start(address, trials, epochs, name):
    folders = [os.path.dirname(__file__), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(folders))
    command = [sys.executable, "-c", PROCESS, address, str(trials), str(epochs), name]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def known_trials(address, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return optuna.load_study(study_name=name, storage=address).trials
        except Exception:  # the processes are still making the study
            return []


def wait_until(condition, seconds=90):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_two_processes_share_a_study_and_one_may_be_killed(rows, database, address, tmp_path, monkeypatch):
    if database == "postgresql":
        if "LOH_POSTGRES" not in os.environ:
            pytest.skip("LOH_POSTGRES is the address of a PostgreSQL database for this test")
        address = os.environ["LOH_POSTGRES"]
    epochs, name = 400, str(tmp_path)
    processes = [start(address, 1000, epochs, name) for _ in range(2)]
    try:
        def each_has_finished_one():
            states = [trial.state.name for trial in known_trials(address, name)]
            return states.count("COMPLETE") + states.count("PRUNED") >= 4 and states.count("RUNNING") == 2

        wait_until(each_has_finished_one)
        processes[0].send_signal(signal.SIGKILL)
        processes[0].wait()
        count = len(known_trials(address, name))
        wait_until(lambda: len(known_trials(address, name)) >= count + 2)  # the other goes on
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    before = [trial for trial in known_trials(address, name) if trial.state.name in ("COMPLETE", "PRUNED")]
    assert len({trial.params["noise"] for trial in before}) == len(before), "no process repeats another's draws"
    monkeypatch.setattr(studies, "HEARTBEAT_SECONDS", 1)
    time.sleep(2.1)
    total = len(before) + 2
    space = {"noise": (0.1, 1.0)}
    result = loh.tune(rows, "churn", total, space, storage=address, study_name=name, epochs=epochs, threads=1)
    after = {trial.number: trial for trial in result.study.trials}
    assert all(after[trial.number].values == trial.values for trial in before)
    assert finished(result) == total
    # Two trials were killed. One of them may have been so new that it had no heartbeat yet; Optuna leaves that one as it is.
    assert list(result.table["state"]).count("running") <= 1, "trials of killed processes are failed"


def test_a_hopeless_trial_is_pruned(rows):
    space = {"learning_rate": [0.1, 1e-9]}
    result = loh.tune(rows, "churn", trials=24, space=space, head="vote", max_rules=16, initial_literals=2, noise=0.1, **FAST)
    states = result.table.groupby("state")["learning_rate"].agg(set)
    assert states["pruned"] == {1e-9}
    assert result.options["learning_rate"] == 0.1
    assert "pruned" in str(result).splitlines()[0]


def test_no_trial_starts_after_the_timeout(rows):
    result = loh.tune(rows, "churn", trials=100_000, timeout=0.5, **FAST)
    assert 1 <= len(result.table) < 1000


def test_a_study_of_another_task_is_refused(rows, address):
    loh.tune(rows, "churn", trials=1, storage=address, study_name="mine", **FAST)
    for data, keywords, what in (
        (rows.head(150), {}, "data"), (rows, {"validation": 0.3}, "validation"), (rows, {"noise": 0.5}, "options"),
        (rows, {"space": "paper"}, "space"),
    ):
        with pytest.raises(loh.Error, match=f"another task: its {what}"):
            loh.tune(data, "churn", trials=2, storage=address, study_name="mine", **{**FAST, **keywords})


def test_a_trial_that_fails_is_in_the_table_and_the_others_go_on(rows):
    space = {"max_rules": [4, 100_001], "noise": (0.1, 1.0)}
    result = loh.tune(rows, "churn", trials=8, space=space, **FAST)
    failed = result.table[result.table["state"] == "failed"]
    assert len(result.table) == 8 and 0 < len(failed) < 8
    assert failed["error"].str.contains("max").all() and result.options["max_rules"] == 4


@pytest.mark.parametrize(
    "keywords, message",
    [
        ({"space": "tabels"}, "did you mean 'tables'"),
        ({"space": "everything"}, "'paper' and 'tables'"),
        ({"space": {"nois": (0, 1)}}, "did you mean noise"),
        ({"space": {"noise": 3}}, "expected a list of values or a pair"),
        ({"space": {"seed": [1, 2]}}, "cannot be varied"),
        ({"storage": "study.db"}, "storage='sqlite:///study.db'"),
        ({"storage": "nosuch://user:secret@host/study"}, r"nosuch://user:\*\*\*@host"),
        ({"effort": "quick"}, "gradient descent"),
        ({"max_rule": 3}, "did you mean max_rules"),
        ({"trials": 0}, "at least 1"),
        ({"validation": 0}, "above 0"),
        ({"folds": 1}, "at least 2"),
        ({"folds": 3, "validation": 0.2}, "leave out one of the two"),
        ({"fold": (0, 3)}, "of one learning"),
        ({"metric": "auc"}, "'accuracy'"),
        ({"callback": print}, "of one learning"),
        ({"target": "chrn"}, "did you mean 'churn'"),
        ({"points": 5, "head": "list"}, "no trial succeeded.*points"),
    ],
)
def test_mistakes_are_errors_that_help(rows, keywords, message):
    with pytest.raises(loh.Error, match=f"(?s){message}"):
        loh.tune(rows, **{"target": "churn", "trials": 6, **keywords})


def test_a_storage_that_cannot_be_opened_is_an_error(rows, tmp_path):
    with pytest.raises(loh.Error, match="(?s)unable to open.*its folder must exist") as caught:
        loh.tune(rows, "churn", trials=1, storage=f"sqlite:///{tmp_path}/missing/study.db")
    assert caught.value.kind == "io"


def test_progress_is_shown_when_asked_for(rows, capfd):
    loh.tune(rows, "churn", trials=2, **FAST)
    assert capfd.readouterr().err == ""
    loh.tune(rows, "churn", trials=2, verbose=1, **FAST)
    assert "2/2" in capfd.readouterr().err
