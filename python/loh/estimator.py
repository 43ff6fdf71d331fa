"""The estimator for scikit-learn."""

from __future__ import annotations

import inspect
import numbers
import warnings
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import _core
from .errors import Error, LohWarning, missing_extra
from .estimator_rows import (
    checked_frame, checked_labels, distinct_weights, in_fixed_order, is_frame, label_text, plain_labels, target_name,
)  # fmt: skip
from .frames import Column, columns_of
from .language import var
from .learning import _monotone, _names, _program_of, _whole, run_learning, weight_column
from .model import Model
from .option_table import OPTIONS, option_texts

try:
    from joblib import effective_n_jobs
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils import check_random_state
    from sklearn.utils.class_weight import compute_sample_weight
    from sklearn.utils.multiclass import check_classification_targets, type_of_target
    from sklearn.utils.validation import _check_sample_weight, check_consistent_length, check_is_fitted, column_or_1d
except ImportError as error:
    raise missing_extra("scikit-learn", "sklearn", "loh.LohClassifier") from error

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before scikit-learn 1.6
    validate_data = None

__all__ = ["LohClassifier"]

# Options that scikit-learn has other names for.
_RENAMED = {"seed": "random_state", "threads": "n_jobs", "class_weights": "class_weight"}

_PARAMETERS: Dict[str, Tuple[Any, str]] = {
    "effort": (None, "'brief' (a few rules by search; the default), 'quick', 'balanced', 'thorough' (scorecards of many rules) or "
               "'none' (one gradient descent; the default with a formula)."),
    "head": (None, OPTIONS["head"].values + ": " + OPTIONS["head"].help + "."),
    "formula": (None, "A program with choices to learn: text, a path that ends in .loh, a loh.Program or a loh.Formula. One output is "
                "for two classes; several are named after the classes."),
    "class_weight": (None, "None, 'balanced', or a dict of weights by class."),
    "random_state": (None, "Random seed. The same seed gives the same rules; None is 0."),
    "n_jobs": (None, "Number of threads; None and -1: one for each core, -2: one less. The result does not depend on it."),
    "verbose": (0, "1 shows the progress, with tqdm if it is installed."),
    "positive": (None, "With two classes, the class that the rules describe; with a formula by default the second."),
    "pick": (None, "Rule search: take this size of the path, from 1, instead of the chosen one."),
    "literals_at_most": (None, "Rule search: choose among the sizes with at most so many literals."),
    "monotone": (None, "Rule search: {'income': '+'}: more income never turns the positive class into the negative one."),
    "together": (None, "Rule search: groups of columns; columns of different groups are never in one rule."),
    "exclude": (None, "Columns that rules do not use."),
    "only": (None, "Rules use only these columns."),
    "types": (None, "Types of columns of a data frame: {'zip': 'category'}; number, category or ignore."),
    "missing": (None, "Further texts of missing cells; they replace the usual ones such as NA."),
    "constants": (None, "Values for const statements of the formula."),
}


