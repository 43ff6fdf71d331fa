import copy
import html.parser
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest

import loh


@pytest.fixture(scope="module")
def rules(churn):
    return loh.learn(churn, target="churn", holdout=0.25)


@pytest.fixture(scope="module")
def card(churn):
    return loh.learn(churn, target="churn", head="vote")


def test_predictions_are_those_of_the_command(command, churn, churn_csv, rules, card, tmp_path):
    for model in (rules, card):
        model.save(tmp_path / "model.json")
        printed = command("predict", tmp_path / "model.json", churn_csv, "--proba", "-q").splitlines()
        assert printed[0].split(",") == ["prediction", *(f"proba {name}" for name in model.classes)]
        cells = [line.split(",") for line in printed[1:]]
        for data in (churn, churn_csv):
            assert model.predict(data).tolist() == [row[0] for row in cells]
            assert np.allclose(model.predict_proba(data), [[float(cell) for cell in row[1:]] for row in cells], atol=1e-6)


def test_evaluate_gives_the_figures_of_the_command(command, churn, churn_csv, rules, tmp_path):
    import json

    rules.save(tmp_path / "model.json")
    expected = json.loads(command("evaluate", tmp_path / "model.json", churn_csv, "--json"))
    for name, value in expected.items():
        assert rules.evaluate(churn_csv)[name] == value
        assert rules.evaluate(churn)[name] == pytest.approx(value) if isinstance(value, float) else True


def test_rules_are_a_frame(churn, rules, card):
    frame = rules.rules
    assert isinstance(frame, pd.DataFrame)
    assert {"class", "text", "support", "precision", "recall", "lift", "points"} <= set(frame.columns)
    assert len(frame) == rules.rule_count
    assert frame["points"].isna().all()
    assert set(card.rules["points"][0]) == {"yes", "no"}
    assert card.base is not None and rules.base is None
    assert len(rules.rules_on(churn)) == rules.rule_count
    assert rules.rules_on(churn)["support"][0] >= frame["support"][0]


