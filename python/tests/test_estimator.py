"""The scikit-learn estimator. This file also runs with the oldest supported scikit-learn."""

import os

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # before scipy is imported: otherwise one check of scikit-learn is skipped

import inspect
import io
import pickle

import joblib
import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import loh
from conftest import churn_frame

pytestmark = pytest.mark.filterwarnings("ignore::loh.LohWarning")


@parametrize_with_checks(
    [
        loh.LohClassifier(),
        loh.LohClassifier(head="vote"),
        loh.LohClassifier(formula="rules(3)", restarts=2, epochs=60),
    ]
)
def test_scikit_learn(estimator, check):
    check(estimator)


def churn_parts():
    frame = churn_frame()
    return frame.drop(columns="churn"), frame["churn"]


def test_fits_a_frame_with_categories():
    X, y = churn_parts()
    fitted = loh.LohClassifier(random_state=0).fit(X, y)
    assert fitted.score(X, y) > 0.9
    assert list(fitted.feature_names_in_) == list(X.columns)
    assert fitted.n_features_in_ == 4
    assert list(fitted.classes_) == ["no", "yes"]
    assert "contract" in " ".join(rule if isinstance(rule, str) else rule["text"] for rule in rule_texts(fitted))
    assert isinstance(fitted.formula_, loh.Formula)
    assert isinstance(fitted.model_, loh.Model)
    assert fitted.model_.target == "churn"


def rule_texts(fitted):
    rules = fitted.rules_
    return rules if isinstance(rules, list) else list(rules["text"])


def test_every_option_is_a_parameter():
    parameters = inspect.signature(loh.LohClassifier.__init__).parameters
    renamed = {"seed": "random_state", "threads": "n_jobs", "class_weights": "class_weight"}
    for option in loh.options():
        assert renamed.get(option.name, option.name) in parameters
    for name in loh.LohClassifier().get_params():
        assert f"\n{name} : " in loh.LohClassifier.__doc__


def test_unknown_parameters_get_a_suggestion():
    with pytest.raises(TypeError, match="did you mean 'max_rules'"):
        loh.LohClassifier(max_rule=3)
    with pytest.raises(ValueError, match="epochs"):
        loh.LohClassifier(epochs=3).fit(*load_iris(return_X_y=True))


@pytest.mark.parametrize("given, meant", [("seed", "random_state"), ("threads", "n_jobs"), ("class_weights", "class_weight")])
def test_names_of_learn_are_explained(given, meant):
    with pytest.raises(TypeError, match=f"no parameter '{given}'; did you mean '{meant}'"):
        loh.LohClassifier(**{given: 1})


def test_parameters_reach_the_learner():
    X, y = load_breast_cancer(return_X_y=True)
    fitted = loh.LohClassifier(max_literals=1, random_state=3, n_jobs=1, cuts="quantiles").fit(X, y)
    options = fitted.model_.options
    assert (options["max_literals"], options["seed"], options["threads"], options["cuts"]) == ("1", "3", "1", "quantiles")


def test_same_rules_as_learn():
    frame = churn_frame()
    X, y = churn_parts()
    order = frame.sort_values("churn", kind="stable")  # learn() takes the classes in the order of their first row
    model = loh.learn(order, target="churn", seed=5)
    assert loh.LohClassifier(random_state=5).fit(X, y).model_.formulas == model.formulas


def test_probabilities_belong_to_the_sorted_classes():
    X, y = load_iris(return_X_y=True)
    for estimator in (loh.LohClassifier(), loh.LohClassifier(head="vote")):
        fitted = estimator.fit(X, np.array(["c", "a", "b"])[y])
        probabilities = fitted.predict_proba(X)
        assert probabilities.shape == (150, 3) and np.allclose(probabilities.sum(axis=1), 1)
        assert (fitted.classes_[probabilities.argmax(axis=1)] == fitted.predict(X)).mean() > 0.95
        assert (fitted.classes_[fitted.decision_function(X).argmax(axis=1)] == fitted.predict(X)).all()


def test_missing_values_are_allowed():
    X, y = load_breast_cancer(return_X_y=True)
    X = X.copy()
    X[np.random.default_rng(0).random(X.shape) < 0.1] = np.nan
    assert loh.LohClassifier().fit(X, y).score(X, y) > 0.85
    X[0, 0] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        loh.LohClassifier().fit(X, y)