class LohClassifier(ClassifierMixin, BaseEstimator):
    """Rules as a scikit-learn classifier.

    ``X`` is an array of numbers, or a data frame (pandas, polars, pyarrow) with numbers, categories, texts, booleans and dates, whose
    column names are in the rules. NaN and None are missing.

    Parameters that are None have the default of the learner.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.read_csv("examples/fires.csv")
    >>> classifier = loh.LohClassifier(literals_at_most=6).fit(frame.drop(columns="risk"), frame["risk"])
    >>> classifier.classes_.tolist()
    ['no', 'yes']
    """

    def __init__(self, **parameters: Any) -> None:
        for name in parameters:
            if name not in _DEFAULTS:
                known = list(_DEFAULTS)
                meant = _RENAMED.get(name) or _core.closest(name, known)
                raise TypeError(
                    f"LohClassifier has no parameter '{name}'" + (f"; did you mean '{meant}'?" if meant else f"; it has {known}")
                )
        for name, default in _DEFAULTS.items():
            setattr(self, name, parameters.get(name, default))

    # --- Fitting ---

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> LohClassifier:
        """Learns the rules.

        Parameters
        ----------
        X : array or data frame
            the rows.
        y : array
            the class of each row.
        sample_weight : array, optional
            a row of weight 2 counts like two rows, a row of weight 0 not at all.

        Returns
        -------
        LohClassifier
            the estimator itself.

        Raises
        ------
        ValueError
            for rows, classes or weights that scikit-learn does not accept; a loh.Error is one, too.

        Examples
        --------
        >>> classifier = loh.LohClassifier().fit([[1.0], [2.0], [3.0], [4.0]] * 20, [0, 0, 1, 1] * 20)
        >>> classifier.predict([[1.5], [3.5]]).tolist()
        [0, 1]
        """
        columns, labels = self._columns_and_labels(X, y)
        weights = self._weights(columns, labels, sample_weight)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        program = _program_of(self.formula, self.constants)
        self._check_classes(codes, weights)
        columns, codes, weights = distinct_weights(columns, codes.reshape(-1), weights)
        if program is not None or self.effort not in (None, "brief"):
            columns, codes, weights = in_fixed_order(columns, codes, weights)
        dataset = self._dataset(columns, codes, weights, target_name(y, [column[0] for column in columns]))
        frequent = label_text(self.classes_[np.bincount(codes, weights).argmax()])
        self.model_ = self._learned(dataset, program, self._request(program), frequent)
        self._set_class_places()
        return self

    def _learned(self, dataset: Any, program: Any, request: Any, frequent: str) -> Model:
        verbose = int(self.verbose or 0)
        try:
            return run_learning(dataset, program, request, self.constants, verbose, None)
        except Error as error:
            # Where no column separates the classes, there are no literals. The estimator still has to fit: in a search of parameters,
            # or in a fold, a score is wanted.
            if self.cuts is not None or "so there are no literals" not in error.message:
                raise
            if program is None:
                return self._constant(dataset, frequent)
            warnings.warn("no column separates the classes on its own: cut points are quantiles", LohWarning, stacklevel=3)
            request.options = {**request.options, "cuts": "quantiles"}
            return run_learning(dataset, program, request, self.constants, verbose, None)

    def _constant(self, dataset: Any, frequent: str) -> Model:
        """The model that always predicts this class: no other class ever holds."""
        warnings.warn("no column separates the classes: the most frequent class is always predicted", LohWarning, stacklevel=4)
        others = [name for name in dataset.classes() if name != frequent]
        text = "\n".join(f"output {var(name)} := false" for name in others)
        request = _core.Request()
        request.options = {"seed": str(self._seed() or 0), "restarts": "1"}
        request.positive = others[0] if len(others) == 1 else ""
        return run_learning(dataset, _core.Program.parse(text, "X", {}), request, None, 0, None)

    def _columns_and_labels(self, X: Any, y: Any) -> Tuple[List[Column], np.ndarray]:
        if y is None:
            raise ValueError("This LohClassifier estimator requires y to be passed, but the target y is None.")
        columns = self._columns(X, reset=True)
        labels = checked_labels(column_or_1d(plain_labels(y), warn=True))
        check_classification_targets(labels)
        check_consistent_length(columns[0][2], labels)
        return columns, labels

    def _columns(self, X: Any, reset: bool) -> List[Column]:
        if is_frame(checked_frame(X)):
            self._check_names(X, reset)
            columns = columns_of(X)
            if not columns or len(columns[0][2]) == 0:
                raise ValueError(f"Found array with {len(columns[0][2]) if columns else 0} sample(s) and {len(columns)} feature(s)")
            return columns
        values = self._checked_array(X, reset)
        names = getattr(self, "feature_names_in_", None)
        if names is None:
            names = [f"x{i}" for i in range(values.shape[1])]
        return [(str(name), "number", np.ascontiguousarray(values[:, i]), None, None) for i, name in enumerate(names)]

    def _checked_array(self, X: Any, reset: bool) -> np.ndarray:
        try:
            return self._validated_array(X, reset)
        except ValueError as error:
            if "could not convert string" not in str(error):
                raise
            hint = "an array has numbers only: give texts, categories and dates as a data frame"
            raise ValueError(f"{error}; {hint}") from None

    def _validated_array(self, X: Any, reset: bool) -> np.ndarray:
        if validate_data is not None:
            return validate_data(self, X, reset=reset, dtype=np.float64, order="F", ensure_all_finite="allow-nan")
        return self._validate_data(X, reset=reset, dtype=np.float64, order="F", force_all_finite="allow-nan")

    def _check_names(self, X: Any, reset: bool) -> None:
        if validate_data is not None:
            validate_data(self, X, reset=reset, skip_check_array=True)
        else:
            self._check_feature_names(X, reset=reset)
            self._check_n_features(X, reset=reset)

    def _weights(self, columns: List[Column], labels: np.ndarray, sample_weight: Any) -> Optional[np.ndarray]:
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, labels.reshape(-1, 1) if labels.dtype.kind in "iuf" else
                                           np.zeros((len(labels), 1)), dtype=np.float64)
            if (weights < 0).any():
                raise ValueError("sample_weight has negative values; weights must be at least 0")
        if isinstance(self.class_weight, dict):
            of_class = compute_sample_weight(self.class_weight, labels)
            weights = of_class if weights is None else weights * of_class
        elif self.class_weight not in (None, "balanced"):
            raise ValueError(f"class_weight must be None, 'balanced' or a dict, not {self.class_weight!r}")
        return weights

    def _check_classes(self, codes: np.ndarray, weights: Optional[np.ndarray]) -> None:
        weighed = codes if weights is None else codes[weights > 0]
        count = len(np.unique(weighed))
        if count < 2:
            raise ValueError(
                f"LohClassifier needs at least two classes, but y has {'one class' if count == 1 else 'no class'} in "
                f"{len(weighed)} rows of positive weight"
            )
        if count > 2 and not self._takes_many_classes():
            kind = type_of_target(codes)
            raise ValueError(
                f"Only binary classification is supported with a formula of one output. The type of the target is {kind}."
            )

    def _takes_many_classes(self) -> bool:
        program = _program_of(self.formula, self.constants)
        if program is not None:
            return len(program.outputs()) > 1 or self.head == "vote"
        return self.head != "single"

    def _dataset(self, columns: List[Column], codes: np.ndarray, weights: Optional[np.ndarray], target: str) -> Any:
        present = np.unique(codes)
        texts = [label_text(label) for label in self.classes_]
        if len(set(texts)) < len(texts):
            raise ValueError("two classes of y have the same text")
        target_column = (target, "category", np.ascontiguousarray(codes, dtype=np.uint32), texts, None)
        columns = [*columns, target_column]
        if weights is not None:
            columns.append(weight_column(weights))
        missing = None if self.missing is None else _names(self.missing)
        schema = _core.Schema(dict(self.types or {}), missing, "")
        dataset = _core.Dataset.from_columns(columns, target, schema, "X")
        if len(present) > 20:  # without it, so many numbers are taken for a target of regression
            dataset = dataset.with_each_target_value()
        dataset = dataset.with_class_order([texts[code] for code in present])
        if weights is not None:
            dataset = dataset.with_weights_from(columns[-1][0])
        if self.exclude is not None:
            dataset = dataset.without(_names(self.exclude))
        if self.only is not None:
            dataset = dataset.without([name for name in dataset.names() if name not in _names(self.only)])
        return dataset

    def _positive(self, program: Any) -> str:
        if self.positive is not None:
            return label_text(self.positive)
        texts = [label_text(label) for label in self.classes_]
        if program is None or len(texts) != 2 or any(name in texts for name, _ in program.outputs()):
            return ""
        return texts[1]  # as in scikit-learn

    def _request(self, program: Any) -> Any:
        given = {name: getattr(self, name) for name in _DEFAULTS if name in OPTIONS}
        if self.class_weight == "balanced":
            given["class_weights"] = "balanced"
        given["seed"] = self._seed()
        given["threads"] = self._threads()
        request = _core.Request()
        request.options = option_texts({name: value for name, value in given.items() if value is not None})
        request.effort = self.effort
        request.positive = self._positive(program)
        request.pick = _whole("pick", self.pick, 1) or 0
        request.literals_at_most = _whole("literals_at_most", self.literals_at_most, 0)
        request.monotone = _monotone(self.monotone or ())
        request.together = [_names(group) for group in self.together or ()]
        return request

    def _seed(self) -> Optional[int]:
        if self.random_state is None:
            return None
        if isinstance(self.random_state, numbers.Integral):
            if self.random_state < 0:
                raise ValueError(f"random_state must be at least 0, not {self.random_state}")
            return int(self.random_state) or None
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _threads(self) -> Optional[int]:
        if self.n_jobs is None or self.n_jobs == -1:
            return None
        if isinstance(self.n_jobs, bool) or not isinstance(self.n_jobs, numbers.Integral) or self.n_jobs == 0:
            raise ValueError(f"n_jobs must be None, -1 or a number of threads, not {self.n_jobs!r}")
        return int(effective_n_jobs(self.n_jobs))

    def _set_class_places(self) -> None:
        place = {label_text(label): i for i, label in enumerate(self.classes_)}
        self._places = np.array([place[name] for name in self.model_._core.classes()])

    # --- Prediction ---

    def predict(self, X: Any) -> np.ndarray:
        """The class of each row.

        Parameters
        ----------
        X : array or data frame
            the rows, with the columns of ``fit``.

        Returns
        -------
        numpy.ndarray
            the classes, one for each row.

        Raises
        ------
        ValueError
            if the columns are not those of ``fit``.

        Examples
        --------
        >>> classifier = loh.LohClassifier().fit([[1.0], [2.0], [3.0], [4.0]] * 20, [0, 0, 1, 1] * 20)
        >>> classifier.predict([[1.5], [3.5]]).tolist()
        [0, 1]
        """
        predicted = self._predicted(self._rows(X))
        return self.classes_[predicted]

    def _predicted(self, rows: Any) -> np.ndarray:
        return self._places[self.model_._core.classify(rows, self._threads() or 0)]

    def _rows(self, X: Any) -> Any:
        check_is_fitted(self, "model_")
        columns = self._columns(X, reset=False)
        rows = _core.Dataset.from_columns(columns, "", _core.Schema({}, None, ""), "X")
        self.model_._note_unseen(rows)
        return rows

    def predict_proba(self, X: Any) -> np.ndarray:
        """The probability of each class of ``classes_``. The most probable class is the predicted one.

        Parameters
        ----------
        X : array or data frame
            the rows, with the columns of ``fit``.

        Returns
        -------
        numpy.ndarray
            rows and classes.

        Raises
        ------
        ValueError
            if the columns are not those of ``fit``.

        Examples
        --------
        >>> classifier = loh.LohClassifier().fit([[1.0], [2.0], [3.0], [4.0]] * 20, [0, 0, 1, 1] * 20)
        >>> classifier.predict_proba([[1.5], [3.5]]).shape
        (2, 2)
        """
        return self._probabilities(self._rows(X))

    def _probabilities(self, rows: Any) -> np.ndarray:
        given = self.model_._core.probabilities(rows, self._threads() or 0)
        result = np.zeros((len(given), len(self.classes_)))
        result[:, self._places] = given
        return result

    def decision_function(self, X: Any) -> np.ndarray:
        """The log odds of the second class of two, positive where it is predicted; otherwise the log of each probability.

        Parameters
        ----------
        X : array or data frame
            the rows, with the columns of ``fit``.

        Returns
        -------
        numpy.ndarray
            one number for each row, or rows and classes.

        Raises
        ------
        ValueError
            if the columns are not those of ``fit``.

        Examples
        --------
        >>> classifier = loh.LohClassifier().fit([[1.0], [2.0], [3.0], [4.0]] * 20, [0, 0, 1, 1] * 20)
        >>> (classifier.decision_function([[1.5], [3.5]]) > 0).tolist()
        [False, True]
        """
        rows = self._rows(X)
        predicted = self._predicted(rows)
        logs = np.log(np.maximum(self._probabilities(rows), 1e-300))
        if len(self.classes_) == 2:
            odds = logs[:, 1] - logs[:, 0]
            tiny = np.finfo(np.float64).tiny
            return np.where(predicted == 1, np.maximum(odds, tiny), np.minimum(odds, -tiny))
        each = np.arange(len(predicted))
        best = logs.max(axis=1)
        tied = (logs[each, predicted] < best) | (logs.argmax(axis=1) != predicted)
        logs[each[tied], predicted[tied]] = np.nextafter(best[tied], np.inf)
        return logs

    # --- Rules ---

    @property
    def rules_(self) -> Any:
        """The rules with their figures: a pandas frame, or without pandas a list of dicts."""
        check_is_fitted(self, "model_")
        return self.model_.rules

    @property
    def formula_(self) -> Any:
        """The formula of the positive class, or a dict of formulas by class."""
        check_is_fitted(self, "model_")
        formulas = self.model_.formulas
        return next(iter(formulas.values())) if self.model_.head == "single" else formulas

    # --- scikit-learn ---

    def __setstate__(self, state: Dict[str, Any]) -> None:
        """Estimators that an earlier version pickled lack the options that are newer."""
        super().__setstate__({**_DEFAULTS, **state})

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.classifier_tags.multi_class = self._takes_many_classes()
        return tags

    def _more_tags(self) -> Dict[str, Any]:
        return {"allow_nan": True, "binary_only": not self._takes_many_classes(), "requires_y": True}


