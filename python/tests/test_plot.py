"""The content of the pictures: labels, artists and values. Headless."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib import cbook, pyplot

import loh
import loh.plot
from conftest import ROOT, churn_frame

matplotlib.use("Agg")

LONG = "age of the customer at the time of the last contract renewal"


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def models():
    """Models of all kinds, by name, with the rows that they were learned from."""
    churn = churn_frame(600)
    digits = pytest.importorskip("sklearn.datasets").load_digits(as_frame=True).frame.iloc[:400]
    long = churn.rename(columns={"age": LONG})
    long["contract"] = long["contract"].map({"monthly": "monthly contract without a minimum term of any kind", "yearly": "y", "none": "n"})
    formula = 'output yes := contract = "monthly" & calls >= ? | [age < 25, age < 40]'
    return {
        "rules": (loh.learn(churn, target="churn"), churn),
        "scorecard": (loh.learn(churn, target="churn", head="vote"), churn),
        "network": (loh.learn(churn, target="churn", formula=formula, epochs=20), churn),
        "classes": (loh.learn(digits, target="target", head="list", literals_at_most=80), digits),
        "long": (loh.learn(long, target="churn"), long),
    }


KINDS = ["rules", "scorecard", "network", "classes", "long"]


def drawn(ax):
    """Draws the figure and returns the boxes of its visible texts, in pixels, within the figure."""
    figure = ax.figure
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    return figure.bbox, [text.get_window_extent(renderer) for text in ax.texts if text.get_text()]


def assert_apart(ax):
    """No text is outside of the figure, and no two texts of the axes overlap."""
    figure, boxes = drawn(ax)
    for number, box in enumerate(boxes):
        assert figure.x0 - 1 <= box.x0 and box.x1 <= figure.x1 + 1 and figure.y0 - 1 <= box.y0 and box.y1 <= figure.y1 + 1
        for other in boxes[:number]:
            assert box.x1 <= other.x0 + 1 or other.x1 <= box.x0 + 1 or box.y1 <= other.y0 + 1 or other.y1 <= box.y0 + 1


# --- The path ---


@pytest.mark.parametrize("kind", ["rules", "scorecard", "classes", "long"])
def test_path_has_every_size_and_marks_the_chosen_one(models, kind):
    model, _ = models[kind]
    ax = loh.plot.path(model)
    line, ring = ax.containers[0].lines[0], ax.lines[-1]
    assert line.get_xdata().tolist() == [size["literals"] for size in model.path]
    assert line.get_ydata().tolist() == [size["score"] for size in model.path]
    chosen = next(size for size in model.path if size["chosen"])
    assert (ring.get_xdata()[0], ring.get_ydata()[0]) == (chosen["literals"], chosen["score"])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("literals", "cross-validated macro F1")
    number = model.path.index(chosen) + 1
    assert str(number) in [text.get_text() for text in ax.texts]
    assert f"chosen: size {number}, " in ax.get_legend().get_texts()[-1].get_text() + ax.get_legend().get_texts()[0].get_text()
    assert_apart(ax)


def test_path_after_pick_marks_the_picked_size(models):
    model = models["rules"][0].pick(2)
    ring = loh.plot.path(model).lines[-1]
    assert ring.get_xdata()[0] == model.path[1]["literals"]


def test_path_of_a_network_is_an_error(models):
    with pytest.raises(loh.Error, match="no path"):
        loh.plot.path(models["network"][0])


# --- Rules ---


@pytest.mark.parametrize("kind", KINDS)
def test_rules_show_support_and_precision_with_interval(models, kind):
    model, frame = models[kind]
    ax = loh.plot.rules(model, frame, most=100)
    table = model.rules_on(frame)
    assert len(ax.get_yticklabels()) == len(ax.patches) == len(table)
    assert sorted(patch.get_width() for patch in ax.patches) == pytest.approx(sorted(table["support"] / len(frame)))
    points = np.concatenate([container.lines[0].get_xdata() for container in ax.containers if hasattr(container, "lines")])
    assert sorted(points) == pytest.approx(sorted(table["precision"][table["support"] > 0]))
    segments = [segment for container in ax.containers if hasattr(container, "lines") for segment in container.lines[2][0].get_segments()]
    assert sorted(segment[0][0] for segment in segments) == pytest.approx(sorted(np.minimum(table["precision_low"], table["precision"])))
    assert_apart(ax)


def test_rules_are_sorted_by_contribution(models):
    model, _ = models["classes"]
    table = model.rules
    table["contribution"] = table["support"] * (2 * table["precision"] - 1)
    best = table.sort_values("contribution", ascending=False, kind="stable").iloc[:5]
    ax = loh.plot.rules(model, most=5)
    labels = [label.get_text().replace("\n", " ") for label in ax.get_yticklabels()]
    assert labels == [f"{rule['class']}: {rule['text']}" for _, rule in best.iterrows()]
    assert f"5 of {len(table)}" in ax.get_title()
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first is on top


def test_rules_of_a_scorecard_have_points(models):
    model, _ = models["scorecard"]
    texts = [text.get_text() for text in loh.plot.rules(model).texts]
    assert "points" in texts
    for points in model.rules["points"]:
        name, value = max(points.items(), key=lambda entry: abs(entry[1]))
        assert any(f"{name}: {value:+d}" in text for text in texts)


def test_long_rules_are_wrapped_and_stay_inside(models):
    ax = loh.plot.rules(models["long"][0])
    figure, _ = drawn(ax)
    renderer = ax.figure.canvas.get_renderer()
    for label in ax.get_yticklabels():
        assert label.get_text().count("\n") <= 2
        assert label.get_window_extent(renderer).x0 >= figure.x0


def test_rules_of_an_estimator_and_on_given_axes(churn):
    classifier = loh.LohClassifier().fit(churn.drop(columns="churn"), churn["churn"])
    _, (left, right) = pyplot.subplots(1, 2)
    assert loh.plot.rules(classifier, ax=right) is right
    assert not left.patches and right.patches


def test_a_model_without_rules_is_an_error(models):
    with pytest.raises(loh.Error, match="no rules"):
        loh.plot.rules(models["rules"][0].pick(1))


# --- Formulas ---


def test_formula_has_a_node_for_each_part():
    ax = loh.plot.formula("p := [a, b]; output y := p & c; output z := p | !c")
    assert sorted(text.get_text() for text in ax.texts) == sorted(["y", "and", "one of", "a", "b", "c", "z", "or", "!c"])
    assert len(ax.patches) == 2 + 2 + 2 + 2  # edges: from outputs, and, or, and the one shared choice
    assert sum(patch.get_linestyle() == "--" for patch in ax.patches) == 2
    assert_apart(ax)


@pytest.mark.parametrize("kind", KINDS)
def test_formulas_of_models_are_drawn_without_overlap(models, kind):
    model, _ = models[kind]
    ax = loh.plot.formula(model, most=600)
    texts = [text.get_text() for text in ax.texts]
    named = f"{model.target} is {next(iter(model.formulas))}"
    assert any(text.replace("\n", " ").startswith(named) for text in texts)
    assert_apart(ax)


def test_formula_takes_programs_layers_and_dicts():
    torch = pytest.importorskip("torch")
    layer = loh.torch.LohLayer("output y := [a, !a] & b", deviation=0)
    assert torch.is_tensor(layer.logits)
    for value in (layer.hypothesis(), loh.Formula("a & b"), loh.parse("output y := a & b")):
        assert [text.get_text() for text in loh.plot.formula(value).texts][-3:] == ["and", "a", "b"]


def test_large_and_wrong_formulas_are_errors():
    with pytest.raises(loh.Error, match="more than 10"):
        loh.plot.formula(loh.any_of(loh.var(f"x{i}") for i in range(30)), most=10)
    with pytest.raises(loh.Error, match="expected a formula"):
        loh.plot.formula(17)


def test_formula_on_small_axes_has_smaller_texts():
    _, ax = pyplot.subplots(figsize=(2, 1.5))
    loh.plot.formula(loh.read_program(ROOT / "examples/wildfire-one-rule-per-set.loh"), ax=ax)
    assert all(text.get_fontsize() < 6 for text in ax.texts)


# --- Decision regions ---


def test_regions_are_the_predictions(models):
    model, frame = models["rules"]
    ax = loh.plot.regions(model, "age", "calls", frame, fixed={"contract": "monthly"}, resolution=40)
    mesh = ax.collections[0].get_array().reshape(9, 40)
    edges = ax.collections[0].get_coordinates()[0, :, 0]
    ages = (edges[:-1] + edges[1:]) / 2
    for calls in range(9):
        rows = pd.DataFrame({"age": ages, "calls": float(calls), "contract": "monthly", "spend": 1.0})
        expected = [list(model.classes).index(name) for name in model.predict(rows)]
        assert mesh[calls].tolist() == expected
    assert "contract = monthly" in ax.get_title()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("age", "calls")


@pytest.mark.parametrize("kind", KINDS)
def test_regions_have_a_point_for_each_row(models, kind):
    model, frame = models[kind]
    x, y = model.columns[:2]
    ax = loh.plot.regions(model, x, y, frame, resolution=20)
    known = frame[[x, y]].notna().all(axis=1).sum()
    assert sum(len(points.get_offsets()) for points in ax.collections[1:]) == min(known, 1500)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [str(name) for name in model.classes]


def test_regions_of_categories_and_dates():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"since": pd.Timestamp("2020-01-01") + pd.to_timedelta(random.integers(0, 900, 300), unit="D"),
                          "plan": random.choice(["basic", "plus"], 300)})  # fmt: skip
    frame["left"] = np.where((frame["since"] < "2021-01-01") & (frame["plan"] == "basic"), "yes", "no")
    model = loh.learn(frame, target="left")
    ax = loh.plot.regions(model, "since", "plan", frame)
    ax.figure.canvas.draw()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["basic", "plus"]
    assert any("2021" in label.get_text() for label in ax.get_xticklabels())
    mesh = ax.collections[0].get_array()
    assert set(np.unique(mesh)) == {0, 1} and len(np.unique(mesh[1])) == 1


def test_wrong_columns_of_regions_are_errors(models):
    model, frame = models["rules"]
    with pytest.raises(loh.Error, match="no column 'agee'"):
        loh.plot.regions(model, "agee", "calls", frame)
    with pytest.raises(loh.Error, match="not another column"):
        loh.plot.regions(model, "age", "calls", frame, fixed={"age": 3})


# --- Calibration ---


def test_calibration_has_the_shares_and_counts_of_the_bins(models):
    model, _ = models["scorecard"]
    test = churn_frame(800, seed=3)
    ax = loh.plot.calibration(model, test, positive="yes", bins=5)
    probability = model.predict_proba(test)[:, list(model.classes).index("yes")]
    place = np.minimum((probability * 5).astype(int), 4)
    bins = [number for number in range(5) if (place == number).any()]
    line = ax.containers[-1].lines[0]
    assert line.get_xdata() == pytest.approx([probability[place == number].mean() for number in bins], abs=1e-4)
    assert line.get_ydata() == pytest.approx([(test["churn"][place == number] == "yes").mean() for number in bins])
    assert [int(text.get_text()) for text in ax.texts] == [(place == number).sum() for number in bins]
    assert ax.get_xlabel() == "predicted probability of yes"
    assert_apart(ax)


@pytest.mark.parametrize("kind", KINDS)
def test_calibration_counts_every_row_once(models, kind):
    model, frame = models[kind]
    ax = loh.plot.calibration(model, frame)
    assert sum(int(text.get_text()) for text in ax.texts) == len(frame)
    assert ("the predicted class" in ax.get_xlabel()) == (len(model.classes) > 2)


def test_unknown_class_of_calibration_is_an_error(models):
    with pytest.raises(loh.Error, match="no class 'maybe'"):
        loh.plot.calibration(*models["rules"], positive="maybe")


# --- Names ---


def test_names_with_signs_of_matplotlib_are_shown_as_they_are():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"price $ or $": random.random(200), "_x": random.random(200)})
    frame["$y$"] = np.where((frame["price $ or $"] > 0.5) & (frame["_x"] > 0.3), "$a$", "_b")
    model = loh.learn(frame, target="$y$", head="vote")
    for ax in (loh.plot.path(model), loh.plot.rules(model), loh.plot.formula(model), loh.plot.calibration(model, frame),
               loh.plot.regions(model, "price $ or $", "_x", frame)):  # fmt: skip
        ax.figure.canvas.draw()
        texts = [*ax.texts, *ax.get_yticklabels(), ax.title, ax.xaxis.label, ax.yaxis.label, *(ax.get_legend().get_texts() if ax.get_legend() else [])]
        assert not any(cbook.is_math_text(text.get_text()) for text in texts)
    assert len(ax.get_legend().get_texts()) == 2


# --- Training ---


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    path = tmp_path_factory.mktemp("trace") / "trace.tsv"
    reports = []
    formula = ROOT / "examples/wildfire-one-rule-per-set.loh"
    loh.learn(ROOT / "examples/fires.csv", target="risk", formula=formula, restarts=2, trace=path, callback=reports.append)
    return path, reports


def test_training_marks_every_change_of_the_trace(trace):
    path, reports = trace
    lines = pd.read_csv(path, sep="\t", keep_default_na=False)
    ax = loh.plot.training(path, reports, run=0)
    own = lines[(lines["run"] == 0) & (lines["choice"] != "kept")]
    steps = sorted(set(own["step"]) - {0})
    places = [line.get_xdata()[0] for line in ax.lines if line.get_color() == "#009E73"]
    assert places == steps
    assert f"change of the hypothesis ({len(steps)})" in [text.get_text() for text in ax.get_legend().get_texts()]
    shown = ax.texts[-1].get_text()
    assert all(text in shown for text in own["to"][own["step"] > 0].tail(2))
    epochs = next(line for line in ax.lines if line.get_label().startswith("loss of the epoch"))
    assert epochs.get_ydata().tolist() == [report["loss"] for report in reports if report["run"] == 0]
    assert epochs.get_xdata()[-1] == max(report["step"] for report in reports if report["run"] == 0)


def test_training_of_an_own_loop_marks_changed_hypotheses():
    history = [{"step": i, "loss": 1 / (i + 1), "f1": 0.5, "hypothesis": {"y": "a" if i < 6 else "a & b"}} for i in range(10)]
    ax = loh.plot.training(history)
    assert [line.get_xdata()[0] for line in ax.lines if line.get_color() == "#009E73"] == [6]
    assert "step 6: y := a & b" in ax.texts[-1].get_text()
    assert {axes.get_ylabel() for axes in ax.figure.axes} == {"loss", "F1"}
    assert len(loh.plot.training(history, labels=0).texts) == 0


def test_reports_alone_are_a_history(trace):
    ax = loh.plot.training(trace[1])
    assert ax.lines[0].get_ydata()[-1] == trace[1][-1]["loss"]


def test_wrong_histories_are_errors(tmp_path, trace):
    (tmp_path / "other.tsv").write_text("a\tb\n")
    for history, message in ((tmp_path / "other.tsv", "not a trace"), (tmp_path / "none.tsv", "cannot be read"), ([], "empty")):
        with pytest.raises(loh.Error, match=message):
            loh.plot.training(history)
    with pytest.raises(loh.Error, match="no run 9"):
        loh.plot.training(trace[0], run=9)
