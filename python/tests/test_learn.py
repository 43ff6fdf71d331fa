import os
import signal
import threading
import time
import warnings

import numpy as np
import pandas as pd
import pytest

import loh
from conftest import churn_frame

FORMULA = "output yes := [contract = \"monthly\", true] & calls >= ? | [age < 25, age < 60, false]"


def small(**options):
    return dict(options, restarts=2, epochs=30)


@pytest.mark.parametrize(
    "flags, options",
    [
        ([], {}),
        (["--seed", "7", "--holdout", "0.25"], {"seed": 7, "holdout": 0.25}),
        (["--head", "vote"], {"head": "vote"}),
        (["-e", FORMULA, "--restarts", "2", "--epochs", "30"], small(formula=FORMULA)),
        (["--pick", "2", "--cuts", "quantiles", "--max-cuts", "5"], {"pick": 2, "cuts": "quantiles", "max_cuts": 5}),
        (["--literals-at-most", "3", "--class-weights", "balanced"], {"literals_at_most": 3, "class_weights": "balanced"}),
        (["--monotone", "calls=+", "--exclude", "spend"], {"monotone": {"calls": "+"}, "exclude": ["spend"]}),
        (["--together", "age,calls", "--together", "contract"], {"together": [["age", "calls"], ["contract"]]}),
        (["--only", "age,calls", "--positive", "no"], {"only": ["age", "calls"], "positive": "no"}),
        (["--group", "age", "--holdout", "0.3"], {"group": "age", "holdout": 0.3}),
        (["--type", "age=category"], {"types": {"age": "category"}}),
    ],
)
def test_model_file_is_that_of_the_command(command, churn, churn_csv, tmp_path, flags, options):
    command("learn", churn_csv, "--target", "churn", "-q", "-o", tmp_path / "command.json", *flags)
    expected = (tmp_path / "command.json").read_bytes()
    for data in (churn_csv, churn):
        loh.learn(data, target="churn", **options).save(tmp_path / "python.json")
        assert (tmp_path / "python.json").read_bytes() == expected


@pytest.mark.parametrize("flags, options", [(["--effort", "quick"], {"effort": "quick"}), (["--weights", "spend"], {"weights": "spend"})])
def test_slower_models_are_those_of_the_command(command, tmp_path, flags, options):
    frame = churn_frame(100)
    frame.to_csv(tmp_path / "churn.csv", index=False)
    command("learn", tmp_path / "churn.csv", "--target", "churn", "-q", "-o", tmp_path / "command.json", *flags)
    loh.learn(frame, target="churn", **options).save(tmp_path / "python.json")
    assert (tmp_path / "python.json").read_bytes() == (tmp_path / "command.json").read_bytes()


def test_model_of_a_formula_file_is_that_of_the_command(command, churn, churn_csv, tmp_path):
    program = tmp_path / "rules.loh"
    program.write_text(FORMULA + "\n")
    flags = ["--formula", program, "--restarts", "2", "--epochs", "30", "-q", "-o", tmp_path / "command.json"]
    command("learn", churn_csv, "--target", "churn", *flags)
    model = loh.learn(churn, target="churn", **small(formula=program))
    model.save(tmp_path / "python.json")
    assert (tmp_path / "python.json").read_bytes() == (tmp_path / "command.json").read_bytes()
    assert loh.load(tmp_path / "python.json") == model


def test_cut_target_is_that_of_the_command(command, churn, churn_csv, tmp_path):
    for flag, value in [("20,60.5", [20, 60.5]), ("quantiles:3", "quantiles:3")]:
        command("learn", churn_csv, "--target", "spend", "-q", "--cut-target", flag, "-o", tmp_path / "command.json")
        model = loh.learn(churn, target="spend", cut_target=value)
        model.save(tmp_path / "python.json")
        assert (tmp_path / "python.json").read_bytes() == (tmp_path / "command.json").read_bytes()


def test_text_is_what_the_command_prints(command, churn, churn_csv):
    assert str(loh.learn(churn, target="churn")) + "\n" == command("learn", churn_csv, "--target", "churn", "-q")


def test_unknown_options_get_a_suggestion(churn):
    with pytest.raises(loh.Error, match="did you mean max_rules"):
        loh.learn(churn, target="churn", max_rule=3)
    with pytest.raises(loh.Error, match="did you mean target"):
        loh.learn(churn, targt="churn")


@pytest.mark.parametrize(
    "given, meant",
    [("random_state", "seed"), ("n_jobs", "threads"), ("class_weight", "class_weights"), ("sample_weight", "weights")],
)
def test_names_of_scikit_learn_are_explained(churn, given, meant):
    with pytest.raises(loh.Error, match=f"there is no option {given}\n  help: did you mean {meant}"):
        loh.learn(churn, target="churn", **{given: 1})


def test_options_that_the_learner_does_not_read_are_errors(churn):
    with pytest.raises(loh.Error, match="epochs") as caught:
        loh.learn(churn, target="churn", epochs=5)
    assert "--" not in str(caught.value)
    with pytest.raises(loh.Error, match="holdout"):
        loh.learn(churn, target="churn", holdout=3)