def test_rules_are_dicts_without_pandas(rules, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pandas", None)
    assert isinstance(rules.rules, list) and rules.rules[0]["class"] in ("yes", "no")


def test_formulas_predict_as_the_model_does():
    random = np.random.default_rng(1)
    frame = pd.DataFrame(random.integers(0, 2, (60, 3)), columns=["a", "b", "c"])
    frame["y"] = np.where((frame["a"] == 1) & (frame["b"] == 0), "yes", "no")
    model = loh.learn(frame, target="y", formula="output yes := [a, c, true] & [!b, b, true]", epochs=60)
    formula = model.formulas["yes"]
    values = [formula.evaluate({name: bool(row[name]) for name in "abc"}) for _, row in frame.iterrows()]
    assert (model.predict(frame) == np.where(values, "yes", "no")).all()


def test_path_lists_the_sizes(rules):
    assert sum(step["chosen"] for step in rules.path) == 1
    assert rules.path[0]["literals"] <= rules.path[-1]["literals"]


def test_explains_a_row(churn, rules, card):
    for row in (churn.iloc[0], churn.iloc[[0]], churn.iloc[0].to_dict()):
        why = rules.explain(row)
        assert why["prediction"] == rules.predict(churn.iloc[[0]])[0]
        assert "Row 1" in str(why)
    fixed = rules.explain(churn.iloc[0], fixed=["age"])
    changes = fixed["flip"]["changes"] if fixed.get("flip") else []
    assert all(change["column"] != "age" for change in changes)
    assert card.explain(churn.iloc[0])["prediction"] == card.predict(churn.iloc[[0]])[0]
    with pytest.raises(loh.Error, match="expected one row"):
        rules.explain(churn)


def test_saved_and_loaded_models_are_equal(rules, card, churn, tmp_path):
    for model in (rules, card):
        model.save(tmp_path / "model.json")
        again = loh.load(tmp_path / "model.json")
        assert again == model and again.to_json() == model.to_json()
        assert (again.predict(churn) == model.predict(churn)).all()
        assert pickle.loads(pickle.dumps(model)) == model
        assert copy.deepcopy(model) == model


def test_damaged_files_are_errors(tmp_path):
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(loh.Error):
        loh.load(tmp_path / "bad.json")
    with pytest.raises(loh.Error) as caught:
        loh.load(tmp_path / "none.json")
    assert caught.value.kind == "io"


def test_missing_columns_and_wrong_types_are_errors(churn, rules):
    with pytest.raises(loh.Error, match="contract"):
        rules.predict(churn.drop(columns="contract"))
    with pytest.raises(loh.Error, match="did you mean"):
        rules.predict(churn.rename(columns={"contract": "contrct"}))
    with pytest.raises(loh.Error, match="age"):
        rules.predict(churn.assign(age="old"))
    with pytest.raises(loh.Error, match="churn"):
        rules.evaluate(churn.drop(columns="churn"))


def test_unseen_categories_are_warnings(churn, rules):
    with pytest.warns(loh.LohWarning, match="Monthly.*did you mean \"monthly\""):
        rules.predict(churn.assign(contract=churn["contract"].str.capitalize()))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rules.predict(churn)


def test_classes_have_the_type_of_the_target(churn):
    truth = churn["churn"] == "yes"
    for values, kind in [(truth, "b"), (truth.astype(int), "i"), (churn["churn"], "O")]:
        model = loh.learn(churn.assign(churn=values), target="churn")
        assert model.classes.dtype.kind == kind
        assert (model.predict(churn) == values).mean() > 0.9


@pytest.mark.parametrize("head", ["list", "vote"])
@pytest.mark.parametrize("classes", [[0, 1], [False, True]])
def test_rules_and_formulas_have_classes_of_the_same_type(churn, head, classes):
    model = loh.learn(churn.assign(churn=np.where(churn["churn"] == "yes", *reversed(classes))), target="churn", head=head)
    known = [(type(each), each) for each in classes]
    assert model.rules["class"].isin(classes).all()
    assert [(type(name), name) for name in model.formulas if (type(name), name) not in known] == []
    if head == "vote":
        assert list(model.base) == list(model.rules["points"][0]) == classes
    assert model.rules_on(churn.assign(churn=classes[0]))["class"].tolist() == model.rules["class"].tolist()


def test_columns_are_named_as_in_the_table(churn):
    frame = churn.rename(columns={"age": "customer's age", "calls": "2nd `calls`", "contract": r"in\out"})
    model = loh.learn(frame, target="churn", exclude="spend")
    assert len(model.columns) > 1 and set(model.columns) <= set(frame.columns)
    assert (model.predict(frame[model.columns]) == model.predict(frame)).all()


def test_row_without_names_is_explained(rules):
    for row in (3, [30, 12.5, "monthly", 1.0]):
        with pytest.raises(TypeError, match="expected one row with names"):
            rules.explain(row)


def test_soft_values_of_a_network(churn):
    formula = "output yes := [contract = \"monthly\", true] & calls >= 4"
    model = loh.learn(churn.dropna(), target="churn", formula=formula, restarts=1, epochs=20)
    soft = model.soft(churn.dropna())["yes"]
    assert ((soft > 0.5) == (model.predict(churn.dropna()) == "yes")).all()
    assert model.learner == "gradient" and model.options["epochs"] == "20"


class Balanced(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        assert not attrs
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_html_is_escaped():
    name = "<script>alert(1)</script>"
    frame = pd.DataFrame({name: ["<b>", "c"] * 50, "y": ["<i>x", "z"] * 50})
    for head in (None, "vote"):
        model = loh.learn(frame, target="y", head=head)
        page = model._repr_html_()
        assert "<script" not in page and "<b>c" not in page and "<i>" not in page
        parser = Balanced()
        parser.feed(page)
        assert parser.open == [] and name in parser.text
    assert repr(model).startswith("<loh.Model of y")


def test_pick_gives_the_model_of_another_size(churn, card):
    chosen = next(number for number, step in enumerate(card.path, 1) if step["chosen"])
    for number in range(1, len(card.path) + 1):
        picked = card.pick(number)
        assert picked == loh.learn(churn, target="churn", head="vote", pick=number)
        assert (picked == card) == (number == chosen)
    assert card.pick(literals_at_most=1).literal_count <= 1
    with pytest.raises(loh.Error, match="size"):
        card.pick(99)