def test_class_weights():
    X, y = load_breast_cancer(return_X_y=True)
    balanced = loh.LohClassifier(class_weight="balanced").fit(X, y)
    assert balanced.model_.options["class_weights"] == "balanced"
    towards = loh.LohClassifier(class_weight={0: 1, 1: 50}).fit(X, y)
    away = loh.LohClassifier(class_weight={0: 50, 1: 1}).fit(X, y)
    assert towards.predict(X).mean() > balanced.predict(X).mean() > away.predict(X).mean()
    with pytest.raises(ValueError, match="class_weight"):
        loh.LohClassifier(class_weight="heavy").fit(X, y)


def test_pickle_and_joblib(tmp_path):
    X, y = churn_parts()
    fitted = loh.LohClassifier().fit(X, y)
    joblib.dump(fitted, tmp_path / "fitted.joblib")
    for again in (pickle.loads(pickle.dumps(fitted)), joblib.load(tmp_path / "fitted.joblib"), clone(fitted).fit(X, y)):
        assert (again.predict(X) == fitted.predict(X)).all()
        assert again.model_ == fitted.model_


def test_skops_round_trip():
    skops = pytest.importorskip("skops.io", reason="skops is an optional package")
    X, y = churn_parts()
    fitted = loh.LohClassifier().fit(X, y)
    data = skops.dumps(fitted)
    again = skops.loads(data, trusted=skops.get_untrusted_types(data=data))
    assert (again.predict(X) == fitted.predict(X)).all()


def test_model_selection():
    X, y = load_iris(return_X_y=True)
    search = GridSearchCV(loh.LohClassifier(n_jobs=1), {"head": [None, "vote"], "literals_at_most": [2, 6]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.9
    pipeline = make_pipeline(StandardScaler(), loh.LohClassifier(n_jobs=1))
    assert cross_val_score(pipeline, X, y, cv=3).mean() > 0.9
    assert (cross_val_predict(loh.LohClassifier(), X, y, cv=3) == y).mean() > 0.9
    parallel = cross_val_score(loh.LohClassifier(n_jobs=1), X, y, cv=3, n_jobs=2)
    assert (parallel == cross_val_score(loh.LohClassifier(n_jobs=1), X, y, cv=3)).all()


def test_calibration_and_columns():
    X, y = churn_parts()
    calibrated = CalibratedClassifierCV(loh.LohClassifier(n_jobs=1), cv=3).fit(X, y)
    assert calibrated.score(X, y) > 0.85
    chosen = make_column_transformer(("passthrough", ["age", "calls"]), verbose_feature_names_out=False)
    chosen.set_output(transform="pandas")
    fitted = make_pipeline(chosen, loh.LohClassifier()).fit(X, y)
    assert set(fitted[-1].model_.columns) <= {"age", "calls"}


def test_metadata_routing():
    X, y = load_iris(return_X_y=True)
    with sklearn.config_context(enable_metadata_routing=True):
        estimator = loh.LohClassifier(n_jobs=1).set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
        search = GridSearchCV(estimator, {"literals_at_most": [3, 6]}, cv=3)
        search.fit(X, y, sample_weight=np.ones(len(y)))
    assert search.best_score_ > 0.9


def test_formula_of_one_output_is_for_two_classes():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="Only binary classification is supported"):
        loh.LohClassifier(formula="rules(3)").fit(X, y)
    fitted = loh.LohClassifier(formula="x2 >= ? | x3 >= ?", restarts=2, epochs=40).fit(X, y == 2)
    assert fitted.score(X, y == 2) > 0.85
    assert "x2" in str(fitted.formula_) or "x3" in str(fitted.formula_)


def test_wrong_columns_are_errors():
    X, y = churn_parts()
    fitted = loh.LohClassifier().fit(X, y)
    with pytest.raises(ValueError, match="feature names"):
        fitted.predict(X.rename(columns={"age": "years"}))
    with pytest.raises(ValueError):
        fitted.predict(X.drop(columns="age"))


def test_repr_shows_what_was_set():
    assert repr(loh.LohClassifier(head="vote")) == "LohClassifier(head='vote')"
    buffer = io.StringIO()
    print(loh.LohClassifier().set_params(max_rules=4), file=buffer)
    assert "max_rules=4" in buffer.getvalue()