def test_targets_are_explained(churn, churn_csv):
    for data in (churn, churn_csv):
        with pytest.raises(loh.Error, match="age, spend, contract, calls, churn"):
            loh.learn(data)
        with pytest.raises(loh.Error, match="did you mean"):
            loh.learn(data, target="chrun")


def test_classes_apart_from_the_rows_are_explained(churn):
    for labels in (churn["churn"], churn["churn"].to_numpy(), list(churn["churn"])):
        with pytest.raises(loh.Error, match=r"name or the place of a column(.|\n)*LohClassifier\(\).fit\(X, y\)"):
            loh.learn(churn.drop(columns="churn"), labels)


def test_target_of_columns_with_several_levels(churn):
    levels = churn.set_axis(pd.MultiIndex.from_tuples([("customer", name) for name in churn.columns]), axis=1)
    model = loh.learn(levels, target=("customer", "churn"))
    assert model.target == "customer churn"
    assert len(model.predict(levels)) == len(levels)


def test_errors_in_a_formula_name_the_formula(churn):
    with pytest.raises(loh.Error, match="<formula>:1:3") as caught:
        loh.learn(churn, target="churn", formula="[ & b")
    assert caught.value.line == 1


def test_every_option_of_the_table_is_documented():
    names = [option.name for option in loh.options()]
    assert {"head", "max_rules", "holdout", "seed"} <= set(names)
    for name in names:
        assert f"\n{name} : " in loh.learn.__doc__


def test_identifiers_are_left_out_with_a_warning(churn):
    numbered = churn.assign(id=[f"customer {i}" for i in range(len(churn))])
    with pytest.warns(loh.LohWarning, match="id is left out.*types="):
        model = loh.learn(numbered, target="churn")
    assert "id" not in model.columns


def test_rows_without_a_class_are_left_out_with_a_warning(churn):
    unknown = churn.copy()
    unknown.loc[[3, 5], "churn"] = None
    with pytest.warns(loh.LohWarning, match="2 rows without a class"):
        model = loh.learn(unknown, target="churn")
    assert model.figures["training"]["rows"] == len(churn) - 2


def test_array_weights_are_those_of_a_column():
    churn = churn_frame(60)
    weights = np.linspace(0, 2, len(churn))
    from_array = loh.learn(churn, target="churn", weights=weights)
    from_column = loh.learn(churn.assign(w=weights), target="churn", weights="w")
    assert from_array.formulas == from_column.formulas


def test_callback_sees_progress_and_can_stop(churn):
    reports = []
    model = loh.learn(churn, target="churn", formula=FORMULA, epochs=5000, restarts=1, when_flawless="go-on",
                      callback=lambda report: reports.append(report) or len(reports) >= 3)
    assert len(reports) == 3 and reports[0]["epochs"] == 5000
    assert model.figures["training"]["rows"] == len(churn)


def test_errors_of_the_callback_end_learning(churn):
    def fail(report):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        loh.learn(churn, target="churn", formula=FORMULA, epochs=5000, callback=fail)


@pytest.fixture
def interrupts():
    """Ctrl-C raises KeyboardInterrupt, also where the tests run in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("options", [{"formula": FORMULA, "epochs": 1_000_000, "when_flawless": "go-on"}, {"effort": "thorough"}])
def test_interrupt_raises_within_a_second(options, interrupts):
    data = churn_frame(20_000)
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.0, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        loh.learn(data, target="churn", **options)
    assert time.monotonic() - sent[0] < 1.0
    timer.join()


def test_other_threads_run_during_learning(churn):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    loh.learn(churn, target="churn", effort="quick")
    seconds = time.monotonic() - start
    done.set()
    thread.join()
    assert len(ticks) > 20 * min(seconds, 10) / 2


def test_verbose_shows_progress_on_standard_error(churn, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loh.learn(churn, target="churn", verbose=1)
    assert "loh" in capsys.readouterr().err


def test_parquet_and_feather_files(churn, churn_csv, tmp_path):
    expected = loh.learn(churn_csv, target="churn")
    churn.to_parquet(tmp_path / "churn.parquet")
    churn.to_feather(tmp_path / "churn.feather")
    for name in ("churn.parquet", "churn.feather"):
        model = loh.learn(tmp_path / name, target="churn")
        assert model == expected
        assert (model.predict(tmp_path / name) == expected.predict(churn_csv)).all()


def test_files_that_cannot_be_read_are_errors(tmp_path):
    with pytest.raises(loh.Error) as caught:
        loh.learn(tmp_path / "none.csv", target="y")
    assert caught.value.kind == "io"
    (tmp_path / "bad.parquet").write_text("no")
    with pytest.raises(loh.Error, match="cannot be read"):
        loh.learn(tmp_path / "bad.parquet", target="y")


def test_numbers_as_target_need_cuts():
    frame = pd.DataFrame({"x": np.arange(100.0), "y": np.arange(100.0) * 1.5})
    with pytest.raises(loh.Error, match="cut_target"):
        loh.learn(frame, target="y")