def _complete_signature() -> Dict[str, Any]:
    """Every option of the table is a parameter of the constructor, with its explanation."""
    lines = ["", "", "Parameters", "----------"]
    defaults: Dict[str, Any] = {}
    for name, (default, text) in _PARAMETERS.items():
        defaults[name] = default
        lines += [f"{name} : default {default!r}", f"    {text}"]
    for option in OPTIONS.values():
        if option.name in defaults or option.name in _RENAMED:
            continue
        defaults[option.name] = None
        lines += [f"{option.name} : {option.values}; default {option.search_default or option.default}", f"    {option.help}"]
    keywords = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    keywords += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value) for name, value in defaults.items()]
    LohClassifier.__init__.__signature__ = inspect.Signature(keywords)  # type: ignore[attr-defined]
    attributes = """
        Attributes
        ----------
        classes_ : the classes, sorted
        model_ : the loh.Model
        rules_ : the rules with their figures
        formula_ : the formula of the positive class, or a dict of formulas by class
        n_features_in_, feature_names_in_ : as in scikit-learn
        """
    texts = [inspect.cleandoc(LohClassifier.__doc__ or ""), *lines, "", inspect.cleandoc(attributes)]
    LohClassifier.__doc__ = "\n".join(texts) + "\n"
    return defaults


_DEFAULTS = _complete_signature()
